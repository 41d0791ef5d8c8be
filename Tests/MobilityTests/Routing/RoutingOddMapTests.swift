import Geometry
import Kernel
import Maps
import Mobility
import TestSupport
import Testing

@Suite("Inconsistent maps")
struct RoutingOddMapTests {
  /// A map of random parts, many of them faulty.
  static func map(seed: UInt64) throws -> VenueMap {
    var draw = RandomStream(seed: seed, purpose: "odd map")
    func number() -> Double {
      switch draw.integer(below: 40) {
      case 0: .nan
      case 1: .infinity
      case 2: 1e300
      case 3: -1e6
      default: Double(draw.integer(below: 21)) - 10
      }
    }
    func point() -> Vec2 { Vec2(number(), number()) }
    func level() -> Int? {
      draw.happens(withProbability: 0.3) ? nil : draw.integer(below: 5) - 1
    }
    func polygons(_ count: Int) -> [Polygon] {
      (0..<draw.integer(below: count + 1)).compactMap { _ in
        try? Polygon(exterior: (0..<(3 + draw.integer(below: 3))).map { _ in point() })
      }
    }
    func segments(_ count: Int) -> [Segment2] {
      let some = (0..<draw.integer(below: count + 1)).map { _ in Segment2(point(), point()) }
      return some + some.prefix(2)
    }
    let levels = (0..<draw.integer(below: 4)).map { ordinal in
      Level(
        building: draw.integer(below: 3), ordinal: ordinal, shortName: "\(ordinal)",
        elevationMetres: draw.happens(withProbability: 0.1) ? .nan : 3 * Double(ordinal),
        outline: polygons(2),
        units: polygons(3).enumerated().map {
          Unit(
            name: "\($0.offset)", kind: UnitKind.allCases[draw.integer(below: 20)],
            shape: $0.element, isPublic: draw.happens(withProbability: 0.7))
        },
        walls: segments(8),
        openings: segments(4).map {
          Opening(
            kind: OpeningKind.allCases[draw.integer(below: 7)], line: $0,
            isEntrance: draw.happens(withProbability: 0.5))
        }, fixtures: polygons(2))
    }
    let connectors = (0..<draw.integer(below: 4)).map {
      Connector(
        name: "\($0)", kind: ConnectorKind.allCases[draw.integer(below: 5)],
        stops: (0..<draw.integer(below: 5)).map { _ in Spot(point(), level: level()) },
        isOneWay: draw.happens(withProbability: 0.3), widthMetres: number())
    }
    let nodes = (0..<draw.integer(below: 8)).map { _ in Spot(point(), level: level()) }
    let edges = (0..<draw.integer(below: 9)).map { _ in
      PathNetwork.Edge(
        from: draw.integer(below: 12) - 2, to: draw.integer(below: 12) - 2,
        kind: PathKind.allCases[draw.integer(below: 5)], signal: draw.integer(below: 4))
    }
    let roads = (0..<draw.integer(below: 6)).map { _ in
      Road(
        kind: RoadKind.allCases[draw.integer(below: 11)], from: draw.integer(below: 6) - 1,
        to: draw.integer(below: 6) - 1, line: (0..<draw.integer(below: 4)).map { _ in point() },
        lanesForward: draw.integer(below: 4), limitMetresPerSecond: number())
    }
    return VenueMap(
      name: "odd", frame: try RoutingMap.frame(),
      buildings: polygons(3).map {
        Building(name: "", footprint: [$0], heightMetres: number(), baseMetres: number())
      }, levels: levels, connectors: connectors,
      paths: PathNetwork(nodes: nodes, edges: edges),
      roads: RoadNetwork(
        junctions: (0..<draw.integer(below: 5)).map { _ in
          Junction(point(), control: JunctionControl.allCases[draw.integer(below: 3)])
        }, roads: roads))
  }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: 12..<60)
  func longInconsistentMaps(block: Int) throws { try inconsistentMaps(block: block) }

  @Test("construction and search always finish", arguments: 0..<12)
  func inconsistentMaps(block: Int) throws {
    for seed in UInt64(block * 10)..<UInt64(block * 10 + 10) {
      let map = try Self.map(seed: seed)
      let network = WalkNetwork(map)
      var draw = RandomStream(seed: seed, purpose: "odd spots")
      for _ in 0..<10 {
        let ends = (0..<2).map { _ in
          Spot(
            Vec2(draw.uniform(in: -12...12), draw.uniform(in: -12...12)),
            level: draw.happens(withProbability: 0.4) ? nil : draw.integer(below: 4))
        }
        let near = ends.map { network.nearestWalkable(to: $0) ?? $0 }
        guard let route = try? network.route(from: near[0], to: near[1]) else { continue }
        #expect(route.lengthMetres.isFinite && route.cost.isFinite, "seed \(seed)")
        for case .ride(let connector, let from, let to) in route.legs {
          let stops = map.connectors[connector].stops
          #expect(stops.indices.contains(from) && stops.indices.contains(to))
        }
      }
    }
  }

  @Test("stops on missing levels are ignored")
  func strayStops() throws {
    let floor = try RoutingMap.box(0, 0, 10, 10)
    let levels = (0..<2).map {
      Level(
        ordinal: $0, shortName: "", elevationMetres: 4 * Double($0), outline: [floor],
        walls: floor.edges)
    }
    let stops = [0, 7, 1, -4].map { Spot(Vec2(5, 5), level: $0) }
    let map = VenueMap(
      name: "stray", frame: try RoutingMap.frame(), levels: levels,
      connectors: [
        Connector(name: "lift", kind: .lift, stops: stops),
        Connector(name: "none", kind: .stairs, stops: []),
      ])
    let route = try WalkNetwork(map).route(
      from: Spot(Vec2(1, 1), level: 0), to: Spot(Vec2(1, 1), level: 1))
    #expect(route.legs.contains(.ride(connector: 0, fromStop: 0, toStop: 2)))
  }

  @Test("extreme preferences")
  func extremePreferences() throws {
    let network = WalkNetwork(try RoutingMap.tower.map())
    for value in [Double.nan, -1, 0, .infinity, 1e300] {
      let preferences = WalkPreferences(
        speedMetresPerSecond: value, stairsFactor: value, liftFactor: value,
        maximumStoreysByStairs: -3, clearanceMetres: value)
      let route = try? network.route(
        from: Spot(Vec2(1, 1), level: 0), to: Spot(Vec2(9, 15), level: 7), by: preferences)
      #expect(route.map { $0.cost.isFinite && $0.expectedSeconds > 0 } ?? true)
    }
  }
}
