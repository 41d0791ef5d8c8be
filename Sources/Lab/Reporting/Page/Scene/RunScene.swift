public import Documents
public import Geometry
public import Maps

/// The scenarios' venues in a run's folder, so that a report needs no scenario file.
public struct RunScene: Sendable {
  /// The file's name in a run's folder.
  public static let fileName = "scene.json"

  /// A radio transmitter.
  public struct Transmitter: Sendable {
    /// `beacon`, `access_point` or `cell_site`.
    public var kind: String
    public var name: String
    /// The true position at the start of the run: metres east, north and up.
    public var position: Vec3
    /// The index of its level in the map; nil outdoors.
    public var level: Int?

    public init(kind: String, name: String, position: Vec3, level: Int?) {
      self.kind = kind
      self.name = name
      self.position = position
      self.level = level
    }
  }

  private var scenarios: [JSONValue] = []
  private var venues: [JSONValue] = []
  private var keys: [String] = []

  public init() {}

  /// Adds a scenario with its venue.
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - about: Its description.
  ///   - seconds: Its duration, in s; nil if that differs between devices.
  ///   - map: The venue's map.
  ///   - key: A unique key of the venue, such as its file's digest.
  ///   - transmitters: The venue's transmitters.
  public mutating func add(
    scenario name: String, about: String, seconds: Double?, map: VenueMap, key: String,
    transmitters: [Transmitter]
  ) {
    let index = keys.firstIndex(of: key) ?? keys.count
    if index == keys.count {
      keys.append(key)
      venues.append(Self.venue(map, transmitters))
    }
    scenarios.append([
      "name": .string(name), "about": .string(about),
      "duration_s": seconds.map { .number($0) } ?? .null, "venue": .int(Int64(index)),
    ])
  }

  /// The scene's JSON form; lengths are in centimetres, points east before north.
  public var value: JSONValue {
    ["unit": "cm", "scenarios": .array(scenarios), "venues": .array(venues)]
  }

  // MARK: - Places

  private static func venue(_ map: VenueMap, _ transmitters: [Transmitter]) -> JSONValue {
    let origin = map.frame.origin
    return [
      "name": .string(map.name),
      "origin": [
        "latitude_deg": .number(origin.latitudeDegrees),
        "longitude_deg": .number(origin.longitudeDegrees),
        "altitude_m": .number(origin.altitudeMetres),
      ],
      "roads": .array(map.roads.roads.map { .array(line($0.line)) }),
      "paths": .array(outdoorPaths(map).map { .array(line($0)) }),
      "buildings": .array(map.buildings.enumerated().map { building($0.element, $0.offset, map) }),
      "levels": .array(map.levels.map { level($0) }),
      "connectors": .array(map.connectors.map { connector($0) }),
      "transmitters": .array(transmitters.map { transmitter($0) }),
    ]
  }

  private static func outdoorPaths(_ map: VenueMap) -> [[Vec2]] {
    map.paths.edges.compactMap { edge in
      let (from, to) = (map.paths.nodes[edge.from], map.paths.nodes[edge.to])
      return from.level == nil && to.level == nil ? [from.point, to.point] : nil
    }
  }

  private static func building(
    _ building: Building, _ number: Int, _ map: VenueMap
  ) -> JSONValue {
    [
      "name": .string(building.name), "outline": shapes(building.footprint),
      "has_levels": .bool(map.levels.contains { $0.building == number }),
    ]
  }

  private static func level(_ level: Level) -> JSONValue {
    let units = level.units.map { unit -> JSONValue in
      [
        "name": .string(unit.name), "kind": .string(unit.kind.rawValue),
        "rings": rings(unit.shape),
      ]
    }
    return [
      "building": .int(Int64(level.building)), "floor": .int(Int64(level.ordinal)),
      "name": .string(level.shortName), "outline": shapes(level.outline),
      "units": .array(units), "fixtures": shapes(level.fixtures),
      "walls": .array(level.walls.flatMap { line([$0.start, $0.end]) }),
      "openings": .array(level.openings.flatMap { line([$0.line.start, $0.line.end]) }),
    ]
  }

  private static func connector(_ connector: Connector) -> JSONValue {
    let stops = connector.stops.map { stop -> JSONValue in
      let level: JSONValue = stop.level.map { .int(Int64($0)) } ?? .null
      return ["level": level, "at": .array(line([stop.point]))]
    }
    return [
      "name": .string(connector.name), "kind": .string(connector.kind.rawValue),
      "stops": .array(stops),
    ]
  }

  private static func transmitter(_ transmitter: Transmitter) -> JSONValue {
    [
      "kind": .string(transmitter.kind), "name": .string(transmitter.name),
      "level": transmitter.level.map { .int(Int64($0)) } ?? .null,
      "at": .array(line([transmitter.position.xy])),
    ]
  }

  private static func shapes(_ polygons: [Polygon]) -> JSONValue {
    .array(polygons.map { rings($0) })
  }

  private static func rings(_ polygon: Polygon) -> JSONValue {
    .array(polygon.rings.map { .array(line($0)) })
  }

  private static func line(_ points: [Vec2]) -> [JSONValue] {
    points.flatMap { [centimetres($0.x), centimetres($0.y)] }
  }

  private static func centimetres(_ metres: Double) -> JSONValue {
    guard metres.isFinite else { return .int(0) }
    return .int(Int64((min(max(metres, -1e8), 1e8) * 100).rounded()))
  }
}
