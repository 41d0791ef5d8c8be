import Geometry
import Kernel
import Maps
import Mobility
import Testing

@Suite("Walking routes outdoors and through entrances")
struct RoutingOutdoorTests {
  private static func walks(_ route: WalkRoute) -> [WalkStretch] {
    route.legs.compactMap { leg in
      guard case .walk(let stretch) = leg else { return nil }
      return stretch
    }
  }

  @Test("crosses the road at the signal, and reports its number")
  func crossing() throws {
    let map = try RoutingMap.street.map()
    let network = WalkNetwork(map)
    let route = try network.route(
      from: Spot(Vec2(5, 0), level: 0), to: Spot(Vec2(65, 0), level: 1))
    let walks = Self.walks(route)
    #expect(walks.map(\.level) == [0, nil, 1])
    // Indoors and outdoors are joined at the doors.
    #expect(walks.map { $0.points.first } == [Vec2(5, 0), Vec2(20, 0), Vec2(50, 0)])
    #expect(walks[0].doors.map(\.isEntrance) == [true])
    #expect(walks[1].doors.isEmpty)
    #expect(walks[2].doors.map(\.opening) == [0])
    let crossing = try #require(walks[1].crossings.first)
    #expect(walks[1].crossings.count == 1 && crossing.signal == 1)
    #expect(walks[1].points[crossing.startIndex] == Vec2(25, 30))
    #expect(walks[1].points[crossing.endIndex] == Vec2(45, 30))
    // Straight over the road it would be half as far.
    #expect(route.lengthMetres > 100)
  }

  @Test("straight around buildings where there are no paths")
  func free() throws {
    let house = try RoutingMap.box(-10, -10, 20, 20)
    let map = VenueMap(
      name: "field", frame: try RoutingMap.frame(),
      buildings: [
        Building(name: "house", footprint: [house], heightMetres: 9),
        Building(
          name: "bridge", footprint: [try RoutingMap.box(-90, -50, 20, 100)], heightMetres: 9,
          baseMetres: 5),
      ], levels: [])
    let network = WalkNetwork(map)
    let route = try network.route(from: Spot(Vec2(-800, 0)), to: Spot(Vec2(800, 0)))
    let slant = (789.7 * 789.7 + 10.3 * 10.3).squareRoot()
    #expect(abs(route.lengthMetres - 2 * slant - 20.6) < 1e-9)
    #expect(network.obstacles(of: nil) == house.edges)
    #expect(throws: RouteError.noFloor(Spot(.zero))) {
      try network.route(from: Spot(.zero), to: Spot(Vec2(50, 0)))
    }
  }

  @Test("a corridor is entered at its open end only")
  func openEnd() throws {
    let network = WalkNetwork(try RoutingMap.corridor.map())
    let route = try network.route(from: Spot(Vec2(-5, 1)), to: Spot(Vec2(29, 28), level: 0))
    let walks = Self.walks(route)
    #expect(walks.map(\.level) == [nil, 0])
    #expect(walks[0].points.last == Vec2(0, 1))
    // From the open to the mouth, along both arms, round the inner corner: within 3 % of the centre line.
    #expect(abs(route.lengthMetres - (5 + 29 + 27)) < 2)
    let solid = network.obstacles(of: nil)
    #expect(!solid.contains { $0.distance(to: Vec2(0, 1)) < 0.9 })
    #expect(solid.contains { $0.distance(to: Vec2(15, 0)) < 1e-9 })
  }

  @Test("a locked entrance is reported")
  func lockedEntrance() throws {
    let room = try RoutingMap.box(0, 0, 20, 10)
    let walls = room.edges.flatMap { edge -> [Segment2] in
      guard edge.start.y == 0, edge.end.y == 0 else { return [edge] }
      return RoutingMap.wall(edge, gaps: [(9, 11)])
    }
    let door = Opening(kind: .locked, line: RoutingMap.line(9, 0, 11, 0))
    let map = VenueMap(
      name: "store", frame: try RoutingMap.frame(),
      buildings: [Building(name: "store", footprint: [room], heightMetres: 5)],
      levels: [
        Level(
          ordinal: 0, shortName: "G", elevationMetres: 0, outline: [room], walls: walls,
          openings: [door])
      ])
    let network = WalkNetwork(map)
    let (start, goal) = (Spot(Vec2(5, -20)), Spot(Vec2(5, 5), level: 0))
    let reason = RouteError.Obstacle.lockedDoor(level: 0, opening: 0)
    #expect(RoutingCaseTests.reason(network, start, goal) == reason)
    #expect(RoutingCaseTests.reason(network, goal, start) == reason)
    // It stays shut for people outdoors.
    #expect(network.obstacles(of: nil).contains { $0.distance(to: Vec2(10, 0)) < 1e-9 })
  }

  @Test("adjoining levels are connected")
  func adjoining() throws {
    let rooms = try [RoutingMap.box(0, 0, 10, 10), RoutingMap.box(10, 0, 10, 10)]
    let levels = [
      Level(
        building: 0, ordinal: 2, shortName: "2", elevationMetres: 8, outline: [rooms[0]], walls: []),
      Level(
        building: 1, ordinal: 1, shortName: "1", elevationMetres: 8.2, outline: [rooms[1]],
        walls: []),
    ]
    let map = VenueMap(
      name: "bridge", frame: try RoutingMap.frame(),
      buildings: rooms.map { Building(name: "", footprint: [$0], heightMetres: 12) },
      levels: levels)
    let network = WalkNetwork(map)
    let route = try network.route(
      from: Spot(Vec2(2, 5), level: 0), to: Spot(Vec2(18, 5), level: 1))
    #expect(Self.walks(route).map(\.level) == [0, 1])
    #expect(route.lengthMetres < 16.5)
    #expect(!network.obstacles(of: 0).contains { $0.distance(to: Vec2(10, 5)) < 1 })
    #expect(network.obstacles(of: 0).contains { $0.distance(to: Vec2(0, 5)) < 1e-9 })
    #expect(
      RoutingCaseTests.reason(network, Spot(Vec2(2, 5), level: 0), Spot(Vec2(5, -5))) == .enclosed)
  }

  /// Nine blocks of 40 m between streets with lights, each with a building.
  static func town() throws -> VenueMap {
    var junctions: [Junction] = []
    var roads: [Road] = []
    var houses: [Building] = []
    for row in 0..<4 {
      for column in 0..<4 {
        let point = Vec2(60 * Double(column), 60 * Double(row))
        let here = junctions.count
        junctions.append(Junction(point, control: .signal))
        for (other, exists) in [(here - 1, column > 0), (here - 4, row > 0)] where exists {
          roads.append(
            Road(
              kind: .tertiary, from: other, to: here, line: [junctions[other].point, point],
              limitMetresPerSecond: 14))
        }
        guard row < 3, column < 3 else { continue }
        houses.append(
          Building(
            name: "", footprint: [try RoutingMap.box(point.x + 10, point.y + 10, 40, 40)],
            heightMetres: 20))
      }
    }
    return VenueMap(
      name: "town", frame: try RoutingMap.frame(), buildings: houses, levels: [],
      roads: RoadNetwork(junctions: junctions, roads: roads))
  }

  @Test("sidewalks are derived where a map has none, with crossings at corners")
  func sidewalks() throws {
    let map = try Self.town()
    let checker = RouteChecker(map)
    let network = checker.network
    let paths = try #require(network.derivedSidewalks)
    // Two sides of 24 streets, and a crossing for each arm of the junctions with more than two.
    #expect(paths.edges.count { $0.kind == .crossing } == 48)
    #expect(paths.edges.count { $0.kind == .footway } == 48)
    #expect(paths.edges.allSatisfy { ($0.kind == .crossing) == ($0.signal != nil) })
    var stream = RandomStream(seed: 4, purpose: "town")
    for _ in 0..<60 {
      let ends = (0..<2).compactMap { _ in
        network.nearestWalkable(
          to: Spot(Vec2(stream.uniform(in: 5...175), stream.uniform(in: 5...175))))
      }
      // No start on the carriageway here.
      guard ends.count == 2,
        ends.allSatisfy({ end in
          map.roads.roads.allSatisfy {
            Segment2($0.line[0], $0.line[1]).distance(to: end.point) > 4
          }
        })
      else { continue }
      let route = try network.route(from: ends[0], to: ends[1])
      #expect(checker.faults(of: route, from: ends[0], to: ends[1]).isEmpty)
      let stretch = try RoutingCaseTests.stretch(route)
      let over = stretch.crossings.map(\.startIndex)
      for (index, (from, to)) in zip(stretch.points, stretch.points.dropFirst()).enumerated() {
        let isCrossing = map.roads.roads.contains {
          Segment2($0.line[0], $0.line[1]).intersects(Segment2(from, to))
        }
        #expect(isCrossing == over.contains(index), "\(from) to \(to)")
      }
    }
  }

  @Test("runners prefer trails")
  func trails() throws {
    let ends = [Vec2(0, 0), Vec2(0, 30), Vec2(100, 30), Vec2(100, 0)].map { Spot($0) }
    let edges = [(0, 1, PathKind.trail), (1, 2, .trail), (2, 3, .trail), (0, 3, .footway)].map {
      PathNetwork.Edge(from: $0.0, to: $0.1, kind: $0.2)
    }
    let map = VenueMap(
      name: "park", frame: try RoutingMap.frame(), levels: [],
      paths: PathNetwork(nodes: ends, edges: edges))
    let network = WalkNetwork(map)
    let (start, goal) = (Spot(Vec2(0, 20)), Spot(Vec2(100, 20)))
    let walker = try network.route(from: start, to: goal)
    let runner = try network.route(from: start, to: goal, by: .runner)
    #expect(walker.lengthMetres < 121)
    let trail = try RoutingCaseTests.stretch(runner).points
    #expect(trail.contains { $0.y > 29 }, "\(trail)")
  }
}
