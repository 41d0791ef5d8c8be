import Documents
import Geometry
import Observations
import Recordings

/// The geographic placement of a data set's local coordinates.
struct LocalPlan {
  /// Position of x = y = 0.
  let origin: Coordinate
  /// A note for the report.
  let note: String
  private let frame: LocalFrame?
  /// Degrees per metre east and north; nil if the data set's map has none.
  private let degrees: (east: Double, north: Double)?

  /// The plan of a data set without a geographic origin, placed at 0, 0.
  static let nowhere = LocalPlan(
    origin: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
    note: "the data set has no position on the Earth: its x and y count from 0, 0")

  init(origin: Coordinate, note: String, degrees: (east: Double, north: Double)? = nil) {
    self.origin = origin
    self.note = note
    self.degrees = degrees
    frame =
      (try? Geodetic(
        latitudeDegrees: origin.latitudeDegrees, longitudeDegrees: origin.longitudeDegrees,
        altitudeMetres: 0)).map { LocalFrame(origin: $0) }
  }

  /// Converts metres east and north of the origin to a position.
  func coordinate(x: Double, y: Double) -> Coordinate {
    if let degrees {
      return Coordinate(
        latitudeDegrees: origin.latitudeDegrees + y * degrees.north,
        longitudeDegrees: origin.longitudeDegrees + x * degrees.east)
    }
    let place = try? frame?.geodetic(of: Vec3(x, y, 0))
    return Coordinate(
      latitudeDegrees: place?.latitudeDegrees ?? .nan,
      longitudeDegrees: place?.longitudeDegrees ?? .nan)
  }

  /// Reads the plan of a floor of the Indoor Location Competition from the two files beside its traces.
  ///
  /// `floor_info.json` has the width and height of the floor's frame in m. The first feature of
  /// `geojson_map.json` is the floor's outline in degrees, which fills that frame.
  ///
  /// - Parameters:
  ///   - tree: Source of the files.
  ///   - folder: The floor's folder, with the trailing slash.
  /// - Returns: The plan; nil if the files are missing or unusable.
  static func competition(_ tree: RecordingTree, _ folder: String) -> LocalPlan? {
    guard let info = json(tree, folder + "floor_info.json"),
      let map = json(tree, folder + "geojson_map.json"),
      let width = info["map_info"]?["width"]?.double, width > 0,
      let height = info["map_info"]?["height"]?.double, height > 0,
      case .array(let features)? = map["features"], let outline = features.first
    else { return nil }
    var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
    if let coordinates = outline["geometry"]?["coordinates"] { bound(coordinates, &low, &high) }
    guard high.x > low.x, high.y > low.y, abs(low.x) <= 180, abs(low.y) <= 90 else { return nil }
    return LocalPlan(
      origin: Coordinate(latitudeDegrees: low.y, longitudeDegrees: low.x),
      note: "x and y count from the south-west corner of the floor's outline, "
        + "\(low.y), \(low.x)",
      degrees: ((high.x - low.x) / width, (high.y - low.y) / height))
  }

  static func json(_ tree: RecordingTree, _ file: String) -> JSONValue? {
    guard let found = tree.find(file), var bytes = try? tree.bytes(found) else { return nil }
    if Gzip.isGzip(bytes) {
      guard let plain = try? Gzip.decompress(bytes, name: found) else { return nil }
      bytes = plain
    }
    return try? JSONValue(parsing: bytes, name: found)
  }

  /// Extends a bounding box by all points of a geometry of any nesting depth.
  private static func bound(
    _ value: JSONValue, _ low: inout SIMD2<Double>, _ high: inout SIMD2<Double>
  ) {
    guard case .array(let elements) = value else { return }
    if elements.count >= 2, let x = elements[0].double, let y = elements[1].double {
      low = pointwiseMin(low, SIMD2(x, y))
      high = pointwiseMax(high, SIMD2(x, y))
      return
    }
    for element in elements { bound(element, &low, &high) }
  }
}

extension JSONValue {
  /// The number, integer or not.
  var double: Double? {
    switch self {
    case .number(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }
}
