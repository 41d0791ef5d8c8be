import Documents
import Geometry
import Observations
import Recordings

/// How a data set's own metres lie on the Earth.
struct LocalPlan {
  /// Where x and y are zero.
  let origin: Coordinate
  /// What a report says of it.
  let note: String
  private let frame: LocalFrame?
  /// Degrees to the east and to the north for a metre, where the data set's map tells them.
  private let degrees: (east: Double, north: Double)?

  /// The plan of a data set that doesn't tell where it is: its zero is put at 0, 0.
  static let nowhere = LocalPlan(
    origin: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0),
    note: "the data set doesn't tell where on the Earth it is: its x and y count from 0, 0")

  init(origin: Coordinate, note: String, degrees: (east: Double, north: Double)? = nil) {
    self.origin = origin
    self.note = note
    self.degrees = degrees
    frame =
      (try? Geodetic(
        latitudeDegrees: origin.latitudeDegrees, longitudeDegrees: origin.longitudeDegrees,
        altitudeMetres: 0)).map { LocalFrame(origin: $0) }
  }

  /// A place by its metres to the east and to the north of the origin.
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

  /// The plan of a floor of the Indoor Location Competition, from the two files beside its traces.
  ///
  /// `floor_info.json` tells how many metres the floor's frame is wide and high, and the first
  /// feature of `geojson_map.json` is the floor's outline in degrees, which fills that frame.
  ///
  /// - Parameters:
  ///   - tree: Where the files are.
  ///   - folder: The floor's folder, with the slash at its end.
  /// - Returns: The plan; nil where the files are missing or tell nothing of use.
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

  /// Widens a box by all points of a shape, however deep they lie.
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
  /// The number, whichever way it is written.
  var double: Double? {
    switch self {
    case .number(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }
}
