public import Kernel
public import Observations

/// Wi-Fi positioning of scans with a downloaded access point database.
public struct WiFiLocator: Sendable {
  private let parameters: Parameters
  private var controller: WiFiTileController
  private var scans: WiFiScanLocator
  /// Last position from any source.
  private var hint: LocationFix?
  /// Last scan without a position.
  private var aside: WiFiScan?

  /// Statistics of requests and scans.
  public var statistics: WiFiTileController.Statistics { controller.statistics }

  /// Creates a locator without access points.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    controller = WiFiTileController(parameters: parameters.tiles)
    scans = WiFiScanLocator(parameters: parameters.scans)
  }

  /// Clears pending requests after a restart of the phone; tiles remain.
  public mutating func restart(at time: SimTime) {
    controller.restart(at: time)
    (hint, aside) = (nil, nil)
  }

  /// Processes a position from another source.
  ///
  /// - Parameters:
  ///   - fix: The position.
  ///   - isRough: True if it is used only without a better one.
  public mutating func receive(_ fix: LocationFix, isRough: Bool = false) {
    guard !isRough || hint(at: fix.time) == nil else { return }
    hint = fix
    controller.receive(fix)
  }

  /// Returns the location of a scan; nil without known access points.
  public mutating func locate(_ scan: WiFiScan) -> LocationFix? {
    controller.receive(scan)
    aside = scan
    return locateAside(at: scan.endTime)
  }

  /// Processes a change of network reachability.
  public mutating func receive(_ network: NetworkReachability, at time: SimTime) {
    controller.receive(network, at: time)
  }

  /// Processes a download.
  ///
  /// - Returns: The location of the waiting scan, if it can be located now.
  public mutating func receive(_ download: Download, at time: SimTime) -> LocationFix? {
    controller.receive(download, at: time) ? locateAside(at: time) : nil
  }

  /// Returns the next resource to request; nil for none.
  public mutating func nextResource(at time: SimTime) -> String? {
    controller.nextResource(at: time)
  }

  private mutating func locateAside(at time: SimTime) -> LocationFix? {
    guard let scan = aside else { return nil }
    guard time - scan.endTime <= parameters.scanTimeout else {
      aside = nil
      return nil
    }
    guard let fix = scans.locate(scan, in: controller.atlas, near: hint(at: time)) else {
      return nil
    }
    aside = nil
    controller.receive(fix)
    hint = fix
    return fix
  }

  private func hint(at time: SimTime) -> LocationFix? {
    hint.flatMap { time - $0.time <= parameters.memory ? $0 : nil }
  }
}
