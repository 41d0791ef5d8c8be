import Documents
import Geometry
import Observations
import Positioning

extension CrowdDatabase {
  /// The error for bytes that aren't a valid database.
  private struct InvalidDatabase: Error {}

  /// The encoded database; ``init(bytes:)`` decodes it exactly.
  package var bytes: [UInt8] {
    var writer = PackedWriter()
    for number in [reportCount, receivedCount, entries.count] { writer.add(number) }
    for entry in entries {
      writer.add(entry.addresses.map(\.value))
      for number in [entry.reports, entry.contributors, entry.isFresh ? 1 : 0] {
        writer.add(number)
      }
      let known = entry.transmitter
      for value in [
        entry.point.x, entry.point.y, known.coordinate.latitudeDegrees,
        known.coordinate.longitudeDegrees, known.spreadMetres, known.levelAt30Metres,
      ] { writer.add(value) }
    }
    writer.add(cells.count)
    for (name, known) in cells.sorted(by: { $0.key < $1.key }) {
      for number in [name.countryCode, name.networkCode, name.areaCode, known.count] {
        writer.add(number)
      }
      for cell in known {
        for number in [Int(cell.identity), cell.physicalIdentity, cell.channelNumber] {
          writer.add(number)
        }
        for value in [
          cell.coordinate.latitudeDegrees, cell.coordinate.longitudeDegrees, cell.radiusMetres,
        ] { writer.add(value) }
      }
    }
    return writer.bytes
  }

  /// Decodes a database.
  ///
  /// - Parameter bytes: The encoded database.
  /// - Throws: If they are invalid.
  package init(bytes: [UInt8]) throws {
    var reader = PackedReader(bytes[...])
    guard let reports: Int = reader.number(), let received: Int = reader.number(),
      let entries = reader.list({ $0.entry() }), let cells = reader.list({ $0.area() }),
      reader.isAtEnd, Set(cells.map(\.name)).count == cells.count
    else { throw InvalidDatabase() }
    (reportCount, receivedCount, self.entries) = (reports, received, entries)
    self.cells = Dictionary(uniqueKeysWithValues: cells.map { ($0.name, $0.known) })
  }
}

extension PackedReader {
  fileprivate mutating func entry() -> CrowdDatabase.Entry? {
    guard let addresses = numbers(of: UInt64.self), let reports: Int = number(),
      let contributors: Int = number(), let isFresh: Int = number(), let east = real(),
      let north = real(), let place = coordinate(), let spread = real(), let level = real()
    else { return nil }
    return CrowdDatabase.Entry(
      addresses: addresses.map(HardwareAddress.init),
      transmitter: KnownTransmitter(
        coordinate: place, spreadMetres: spread, levelAt30Metres: level),
      point: Vec2(east, north), reports: reports, contributors: contributors,
      isFresh: isFresh == 1)
  }

  fileprivate mutating func area() -> (name: CellAreaName, known: [KnownCell])? {
    guard let country: Int = number(), let network: Int = number(), let area: Int = number(),
      let known = list({ $0.cell() })
    else { return nil }
    let name = CellAreaName(countryCode: country, networkCode: network, areaCode: area)
    return (name, known)
  }

  private mutating func cell() -> KnownCell? {
    guard let identity: Int64 = number(), let physical: Int = number(),
      let channel: Int = number(), let place = coordinate(), let radius = real()
    else { return nil }
    return KnownCell(
      identity: identity, physicalIdentity: physical, channelNumber: channel, coordinate: place,
      radiusMetres: radius)
  }

  private mutating func coordinate() -> Coordinate? {
    guard let latitude = real(), let longitude = real() else { return nil }
    return Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }
}
