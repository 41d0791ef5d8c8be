public import Observations

/// What names a tracking area of a network.
public struct CellAreaName: Hashable, Comparable, Sendable {
  /// The mobile country, network and area codes.
  public let countryCode, networkCode, areaCode: Int

  /// Creates a name.
  public init(countryCode: Int, networkCode: Int, areaCode: Int) {
    self.countryCode = countryCode
    self.networkCode = networkCode
    self.areaCode = areaCode
  }

  /// The text of a request: `cell/area/COUNTRY/NETWORK/AREA`.
  public var resource: String { "cell/area/\(countryCode)/\(networkCode)/\(areaCode)" }

  /// Reads the text of a request; nil for any other.
  public init?(resource: String) {
    let parts = resource.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "cell", parts[1] == "area",
      let country = Int(parts[2]), let network = Int(parts[3]), let area = Int(parts[4])
    else { return nil }
    self.init(countryCode: country, networkCode: network, areaCode: area)
  }

  public static func < (left: CellAreaName, right: CellAreaName) -> Bool {
    (left.countryCode, left.networkCode, left.areaCode)
      < (right.countryCode, right.networkCode, right.areaCode)
  }
}

/// A cell as a crowd has heard it.
public struct KnownCell: Hashable, Sendable {
  /// The cell's identity in its network.
  public var identity: Int64
  /// The physical cell identity and the channel, by which neighbours are told.
  public var physicalIdentity, channelNumber: Int
  /// The middle of where phones were on it.
  public var coordinate: Coordinate
  /// The circle that held 68 % of them, in m.
  public var radiusMetres: Double

  /// Creates an entry.
  public init(
    identity: Int64, physicalIdentity: Int, channelNumber: Int, coordinate: Coordinate,
    radiusMetres: Double
  ) {
    self.identity = identity
    self.physicalIdentity = physicalIdentity
    self.channelNumber = channelNumber
    self.coordinate = coordinate
    self.radiusMetres = radiusMetres
  }
}

/// The cells of one tracking area, as they are downloaded: 26 bytes each.
public struct CellArea: Hashable, Sendable {
  private static let headLength = 4
  private static let recordLength = 26
  private static let sumLength = 4
  private static let unit = 1e7
  /// More cells than that are none; a tracking area has some hundreds.
  public static let mostCells = 4096

  /// The cells in the order of their identities.
  public let cells: [KnownCell]

  /// Creates an area.
  public init(_ cells: [KnownCell]) {
    self.cells = Array(cells.sorted { $0.identity < $1.identity }.prefix(Self.mostCells))
  }

  /// The area as bytes: `CA`, the count, a record for each cell, the check sum.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = [0x43, 0x41]
    func add(_ value: Int64, _ count: Int) {
      for shift in (0..<count).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> Int64(8 * shift)))
      }
    }
    add(Int64(cells.count), 2)
    for cell in cells {
      add(cell.identity, 8)
      add(Int64(cell.physicalIdentity), 2)
      add(Int64(cell.channelNumber), 4)
      add(Int64((cell.coordinate.latitudeDegrees * Self.unit).rounded()), 4)
      add(Int64((cell.coordinate.longitudeDegrees * Self.unit).rounded()), 4)
      add(Int64(min(65_535, cell.radiusMetres.rounded())), 4)
    }
    add(Int64(checkSum(bytes[...])), Self.sumLength)
    return bytes
  }

  /// Reads an area.
  ///
  /// - Parameter bytes: What ``bytes`` gave.
  /// - Throws: What is wrong with them.
  public init(_ bytes: [UInt8]) throws(WiFiTileError) {
    guard bytes.count >= Self.headLength + Self.sumLength else { throw .wrongLength }
    guard bytes[0] == 0x43, bytes[1] == 0x41 else { throw .notATile }
    func number(_ start: Int, _ count: Int) -> Int64 {
      let value = bytes[start..<start + count].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : value
    }
    let end = bytes.count - Self.sumLength
    guard UInt32(truncatingIfNeeded: number(end, 4)) == checkSum(bytes[..<end]) else {
      throw .wrongCheckSum
    }
    let count = Int(number(2, 2))
    guard count <= Self.mostCells else { throw .impossible }
    guard end == Self.headLength + count * Self.recordLength else { throw .wrongLength }
    var cells: [KnownCell] = []
    for index in 0..<count {
      let start = Self.headLength + index * Self.recordLength
      let place = Coordinate(
        latitudeDegrees: Double(number(start + 14, 4)) / Self.unit,
        longitudeDegrees: Double(number(start + 18, 4)) / Self.unit)
      let radius = number(start + 22, 4)
      guard TileAddress(containing: place) != nil, (0...100_000).contains(radius) else {
        throw .impossible
      }
      cells.append(
        KnownCell(
          identity: number(start, 8), physicalIdentity: Int(number(start + 8, 2)),
          channelNumber: Int(number(start + 10, 4)), coordinate: place,
          radiusMetres: Double(radius)))
    }
    self.init(cells)
  }
}
