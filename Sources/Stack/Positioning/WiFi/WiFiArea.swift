import Kernel
public import Observations

/// Access points around a position, in the format that services used before tiles.
///
/// A record of 44 bytes per address: address as text, latitude and longitude in units of 1e-8
/// degrees, accuracy and level as integers, and the tags of a general format in between. An
/// estimate after published studies of such services (some 40 bytes for each of up to 400 addresses
/// per answer; Rye and Levin 2024, from memory).
public struct WiFiArea: Hashable, Sendable {
  /// Lengths of a record and of the header, in bytes.
  public static let recordLength = 44
  static let headLength = 8
  /// Maximum number of records of an answer.
  public static let maxRecords = 400
  private static let unit = 1e8

  /// Records in ascending order of address.
  public let records: [(address: HardwareAddress, transmitter: KnownTransmitter)]

  public init(_ records: [(address: HardwareAddress, transmitter: KnownTransmitter)]) {
    self.records = Array(records.sorted { $0.address < $1.address }.prefix(Self.maxRecords))
  }

  public static func == (left: WiFiArea, right: WiFiArea) -> Bool {
    left.records.elementsEqual(right.records) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(records.count)
    for record in records { hasher.combine(record.address) }
  }

  /// Returns the record of an address by binary search.
  func transmitter(at address: HardwareAddress) -> KnownTransmitter? {
    let index = records.partitioningIndex { $0.address >= address }
    guard index < records.count, records[index].address == address else { return nil }
    return records[index].transmitter
  }

  /// Encoded answer.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = [0x57, 0x41, 1, 0]
    func add(_ value: Int, _ count: Int) {
      for shift in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift)))
      }
    }
    add(records.count, 4)
    for (address, transmitter) in records {
      bytes += Array(address.description.utf8)
      bytes += [0x11]
      add(Int(transmitter.coordinate.latitudeDegrees * Self.unit), 8)
      bytes += [0x12]
      add(Int(transmitter.coordinate.longitudeDegrees * Self.unit), 8)
      bytes += [0x18]
      add(Int(transmitter.spreadMetres.rounded()), 4)
      add(Int(transmitter.levelAt30Metres.rounded()), 4)
    }
    return bytes
  }

  /// Decodes an answer.
  ///
  /// - Throws: The error found in the bytes.
  public init(_ bytes: [UInt8]) throws(WiFiTileError) {
    guard bytes.count >= Self.headLength else { throw .wrongLength }
    guard bytes[0] == 0x57, bytes[1] == 0x41 else { throw .notATile }
    guard bytes[2] == 1 else { throw .unknownVersion(Int(bytes[2])) }
    func number(_ start: Int, _ count: Int) -> Int {
      let value = bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
      return count == 4 ? Int(Int32(truncatingIfNeeded: value)) : value
    }
    let count = number(4, 4)
    guard (0...Self.maxRecords).contains(count) else { throw .invalid }
    guard bytes.count == Self.headLength + count * Self.recordLength else { throw .wrongLength }
    var records: [(address: HardwareAddress, transmitter: KnownTransmitter)] = []
    for index in 0..<count {
      let start = Self.headLength + index * Self.recordLength
      let text = String(decoding: bytes[start..<start + 17], as: UTF8.self)
      let position = Coordinate(
        latitudeDegrees: Double(number(start + 18, 8)) / Self.unit,
        longitudeDegrees: Double(number(start + 27, 8)) / Self.unit)
      let (spread, level) = (number(start + 36, 4), number(start + 40, 4))
      guard let address = HardwareAddress(text), TileAddress(containing: position) != nil,
        (0...100_000).contains(spread), (-200...50).contains(level)
      else { throw .invalid }
      records.append(
        (
          address,
          KnownTransmitter(
            coordinate: position, spreadMetres: Double(spread), levelAt30Metres: Double(level))
        ))
    }
    self.init(records)
  }
}
