import Geometry
import Kernel
import Maps
import Mobility
import TestSupport
import Testing
import Venues

struct TrafficRobustnessTests {
  /// A network from poor data: loops, duplicates, spikes, roads without length.
  static func invalidNetwork(_ seed: UInt64) -> RoadNetwork {
    var draw = RandomStream(seed: seed, purpose: "careless")
    let count = 1 + draw.integer(below: 9)
    let scale = [1.0, 8, 60, 300][draw.integer(below: 4)]
    func place() -> Vec2 {
      Vec2(draw.uniform(in: -scale...scale), draw.uniform(in: -scale...scale))
    }
    let junctions = (0..<count).map { _ in
      Junction(place(), control: JunctionControl.allCases[draw.integer(below: 3)])
    }
    let roads = (0..<draw.integer(below: 16)).map { _ in
      let (a, b) = (draw.integer(below: count), draw.integer(below: count))
      var line = [junctions[a].point]
      for _ in 0..<draw.integer(below: 4) {
        line.append(draw.integer(below: 4) == 0 ? line[line.count - 1] : place())
      }
      line.append(junctions[b].point)
      if draw.integer(below: 10) == 0 { line = [] }
      return Road(
        kind: RoadKind.allCases[draw.integer(below: RoadKind.allCases.count)], from: a, to: b,
        line: line, lanesForward: draw.integer(below: 4), lanesBackward: draw.integer(below: 3),
        limitMetresPerSecond: draw.uniform(in: 0.6...40))
    }
    var stalls: [CarPark.Stall] = []
    for _ in 0..<(roads.isEmpty ? 0 : draw.integer(below: 8)) {
      stalls.append(
        CarPark.Stall(
          place(), headingRadians: draw.uniform(in: -7...7),
          aisle: draw.integer(below: roads.count)))
    }
    let restrictions = (0..<(roads.isEmpty ? 0 : draw.integer(below: 5))).map { _ in
      TurnRestriction(
        from: draw.integer(below: roads.count), via: draw.integer(below: count),
        to: draw.integer(below: roads.count), isOnly: draw.integer(below: 2) == 0)
    }
    let box = Box2(Vec2(-scale, -scale), Vec2(scale, scale))
    let parks = (try? Polygon(box)).map { [CarPark(name: "P", outline: $0, stalls: stalls)] } ?? []
    let stops = (0..<3).map { BusLine.Stop(name: "\($0)", point: place()) }
    return RoadNetwork(
      junctions: junctions, roads: roads, restrictions: restrictions, carParks: parks,
      busLines: [BusLine(name: "1", stops: stops, headwaySeconds: 20)])
  }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: 2..<8 as Range<UInt64>)
  func longInvalidNetworksNeverTrap(block: UInt64) throws {
    try invalidNetworksNeverTrap(block: block)
  }

  /// With any data, nothing traps, and poses stay finite.
  @Test(arguments: 0..<2 as Range<UInt64>)
  func invalidNetworksNeverTrap(block: UInt64) throws {
    for seed in (block * 60)..<(block * 60 + 60) {
      let net = Self.invalidNetwork(seed)
      var traffic = try Traffic(roads: net, seed: seed)
      try? traffic.startBusLines()
      traffic.keepBackground(6)
      traffic.keepBackground(2, of: .bicycle)
      var draw = RandomStream(seed: seed, purpose: "orders")
      var ids: [VehicleID] = []
      for step in 0..<400 {
        if step % 20 == 0 { order(&traffic, net, &ids, &draw) }
        traffic.step()
        guard step % 10 == 0 else { continue }
        for id in traffic.vehicles {
          let pose = try #require(traffic.pose(id))
          #expect(pose.position.x.isFinite && pose.position.y.isFinite, "seed \(seed)")
          #expect(pose.headingRadians.isFinite && pose.velocity.x.isFinite, "seed \(seed)")
          #expect(pose.velocity.length < 60, "seed \(seed)")
        }
      }
    }
  }

  private func order(
    _ traffic: inout Traffic, _ net: RoadNetwork, _ ids: inout [VehicleID],
    _ draw: inout RandomStream
  ) {
    let kind = VehicleKind.allCases[draw.integer(below: 3)]
    let point = Vec2(draw.uniform(in: -400...400), draw.uniform(in: -400...400))
    let position = RoadPosition(
      road: draw.integer(below: 18) - 1, isForward: draw.integer(below: 2) == 0,
      metres: draw.uniform(in: -20...300), lane: draw.integer(below: 3))
    let places: [VehiclePosition] = [
      .road(position, speed: draw.uniform(in: 0...9)), .kerb(point),
      .stall(carPark: draw.integer(below: 2), stall: draw.integer(below: 9)),
    ]
    let spec = VehicleSpec(kind, entity: draw.next(), seed: 1)
    if let id = try? traffic.enter(spec, at: places[draw.integer(below: 3)]) { ids.append(id) }
    let destinations: [Destination] = [
      .junction(draw.integer(below: 10)), .position(position), .road(near: point), .kerb(point),
      .carPark(draw.integer(below: 2)), .stall(carPark: 0, stall: draw.integer(below: 9)),
    ]
    for id in ids where draw.integer(below: 2) == 0 {
      try? traffic.drive(id, to: destinations[draw.integer(below: 6)])
      if draw.integer(below: 9) == 0 { try? traffic.leave(id) }
      if draw.integer(below: 9) == 0 {
        try? traffic.perform(id, .doughnuts(count: 2, radiusMetres: 5, speed: 4))
      }
    }
    try? traffic.slow(road: position.road, isForward: position.isForward, to: 0.5)
    _ = try? traffic.block(position)
  }

  @Test func rejectsInvalidInput() throws {
    let ends = [Vec2(0, 0), Vec2(100, 0)]
    func network(_ road: Road, _ points: [Vec2] = [Vec2(0, 0), Vec2(100, 0)]) -> RoadNetwork {
      RoadNetwork(junctions: points.map { Junction($0) }, roads: [road])
    }
    func road(
      from: Int = 0, to: Int = 1, line: [Vec2] = [Vec2(0, 0), Vec2(100, 0)], lanes: Int = 1,
      limit: Double = 10
    ) -> Road {
      Road(
        kind: .primary, from: from, to: to, line: line, lanesForward: lanes,
        limitMetresPerSecond: limit)
    }
    let bad = [
      network(road(to: 2)), network(road(from: -1)), network(road(limit: .nan)),
      network(road(limit: 0)), network(road(lanes: 99)), network(road(lanes: -1)),
      network(road(line: [Vec2(0, 0), Vec2(.infinity, 0)])),
      network(road(), [Vec2(.nan, 0), Vec2(1, 0)]),
      RoadNetwork(restrictions: [TurnRestriction(from: 0, via: 0, to: 0)]),
      RoadNetwork(
        junctions: ends.map { Junction($0) }, roads: [Road](repeating: road(), count: 65)),
    ]
    for net in bad {
      #expect(throws: TrafficError.self) { _ = try Traffic(roads: net, seed: 1) }
    }
    let lit = RoadNetwork(
      junctions: ends.map { Junction($0, control: .signal) }, roads: [road()])
    let plans: [SignalPlan] = [
      SignalPlan(junction: 7, phases: [.init(roads: [0], greenSeconds: 30)]),
      SignalPlan(junction: 1, phases: [.init(roads: [], greenSeconds: 30)]),
      SignalPlan(junction: 1, phases: [.init(roads: [5], greenSeconds: 30)]),
      SignalPlan(junction: 1, phases: [.init(roads: [0], greenSeconds: .nan)]),
    ]
    for plan in plans {
      #expect(throws: TrafficError.self) { _ = try Traffic(roads: lit, signals: [plan], seed: 1) }
    }
    var traffic = try Traffic(roads: lit, seed: 1)
    var spec = VehicleSpec(.car, entity: 1, seed: 1)
    spec.lengthMetres = .nan
    #expect(throws: TrafficError.unusableVehicle) {
      _ = try traffic.enter(spec, at: .road(.init(road: 0, metres: 5)))
    }
    let car = VehicleSpec(.car, entity: 1, seed: 1)
    #expect(throws: TrafficError.unusablePlace) {
      _ = try traffic.enter(car, at: .road(.init(road: 3, metres: 5)))
    }
    let id = try traffic.enter(car, at: .road(.init(road: 0, metres: 50)))
    #expect(throws: TrafficError.noRoom) {
      _ = try traffic.enter(car, at: .road(.init(road: 0, metres: 52)))
    }
    #expect(throws: TrafficError.unusablePlace) { try traffic.drive(id, to: .junction(9)) }
    #expect(throws: TrafficError.unusablePlace) { try traffic.drive(id, to: .carPark(0)) }
    try traffic.leave(id)
    #expect(throws: TrafficError.noSuchVehicle) { try traffic.drive(id, to: .junction(1)) }
    var nothing = try Traffic(roads: RoadNetwork(), seed: 1)
    nothing.keepBackground(5)
    for _ in 0..<10 { nothing.step() }
    #expect(nothing.vehicles.isEmpty)
  }
}
