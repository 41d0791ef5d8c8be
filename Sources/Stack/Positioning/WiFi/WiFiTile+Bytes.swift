/// Error in the bytes of a tile.
public enum WiFiTileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Truncated or too long.
  case wrongLength
  /// Not a tile.
  case notATile
  /// Unknown format version.
  case unknownVersion(Int)
  /// Wrong checksum.
  case wrongCheckSum
  /// A number is out of range.
  case invalid

  /// Description in words.
  public var description: String {
    switch self {
    case .wrongLength: "a tile that is truncated or too long"
    case .notATile: "not a Wi-Fi tile"
    case .unknownVersion(let version): "a tile with the unknown format \(version)"
    case .wrongCheckSum: "a tile with a wrong checksum"
    case .invalid: "a tile with invalid numbers"
    }
  }
}

/// Binary format of tiles.
///
/// | bytes | content |
/// |---|---|
/// | 2 | `WT` |
/// | 1 | version, 1 |
/// | 1 | parameter of the Golomb-Rice code |
/// | 2, 2 | row and column, big-endian as all numbers |
/// | 2 | day |
/// | 3 | number of entries |
/// | … | per entry the gap to the previous key as Golomb-Rice code, 10 bits east, 10 bits north, 3
/// bits of spread, 3 bits of level; zero-padded to a whole byte |
/// | 4 | checksum of all that precedes |
extension WiFiTile {
  private static let version: UInt8 = 1
  private static let headLength = 13
  private static let sumLength = 4

  /// Encoded tile.
  public var bytes: [UInt8] {
    let mean = (1 << TransmitterKey.bitCount) / max(1, entries.count)
    // The nearest power of two below 0.69 times the mean gap, optimal for geometric gaps.
    let parameter = min(25, max(0, Int.bitWidth - 1 - (mean * 11 / 16).leadingZeroBitCount))
    var bytes: [UInt8] = [0x57, 0x54, Self.version, UInt8(parameter)]
    func add(_ value: Int, _ count: Int) {
      for shift in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift)))
      }
    }
    add(address.row, 2)
    add(address.column, 2)
    add(day, 2)
    add(entries.count, 3)
    var bits = BitWriter()
    var last: UInt32 = 0
    for entry in entries {
      bits.write(rice: entry.key - last, parameter: parameter)
      last = entry.key
      bits.write(UInt32(entry.east), bits: Self.placeBits)
      bits.write(UInt32(entry.north), bits: Self.placeBits)
      bits.write(UInt32(entry.traits), bits: 6)
    }
    bytes += bits.bytes
    add(Int(checkSum(bytes[...])), Self.sumLength)
    return bytes
  }

  /// Decodes a tile.
  ///
  /// - Throws: The error found in the bytes.
  public init(_ bytes: [UInt8]) throws(WiFiTileError) {
    guard bytes.count >= Self.headLength + Self.sumLength else { throw .wrongLength }
    guard bytes[0] == 0x57, bytes[1] == 0x54 else { throw .notATile }
    guard bytes[2] == Self.version else { throw .unknownVersion(Int(bytes[2])) }
    func number(_ start: Int, _ count: Int) -> Int {
      bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let end = bytes.count - Self.sumLength
    guard number(end, Self.sumLength) == Int(checkSum(bytes[..<end])) else { throw .wrongCheckSum }
    let count = number(10, 3)
    // Each entry has at least 27 bits, which bounds the memory before allocation.
    guard let address = TileAddress(row: number(4, 2), column: number(6, 2)), bytes[3] <= 25,
      count <= Self.maxEntries, count * 27 <= (end - Self.headLength) * 8
    else { throw .invalid }
    var bits = BitReader(bytes[Self.headLength..<end])
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var key: UInt32 = 0
    for _ in 0..<count {
      guard let gap = bits.read(rice: Int(bytes[3])), let east = bits.read(bits: Self.placeBits),
        let north = bits.read(bits: Self.placeBits), let traits = bits.read(bits: 6)
      else { throw .wrongLength }
      key = key &+ gap
      guard key >> UInt32(TransmitterKey.bitCount) == 0, gap >> UInt32(TransmitterKey.bitCount) == 0
      else { throw .invalid }
      entries.append(
        Entry(key: key, east: UInt16(east), north: UInt16(north), traits: UInt8(traits)))
    }
    self.init(address: address, day: number(8, 2), entries: entries)
  }
}
