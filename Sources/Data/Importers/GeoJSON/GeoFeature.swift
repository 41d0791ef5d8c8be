import Documents

struct GeoFeature {
  /// Index in the collection.
  let index: Int
  /// Identifier, or `feature N` without one.
  let id: String
  /// An empty object if there are none.
  let properties: JSONValue
  /// Nil for a null geometry.
  let geometry: GeoGeometry?
  /// The complete feature, for members added by a format.
  let whole: JSONValue

  /// The text of a property; nil if it is absent or empty.
  func text(_ key: String) -> String? { properties[key]?.plainText }

  func number(_ key: String) -> Double? { properties[key]?.number }
}

enum GeoGeometry {
  case point(GeoPoint)
  case lines([[GeoPoint]])
  /// Polygons, each a list of rings.
  case polygons([[[GeoPoint]]])
}

/// The reason why a geometry is unusable.
struct GeoFault: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension JSONValue {
  /// The text of a non-empty string or an integer; integers serve as names too.
  var plainText: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .int(let number): "\(number)"
    default: nil
    }
  }

  /// The number; nil if it is not finite.
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .number(let value): value.isFinite ? value : nil
    default: nil
    }
  }

  /// The integer; nil for other values.
  var whole: Int? {
    switch self {
    case .int(let value): Int(value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The integer; nil outside a range, and for other values.
  func whole(in range: ClosedRange<Int>) -> Int? {
    whole.flatMap { range.contains($0) ? $0 : nil }
  }

  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var isObject: Bool {
    if case .object = self { true } else { false }
  }
}

/// Reads the features of a collection, or a single feature.
///
/// Features with an invalid geometry are left out and reported; a document that isn't a collection is an
/// error.
struct GeoFeatureReader {
  let name: String
  let limits: ImportLimits

  /// The features in order.
  func features(
    of document: JSONValue, as kind: String, _ report: inout ImportReport
  ) throws(DocumentError) -> [GeoFeature] {
    let list: [JSONValue]
    switch document["type"]?.plainText {
    case "FeatureCollection":
      guard let elements = document["features"]?.elements else {
        throw DocumentError("\(brief(name, limit: 200)): the collection has no list of features")
      }
      list = elements
    case "Feature": list = [document]
    default:
      throw DocumentError(
        "\(brief(name, limit: 200)): expected a GeoJSON object of the type 'FeatureCollection'")
    }
    guard list.count <= limits.features else {
      throw DocumentError(
        "\(brief(name, limit: 200)): \(list.count) features, more than the limit of "
          + "\(limits.features)")
    }
    var features: [GeoFeature] = []
    features.reserveCapacity(list.count)
    for (index, value) in list.enumerated() {
      let id = identity(of: value, index)
      guard value.isObject else {
        report.leave(kind, "not an object", "\(name): feature \(index)")
        continue
      }
      do throws(GeoFault) {
        let geometry = try geometry(of: value["geometry"] ?? .null)
        let properties = value["properties"] ?? .null
        features.append(
          GeoFeature(
            index: index, id: id, properties: properties.isObject ? properties : [:],
            geometry: geometry, whole: value))
      } catch {
        report.leave(kind, error.reason, "\(name): feature \(index) (\(id))")
      }
    }
    return features
  }

  private func identity(of value: JSONValue, _ index: Int) -> String {
    value["id"]?.plainText ?? value["properties"]?["id"]?.plainText ?? "feature \(index)"
  }

  /// Parses a geometry; nil for null.
  private func geometry(of value: JSONValue) throws(GeoFault) -> GeoGeometry? {
    if case .null = value { return nil }
    guard let type = value["type"]?.plainText else { throw GeoFault("geometry without a type") }
    let coordinates = value["coordinates"] ?? .null
    var room = limits.featureVertices
    switch type {
    case "Point": return .point(try point(coordinates))
    case "LineString": return .lines([try line(coordinates, &room)])
    case "MultiLineString":
      return .lines(
        try list(coordinates) { value throws(GeoFault) in try line(value, &room) })
    case "Polygon":
      return .polygons([
        try list(coordinates) { value throws(GeoFault) in try ring(value, &room) }
      ])
    case "MultiPolygon":
      return .polygons(
        try list(coordinates) { value throws(GeoFault) in
          try list(value) { value throws(GeoFault) in try ring(value, &room) }
        })
    default: throw GeoFault("geometry of the type '\(brief(type, limit: 30))'")
    }
  }

  private func list<Element>(
    _ value: JSONValue, _ body: (JSONValue) throws(GeoFault) -> Element
  ) throws(GeoFault) -> [Element] {
    guard let elements = value.elements, !elements.isEmpty else {
      throw GeoFault("geometry without coordinates")
    }
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for element in elements { result.append(try body(element)) }
    return result
  }

  private func ring(_ value: JSONValue, _ room: inout Int) throws(GeoFault) -> [GeoPoint] {
    let points = try positions(value, &room)
    guard Set(points.prefix(8)).count >= 3 else { throw GeoFault("ring of fewer than 3 positions") }
    return points
  }

  private func line(_ value: JSONValue, _ room: inout Int) throws(GeoFault) -> [GeoPoint] {
    let points = try positions(value, &room)
    guard points.count >= 2 else { throw GeoFault("line of fewer than 2 positions") }
    return points
  }

  private func positions(_ value: JSONValue, _ room: inout Int) throws(GeoFault) -> [GeoPoint] {
    guard let elements = value.elements else { throw GeoFault("coordinates that are not a list") }
    room -= elements.count
    guard room >= 0 else {
      throw GeoFault("more than \(limits.featureVertices) positions in one feature")
    }
    var points: [GeoPoint] = []
    points.reserveCapacity(elements.count)
    for element in elements { points.append(try point(element)) }
    return points
  }

  private func point(_ value: JSONValue) throws(GeoFault) -> GeoPoint {
    guard case .array(let numbers) = value, numbers.count >= 2,
      let longitude = numbers[0].number, let latitude = numbers[1].number
    else { throw GeoFault("a position that is not a pair of numbers") }
    let point = GeoPoint(longitude: longitude, latitude: latitude)
    guard point.isOnEarth else { throw GeoFault("coordinates that are not degrees on the Earth") }
    return point
  }
}

/// A bounding box of positions.
struct GeoBounds {
  private(set) var low = GeoPoint(longitude: .infinity, latitude: .infinity)
  private(set) var high = GeoPoint(longitude: -.infinity, latitude: -.infinity)

  var isEmpty: Bool { low.longitude > high.longitude }

  var middle: GeoPoint {
    GeoPoint(
      longitude: (low.longitude + high.longitude) / 2,
      latitude: (low.latitude + high.latitude) / 2)
  }

  /// Extends the box to a position.
  mutating func take(_ point: GeoPoint) {
    low.longitude = min(low.longitude, point.longitude)
    low.latitude = min(low.latitude, point.latitude)
    high.longitude = max(high.longitude, point.longitude)
    high.latitude = max(high.latitude, point.latitude)
  }

  /// The position in a longitude-latitude pair if it is inside the box, else the middle.
  func origin(_ pair: [JSONValue]?) -> GeoPoint {
    guard let pair, pair.count >= 2, let longitude = pair[0].number, let latitude = pair[1].number,
      longitude >= low.longitude, longitude <= high.longitude, latitude >= low.latitude,
      latitude <= high.latitude
    else { return middle }
    return GeoPoint(longitude: longitude, latitude: latitude)
  }
}

/// The bounding box of features; nil without positions.
func geoBounds(_ features: [GeoFeature]) -> GeoBounds? {
  var bounds = GeoBounds()
  func take(_ point: GeoPoint) { bounds.take(point) }
  for feature in features {
    switch feature.geometry {
    case .point(let point)?: take(point)
    case .lines(let lines)?: for line in lines { line.forEach(take) }
    case .polygons(let polygons)?:
      for polygon in polygons { for ring in polygon { ring.forEach(take) } }
    case nil: break
    }
  }
  return bounds.isEmpty ? nil : bounds
}
