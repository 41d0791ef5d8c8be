import Kernel
import Observations

/// Access points of one tile of 5 km by 5 km, packed in some five bytes each.
///
/// Sorted by key for binary search; several entries may share a key, after reuse of an address or
/// by a hash collision.
public struct WiFiTile: Hashable, Sendable {
  /// Resolution of positions: 10 bits per axis, steps of 4.9 m, an error of 1.4 m rms.
  static let placeBits = 10
  /// Spreads encoded by three bits, in m.
  static let spreads = [6.0, 9, 13, 19, 28, 42, 65, 100]
  /// Levels at 30 m encoded by three bits, in dBm.
  static let levels = [-88.0, -82, -77, -72, -67, -62, -56, -50]
  /// Maximum number of entries: 2000 per km².
  static let maxEntries = 50_000

  /// A packed entry.
  struct Entry: Hashable, Sendable {
    var key: UInt32
    var east: UInt16
    var north: UInt16
    /// Index of the spread, times 8, plus index of the level.
    var traits: UInt8
  }

  /// Address of the tile.
  public let address: TileAddress
  /// Day of creation, in whole days since the start of the service.
  public let day: Int
  let entries: [Entry]

  /// Number of access points.
  public var count: Int { entries.count }

  init(address: TileAddress, day: Int, entries: [Entry]) {
    self.address = address
    self.day = day
    self.entries = entries
  }

  /// Packs access points; those outside the tile or beyond the maximum number are left out.
  ///
  /// - Parameters:
  ///   - address: Address of the tile.
  ///   - day: Day of creation, from 0 to 65 535.
  ///   - transmitters: The access points.
  public init(
    address: TileAddress, day: Int,
    transmitters: [(key: TransmitterKey, transmitter: KnownTransmitter)]
  ) {
    let steps = Double(1 << Self.placeBits)
    let entries = transmitters.compactMap { key, transmitter -> Entry? in
      let (east, north) = address.shares(of: transmitter.coordinate)
      guard (0..<1).contains(east), (0..<1).contains(north) else { return nil }
      let spread = Self.nearest(to: transmitter.spreadMetres, in: Self.spreads)
      let level = Self.nearest(to: transmitter.levelAt30Metres, in: Self.levels)
      return Entry(
        key: key.value, east: UInt16(east * steps), north: UInt16(north * steps),
        traits: UInt8(spread << 3 | level))
    }
    .sorted { ($0.key, $0.east, $0.north, $0.traits) < ($1.key, $1.east, $1.north, $1.traits) }
    self.init(
      address: address, day: min(65_535, max(0, day)),
      entries: Array(entries.prefix(Self.maxEntries)))
  }

  private static func nearest(to value: Double, in steps: [Double]) -> Int {
    steps.indices.min { abs(steps[$0] - value) < abs(steps[$1] - value) } ?? 0
  }

  /// Returns the entries with a key.
  func indices(of key: TransmitterKey) -> Range<Int> {
    let first = entries.partitioningIndex { $0.key >= key.value }
    var end = first
    while end < entries.count, entries[end].key == key.value { end += 1 }
    return first..<end
  }

  /// Returns the unpacked transmitter of an entry.
  func transmitter(_ index: Int) -> KnownTransmitter {
    let entry = entries[index]
    let steps = Double(1 << Self.placeBits)
    return KnownTransmitter(
      coordinate: address.place(
        east: (Double(entry.east) + 0.5) / steps, north: (Double(entry.north) + 0.5) / steps),
      spreadMetres: Self.spreads[Int(entry.traits >> 3)],
      levelAt30Metres: Self.levels[Int(entry.traits & 7)])
  }

  /// All access points, in order of key.
  public var transmitters: [(key: TransmitterKey, transmitter: KnownTransmitter)] {
    entries.indices.map { (TransmitterKey(value: entries[$0].key), transmitter($0)) }
  }
}
