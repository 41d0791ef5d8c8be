import Geometry
import Kernel
import Maps
import Mobility
import Testing

@Suite("Stairs, escalators, lifts and walkways")
struct RoutingConnectorTests {
  static func kinds(_ route: WalkRoute, _ map: VenueMap) -> [ConnectorKind] {
    route.legs.compactMap { leg in
      guard case .ride(let connector, _, _) = leg else { return nil }
      return map.connectors[connector].kind
    }
  }

  @Test("few storeys by stairs, many by lift")
  func tower() throws {
    let map = try RoutingMap.tower.map()
    let network = WalkNetwork(map)
    for storeys in 1..<30 {
      let route = try network.route(
        from: Spot(Vec2(4, 15), level: 0), to: Spot(Vec2(4, 15), level: storeys))
      let kind = Self.kinds(route, map)
      #expect(kind == (storeys < 4 ? [.stairs] : [.lift]), "\(storeys) storeys")
      if kind == [.stairs] {
        // 3 m to the stairs and back, and 3.5 m per floor at 1 in 1.6.
        let run = Double(storeys) * 3.5 * 1.6
        #expect(abs(route.lengthMetres - 6 - run) < 1e-9)
        #expect(abs(route.expectedSeconds - 6 / 1.34 - run / 0.65) < 1e-9)
      } else {
        let walk = 2 * (81.0 + 9).squareRoot()
        #expect(abs(route.lengthMetres - walk) < 1e-9)
        let ride = 25 + Double(storeys) * (3.5 / 1.6 + 1)
        #expect(abs(route.expectedSeconds - walk / 1.34 - ride) < 1e-9)
      }
    }
  }

  @Test("preferences exclude or limit stairs")
  func respectsStairPreferences() throws {
    let map = try RoutingMap.tower.map()
    let network = WalkNetwork(map)
    let ground = Spot(Vec2(4, 15), level: 0)
    let second = Spot(Vec2(4, 15), level: 2)
    for preferences in [
      WalkPreferences.wheelchair, .withLuggage, WalkPreferences(maximumStoreysByStairs: 1),
    ] {
      #expect(
        try Self.kinds(network.route(from: ground, to: second, by: preferences), map) == [.lift])
    }
    let climber = WalkPreferences(liftFactor: .infinity)
    let top = Spot(Vec2(4, 15), level: 29)
    #expect(try Self.kinds(network.route(from: ground, to: top, by: climber), map) == [.stairs])
    var limited = climber
    limited.maximumStoreysByStairs = 28
    #expect(RoutingCaseTests.reason(network, ground, top, limited) == .preferences)
    limited.maximumStoreysByStairs = 29
    #expect(try Self.kinds(network.route(from: ground, to: top, by: limited), map) == [.stairs])
  }

  @Test("stairs and lift are combined when stairs are limited")
  func combinesStairsAndLift() throws {
    // A lift from 1 to 3 only: with at most one floor per leg, stairs, then the lift.
    let floor = try RoutingMap.box(0, 0, 20, 20)
    let levels = (0..<4).map {
      Level(
        ordinal: $0, shortName: "\($0)", elevationMetres: 4 * Double($0), outline: [floor],
        walls: floor.edges)
    }
    let connectors = [
      Connector(
        name: "stairs", kind: .stairs, stops: (0..<4).map { Spot(Vec2(5, 5), level: $0) }),
      Connector(
        name: "lift", kind: .lift, stops: (1..<4).map { Spot(Vec2(15, 5), level: $0) }),
    ]
    let map = VenueMap(
      name: "shared", frame: try RoutingMap.frame(), levels: levels, connectors: connectors)
    let network = WalkNetwork(map)
    let (start, goal) = (Spot(Vec2(2, 5), level: 0), Spot(Vec2(2, 5), level: 3))
    #expect(try Self.kinds(network.route(from: start, to: goal), map) == [.stairs])
    let limited = WalkPreferences(maximumStoreysByStairs: 1)
    let route = try network.route(from: start, to: goal, by: limited)
    #expect(Self.kinds(route, map) == [.stairs, .lift])
    #expect(RouteChecker(map).faults(of: route, from: start, to: goal).isEmpty)
  }

  @Test("a moving walkway is used in its direction where it saves time")
  func walkways() throws {
    let map = try RoutingMap.walkways.map()
    let network = WalkNetwork(map)
    let (west, east) = (Spot(Vec2(10, 10), level: 0), Spot(Vec2(190, 10), level: 0))
    let there = try network.route(from: west, to: east)
    #expect(there.legs.contains(.ride(connector: 0, fromStop: 0, toStop: 1)))
    #expect(abs(there.expectedSeconds - 20 / 1.34 - 160 / (0.65 + 0.8 * 1.34)) < 1e-9)
    let back = try network.route(from: east, to: west)
    #expect(back.legs.contains(.ride(connector: 1, fromStop: 0, toStop: 1)))
    let short = try network.route(from: west, to: Spot(Vec2(60, 10), level: 0))
    #expect(short.legs.count == 1 && abs(short.lengthMetres - 50) < 1e-9)
  }

  @Test("stairs can't be left at landings")
  func landings() throws {
    let map = try RoutingMap.atrium.map()
    let network = WalkNetwork(map)
    let stairs = WalkPreferences(escalatorFactor: .infinity, liftFactor: .infinity)
    let route = try network.route(
      from: Spot(Vec2(35, 20), level: 0), to: Spot(Vec2(32, 25), level: 2), by: stairs)
    let index = map.connectors.count - 2
    #expect(route.legs.contains(.ride(connector: index, fromStop: 0, toStop: 4)))
    // Stairs can't be left at the landing, though the goal is right beside it.
    let beside = try network.route(
      from: Spot(Vec2(32, 20), level: 1), to: Spot(Vec2(38, 28.5), level: 0), by: stairs)
    #expect(beside.legs.contains(.ride(connector: index, fromStop: 2, toStop: 0)))
  }
}
