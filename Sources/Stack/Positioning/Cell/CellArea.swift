public import Observations

/// Identifier of a network's tracking area.
public struct CellAreaName: Hashable, Comparable, Sendable {
  /// Mobile country, network and area codes.
  public let countryCode, networkCode, areaCode: Int

  public init(countryCode: Int, networkCode: Int, areaCode: Int) {
    self.countryCode = countryCode
    self.networkCode = networkCode
    self.areaCode = areaCode
  }

  /// Resource text of a request: `cell/area/COUNTRY/NETWORK/AREA`.
  public var resource: String { "cell/area/\(countryCode)/\(networkCode)/\(areaCode)" }

  /// Parses the resource text of a request; nil for any other.
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

/// A cell of a crowdsourced database.
public struct KnownCell: Hashable, Sendable {
  /// Identity of the cell in its network.
  public var identity: Int64
  /// Physical cell identity (PCI) and channel number, by which neighbours are identified.
  public var physicalIdentity, channelNumber: Int
  /// Centre of the crowd's positions on the cell.
  public var coordinate: Coordinate
  /// 68 % radius of the crowd's positions, in m.
  public var radiusMetres: Double

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

/// Cells of one tracking area in a download format of 26 bytes per cell.
public struct CellArea: Hashable, Sendable {
  private static let headLength = 4
  private static let recordLength = 26
  private static let sumLength = 4
  private static let unit = 1e7
  /// Maximum number of cells; a tracking area has some hundreds.
  public static let maxCells = 4096

  /// Cells in order of identity.
  public let cells: [KnownCell]

  public init(_ cells: [KnownCell]) {
    self.cells = Array(cells.sorted { $0.identity < $1.identity }.prefix(Self.maxCells))
  }

  /// Encoded area: `CA`, the count, a record per cell, the checksum.
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

  /// Decodes an area.
  ///
  /// - Throws: The error found in the bytes.
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
    guard count <= Self.maxCells else { throw .invalid }
    guard end == Self.headLength + count * Self.recordLength else { throw .wrongLength }
    var cells: [KnownCell] = []
    for index in 0..<count {
      let start = Self.headLength + index * Self.recordLength
      let position = Coordinate(
        latitudeDegrees: Double(number(start + 14, 4)) / Self.unit,
        longitudeDegrees: Double(number(start + 18, 4)) / Self.unit)
      let radius = number(start + 22, 4)
      guard TileAddress(containing: position) != nil, (0...100_000).contains(radius) else {
        throw .invalid
      }
      cells.append(
        KnownCell(
          identity: number(start, 8), physicalIdentity: Int(number(start + 8, 2)),
          channelNumber: Int(number(start + 10, 4)), coordinate: position,
          radiusMetres: Double(radius)))
    }
    self.init(cells)
  }
}
