import Geometry
import Observations
import Positioning

extension CrowdDatabase {
  /// Why bytes are no database.
  private struct Misread: Error {}

  /// The database as bytes, from which ``init(bytes:)`` has exactly the same again: 64-bit words, little end
  /// first.
  package var bytes: [UInt8] {
    var words: [UInt64] = []
    func add(_ values: [Int]) { words += values.map { UInt64(bitPattern: Int64($0)) } }
    func add(_ values: [Double]) { words += values.map(\.bitPattern) }
    add([reportCount, heardCount, entries.count])
    for entry in entries {
      add([entry.addresses.count, entry.reports, entry.contributors, entry.isFresh ? 1 : 0])
      words += entry.addresses.map(\.value)
      let known = entry.transmitter
      add([
        entry.point.x, entry.point.y, known.coordinate.latitudeDegrees,
        known.coordinate.longitudeDegrees, known.spreadMetres, known.levelAt30Metres,
      ])
    }
    add([cells.count])
    for (name, known) in cells.sorted(by: { $0.key < $1.key }) {
      add([name.countryCode, name.networkCode, name.areaCode, known.count])
      for cell in known {
        add([Int(cell.identity), cell.physicalIdentity, cell.channelNumber])
        add([
          cell.coordinate.latitudeDegrees, cell.coordinate.longitudeDegrees, cell.radiusMetres,
        ])
      }
    }
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  /// Reads a database.
  ///
  /// - Parameter bytes: What ``bytes`` was.
  /// - Throws: That they are no database.
  package init(bytes: [UInt8]) throws {
    guard bytes.count % 8 == 0 else { throw Misread() }
    var offset = 0
    func word() throws -> UInt64 {
      guard offset < bytes.count else { throw Misread() }
      defer { offset += 8 }
      return (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
    }
    func number() throws -> Int { Int(Int64(bitPattern: try word())) }
    func real() throws -> Double { Double(bitPattern: try word()) }
    // Nothing has more parts than there are words.
    func count() throws -> Int {
      let value = try number()
      guard (0...bytes.count / 8).contains(value) else { throw Misread() }
      return value
    }
    (reportCount, heardCount) = (try number(), try number())
    entries = try (0..<count()).map { _ in
      let (addressCount, reports, contributors) = (try count(), try number(), try number())
      let isFresh = try number() == 1
      let addresses = try (0..<addressCount).map { _ in HardwareAddress(try word()) }
      let point = Vec2(try real(), try real())
      let place = Coordinate(latitudeDegrees: try real(), longitudeDegrees: try real())
      return Entry(
        addresses: addresses,
        transmitter: KnownTransmitter(
          coordinate: place, spreadMetres: try real(), levelAt30Metres: try real()),
        point: point, reports: reports, contributors: contributors, isFresh: isFresh)
    }
    var cells: [CellAreaName: [KnownCell]] = [:]
    for _ in 0..<(try count()) {
      let name = CellAreaName(
        countryCode: try number(), networkCode: try number(), areaCode: try number())
      cells[name] = try (0..<count()).map { _ in
        let (identity, physical, channel) = (Int64(try number()), try number(), try number())
        let place = Coordinate(latitudeDegrees: try real(), longitudeDegrees: try real())
        return KnownCell(
          identity: identity, physicalIdentity: physical, channelNumber: channel,
          coordinate: place, radiusMetres: try real())
      }
    }
    self.cells = cells
    guard offset == bytes.count else { throw Misread() }
  }
}
