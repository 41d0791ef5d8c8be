import Geometry
import Kernel
import Maps
import Observations
import Positioning
import Testing

/// Parameters of wayfinding and of place names.
@Suite struct WayfindingParameterTests {
  @Test func parametersAreValid() throws {
    try NetworkParameterTests.check(Wayfinder.Parameters.self)
    try NetworkParameterTests.check(WalkwayGraph.Parameters.self)
  }

  @Test func eachWayfinderParameterHasAnEffect() throws {
    // Rides take longer than twice the default.
    let idle = try NetworkParameterTests.idle(values: ["pace.min_part_time": "10 s"]) {
      (parameters: Wayfinder.Parameters) in
      try Self.reported(parameters)
    }
    #expect(idle == [])
  }

  @Test func eachWalkwayParameterHasAnEffect() throws {
    let map = try Self.house(.stairs, to: Vec2(28, 2))
    let idle = try NetworkParameterTests.idle { (parameters: WalkwayGraph.Parameters) in
      let graph = WalkwayGraph(map, parameters: parameters)
      return try ["Upstairs", "Desk", "Behind", "Bend"].map { name in
        try RouteTree(to: name, along: graph).route(from: .zero, on: 0)
      }
    }
    #expect(idle == [])
  }

  @Test func eachPlaceIndexParameterHasAnEffect() throws {
    let plain = try PlaceIndexTests.map()
    let long = "The old and very well hidden town house of the north"
    let map = VenueMap(
      name: plain.name, frame: plain.frame, buildings: plain.buildings, levels: plain.levels,
      roads: plain.roads,
      places: plain.places + [NamedPlace(name: long, spot: Spot(Vec2(300, 300)))])
    let texts = [
      "pharmcay", "phamcay", "PHARM", "cfae", "cafe", "town hal", "avenue 1 & 2th", "xyzzy north",
      "nroht zurich xy", "hidden", "pharamyc",
    ]
    let spots = [
      Vec2(101, 48), Vec2(115, 112), Vec2(110, 32), Vec2(350, 350), Vec2(90, 10), Vec2(200, 60),
    ]
    let reported = { (parameters: PlaceIndex.Parameters) in
      let index = PlaceIndex(map: map, parameters: parameters)
      let found = texts.map { index.search($0, near: Spot(Vec2(30, 30), level: 0)) }
      let named = spots.map { spot in
        var address = index.address(of: Spot(spot))
        let text = address.text
        address.placeReachMetres = 0
        return "\(text) \(address)"
      }
      return "\(found) \(named)"
    }
    let usual = reported(PlaceIndex.Parameters())
    for (number, turn) in Self.turns.enumerated() {
      var parameters = PlaceIndex.Parameters()
      turn(&parameters)
      #expect(reported(parameters) != usual, "parameter \(number)")
    }
  }

  /// Another value for each parameter of names, in their order.
  private static let turns: [@Sendable (inout PlaceIndex.Parameters) -> Void] = [
    { $0.minShare = 1 }, { $0.restCost = 0.1 }, { $0.maxRest = 12 }, { $0.levelMetres = 60 },
    { $0.beginning = 1 }, { $0.beginningGain = 0.8 }, { $0.misspelt = 0.4 }, { $0.slipCost = 0.3 },
    { $0.lettersOfOne = 8 }, { $0.lettersOfTwo = 16 }, { $0.reach = 200 },
    { $0.crossingReach = 40 }, { $0.textReach = 30 },
  ]
}

// MARK: Scenes

extension WayfindingParameterTests {
  private typealias Look = WayfinderTests.Look

  /// The building of the other tests with one connector, a bend, a U, and hardly reachable places.
  private static func house(_ kind: ConnectorKind, to upper: Vec2) throws -> VenueMap {
    let plain = try PathwayHouse.map()
    let wall = [Segment2(Vec2(50.03, 10), Vec2(50.03, 25))]
    let levels = plain.levels.map {
      Level(
        ordinal: $0.ordinal, shortName: $0.shortName, elevationMetres: $0.elevationMetres,
        walls: $0.ordinal == 0 ? wall : [])
    }
    func stairs(_ from: Vec2, _ to: Vec2) -> Connector {
      Connector(name: "", kind: .stairs, stops: [Spot(from, level: 0), Spot(to, level: 1)])
    }
    let first = plain.paths.nodes.count
    let nodes = [Vec2(130, 30), Vec2(160, 30), Vec2(160, 36), Vec2(60, 36)]
    let edges = [(2, first), (first, first + 1), (first + 1, first + 2), (first + 2, first + 3)]
    return VenueMap(
      name: plain.name, frame: plain.frame, levels: levels,
      connectors: [
        Connector(
          name: "Way up", kind: kind, stops: [Spot(Vec2(20, 2), level: 0), Spot(upper, level: 1)]),
        stairs(Vec2(5, -50), Vec2(15, -50)), stairs(Vec2(50.07, -3), Vec2(60, -3)),
      ],
      paths: PathNetwork(
        nodes: plain.paths.nodes + nodes.map { Spot($0, level: 0) },
        edges: plain.paths.edges
          + edges.map { PathNetwork.Edge(from: $0.0, to: $0.1, kind: .pathway) }),
      places: plain.places + [
        NamedPlace(name: "Behind", spot: Spot(Vec2(50.06, 20), level: 0)),
        NamedPlace(name: "Bend", spot: Spot(Vec2(130, 30), level: 0)),
        NamedPlace(name: "Round", spot: Spot(Vec2(60, 36), level: 0)),
        NamedPlace(name: "Away", spot: Spot(Vec2(-80, 0), level: 0)),
      ])
  }

  /// Walks of all kinds, good and bad.
  private static var walks: [(target: String, looks: [Look], period: Double)] {
    func walk(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, floor: Int = 0) -> [Look] {
      WayfinderTests.walk(Vec2(x, y), Vec2(toX, toY), floor: floor)
    }
    func stand(
      _ x: Double, _ y: Double, _ seconds: Int, floor: Int = 0, accuracy: Double = 3
    )
      -> [Look]
    { WayfinderTests.stand(x, y, seconds: seconds, floor: floor, accuracy: accuracy) }
    let ahead = Array(WayfinderTests.toCorner.prefix(20))
    let along = walk(0, 0, 90, 0)
    return WayfinderTests.cases.map { ($0.target, $0.looks, 1) } + [
      ("Desk", ahead + stand(25, 30, 12, accuracy: 15), 1),
      ("Desk", ahead + stand(25, 12, 4) + stand(25, 5, 10), 1),
      ("Desk", ahead + stand(25, 90, 12, accuracy: 70) + stand(45, 0, 3, accuracy: 70), 1),
      ("Desk", stand(10, 20, 3) + stand(10, 27, 12), 1),
      ("Desk", stand(10, -80, 5) + along, 1), ("Away", along, 1),
      ("Desk", walk(50, 0, 50, 15) + stand(50, 18, 3, accuracy: 12), 1),
      ("Desk", walk(50, 0, 50, 21) + stand(56.5, 26.5, 20), 1),
      ("Round", along, 2.8), ("Round", along, 0.15),
      ("Round", stride(from: 0, through: 60, by: 20).map { along[$0] }, 22),
      ("Round", walk(100, 0, 130, 30) + walk(130, 30, 150, 30) + stand(150, 35, 3), 1),
      (
        "Upstairs",
        walk(0, 0, 19, 0) + stand(19, 0, 12) + stand(20.9, 2, 3) + stand(21, 2, 4, floor: 1)
          + walk(20, 0, 12, 0, floor: 1), 1
      ),
      (
        "Upstairs",
        walk(0, 0, 20, 0) + stand(27.3, 2, 8) + stand(20.5, 2, 9) + stand(28, 2, 4, floor: 1)
          + walk(28, 0, 12, 0, floor: 1), 1
      ),
    ]
  }

  private static func reported(_ parameters: Wayfinder.Parameters) throws -> [String] {
    var reported: [String] = []
    let rides: [(ConnectorKind, Vec2)] = [
      (.stairs, Vec2(28, 2)), (.stairs, Vec2(20.9, 2)), (.ramp, Vec2(28, 2)),
      (.escalator, Vec2(28, 2)), (.walkway, Vec2(28, 2)), (.lift, Vec2(20, 2)),
    ]
    for (kind, end) in rides {
      let map = try house(kind, to: end)
      let graph = WalkwayGraph(map)
      for walk in walks where kind == .stairs || walk.target == "Upstairs" {
        do throws(WayfindingError) {
          let finder = try Wayfinder(
            to: walk.target, along: graph, arrivalTime: SimTime(seconds: 120),
            parameters: parameters)
          reported += events(of: walk.looks, every: walk.period, finder, map)
        } catch {
          reported.append(error.description)
        }
      }
    }
    return reported
  }

  private static func events(
    of looks: [Look], every seconds: Double, _ start: Wayfinder, _ map: VenueMap
  ) -> [String] {
    var finder = start
    return looks.enumerated().map { number, look in
      let fix = try? PathwayHouse.fix(
        look.x, look.y, floor: look.floor, accuracy: look.accuracy, at: seconds * Double(number),
        in: map)
      let event = fix.flatMap { finder.receive($0) }
      let left = "\(finder.secondsLeft) \(finder.metresLeft)"
      return "\(String(describing: event)) \(left) \(String(describing: finder.leaveTime))"
    }
  }
}
