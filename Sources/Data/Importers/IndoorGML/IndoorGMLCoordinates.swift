import Geometry

/// Converts the coordinates of an IndoorGML document to local metres.
struct IndoorGMLCoordinates {
  let frame: LocalFrame
  /// Offset subtracted from metres, so that the origin lies in the venue.
  private let shift: Vec2
  private let isGeographic: Bool
  private let hasLatitudeFirst: Bool
  private let reach: Double

  /// Max width of a building, in degrees: wider coordinates are metres with a wrong reference system.
  private static let widestDegrees = 0.1

  /// Determines the coordinate system of a document; nil if no cell has a position.
  init?(_ reader: IndoorGMLReader, _ options: ImportOptions, _ report: inout ImportReport) {
    let places = reader.features.filter { $0.element.hasSuffix("Space") }
      .flatMap { $0.faces.joined().joined() }.map(\.xy)
    guard let box = Box2(containing: places) else { return nil }
    reach = options.limits.reachMetres
    let system = reader.system ?? ""
    let isNamed = system.contains("4326") || system.uppercased().contains("CRS84")
    let isNarrow = max(box.size.x, box.size.y) < Self.widestDegrees
    let isURN = system.lowercased().hasPrefix("urn:") || system.lowercased().hasPrefix("http")
    let middle = box.center
    let isLatitudeFirst = system.contains("4326") && isURN && abs(middle.x) <= 90
    hasLatitudeFirst = isLatitudeFirst
    let (latitude, longitude) = isLatitudeFirst ? (middle.x, middle.y) : (middle.y, middle.x)
    let place =
      isNamed && isNarrow
      ? try? Geodetic(latitudeDegrees: latitude, longitudeDegrees: longitude) : nil
    isGeographic = place != nil
    if let place {
      shift = .zero
      frame = LocalFrame(origin: options.origin ?? place)
      report.take("coordinates in degrees")
      return
    }
    if isNamed {
      report.infer("coordinates", "metres, because they are too large for the declared degrees")
    }
    // National grids in metres have a distant origin.
    shift = box.contains(.zero) ? .zero : Vec2(middle.x.rounded(), middle.y.rounded())
    if shift != .zero {
      report.infer(
        "coordinates",
        "less \(decimal(shift.x, 0)) m east and \(decimal(shift.y, 0)) m north: the origin is in the venue"
      )
    }
    guard let origin = options.origin ?? (try? Geodetic(latitudeDegrees: 0, longitudeDegrees: 0))
    else { return nil }
    frame = LocalFrame(origin: origin)
    if options.origin == nil {
      report.infer("position on the Earth", "0, 0: not in the map; set it with --origin LAT,LON")
    }
  }

  /// Converts faces to local metres; nil if any is too far from the origin.
  func local(_ faces: [[[Vec3]]]) -> [[[Vec3]]]? {
    var result: [[[Vec3]]] = []
    for face in faces {
      var rings: [[Vec3]] = []
      for ring in face {
        var points: [Vec3] = []
        for point in ring {
          guard let place = local(point) else { return nil }
          points.append(place)
        }
        rings.append(points)
      }
      result.append(rings)
    }
    return result
  }

  private func local(_ point: Vec3) -> Vec3? {
    var place = point.xy - shift
    if isGeographic {
      let (latitude, longitude) =
        hasLatitudeFirst ? (point.x, point.y) : (point.y, point.x)
      guard
        let position = try? Geodetic(latitudeDegrees: latitude, longitudeDegrees: longitude)
      else { return nil }
      place = frame.enu(of: position).xy
    }
    guard abs(place.x) <= reach, abs(place.y) <= reach, abs(point.z) <= reach else { return nil }
    return Vec3(place.x, place.y, point.z)
  }
}
