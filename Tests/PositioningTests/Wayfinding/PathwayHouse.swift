import Geometry
import Kernel
import Maps
import Observations
import Positioning

/// A building for routing: two floors with a corridor of 100 m each, stairs at 20 m and a lift at 80 m; a
/// desk off the corridor, an isolated part of pathways, and an attic without any.
///
/// It may also be laid out in the open, where GNSS gives the position.
enum PathwayHouse {
  static func map(isOutdoors: Bool = false) throws -> VenueMap {
    let origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8, altitudeMetres: 400)
    let levels = [0, 1, 2].map {
      Level(ordinal: $0, shortName: "\($0)", elevationMetres: 5 * Double($0), walls: [])
    }
    func spot(_ x: Double, _ y: Double, _ level: Int) -> Spot {
      Spot(Vec2(x, y), level: isOutdoors ? nil : level)
    }
    let nodes = [
      spot(0, 0, 0), spot(50, 0, 0), spot(100, 0, 0), spot(50, 30, 0), spot(0, 0, 1),
      spot(100, 0, 1), spot(0, 60, 0), spot(20, 60, 0),
    ]
    // In the open, both floors would overlap.
    let lines = [(0, 1), (1, 2), (1, 3)] + (isOutdoors ? [] : [(4, 5), (6, 7)])
    let edges = lines.map {
      PathNetwork.Edge(from: $0.0, to: $0.1, kind: .pathway)
    }
    return VenueMap(
      name: "House", frame: LocalFrame(origin: origin), levels: levels,
      connectors: [
        Connector(name: "Stairs", kind: .stairs, stops: [spot(20, 2, 0), spot(28, 2, 1)]),
        Connector(name: "Lift", kind: .lift, stops: [spot(80, 2, 0), spot(80, 2, 1)]),
      ], paths: PathNetwork(nodes: nodes, edges: edges),
      places: [
        NamedPlace(name: "Upstairs", spot: spot(10, 0, 1)),
        NamedPlace(name: "Desk", spot: spot(50, 28, 0)),
        NamedPlace(name: "Near", spot: spot(40, 0, 0)),
        NamedPlace(name: "Island", spot: spot(10, 60, 0)),
        NamedPlace(name: "Attic", spot: spot(5, 5, 2)),
      ])
  }

  /// A location as a phone would report it.
  static func fix(
    _ x: Double, _ y: Double, floor: Int? = 0, accuracy: Double = 3, at second: Double,
    in map: VenueMap
  ) throws -> LocationFix {
    let place = try map.frame.geodetic(of: Vec3(x, y, 0))
    return LocationFix(
      time: SimTime(seconds: second),
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: accuracy, floor: floor, source: .wifi)
  }
}
