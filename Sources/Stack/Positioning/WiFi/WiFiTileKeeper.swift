public import Kernel
public import Observations

/// Sees to it that the access points around are known: fetches tiles when they are needed, neighbours
/// ahead over Wi-Fi, and keeps them for when there is no network.
///
/// Tell it what the network, scans and locations are; it hands out what to ask of the network. Tiles
/// are kept on disk if it is given a store, in memory alone otherwise.
public struct WiFiTileKeeper: Sendable {
  /// How access points come to the phone.
  public enum Manner: String, CaseIterable, Sendable {
    /// In tiles of 5 km by 5 km.
    case tiles
    /// As the answer to each scan that isn't known: those around.
    case areas
  }

  /// What it has done.
  public struct Account: Hashable, Sendable {
    /// How many questions were asked, answered and failed.
    public var asked = 0
    public var answered = 0
    public var failed = 0
    /// How many bytes came.
    public var byteCount = 0
    /// How many answers were no tiles.
    public var unreadable = 0
    /// How many scans brought a location or would have, and how many heard nothing that was known.
    public var scansKnown = 0
    public var scansUnknown = 0
  }

  /// How it is set.
  public let parameters: Parameters
  /// The access points at hand.
  public private(set) var atlas: WiFiAtlas
  /// What it has done.
  public private(set) var account = Account()
  /// What went wrong with the store.
  public var faults: [WiFiStoreFault] { store?.faults ?? [] }

  private var store: WiFiTileStore?
  private var network = NetworkReachability(route: .none, isExpensive: false)
  private var place: (coordinate: Coordinate, radius: Double)?
  /// What heard of late no tile knows.
  private var strangers: [HardwareAddress] = []
  private var waiting: (resource: WiFiResource, until: SimTime)?
  private var pauseUntil = SimTime.start
  private var pauseSeconds = 0.0

  /// Creates a keeper.
  ///
  /// - Parameters:
  ///   - parameters: How it is set.
  ///   - store: Where tiles are kept; nil for in memory alone.
  public init(parameters: Parameters = Parameters(), store: WiFiTileStore? = nil) {
    self.parameters = parameters
    self.store = store
    atlas = WiFiAtlas(byteLimit: parameters.byteLimit)
    pauseSeconds = parameters.firstPauseSeconds
    load()
  }

  /// Takes what is on the disk, the tiles used longest ago first, so that they go first.
  private mutating func load() {
    for kept in store?.load().reversed() ?? [] {
      atlas.insert(kept.tile, byteCount: kept.byteCount, at: kept.used)
    }
  }

  /// The phone has started: questions are forgotten, tiles on disk stay, and so do those in memory
  /// where there is no disk, which stands for one.
  public mutating func restart(at time: SimTime) {
    waiting = nil
    place = nil
    strangers = []
    resume(at: time)
    guard store != nil else { return }
    atlas.removeAll()
    load()
  }

  /// The network is reached otherwise.
  public mutating func receive(_ new: NetworkReachability, at time: SimTime) {
    // What failed over another network may work over this one.
    if new.route != network.route { resume(at: time) }
    if new.route == .none { waiting = nil }
    network = new
  }

  /// The phone is somewhere.
  public mutating func receive(_ fix: LocationFix) {
    guard fix.horizontalAccuracyMetres >= 0,
      fix.horizontalAccuracyMetres <= TileAddress.sideMetres,
      let tile = TileAddress(containing: fix.coordinate)
    else { return }
    place = (fix.coordinate, fix.horizontalAccuracyMetres)
    if atlas.has(tile) { atlas.touch(tile, at: fix.time) }
  }

  /// A scan has been heard.
  public mutating func receive(_ scan: WiFiScan) {
    var known = Set<UInt64>()
    var unknown: [(level: Double, address: HardwareAddress)] = []
    for reading in scan.readings where reading.rssiDecibelMilliwatts.isFinite {
      if atlas.knows(reading.bssid) {
        known.insert(reading.bssid.withoutNetwork.value)
      } else {
        unknown.append((reading.rssiDecibelMilliwatts, reading.bssid))
      }
    }
    if known.isEmpty { account.scansUnknown += 1 } else { account.scansKnown += 1 }
    let enough = parameters.enough
    strangers = []
    guard known.count < enough, unknown.count >= parameters.leastUnknown else { return }
    strangers = unknown.sorted { ($1.level, $0.address) < ($0.level, $1.address) }
      .prefix(WiFiResource.mostAddresses).map(\.address)
  }

  /// The network has answered, or given up.
  ///
  /// - Parameters:
  ///   - download: The answer.
  ///   - time: Now.
  /// - Returns: Whether it was one of this keeper's.
  @discardableResult
  public mutating func receive(_ download: Download, at time: SimTime) -> Bool {
    guard let resource = WiFiResource(download.resource) else { return false }
    if waiting?.resource == resource { waiting = nil }
    account.byteCount += download.bytes.count
    guard download.isComplete else {
      account.failed += 1
      pause(at: time)
      return true
    }
    account.answered += 1
    do throws(WiFiTileError) {
      switch resource {
      case .tile, .tileOf:
        let tile = try WiFiTile(download.bytes)
        atlas.insert(tile, byteCount: download.bytes.count, at: time)
        store?.keep(download.bytes, at: tile.address, day: tile.day, time: time)
        if place == nil, case .tileOf = resource {
          place = (tile.address.place(east: 0.5, north: 0.5), TileAddress.sideMetres / 2)
        }
      case .around: atlas.insert(try WiFiArea(download.bytes))
      }
      strangers = []
      resume(at: time)
    } catch {
      account.unreadable += 1
      pause(at: time)
    }
    return true
  }

  /// What to ask of the network now; nil if nothing, or if something is still awaited.
  public mutating func nextResource(at time: SimTime) -> String? {
    if let waiting, waiting.until <= time {
      self.waiting = nil
      account.failed += 1
      pause(at: time)
    }
    guard waiting == nil, network.route != .none, time >= pauseUntil, let next = wanted() else {
      return nil
    }
    waiting = (next, time + .seconds(parameters.patienceSeconds))
    account.asked += 1
    return next.text
  }

  /// What is missed most.
  private func wanted() -> WiFiResource? {
    if parameters.manner == .areas {
      return strangers.isEmpty ? nil : .around(strangers)
    }
    guard let place, let own = TileAddress(containing: place.coordinate) else {
      return strangers.isEmpty ? nil : .tileOf(strangers)
    }
    if !atlas.has(own) { return .tile(own) }
    guard parameters.fetchesAhead, !network.isExpensive, network.route != .cellular else {
      return nil
    }
    // Not more than there is room for: the neighbour that comes mustn't drive out the last.
    guard atlas.byteCount * (atlas.tiles.count + 1) / max(1, atlas.tiles.count) <= atlas.byteLimit
    else { return nil }
    for steps in 1...max(1, parameters.tilesAhead) {
      if let next = own.ring(steps).first(where: { !atlas.has($0) }) { return .tile(next) }
    }
    return nil
  }

  private mutating func pause(at time: SimTime) {
    pauseUntil = time + .seconds(pauseSeconds)
    pauseSeconds = min(parameters.longestPauseSeconds, pauseSeconds * parameters.pauseGrowth)
  }

  private mutating func resume(at time: SimTime) {
    pauseUntil = time
    pauseSeconds = parameters.firstPauseSeconds
  }
}
