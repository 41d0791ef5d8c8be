import Geometry
import Maps
import Mobility
import Testing

@Suite("Walking routes in known cases")
struct RoutingCaseTests {
  /// A level of 40 m by 20 m with walls around it and further elements.
  static func hall(
    walls: [Segment2] = [], openings: [Opening] = [], fixtures: [Polygon] = [], units: [Unit] = [],
    paths: PathNetwork = PathNetwork(), connectors: [Connector] = []
  ) throws -> VenueMap {
    let floor = try RoutingMap.box(0, 0, 40, 20)
    return VenueMap(
      name: "hall", frame: try RoutingMap.frame(),
      levels: [
        Level(
          ordinal: 1, shortName: "1", elevationMetres: 4, outline: [floor], units: units,
          walls: floor.edges + walls, openings: openings, fixtures: fixtures)
      ], connectors: connectors, paths: paths)
  }

  static func spot(_ x: Double, _ y: Double, _ level: Int? = 0) -> Spot {
    Spot(Vec2(x, y), level: level)
  }

  static func stretch(_ route: WalkRoute, _ index: Int = 0) throws -> WalkStretch {
    guard case .walk(let stretch) = try #require(route.legs.dropFirst(index).first) else {
      throw RouteError.noFloor(spot(0, 0))
    }
    return stretch
  }

  @Test("straight across an empty hall")
  func straight() throws {
    let route = try WalkNetwork(Self.hall()).route(from: Self.spot(3, 4), to: Self.spot(33, 14))
    #expect(abs(route.lengthMetres - 1000.0.squareRoot()) < 1e-9)
    #expect(abs(route.expectedSeconds - route.lengthMetres / 1.34) < 1e-9)
    #expect(try Self.stretch(route).points == [Vec2(3, 4), Vec2(33, 14)])
    let nowhere = try WalkNetwork(Self.hall()).route(from: Self.spot(3, 4), to: Self.spot(3, 4))
    #expect(nowhere.lengthMetres == 0 && nowhere.legs.count == 1)
  }

  @Test("through the middle of a door", arguments: [0.8, 1, 2])
  func door(width: Double) throws {
    let wall = RoutingMap.wall(
      RoutingMap.line(20, 0, 20, 20), gaps: [(10 - width / 2, 10 + width / 2)])
    let door = Opening(
      kind: .door, line: RoutingMap.line(20, 10 - width / 2, 20, 10 + width / 2))
    let network = WalkNetwork(try Self.hall(walls: wall, openings: [door]))
    let route = try network.route(from: Self.spot(10, 3), to: Self.spot(30, 3))
    // From the start to 0.35 m before the door, through it, and on.
    let expected = 2 * (9.65 * 9.65 + 49).squareRoot() + 0.7
    #expect(abs(route.lengthMetres - expected) < 1e-9)
    #expect(abs(route.expectedSeconds - expected / 1.34 - 1.5) < 1e-9)
    let passages = try Self.stretch(route).doors
    #expect(passages.map(\.opening) == [0] && passages.map(\.pointIndex) == [1])
    #expect(abs(passages[0].distanceMetres - expected / 2) < 1e-9)
  }

  @Test("round the end of a wall, and round a column")
  func corners() throws {
    let wall = RoutingMap.line(20, 0, 20, 12)
    let network = WalkNetwork(try Self.hall(walls: [wall]))
    let route = try network.route(from: Self.spot(10, 2), to: Self.spot(30, 2))
    // Two bends, 0.3 m beyond the end and to either side.
    let side = (9.7 * 9.7 + 10.3 * 10.3).squareRoot()
    #expect(abs(route.lengthMetres - (2 * side + 0.6)) < 1e-9)

    let column = try RoutingMap.box(15, 8, 10, 5)
    let other = WalkNetwork(try Self.hall(fixtures: [column]))
    let past = try other.route(from: Self.spot(5, 10), to: Self.spot(35, 10))
    let slant = (9.7 * 9.7 + 2.3 * 2.3).squareRoot()
    #expect(abs(past.lengthMetres - (2 * slant + 10.6)) < 1e-9)
  }

  @Test("a start close to a wall is first moved away from it")
  func againstWall() throws {
    let network = WalkNetwork(try Self.hall(walls: [RoutingMap.line(20, 0, 20, 12)]))
    let route = try network.route(from: Self.spot(19.95, 5), to: Self.spot(5, 5))
    #expect(try Self.stretch(route).points.count == 3)
    #expect(abs(route.lengthMetres - 14.95) < 0.01)
    let column = try RoutingMap.box(15, 8, 10, 5)
    let other = WalkNetwork(try Self.hall(fixtures: [column]))
    #expect(throws: RouteError.noFloor(Self.spot(20, 10))) {
      try other.route(from: Self.spot(20, 10), to: Self.spot(5, 5))
    }
    let near = try #require(other.nearestWalkable(to: Self.spot(20, 8.4)))
    #expect(near.point.y < 7.74 && near.point.distance(to: Vec2(20, 8.4)) < 1)
    for spot in [Self.spot(5, 5, 3), Self.spot(5, 5, -1), Self.spot(.nan, 5), Self.spot(99, 5)] {
      #expect(throws: RouteError.self) { try other.route(from: spot, to: Self.spot(5, 5)) }
    }
    #expect(other.nearestWalkable(to: Self.spot(1, 1, 7)) == nil)
  }

  @Test("paths are followed, except on long detours")
  func paths() throws {
    let nodes = [(2.0, 8.0), (38, 8), (38, 18)].map { Self.spot($0.0, $0.1) }
    let edges = [(0, 1), (1, 2)].map {
      PathNetwork.Edge(from: $0.0, to: $0.1, kind: .pathway)
    }
    let network = WalkNetwork(try Self.hall(paths: PathNetwork(nodes: nodes, edges: edges)))
    let along = try Self.stretch(network.route(from: Self.spot(2, 10), to: Self.spot(38, 10)))
    let onPath = zip(along.points, along.points.dropFirst())
      .filter { $0.0.y == 8 && $0.1.y == 8 }.reduce(0) { $0 + $1.0.distance(to: $1.1) }
    #expect(onPath > 25, "\(along.points)")
    let across = try network.route(from: Self.spot(20, 10), to: Self.spot(22, 18))
    #expect(try Self.stretch(across).points.count == 2)
  }

  @Test("staff rooms are closed to others, except at the start and goal")
  func staff() throws {
    let walls = [RoutingMap.line(0, 10, 15, 10), RoutingMap.line(17, 10, 40, 10)]
    let store = Unit(
      name: "store", kind: .storage, shape: try RoutingMap.box(10, 6, 12, 4), isPublic: false)
    let around = [
      RoutingMap.line(10, 6, 15, 6), RoutingMap.line(17, 6, 22, 6), RoutingMap.line(10, 6, 10, 10),
      RoutingMap.line(22, 6, 22, 10),
    ]
    let openings = [6.0, 10].map {
      Opening(kind: .door, line: RoutingMap.line(15, $0, 17, $0))
    }
    let network = WalkNetwork(
      try Self.hall(walls: walls + around, openings: openings, units: [store]))
    let (start, goal) = (Self.spot(16, 2), Self.spot(16, 18))
    #expect(Self.reason(network, start, goal) == .staffOnly)
    #expect(
      try abs(
        network.route(from: start, to: goal, by: WalkPreferences(staffOnlyAllowed: true))
          .lengthMetres
          - 16) < 1e-9)
    #expect(try network.route(from: start, to: Self.spot(16, 8)).lengthMetres < 7)
    #expect(try network.route(from: Self.spot(16, 8), to: goal).lengthMetres < 11)
  }

  static func reason(
    _ network: WalkNetwork, _ start: Spot, _ goal: Spot, _ preferences: WalkPreferences = .ordinary
  ) -> RouteError.Obstacle? {
    do {
      _ = try network.route(from: start, to: goal, by: preferences)
      return nil
    } catch {
      guard case .unreachable(_, _, _, let reason) = error else { return nil }
      return reason
    }
  }

  @Test("an error reports the locked door and the nearest reachable position")
  func locked() throws {
    let wall = RoutingMap.wall(RoutingMap.line(20, 0, 20, 20), gaps: [(9, 11)])
    let door = Opening(kind: .locked, line: RoutingMap.line(20, 9, 20, 11))
    let network = WalkNetwork(try Self.hall(walls: wall, openings: [door]))
    do {
      _ = try network.route(from: Self.spot(5, 5), to: Self.spot(30, 10))
      Issue.record("no error")
    } catch {
      guard case .unreachable(_, _, let nearest, let reason) = error else {
        throw error
      }
      #expect(reason == .lockedDoor(level: 0, opening: 0))
      #expect(nearest.level == 0 && nearest.point.distance(to: Vec2(19.65, 10)) < 1e-9)
      #expect("\(error)".contains("the only door is locked (opening 0 of level number 0)"))
    }
    #expect(network.obstacles(of: 0).contains(door.line))
    #expect(network.obstacles(of: 9).isEmpty)
    let sealed = WalkNetwork(try Self.hall(walls: [RoutingMap.line(20, 0, 20, 20)]))
    #expect(Self.reason(sealed, Self.spot(5, 5), Self.spot(30, 10)) == .enclosed)
    // The hall is on the first floor, and nothing leads there.
    #expect(Self.reason(sealed, Self.spot(-5, 5, nil), Self.spot(5, 5)) == .noConnector(level: 0))
  }

  @Test("wheelchairs avoid narrow doors")
  func wheelchair() throws {
    let wall = RoutingMap.wall(RoutingMap.line(20, 0, 20, 20), gaps: [(2, 2.7), (15, 16)])
    let doors = [(2.0, 2.7), (15, 16)].map {
      Opening(kind: .door, line: RoutingMap.line(20, $0.0, 20, $0.1))
    }
    let both = WalkNetwork(try Self.hall(walls: wall, openings: doors))
    let (start, goal) = (Self.spot(18, 2.35), Self.spot(22, 2.35))
    #expect(try Self.stretch(both.route(from: start, to: goal)).doors.map(\.opening) == [0])
    let wide = try both.route(from: start, to: goal, by: .wheelchair)
    #expect(try Self.stretch(wide).doors.map(\.opening) == [1])
    let narrow = RoutingMap.wall(RoutingMap.line(20, 0, 20, 20), gaps: [(2, 2.7)])
    let one = WalkNetwork(try Self.hall(walls: narrow, openings: [doors[0]]))
    #expect(Self.reason(one, start, goal, .wheelchair) == .preferences)
  }
}
