public import Kernel
public import Observations

/// Where the phone is by access points, and what is to be asked of the network for that.
public struct WiFiLocator: Sendable {
  private let parameters: Parameters
  private var keeper: WiFiTileKeeper
  private var scans: WiFiScanLocator
  /// The last place, by whatever.
  private var hint: LocationFix?
  /// What was heard and couldn't be made a place of.
  private var aside: WiFiScan?

  /// What has been asked, answered and of use.
  public var account: WiFiTileKeeper.Account { keeper.account }

  /// Creates a locator that knows no access points yet.
  public init(parameters: Parameters = Parameters()) {
    self.parameters = parameters
    keeper = WiFiTileKeeper(parameters: parameters.tiles)
    scans = WiFiScanLocator(parameters: parameters.scans)
  }

  /// The phone has started: what was asked is forgotten, tiles stay.
  public mutating func restart(at time: SimTime) {
    keeper.restart(at: time)
    (hint, aside) = (nil, nil)
  }

  /// Takes where the phone is by other means.
  ///
  /// - Parameters:
  ///   - fix: The place.
  ///   - isRough: Whether it counts only while nothing better is known.
  public mutating func receive(_ fix: LocationFix, isRough: Bool = false) {
    guard !isRough || hint(at: fix.time) == nil else { return }
    hint = fix
    keeper.receive(fix)
  }

  /// Takes a scan.
  ///
  /// - Parameter scan: What was heard.
  /// - Returns: Where the phone was; nil if nothing known was heard.
  public mutating func locate(_ scan: WiFiScan) -> LocationFix? {
    keeper.receive(scan)
    aside = scan
    return locateAside(at: scan.endTime)
  }

  /// Takes how the network is reached.
  public mutating func receive(_ network: NetworkReachability, at time: SimTime) {
    keeper.receive(network, at: time)
  }

  /// Takes an answer of the network.
  ///
  /// - Parameters:
  ///   - download: The answer.
  ///   - time: Now.
  /// - Returns: Where what was heard of late has been by it.
  public mutating func receive(_ download: Download, at time: SimTime) -> LocationFix? {
    keeper.receive(download, at: time) ? locateAside(at: time) : nil
  }

  /// What to ask of the network now.
  public mutating func nextResource(at time: SimTime) -> String? {
    keeper.nextResource(at: time)
  }

  private mutating func locateAside(at time: SimTime) -> LocationFix? {
    guard let scan = aside else { return nil }
    guard time - scan.endTime <= parameters.scanPatience else {
      aside = nil
      return nil
    }
    guard let fix = scans.locate(scan, in: keeper.atlas, near: hint(at: time)) else { return nil }
    aside = nil
    keeper.receive(fix)
    hint = fix
    return fix
  }

  private func hint(at time: SimTime) -> LocationFix? {
    hint.flatMap { time - $0.time <= parameters.memory ? $0 : nil }
  }
}
