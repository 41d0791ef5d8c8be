import Geometry
import Maps

/// Maps built by hand for routing.
enum RoutingMap: String, CaseIterable, Sendable {
  /// Twelve rooms of 10 m by 8 m, each with doors to its neighbours, with columns and paths.
  case museum
  /// Three levels around a void, with escalators, stairs and a lift.
  case atrium
  /// Two buildings with a street between them and a crossing with lights.
  case street
  /// A corridor with a bend, open at one end, with walls only.
  case corridor
  /// Thirty levels with two lifts, stairs and an entrance.
  case tower
  /// A long hall with moving walkways in both directions, and seats.
  case walkways
  /// Units without walls, with doors, as drawn for malls.
  case units

  func map() throws -> VenueMap {
    switch self {
    case .museum: try Self.museumMap()
    case .atrium: try Self.atriumMap()
    case .street: try Self.streetMap()
    case .corridor: try Self.corridorMap()
    case .tower: try Self.towerMap()
    case .walkways: try Self.walkwaysMap()
    case .units: try Self.unitsMap()
    }
  }

  /// A box for random positions, larger than the floor.
  var area: Box2 {
    switch self {
    case .museum: Box2(Vec2(-3, -3), Vec2(43, 27))
    case .atrium: Box2(Vec2(-1, -1), Vec2(41, 31))
    case .street: Box2(Vec2(-10, -40), Vec2(100, 40))
    case .corridor: Box2(Vec2(-8, -8), Vec2(35, 35))
    case .tower: Box2(Vec2(-5, -5), Vec2(35, 25))
    case .walkways: Box2(Vec2(0, 0), Vec2(200, 24))
    case .units: Box2(Vec2(-2, -2), Vec2(32, 22))
    }
  }

  static func frame() throws -> LocalFrame {
    LocalFrame(
      origin: try Geodetic(latitudeDegrees: 48, longitudeDegrees: 11, altitudeMetres: 500))
  }

  static func box(_ x: Double, _ y: Double, _ width: Double, _ depth: Double) throws -> Polygon {
    try Polygon(Box2(Vec2(x, y), Vec2(x + width, y + depth)))
  }

  static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Segment2 {
    Segment2(Vec2(x0, y0), Vec2(x1, y1))
  }

  /// The parts of a wall beside its openings, given as ordered distances from its start.
  static func wall(_ whole: Segment2, gaps: [(Double, Double)]) -> [Segment2] {
    var walls: [Segment2] = []
    var position = 0.0
    for (from, to) in gaps {
      walls.append(
        Segment2(
          whole.point(at: position / whole.length), whole.point(at: from / whole.length)))
      position = to
    }
    walls.append(Segment2(whole.point(at: position / whole.length), whole.end))
    return walls.filter { $0.length > 0 }
  }

  private static func museumMap() throws -> VenueMap {
    var walls: [Segment2] = []
    var openings: [Opening] = []
    var fixtures: [Polygon] = []
    for row in 0...3 {
      for column in 0..<4 {
        let x = Double(column) * 10
        let y = Double(row) * 8
        let hasDoor = row > 0 && row < 3
        let isEntrance = row == 0 && column == 1
        walls += wall(
          line(x, y, x + 10, y), gaps: hasDoor || isEntrance ? [(4.5, 5.5)] : [])
        if hasDoor || isEntrance {
          openings.append(
            Opening(
              kind: isEntrance ? .revolving : .door, line: line(x + 4.5, y, x + 5.5, y),
              isEntrance: isEntrance))
        }
      }
    }
    for column in 0...4 {
      for row in 0..<3 {
        let x = Double(column) * 10
        let y = Double(row) * 8
        let hasDoor = column > 0 && column < 4
        walls += wall(line(x, y, x, y + 8), gaps: hasDoor ? [(1.5, 5)] : [])
        if hasDoor {
          openings.append(Opening(kind: .passage, line: line(x, y + 1.5, x, y + 5)))
        }
        if column < 4 { fixtures.append(try box(x + 3, y + 3, 1.5, 1.5)) }
      }
    }
    let nodes = [Spot(Vec2(15, 2), level: 0), Spot(Vec2(35, 2), level: 0)]
    return VenueMap(
      name: "museum", frame: try frame(),
      buildings: [
        Building(name: "museum", footprint: [try box(-0.3, -0.3, 40.6, 24.6)], heightMetres: 8)
      ],
      levels: [
        Level(
          ordinal: 0, shortName: "G", elevationMetres: 0, outline: [try box(0, 0, 40, 24)],
          walls: walls, openings: openings, fixtures: fixtures)
      ],
      paths: PathNetwork(
        nodes: nodes, edges: [PathNetwork.Edge(from: 0, to: 1, kind: .pathway)]))
  }

  private static func atriumMap() throws -> VenueMap {
    let hall = try box(0, 0, 40, 30)
    let levels = try (0..<3).map { storey in
      Level(
        ordinal: storey, shortName: "\(storey)", elevationMetres: 5 * Double(storey),
        outline: [hall],
        units: storey == 0
          ? [] : [Unit(name: "void \(storey)", kind: .void, shape: try box(10, 8, 20, 14))],
        walls: storey == 0 ? hall.edges : [line(0, 0, 40, 0)])
    }
    var connectors = (0..<2).flatMap { storey in
      [
        Connector(
          name: "up \(storey)", kind: .escalator,
          stops: [Spot(Vec2(8, 4), level: storey), Spot(Vec2(18, 4), level: storey + 1)],
          isOneWay: true),
        Connector(
          name: "down \(storey)", kind: .escalator,
          stops: [Spot(Vec2(18, 6), level: storey + 1), Spot(Vec2(8, 6), level: storey)],
          isOneWay: true),
      ]
    }
    connectors.append(
      Connector(
        name: "stairs", kind: .stairs,
        stops: [
          Spot(Vec2(38, 25), level: 0), Spot(Vec2(38, 29), level: 0), Spot(Vec2(36, 25), level: 1),
          Spot(Vec2(36, 29), level: 1), Spot(Vec2(34, 25), level: 2),
        ]))
    connectors.append(
      Connector(name: "lift", kind: .lift, stops: (0..<3).map { Spot(Vec2(1, 15), level: $0) }))
    return VenueMap(
      name: "atrium", frame: try frame(),
      buildings: [Building(name: "atrium", footprint: [hall], heightMetres: 16)], levels: levels,
      connectors: connectors)
  }

  private static func streetMap() throws -> VenueMap {
    func shop(_ x: Double, door: Double, building: Int) throws -> Level {
      let room = try box(x, -10, 20, 20)
      let walls = room.edges.flatMap { edge -> [Segment2] in
        guard edge.start.x == door, edge.end.x == door else { return [edge] }
        return wall(edge, gaps: [(9, 11)])
      }
      return Level(
        building: building, ordinal: 0, shortName: "G", elevationMetres: 0, outline: [room],
        walls: walls,
        openings: [Opening(kind: .sliding, line: line(door, -1, door, 1), isEntrance: true)])
    }
    let kerbs = [
      Vec2(25, -30), Vec2(25, 0), Vec2(25, 30), Vec2(45, -30), Vec2(45, 0), Vec2(45, 30),
    ]
    let edges = [(0, 1), (1, 2), (3, 4), (4, 5)].map {
      PathNetwork.Edge(from: $0.0, to: $0.1, kind: .footway)
    }
    return VenueMap(
      name: "street", frame: try frame(),
      buildings: [
        Building(name: "west", footprint: [try box(0, -10, 20, 20)], heightMetres: 6),
        Building(name: "east", footprint: [try box(50, -10, 20, 20)], heightMetres: 6),
      ],
      levels: [try shop(0, door: 20, building: 0), try shop(50, door: 50, building: 1)],
      paths: PathNetwork(
        nodes: kerbs.map { Spot($0) },
        edges: edges + [PathNetwork.Edge(from: 2, to: 5, kind: .crossing, signal: 1)]),
      roads: RoadNetwork(
        junctions: [Junction(Vec2(35, -100)), Junction(Vec2(35, 100), control: .signal)],
        roads: [
          Road(
            kind: .secondary, from: 0, to: 1, line: [Vec2(35, -100), Vec2(35, 100)],
            limitMetresPerSecond: 13)
        ]))
  }

  private static func corridorMap() throws -> VenueMap {
    VenueMap(
      name: "corridor", frame: try frame(),
      buildings: [Building(name: "corridor", footprint: [], heightMetres: 4)],
      levels: [
        Level(
          ordinal: 0, shortName: "G", elevationMetres: 0,
          walls: [
            line(0, 0, 30, 0), line(30, 0, 30, 30), line(0, 2, 28, 2), line(28, 2, 28, 30),
            line(28, 30, 30, 30),
          ])
      ])
  }

  private static func towerMap() throws -> VenueMap {
    let floor = try box(0, 0, 30, 20)
    let levels =
      floor.edges.isEmpty
      ? []
      : (0..<30).map { storey -> Level in
        let outer = floor.edges.flatMap { edge -> [Segment2] in
          guard storey == 0, edge.start.y == 0, edge.end.y == 0 else { return [edge] }
          return wall(edge, gaps: [(14, 16)])
        }
        let core = wall(line(0, 10, 30, 10), gaps: [(9.55, 10.45), (19.55, 20.45)])
        var openings = [10.0, 20].map {
          Opening(kind: .door, line: line($0 - 0.45, 10, $0 + 0.45, 10))
        }
        if storey == 0 {
          openings.append(Opening(kind: .revolving, line: line(14, 0, 16, 0), isEntrance: true))
        }
        return Level(
          ordinal: storey, shortName: "\(storey)", elevationMetres: 3.5 * Double(storey),
          outline: [floor], walls: outer + core, openings: openings)
      }
    let lifts = [13.0, 16].map { x in
      Connector(
        name: "lift \(x)", kind: .lift, stops: (0..<30).map { Spot(Vec2(x, 12), level: $0) })
    }
    return VenueMap(
      name: "tower", frame: try frame(),
      buildings: [Building(name: "tower", footprint: [floor], heightMetres: 110)], levels: levels,
      connectors: lifts + [
        Connector(
          name: "stairs", kind: .stairs, stops: (0..<30).map { Spot(Vec2(1, 15), level: $0) })
      ])
  }

  private static func walkwaysMap() throws -> VenueMap {
    let hall = try box(0, 0, 200, 24)
    let seats = try (0..<30).flatMap {
      [try box(4 + 6.5 * Double($0), 5, 4, 1), try box(5 + 6.5 * Double($0), 18, 0.6, 3)]
    }
    let belts = [(10.0, true), (13, false)].map { y, isEast in
      let ends = [Spot(Vec2(20, y), level: 0), Spot(Vec2(180, y), level: 0)]
      return Connector(
        name: isEast ? "east" : "west", kind: .walkway, stops: isEast ? ends : ends.reversed(),
        isOneWay: true)
    }
    return VenueMap(
      name: "walkways", frame: try frame(),
      levels: [
        Level(
          ordinal: 0, shortName: "D", elevationMetres: 6, outline: [hall], walls: hall.edges,
          fixtures: seats)
      ], connectors: belts)
  }

  private static func unitsMap() throws -> VenueMap {
    let units = [
      Unit(name: "hall", kind: .corridor, shape: try box(0, 8, 30, 4)),
      Unit(name: "A", kind: .shop, shape: try box(0, 0, 10, 8)),
      Unit(name: "B", kind: .shop, shape: try box(10, 0, 10, 8)),
      Unit(name: "C", kind: .shop, shape: try box(20, 0, 10, 8)),
      Unit(name: "D", kind: .storage, shape: try box(0, 12, 15, 8), isPublic: false),
      Unit(name: "E", kind: .food, shape: try box(15, 12, 15, 8)),
    ]
    let doors = [
      line(4, 8, 6, 8), line(14, 8, 16, 8), line(24, 8, 25, 8), line(7, 12, 8, 12),
      line(20, 12, 21, 12), line(15, 15, 15, 16),
    ]
    return VenueMap(
      name: "units", frame: try frame(),
      levels: [
        Level(
          ordinal: 1, shortName: "1", elevationMetres: 4, outline: [try box(0, 0, 30, 20)],
          units: units, walls: [], openings: doors.map { Opening(kind: .door, line: $0) })
      ])
  }
}
