public import Kernel
public import Observations

/// Cache of known access points: tiles, or area answers of the older kind.
///
/// The size is bounded; the least recently used entries are removed first.
public struct WiFiAtlas: Sendable {
  /// A cached tile.
  struct CachedTile: Sendable {
    var tile: WiFiTile
    var byteCount: Int
    var used: SimTime
  }

  /// Maximum size of tiles and answers, in bytes as downloaded.
  public let byteLimit: Int
  private(set) var tiles: [CachedTile] = []
  private(set) var areas: [WiFiArea] = []

  /// Creates an empty cache.
  ///
  /// - Parameter byteLimit: Maximum size, in bytes.
  public init(byteLimit: Int = WiFiTileController.Parameters().byteLimit) {
    self.byteLimit = byteLimit
  }

  /// Size of tiles and answers, in bytes.
  public var byteCount: Int {
    tiles.reduce(0) { $0 + $1.byteCount }
      + areas.reduce(0) { $0 + $1.records.count * WiFiArea.recordLength + WiFiArea.headLength }
  }

  /// Addresses of the cached tiles, in order.
  public var addresses: [TileAddress] { tiles.map(\.tile.address) }

  /// True if nothing is cached.
  public var isEmpty: Bool { tiles.isEmpty && areas.isEmpty }

  /// True if a tile is cached.
  public func has(_ address: TileAddress) -> Bool {
    tiles.contains { $0.tile.address == address }
  }

  /// Inserts a tile, and replaces an older one.
  public mutating func insert(_ tile: WiFiTile, byteCount: Int, at time: SimTime) {
    tiles.removeAll { $0.tile.address == tile.address }
    let index = tiles.firstIndex { tile.address < $0.tile.address } ?? tiles.count
    tiles.insert(CachedTile(tile: tile, byteCount: byteCount, used: time), at: index)
    while self.byteCount > byteLimit, tiles.count > 1,
      let oldest = tiles.indices.min(by: { tiles[$0].used < tiles[$1].used })
    {
      tiles.remove(at: oldest)
    }
  }

  /// Inserts an area answer.
  public mutating func insert(_ area: WiFiArea) {
    areas.append(area)
    while byteCount > byteLimit, areas.count > 1 { areas.removeFirst() }
  }

  /// Updates the time of a tile's last use.
  public mutating func touch(_ address: TileAddress, at time: SimTime) {
    guard let index = tiles.firstIndex(where: { $0.tile.address == address }) else { return }
    tiles[index].used = max(tiles[index].used, time)
  }

  public mutating func removeAll() {
    tiles.removeAll()
    areas.removeAll()
  }

  /// True if an address is known.
  public func contains(_ address: HardwareAddress) -> Bool {
    var isKnown = false
    look(up: address) { _ in isKnown = true }
    return isKnown
  }

  /// Calls a closure with each entry of an address; several if it was reused or hashes collide.
  func look(up address: HardwareAddress, _ process: (KnownTransmitter) -> Void) {
    if !tiles.isEmpty {
      let key = TransmitterKey(address)
      for held in tiles {
        for index in held.tile.indices(of: key) { process(held.tile.transmitter(index)) }
      }
    }
    for area in areas.reversed() {
      if let found = area.transmitter(at: address) { return process(found) }
    }
  }
}
