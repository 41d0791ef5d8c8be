public import Documents
import Geometry
public import Maps
import Observations

/// Error in a positioning file.
public enum PositioningFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Not a positioning file.
  case foreign
  /// The version is newer than this program supports.
  case newerVersion(Int)
  /// The file is truncated, perhaps by an incomplete download.
  case truncated
  /// The content is inconsistent in the named part.
  case corrupt(String)
  /// The file belongs to a venue at another location, at the given distance in m.
  case elsewhere(venue: String, metres: Double)
  /// The file has no level of the venue.
  case levelMissing(Int)

  public var description: String {
    switch self {
    case .foreign: "this is not a positioning file"
    case .newerVersion(let version):
      "the positioning file has version \(version), newer than \(PositioningFile.version), "
        + "the newest supported version"
    case .truncated: "the positioning file ends too soon: it was perhaps not fully downloaded"
    case .corrupt(let part): "the positioning file is damaged: \(part)"
    case .elsewhere(let venue, let metres):
      "the positioning file is for '\(venue)', \(Int(metres)) m from here"
    case .levelMissing(let ordinal): "the positioning file has no level \(ordinal)"
    }
  }
}

/// Binary file format of a radio map: a 16-byte header and a zlib body (RFC 1950), little-endian.
///
/// Header: `VSPF`, version (4 bytes), unpacked size of the body (4), packed size (4). Body: venue,
/// grids, transmitters, windows and the windows' values as differences along each row, which
/// compress well; each table after its length. Version 2 appends the magnetic field to version 1.
public enum PositioningFile {
  /// Newest version that is written and read.
  public static let version = 2
  /// Version of maps without a magnetic field, so that older programs can read them.
  private static let radioVersion = 1
  private static let magic = Array("VSPF".utf8)
  /// Maximum unpacked size.
  private static let maxBytes = 1 << 28

  /// Returns the encoded radio map.
  public static func bytes(_ map: RadioMap) throws(ArchiveError) -> [UInt8] {
    var body = FileWriter()
    body.text(map.venue)
    for value in [
      map.origin.latitudeDegrees, map.origin.longitudeDegrees, map.origin.altitudeMetres,
      map.wifiNoise, map.beaconNoise, map.correlationMetres,
    ] { body.real(value) }
    body.number(map.planes.count)
    for plane in map.planes { body.plane(plane) }
    body.number(map.senders.count)
    for sender in map.senders { body.sender(sender) }
    body.number(map.fields.count)
    for field in map.fields { body.field(field) }
    body.values(map.levels, in: map.fields)
    body.values(map.sigmas, in: map.fields)
    if let magnetic = map.magnetic { body.magnetic(magnetic) }
    let packed = try Zlib.compress(body.bytes, name: "positioning file")
    var file = FileWriter()
    file.bytes = magic
    file.number(map.magnetic == nil ? radioVersion : version)
    file.number(body.bytes.count)
    file.number(packed.count)
    return file.bytes + packed
  }

  /// Returns the SHA-256 of a file, in hexadecimal.
  public static func digest(of bytes: [UInt8]) -> String { SHA256.digest(of: bytes).hexadecimal }

  /// Decodes a radio map.
  ///
  /// - Returns: The map, with all indices checked.
  /// - Throws: The error found in the file.
  public static func read(_ bytes: [UInt8]) throws(PositioningFileError) -> RadioMap {
    guard bytes.count >= 4 else { throw bytes.isEmpty ? .truncated : .foreign }
    guard Array(bytes.prefix(4)) == magic else { throw .foreign }
    var head = FileReader(bytes: bytes, offset: 4)
    let found = try head.number()
    guard found <= version else { throw .newerVersion(found) }
    guard found >= radioVersion else { throw .corrupt("its version is \(found)") }
    let (size, packed) = (try head.number(), try head.number())
    guard size <= maxBytes else { throw .corrupt("its size is too large") }
    guard bytes.count - head.offset >= packed else { throw .truncated }
    guard bytes.count - head.offset == packed else { throw .corrupt("other bytes follow it") }
    let body: [UInt8]
    do {
      body = try Zlib.decompress(bytes[head.offset...], name: "positioning file", size: size)
    } catch {
      throw .corrupt("it can't be decompressed")
    }
    var reader = FileReader(bytes: body, offset: 0)
    return try reader.map(hasMagnetic: found > radioVersion)
  }
}

/// Encoder of the file's parts.
private struct FileWriter {
  var bytes: [UInt8] = []

  mutating func number(_ value: Int) { raw(UInt32(truncatingIfNeeded: value)) }

  mutating func raw(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func real(_ value: Double) { raw(value.bitPattern) }

  mutating func text(_ value: String) {
    let utf8 = Array(value.utf8.prefix(1000))
    number(utf8.count)
    bytes += utf8
  }

  mutating func plane(_ plane: RadioMap.Plane) {
    number(plane.ordinal == nil ? 0 : 1)
    raw(Int32(truncatingIfNeeded: plane.ordinal ?? 0))
    number(plane.building)
    real(plane.elevationMetres)
    real(plane.relativePressurePascals ?? .nan)
    real(plane.origin.x)
    real(plane.origin.y)
    real(plane.spacing)
    number(plane.columns)
    number(plane.rows)
    var octet: UInt8 = 0
    for (index, value) in plane.isSurveyed.enumerated() {
      if value { octet |= 1 << UInt8(index & 7) }
      if index & 7 == 7 || index == plane.isSurveyed.count - 1 {
        bytes.append(octet)
        octet = 0
      }
    }
  }

  mutating func sender(_ sender: RadioMap.Sender) {
    switch sender {
    case .wifi(let address):
      bytes.append(0)
      raw(address)
    case .beacon(let identity):
      let formats = BeaconFormat.allCases
      bytes.append(1 + UInt8(formats.firstIndex(of: identity.format) ?? 0))
      raw(identity.uuid.high)
      raw(identity.uuid.low)
      raw(identity.major)
      raw(identity.minor)
    }
  }

  mutating func field(_ field: RadioMap.CoverageWindow) {
    for value in [field.sender, field.plane, field.column, field.row, field.columns, field.rows] {
      number(value)
    }
  }

  mutating func values(_ values: [UInt8], in fields: [RadioMap.CoverageWindow]) {
    for field in fields {
      window(values, from: field.start, columns: field.columns, rows: field.rows)
    }
  }

  mutating func magnetic(_ map: MagneticMap) {
    for value in map.usual {
      real(value.mean)
      real(value.sigma)
    }
    for noise in map.noise { real(noise) }
    for plane in map.planes {
      number(plane.columns)
      number(plane.rows)
      guard plane.columns > 0 else { continue }
      real(plane.origin.x)
      real(plane.origin.y)
      real(plane.spacing)
      for values in plane.means + plane.sigmas {
        window(values, from: 0, columns: plane.columns, rows: plane.rows)
      }
    }
  }

  /// Appends a window as differences along each row.
  private mutating func window(_ values: [UInt8], from start: Int, columns: Int, rows: Int) {
    for row in 0..<rows {
      var last: UInt8 = 0
      for column in 0..<columns {
        let value = values[start + row * columns + column]
        bytes.append(value &- last)
        last = value
      }
    }
  }
}

/// Decoder of the file's parts, with consistency checks.
private struct FileReader {
  let bytes: [UInt8]
  var offset: Int

  mutating func raw<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type
  ) throws(PositioningFileError) -> Value {
    let size = MemoryLayout<Value>.size
    guard bytes.count - offset >= size else { throw .truncated }
    var value: Value = 0
    for index in 0..<size {
      value |= Value(truncatingIfNeeded: bytes[offset + index]) << Value(8 * index)
    }
    offset += size
    return value
  }

  mutating func number(upTo limit: Int = Int(UInt32.max)) throws(PositioningFileError) -> Int {
    let value = Int(try raw(UInt32.self))
    guard value <= limit else { throw .corrupt("a number is too large") }
    return value
  }

  mutating func real() throws(PositioningFileError) -> Double {
    Double(bitPattern: try raw(UInt64.self))
  }

  mutating func finite() throws(PositioningFileError) -> Double {
    let value = try real()
    guard value.isFinite, abs(value) < 1e7 else {
      throw .corrupt("a number is not finite or too large")
    }
    return value
  }

  mutating func map(hasMagnetic: Bool) throws(PositioningFileError) -> RadioMap {
    let length = try number(upTo: 1000)
    guard bytes.count - offset >= length else { throw .truncated }
    let venue = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
    offset += length
    let (latitude, longitude, altitude) = (try finite(), try finite(), try finite())
    guard
      let origin = try? Geodetic(
        latitudeDegrees: latitude, longitudeDegrees: longitude, altitudeMetres: altitude)
    else { throw .corrupt("its position isn't on the Earth") }
    var map = RadioMap(venue: venue, origin: origin)
    (map.wifiNoise, map.beaconNoise, map.correlationMetres) = (
      try finite(), try finite(), try finite()
    )
    guard map.wifiNoise > 0, map.beaconNoise > 0, map.correlationMetres > 0 else {
      throw .corrupt("its noise is invalid")
    }
    for _ in 0..<(try number(upTo: 1000)) { map.planes.append(try plane()) }
    for _ in 0..<(try number(upTo: 1_000_000)) { map.senders.append(try sender()) }
    var total = 0
    for _ in 0..<(try number(upTo: 10_000_000)) {
      map.fields.append(try field(map, &total))
    }
    map.levels = try values(map.fields, total)
    map.sigmas = try values(map.fields, total)
    if hasMagnetic { map.magnetic = try magnetic(planes: map.planes.count) }
    guard offset == bytes.count else { throw .corrupt("other bytes follow its parts") }
    return map
  }

  private mutating func plane() throws(PositioningFileError) -> RadioMap.Plane {
    let isLevel = try number(upTo: 1) == 1
    let ordinal = Int(Int32(bitPattern: try raw(UInt32.self)))
    let building = try number(upTo: 1_000_000)
    let (elevation, pressure) = (try finite(), try real())
    let corner = Vec2(try finite(), try finite())
    let spacing = try finite()
    guard spacing > 0.01 else { throw .corrupt("the spacing of its grid is invalid") }
    let (columns, rows) = (try number(upTo: 20_000), try number(upTo: 20_000))
    let octets = (columns * rows + 7) / 8
    guard columns > 0, rows > 0 else { throw .corrupt("its grid is empty") }
    guard bytes.count - offset >= octets else { throw .truncated }
    let surveyed = (0..<columns * rows).map { bytes[offset + $0 / 8] >> UInt8($0 & 7) & 1 == 1 }
    offset += octets
    return RadioMap.Plane(
      ordinal: isLevel ? ordinal : nil, building: building, elevationMetres: elevation,
      relativePressurePascals: pressure.isFinite ? pressure : nil, origin: corner,
      spacing: spacing, columns: columns, rows: rows, isSurveyed: surveyed)
  }

  private mutating func sender() throws(PositioningFileError) -> RadioMap.Sender {
    let kind = try raw(UInt8.self)
    guard kind > 0 else { return .wifi(try raw(UInt64.self)) }
    let formats = BeaconFormat.allCases
    guard Int(kind) <= formats.count else { throw .corrupt("a beacon has an unknown format") }
    let uuid = Identifier128(high: try raw(UInt64.self), low: try raw(UInt64.self))
    return .beacon(
      BeaconIdentity(
        format: formats[Int(kind) - 1], uuid: uuid, major: try raw(UInt16.self),
        minor: try raw(UInt16.self)))
  }

  private mutating func field(
    _ map: RadioMap, _ total: inout Int
  ) throws(PositioningFileError) -> RadioMap.CoverageWindow {
    let field = RadioMap.CoverageWindow(
      sender: try number(), plane: try number(), column: try number(), row: try number(),
      columns: try number(), rows: try number(), start: total)
    guard map.senders.indices.contains(field.sender), map.planes.indices.contains(field.plane),
      field.columns > 0, field.rows > 0,
      field.column + field.columns <= map.planes[field.plane].columns,
      field.row + field.rows <= map.planes[field.plane].rows
    else { throw .corrupt("a window is outside its grid") }
    total += field.columns * field.rows
    guard total <= bytes.count else { throw .truncated }
    return field
  }

  private mutating func magnetic(planes count: Int) throws(PositioningFileError) -> MagneticMap {
    var map = MagneticMap(planes: [], usual: [], noise: [])
    for _ in MagneticMap.FieldComponent.allCases {
      map.usual.append(MagneticMap.Value(mean: try finite(), sigma: try finite()))
    }
    for _ in MagneticMap.FieldComponent.allCases { map.noise.append(try finite()) }
    guard (map.usual.map(\.sigma) + map.noise).allSatisfy({ $0 > 0 }) else {
      throw .corrupt("its magnetic noise is invalid")
    }
    for _ in 0..<count { map.planes.append(try magneticPlane()) }
    return map
  }

  private mutating func magneticPlane() throws(PositioningFileError) -> MagneticMap.Plane {
    let (columns, rows) = (try number(upTo: 20_000), try number(upTo: 20_000))
    guard columns > 0 else { return .none }
    guard rows > 0 else { throw .corrupt("a magnetic grid is empty") }
    let (origin, spacing) = (Vec2(try finite(), try finite()), try finite())
    guard spacing > 0.01 else { throw .corrupt("the spacing of a magnetic grid is invalid") }
    var tables: [[UInt8]] = []
    for _ in 0..<2 * MagneticMap.FieldComponent.allCases.count {
      tables.append(try window(columns: columns, rows: rows))
    }
    return MagneticMap.Plane(
      origin: origin, spacing: spacing, columns: columns, rows: rows,
      means: Array(tables[..<MagneticMap.FieldComponent.allCases.count]),
      sigmas: Array(tables[MagneticMap.FieldComponent.allCases.count...]))
  }

  private mutating func values(
    _ fields: [RadioMap.CoverageWindow], _ total: Int
  ) throws(PositioningFileError) -> [UInt8] {
    var values: [UInt8] = []
    values.reserveCapacity(total)
    for field in fields { values += try window(columns: field.columns, rows: field.rows) }
    return values
  }

  /// Returns the values of a window, decoded from differences along each row.
  private mutating func window(
    columns: Int, rows: Int
  ) throws(PositioningFileError) -> [UInt8] {
    guard bytes.count - offset >= columns * rows else { throw .truncated }
    var values = Array(bytes[offset..<offset + columns * rows])
    offset += columns * rows
    values.withUnsafeMutableBufferPointer { values in
      for row in 0..<rows {
        var last: UInt8 = 0
        for cell in row * columns..<(row + 1) * columns {
          last &+= values[cell]
          values[cell] = last
        }
      }
    }
    return values
  }
}
