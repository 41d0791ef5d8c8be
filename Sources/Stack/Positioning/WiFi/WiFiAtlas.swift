public import Kernel
public import Observations

/// The access points that a phone knows at a moment: tiles, or answers of the older kind.
///
/// Bounded: what was used longest ago goes first.
public struct WiFiAtlas: Sendable {
  /// A tile at hand.
  struct Held: Sendable {
    var tile: WiFiTile
    var byteCount: Int
    var used: SimTime
  }

  /// The most bytes of tiles and answers, as they were downloaded.
  public let byteLimit: Int
  private(set) var tiles: [Held] = []
  private(set) var areas: [WiFiArea] = []

  /// Creates an atlas that knows nothing.
  ///
  /// - Parameter byteLimit: The most bytes of tiles and answers.
  public init(byteLimit: Int = WiFiTileKeeper.Parameters().byteLimit) {
    self.byteLimit = byteLimit
  }

  /// How many bytes of tiles and answers there are.
  public var byteCount: Int {
    tiles.reduce(0) { $0 + $1.byteCount }
      + areas.reduce(0) { $0 + $1.records.count * WiFiArea.recordLength + WiFiArea.headLength }
  }

  /// The tiles at hand, in the order of their addresses.
  public var addresses: [TileAddress] { tiles.map(\.tile.address) }

  /// Whether nothing is known.
  public var isEmpty: Bool { tiles.isEmpty && areas.isEmpty }

  /// Whether a tile is at hand.
  public func has(_ address: TileAddress) -> Bool {
    tiles.contains { $0.tile.address == address }
  }

  /// Takes a tile, in place of an older one.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - byteCount: Its size as downloaded.
  ///   - time: When.
  public mutating func insert(_ tile: WiFiTile, byteCount: Int, at time: SimTime) {
    tiles.removeAll { $0.tile.address == tile.address }
    let place = tiles.firstIndex { tile.address < $0.tile.address } ?? tiles.count
    tiles.insert(Held(tile: tile, byteCount: byteCount, used: time), at: place)
    while self.byteCount > byteLimit, tiles.count > 1,
      let oldest = tiles.indices.min(by: { tiles[$0].used < tiles[$1].used })
    {
      tiles.remove(at: oldest)
    }
  }

  /// Takes an answer of the older kind.
  public mutating func insert(_ area: WiFiArea) {
    areas.append(area)
    while byteCount > byteLimit, areas.count > 1 { areas.removeFirst() }
  }

  /// Notes that a tile was of use.
  public mutating func touch(_ address: TileAddress, at time: SimTime) {
    guard let index = tiles.firstIndex(where: { $0.tile.address == address }) else { return }
    tiles[index].used = max(tiles[index].used, time)
  }

  /// Forgets everything.
  public mutating func removeAll() {
    tiles.removeAll()
    areas.removeAll()
  }

  /// Whether an address is known.
  public func knows(_ address: HardwareAddress) -> Bool {
    var isKnown = false
    look(up: address) { _ in isKnown = true }
    return isKnown
  }

  /// Finds all that is known of an address: several places, if it was reused or hashes agree.
  func look(up address: HardwareAddress, _ take: (KnownTransmitter) -> Void) {
    if !tiles.isEmpty {
      let key = TransmitterKey(address)
      for held in tiles {
        for index in held.tile.indices(of: key) { take(held.tile.transmitter(index)) }
      }
    }
    for area in areas.reversed() {
      if let found = area.transmitter(at: address) { return take(found) }
    }
  }
}
