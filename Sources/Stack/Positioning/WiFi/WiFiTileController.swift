public import Kernel
public import Observations

/// Manages the access point database: downloads tiles on demand and neighbours in advance over
/// Wi-Fi.
///
/// It processes reachability, scans and locations, and returns the resources to request. Tiles are
/// stored on disk if there is a store, otherwise in memory.
public struct WiFiTileController: Sendable {
  /// Download modes of access points.
  public enum Mode: String, CaseIterable, Sendable {
    /// Tiles of 5 km by 5 km.
    case tiles
    /// Answers to scans without known access points, with those around.
    case areas
  }

  /// Statistics of requests and scans.
  public struct Statistics: Hashable, Sendable {
    /// Numbers of requests, answers and failures.
    public var asked = 0
    public var answered = 0
    public var failed = 0
    /// Number of downloaded bytes.
    public var byteCount = 0
    /// Number of invalid answers.
    public var unreadable = 0
    /// Numbers of scans with and without known access points.
    public var scansKnown = 0
    public var scansUnknown = 0
  }

  public let parameters: Parameters
  /// Cached access points.
  public private(set) var atlas: WiFiAtlas
  public private(set) var statistics = Statistics()
  /// Errors of the store.
  public var faults: [WiFiStoreFault] { store?.faults ?? [] }

  private var store: WiFiTileStore?
  private var network = NetworkReachability(route: .none, isExpensive: false)
  private var place: (coordinate: Coordinate, radius: Double)?
  /// Strongest unknown addresses of the last scan.
  private var unknownAddresses: [HardwareAddress] = []
  private var waiting: (resource: WiFiResource, until: SimTime)?
  private var pauseUntil = SimTime.start
  private var pauseSeconds = 0.0

  /// Creates a manager of the database.
  ///
  /// - Parameters:
  ///   - parameters: Parameters of the cache.
  ///   - store: Store on disk; nil for memory only.
  public init(parameters: Parameters = Parameters(), store: WiFiTileStore? = nil) {
    self.parameters = parameters
    self.store = store
    atlas = WiFiAtlas(byteLimit: parameters.byteLimit)
    pauseSeconds = parameters.firstPauseSeconds
    load()
  }

  /// Loads the stored tiles, least recently used first, which is the order of removal.
  private mutating func load() {
    for kept in store?.load().reversed() ?? [] {
      atlas.insert(kept.tile, byteCount: kept.byteCount, at: kept.used)
    }
  }

  /// Clears pending requests after a restart of the phone.
  ///
  /// Tiles on disk remain, and those in memory if there is no store.
  public mutating func restart(at time: SimTime) {
    waiting = nil
    place = nil
    unknownAddresses = []
    resume(at: time)
    guard store != nil else { return }
    atlas.removeAll()
    load()
  }

  /// Processes a change of network reachability.
  public mutating func receive(_ new: NetworkReachability, at time: SimTime) {
    // A request that failed over another network may succeed now.
    if new.route != network.route { resume(at: time) }
    if new.route == .none { waiting = nil }
    network = new
  }

  /// Processes a location.
  public mutating func receive(_ fix: LocationFix) {
    guard fix.horizontalAccuracyMetres >= 0,
      fix.horizontalAccuracyMetres <= TileAddress.sideMetres,
      let tile = TileAddress(containing: fix.coordinate)
    else { return }
    place = (fix.coordinate, fix.horizontalAccuracyMetres)
    if atlas.has(tile) { atlas.touch(tile, at: fix.time) }
  }

  /// Processes a scan.
  public mutating func receive(_ scan: WiFiScan) {
    var known = Set<UInt64>()
    var unknown: [(level: Double, address: HardwareAddress)] = []
    for reading in scan.readings where reading.rssiDecibelMilliwatts.isFinite {
      if atlas.contains(reading.bssid) {
        known.insert(reading.bssid.withoutNetwork.value)
      } else {
        unknown.append((reading.rssiDecibelMilliwatts, reading.bssid))
      }
    }
    if known.isEmpty { statistics.scansUnknown += 1 } else { statistics.scansKnown += 1 }
    let enough = parameters.enough
    unknownAddresses = []
    guard known.count < enough, unknown.count >= parameters.minUnknown else { return }
    unknownAddresses = unknown.sorted { ($1.level, $0.address) < ($0.level, $1.address) }
      .prefix(WiFiResource.maxAddresses).map(\.address)
  }

  /// Processes a completed or failed download; true if it was requested here.
  @discardableResult
  public mutating func receive(_ download: Download, at time: SimTime) -> Bool {
    guard let resource = WiFiResource(download.resource) else { return false }
    if waiting?.resource == resource { waiting = nil }
    statistics.byteCount += download.bytes.count
    guard download.isComplete else {
      statistics.failed += 1
      pause(at: time)
      return true
    }
    statistics.answered += 1
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
      unknownAddresses = []
      resume(at: time)
    } catch {
      statistics.unreadable += 1
      pause(at: time)
    }
    return true
  }

  /// Returns the next resource to request; nil if none is needed or one is pending.
  public mutating func nextResource(at time: SimTime) -> String? {
    if let waiting, waiting.until <= time {
      self.waiting = nil
      statistics.failed += 1
      pause(at: time)
    }
    guard waiting == nil, network.route != .none, time >= pauseUntil, let next = wanted() else {
      return nil
    }
    waiting = (next, time + .seconds(parameters.timeoutSeconds))
    statistics.asked += 1
    return next.text
  }

  /// Most urgent request.
  private func wanted() -> WiFiResource? {
    if parameters.mode == .areas {
      return unknownAddresses.isEmpty ? nil : .around(unknownAddresses)
    }
    guard let place, let own = TileAddress(containing: place.coordinate) else {
      return unknownAddresses.isEmpty ? nil : .tileOf(unknownAddresses)
    }
    if !atlas.has(own) { return .tile(own) }
    guard parameters.fetchesAhead, !network.isExpensive, network.route != .cellular else {
      return nil
    }
    // Stops at the size limit: a new neighbour must not evict the last one.
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
