import Documents
import Geometry
import Kernel
import Maps
import Observations

// The first message to a stack in another process: the protocol, and the venue's published data.

extension StackWire {
  /// The greeting for a venue.
  static func greeting(_ map: VenueMap) -> JSONValue {
    let origin = map.frame.origin
    return [
      "hello": [
        "version": .int(Int64(version)),
        "observations": .array(observationKinds.map { .string($0) }),
        "outputs": .array(outputKinds.map { .string($0) }),
        "sensors": .array(RadioRequest.Sensor.allCases.map { .string($0.rawValue) }),
        "batch": [
          "messages": .int(Int64(Batch.limits.messages)),
          "span_s": .int(Int64(Batch.limits.span.seconds)),
        ],
        "schemes": .array(StackScheme.allCases.map { .string($0.rawValue) }),
        "columns": columns, "venue": .string(map.name),
        "origin": [
          "latitude_deg": .number(origin.latitudeDegrees),
          "longitude_deg": .number(origin.longitudeDegrees),
          "altitude_m": .number(origin.altitudeMetres),
        ],
        "beacons": .array(map.beacons.map { beacon(map, $0) }),
        "access_points": .array(map.accessPoints.map { accessPoint(map, $0) }),
        "buildings": .array(map.buildings.map(building)),
        "levels": .array(map.levels.map(level)),
        "connectors": .array(map.connectors.map(connector)),
        "places": .array(map.places.map(place)),
        "paths": paths(map.paths), "roads": .array(map.roads.roads.map(road)),
      ]
    ]
  }

  private static func beacon(_ map: VenueMap, _ beacon: PublishedBeacon) -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("format", .string(beacon.identity.format.rawValue)),
      ("uuid", .string(beacon.identity.uuid.description)),
      ("major", .int(Int64(beacon.identity.major))), ("minor", .int(Int64(beacon.identity.minor))),
    ]
    return .object(JSONObject(members + located(map, beacon.position, beacon.level)))
  }

  private static func accessPoint(_ map: VenueMap, _ point: PublishedAccessPoint) -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("bssid", .string(point.bssid.description)),
      ("frequency_mhz", .number(point.frequencyMegahertz)),
    ]
    return .object(JSONObject(members + located(map, point.position, point.level)))
  }

  /// A transmitter's position, geodetic and local.
  private static func located(
    _ map: VenueMap, _ position: Vec3, _ level: Int?
  ) -> [(String, JSONValue)] {
    let place = try? map.frame.geodetic(of: position)
    return [
      ("latitude_deg", place.map { .number($0.latitudeDegrees) } ?? .null),
      ("longitude_deg", place.map { .number($0.longitudeDegrees) } ?? .null),
      ("east_m", .number(position.x)), ("north_m", .number(position.y)),
      ("up_m", .number(position.z)), ("level", number(level)),
      ("floor", number(map.ordinal(ofLevel: level))),
    ]
  }

  private static func building(_ building: Building) -> JSONValue {
    [
      "name": .string(building.name), "footprint": .array(building.footprint.map(polygon)),
      "height_m": .number(building.heightMetres), "base_m": .number(building.baseMetres),
    ]
  }

  private static func level(_ level: Level) -> JSONValue {
    let units = level.units.map { unit -> JSONValue in
      [
        "name": .string(unit.name), "kind": .string(unit.kind.rawValue),
        "shape": polygon(unit.shape), "public": .bool(unit.isPublic),
      ]
    }
    let openings = level.openings.map { opening -> JSONValue in
      [
        "kind": .string(opening.kind.rawValue), "line": segment(opening.line),
        "entrance": .bool(opening.isEntrance),
      ]
    }
    return [
      "building": .int(Int64(level.building)), "floor": .int(Int64(level.ordinal)),
      "name": .string(level.shortName), "elevation_m": .number(level.elevationMetres),
      "height_m": .number(level.heightMetres), "outline": .array(level.outline.map(polygon)),
      "units": .array(units), "walls": .array(level.walls.map(segment)),
      "openings": .array(openings), "fixtures": .array(level.fixtures.map(polygon)),
    ]
  }

  private static func connector(_ connector: Connector) -> JSONValue {
    [
      "name": .string(connector.name), "kind": .string(connector.kind.rawValue),
      "stops": .array(connector.stops.map(spot)), "one_way": .bool(connector.isOneWay),
    ]
  }

  private static func place(_ place: NamedPlace) -> JSONValue {
    ["name": .string(place.name), "spot": spot(place.spot)]
  }

  private static func paths(_ paths: PathNetwork) -> JSONValue {
    let edges = paths.edges.map { edge -> JSONValue in
      [
        "from": .int(Int64(edge.from)), "to": .int(Int64(edge.to)),
        "kind": .string(edge.kind.rawValue),
      ]
    }
    return ["nodes": .array(paths.nodes.map(spot)), "edges": .array(edges)]
  }

  private static func road(_ road: Road) -> JSONValue {
    [
      "name": .string(road.name), "kind": .string(road.kind.rawValue),
      "line": .array(road.line.map(point)), "lanes_forward": .int(Int64(road.lanesForward)),
      "lanes_backward": .int(Int64(road.lanesBackward)),
      "limit_mps": .number(road.limitMetresPerSecond),
    ]
  }

  // MARK: - Shapes

  private static func number(_ value: Int?) -> JSONValue { value.map { .int(Int64($0)) } ?? .null }

  private static func point(_ point: Vec2) -> JSONValue { [.number(point.x), .number(point.y)] }

  private static func segment(_ segment: Segment2) -> JSONValue {
    [point(segment.start), point(segment.end)]
  }

  /// The rings: the outer one, then the holes.
  private static func polygon(_ polygon: Polygon) -> JSONValue {
    .array(polygon.rings.map { .array($0.map(point)) })
  }

  private static func spot(_ spot: Spot) -> JSONValue {
    [
      "east_m": .number(spot.point.x), "north_m": .number(spot.point.y),
      "level": number(spot.level),
    ]
  }
}
