public import Kernel
public import Observations

/// Where the phone is by access points and cells, and what is to be asked of the network for that.
public struct NetworkLocator: Sendable {
  /// How it is set.
  public let parameters: Parameters
  private var keeper: WiFiTileKeeper
  private var wifi: WiFiScanLocator
  private var cells: CellLocator
  /// The last place, by whatever.
  private var hint: LocationFix?
  /// What was heard and couldn't be made a place of.
  private var (scanAside, cellsAside): (WiFiScan?, CellScan?)

  /// What has been asked, answered and of use.
  public var account: WiFiTileKeeper.Account { keeper.account }

  /// Creates a locator.
  ///
  /// - Parameters:
  ///   - parameters: How it is set.
  ///   - store: Where tiles are kept; nil for in memory alone.
  public init(parameters: Parameters = Parameters(), store: WiFiTileStore? = nil) {
    self.parameters = parameters
    keeper = WiFiTileKeeper(parameters: parameters.tiles, store: store)
    wifi = WiFiScanLocator(parameters: parameters.wifi)
    cells = CellLocator(parameters: parameters.cell)
  }

  /// The phone has started: what was asked is forgotten, tiles stay.
  public mutating func restart(at time: SimTime) {
    keeper.restart(at: time)
    cells.restart()
    (hint, scanAside, cellsAside) = (nil, nil, nil)
  }

  /// Takes where the phone is by other means.
  public mutating func receive(_ fix: LocationFix) {
    hint = fix
    if parameters.usesWiFi { keeper.receive(fix) }
  }

  /// Takes a scan.
  ///
  /// - Parameter scan: What was heard.
  /// - Returns: Where the phone was; nil if nothing known was heard.
  public mutating func locate(_ scan: WiFiScan) -> LocationFix? {
    guard parameters.usesWiFi else { return nil }
    keeper.receive(scan)
    scanAside = scan
    return locateAside(at: scan.endTime)
  }

  /// Takes what the modem hears.
  ///
  /// - Parameter scan: The cells.
  /// - Returns: Where the phone was; nil if the cells aren't known.
  public mutating func locate(_ scan: CellScan) -> LocationFix? {
    guard parameters.usesCells else { return nil }
    cellsAside = scan
    return locateAside(at: scan.time)
  }

  /// Takes how the network is reached.
  public mutating func receive(_ network: NetworkReachability, at time: SimTime) {
    keeper.receive(network, at: time)
    cells.receive(network)
  }

  /// Takes an answer of the network.
  ///
  /// - Parameters:
  ///   - download: The answer.
  ///   - time: Now.
  /// - Returns: Where what was heard of late has been by it.
  public mutating func receive(_ download: Download, at time: SimTime) -> LocationFix? {
    if !keeper.receive(download, at: time) { cells.receive(download, at: time) }
    return locateAside(at: time)
  }

  /// What to ask of the network now.
  public mutating func nextResource(at time: SimTime) -> String? {
    (parameters.usesWiFi ? keeper.nextResource(at: time) : nil)
      ?? cells.nextResource(at: time)
  }

  /// Makes a place of what was heard last, the better one of access points and cells.
  private mutating func locateAside(at time: SimTime) -> LocationFix? {
    if let scan = scanAside {
      if time - scan.endTime > parameters.scanPatience {
        scanAside = nil
      } else if let fix = wifi.locate(scan, in: keeper.atlas, near: hint(at: time)) {
        scanAside = nil
        keeper.receive(fix)
        hint = fix
        return fix
      }
    }
    guard let scan = cellsAside, let fix = cells.locate(scan) else { return nil }
    cellsAside = nil
    if parameters.usesWiFi, hint(at: time) == nil { keeper.receive(fix) }
    hint = hint(at: time) ?? fix
    return fix
  }

  private func hint(at time: SimTime) -> LocationFix? {
    hint.flatMap { time - $0.time <= parameters.memory ? $0 : nil }
  }
}
