import Documents
import Geometry
import Maps

/// The venue's map restored from a run's folder, for drawings.
///
/// A scene has less than the original map: its levels have no height, its roads no lanes.
/// Unexpected contents are left out.
struct SceneMap {
  let map: VenueMap
  /// Access points and beacons at their true positions.
  let transmitters: [RunScene.Transmitter]

  /// Restores the venue of a scenario; nil if the folder has none.
  init?(of scenario: String, in run: RunReport) {
    guard let frame = run.frame(ofScenario: scenario), let venue = run.venue(ofScenario: scenario)
    else { return nil }
    map = VenueMap(
      name: venue["name"]?.textValue ?? "", frame: frame,
      buildings: Self.list(venue["buildings"]).map(Self.building),
      levels: Self.list(venue["levels"]).map(Self.level),
      connectors: Self.list(venue["connectors"]).compactMap(Self.connector),
      paths: Self.paths(Self.list(venue["paths"]).map(Self.points)),
      roads: Self.roads(Self.list(venue["roads"]).map(Self.points)))
    transmitters = Self.list(venue["transmitters"]).compactMap { entry in
      guard let kind = entry["kind"]?.textValue, let point = Self.points(entry["at"]).first else {
        return nil
      }
      return RunScene.Transmitter(
        kind: kind, name: entry["name"]?.textValue ?? "", position: Vec3(point, 0),
        level: Self.integer(entry["level"]))
    }
  }

  /// Returns the index of the level of a floor at a point: among several buildings, the one that
  /// covers it.
  func level(_ ordinal: Int, at point: Vec2) -> Int? {
    let known = map.levels.indices.filter { map.levels[$0].ordinal == ordinal }
    return known.first { map.levels[$0].covers(point) } ?? known.first
  }

  private static func building(_ value: JSONValue) -> Building {
    Building(
      name: value["name"]?.textValue ?? "", footprint: shapes(value["outline"]), heightMetres: 0)
  }

  private static func level(_ value: JSONValue) -> Level {
    let units = list(value["units"]).compactMap { unit -> Unit? in
      guard let kind = unit["kind"]?.textValue.flatMap(UnitKind.init),
        let shape = shape(unit["rings"])
      else { return nil }
      return Unit(name: unit["name"]?.textValue ?? "", kind: kind, shape: shape)
    }
    return Level(
      building: integer(value["building"]) ?? 0, ordinal: integer(value["floor"]) ?? 0,
      shortName: value["name"]?.textValue ?? "", elevationMetres: .nan,
      outline: shapes(value["outline"]), units: units, walls: segments(value["walls"]),
      openings: segments(value["openings"]).map { Opening(kind: .passage, line: $0) },
      fixtures: shapes(value["fixtures"]))
  }

  private static func connector(_ value: JSONValue) -> Connector? {
    guard let kind = value["kind"]?.textValue.flatMap(ConnectorKind.init) else { return nil }
    let stops = list(value["stops"]).compactMap { stop in
      points(stop["at"]).first.map { Spot($0, level: integer(stop["level"])) }
    }
    return Connector(name: value["name"]?.textValue ?? "", kind: kind, stops: stops)
  }

  private static func paths(_ lines: [[Vec2]]) -> PathNetwork {
    var nodes: [Spot] = []
    var edges: [PathNetwork.Edge] = []
    for line in lines {
      for index in line.indices.dropFirst() {
        let from = nodes.count
        nodes += [Spot(line[index - 1]), Spot(line[index])]
        edges.append(.init(from: from, to: from + 1, kind: .pathway))
      }
    }
    return PathNetwork(nodes: nodes, edges: edges)
  }

  private static func roads(_ lines: [[Vec2]]) -> RoadNetwork {
    RoadNetwork(
      roads: lines.map {
        Road(kind: .residential, from: 0, to: 0, line: $0, limitMetresPerSecond: 0)
      })
  }

  // MARK: - Shapes

  private static func list(_ value: JSONValue?) -> [JSONValue] { value?.listValue ?? [] }

  private static func integer(_ value: JSONValue?) -> Int? {
    guard case .int(let number)? = value, number.magnitude < 1_000_000 else { return nil }
    return Int(number)
  }

  /// Points in m, from alternating centimetres east and north.
  private static func points(_ value: JSONValue?) -> [Vec2] {
    let numbers = list(value).map { ($0.numberValue ?? 0) / 100 }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { Vec2(numbers[$0], numbers[$0 + 1]) }
  }

  private static func segments(_ value: JSONValue?) -> [Segment2] {
    let points = points(value)
    return stride(from: 0, to: points.count - 1, by: 2).map {
      Segment2(points[$0], points[$0 + 1])
    }
  }

  private static func shapes(_ value: JSONValue?) -> [Polygon] { list(value).compactMap(shape) }

  private static func shape(_ value: JSONValue?) -> Polygon? {
    let rings = list(value).map(points)
    return rings.first.flatMap { try? Polygon(exterior: $0, holes: Array(rings.dropFirst())) }
  }
}
