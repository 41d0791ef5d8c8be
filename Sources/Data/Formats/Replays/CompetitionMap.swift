import Documents
import Geometry
import Maps
import Observations
import Recordings

/// A map from the floor plans that the Indoor Location Competition publishes beside its traces.
///
/// A floor's first feature is its outline, the others are its shops; the doors in their walls are not
/// published. All floors of a site are read, so the map does not reveal the floor of a trace.
enum CompetitionMap {
  /// Reads the maps of all floors of a site; nil if there are none.
  ///
  /// - Parameters:
  ///   - tree: Source of the files.
  ///   - folder: A floor's folder, with the trailing slash.
  ///   - floorNumber: Returns the level of a floor name, nil for other names.
  /// - Returns: The map.
  static func read(
    _ tree: RecordingTree, _ folder: String, floorNumber: (String) -> Int?
  ) -> VenueMap? {
    let site = folder + "../"
    var shapes: [(ordinal: Int, outline: [[Coordinate]], shops: [[Coordinate]])] = []
    for name in tree.names(in: String(site.dropLast())).sorted() {
      guard let ordinal = floorNumber(name),
        let json = LocalPlan.json(tree, site + name + "/geojson_map.json"),
        case .array(let features)? = json["features"], let outline = features.first
      else { continue }
      let shops = features.dropFirst().flatMap { $0["geometry"]?["coordinates"].map(rings) ?? [] }
      let edges = outline["geometry"]?["coordinates"].map(rings) ?? []
      guard !edges.isEmpty else { continue }
      shapes.append((ordinal, edges, shops))
    }
    shapes.sort { $0.ordinal < $1.ordinal }
    guard let corner = shapes.first?.outline.first?.first,
      let origin = try? Geodetic(
        latitudeDegrees: corner.latitudeDegrees, longitudeDegrees: corner.longitudeDegrees)
    else { return nil }
    let frame = LocalFrame(origin: origin)
    let levels = shapes.map { shape in
      Level(
        ordinal: shape.ordinal, shortName: "\(shape.ordinal)",
        elevationMetres: 4 * Double(shape.ordinal),
        outline: shape.outline.compactMap { try? Polygon(exterior: points($0, frame)) },
        walls: (shape.outline + shape.shops).flatMap { walls($0, frame) })
    }
    let site0 = tree.title(site)
    return VenueMap(
      name: splitPath(site0).name, frame: frame,
      buildings: [Building(name: "site", footprint: [], heightMetres: 20)], levels: levels)
  }

  private static func points(_ ring: [Coordinate], _ frame: LocalFrame) -> [Vec2] {
    let places = ring.compactMap { point in
      (try? Geodetic(
        latitudeDegrees: point.latitudeDegrees, longitudeDegrees: point.longitudeDegrees)).map {
          frame.enu(of: $0).xy
        }
    }
    return places.count > 1 && places.first == places.last ? Array(places.dropLast()) : places
  }

  private static func walls(_ ring: [Coordinate], _ frame: LocalFrame) -> [Segment2] {
    let corners = points(ring, frame)
    return corners.indices.map { Segment2(corners[$0], corners[($0 + 1) % corners.count]) }
  }

  /// All rings of a geometry of any nesting depth.
  private static func rings(_ value: JSONValue) -> [[Coordinate]] {
    guard case .array(let elements) = value else { return [] }
    let places = elements.compactMap { element -> Coordinate? in
      guard case .array(let pair) = element, pair.count >= 2, let x = pair[0].double,
        let y = pair[1].double, abs(y) <= 90, abs(x) <= 180
      else { return nil }
      return Coordinate(latitudeDegrees: y, longitudeDegrees: x)
    }
    return places.count > 2 ? [places] : elements.flatMap(rings)
  }
}
