import Geometry
import Kernel
import Maps
import Mobility
import Testing

struct TrafficRoadTests {
  /// Equal seeds give equal bytes; a distant vehicle changes no bit of others.
  @Test(arguments: 0..<3 as Range<UInt64>)
  func distantVehiclesDoNotAffectOthers(seed: UInt64) throws {
    let grid = TrafficScene.grid(3, control: .priority)
    // A separate road, far from the grid.
    let far = [Vec2(5000, 0), Vec2(6000, 0)]
    let net = RoadNetwork(
      junctions: grid.junctions + far.map { Junction($0) },
      roads: grid.roads + [
        Road(
          kind: .secondary, from: grid.junctions.count, to: grid.junctions.count + 1, line: far,
          limitMetresPerSecond: 14)
      ])
    func run(withDistantVehicle: Bool) throws -> [VehiclePose] {
      var traffic = try Traffic(roads: net, seed: seed)
      var ids: [VehicleID] = []
      var draw = RandomStream(seed: seed, purpose: "trips")
      for step in 0..<2500 {
        if step == 5, withDistantVehicle {
          let id = try traffic.enter(
            VehicleSpec(.car, entity: 999, seed: seed),
            at: .road(.init(road: grid.roads.count, metres: 50)))
          try traffic.drive(id, to: .junction(grid.junctions.count + 1))
        }
        if step % 40 == 0, ids.count < 40 {
          let place = RoadPosition(
            road: draw.integer(below: grid.roads.count), metres: draw.uniform(in: 20...80))
          let goal = draw.integer(below: grid.junctions.count)
          let spec = VehicleSpec(
            ids.count % 4 == 0 ? .bicycle : .car, entity: UInt64(step), seed: seed)
          if let id = try? traffic.enter(spec, at: .road(place)) {
            try traffic.drive(id, to: .junction(goal))
            ids.append(id)
          }
        }
        traffic.step()
      }
      return ids.compactMap { traffic.pose($0) }
    }
    let alone = try run(withDistantVehicle: false)
    #expect(alone.count > 20)
    #expect(try run(withDistantVehicle: false) == alone)
    #expect(try run(withDistantVehicle: true) == alone)
  }

  /// Cars pass bicycles with a margin, and return to their lane.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func carsPassBicycles(seed: UInt64) throws {
    var traffic = try Traffic(roads: TrafficScene.straight(1500, back: 1), seed: seed)
    let bicycle = try traffic.enter(
      VehicleSpec(.bicycle, entity: 1, seed: seed), at: .road(.init(road: 0, metres: 120)))
    let car = try traffic.enter(
      VehicleSpec(.car, entity: 2, seed: seed), at: .road(.init(road: 0, metres: 20)))
    for id in [bicycle, car] { try traffic.drive(id, to: .junction(1)) }
    var (room, passes) = (Double.infinity, false)
    for _ in 0..<900 {
      traffic.step()
      let (a, b) = (try #require(traffic.pose(bicycle)), try #require(traffic.pose(car)))
      if abs(a.position.x - b.position.x) < 3 {
        room = min(room, b.position.y - a.position.y - 1.2)
        passes = true
      }
      #expect(VehicleOutline.overlaps(in: traffic).isEmpty)
    }
    let (a, b) = (try #require(traffic.pose(bicycle)), try #require(traffic.pose(car)))
    #expect(passes)
    #expect(room > 0.9)
    #expect(b.position.x > a.position.x + 20)
    #expect(abs(b.position.y + 1.6) < 0.05)
    #expect(abs(a.position.y + 2.7) < 0.05)
  }

  /// On a motorway fast vehicles overtake slow ones, a blocked lane causes a jam, and it dissolves.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func blockedLaneJamsAndClears(seed: UInt64) throws {
    let net = TrafficScene.straight(3000, lanes: 2, limit: 30, kind: .motorway)
    var traffic = try Traffic(roads: net, seed: seed)
    let wreck = try traffic.block(.init(road: 0, metres: 1800))
    traffic.keepBackground(90)
    var (overlaps, left) = (0, 0)
    for step in 0..<4500 {
      if step == 2500 { try traffic.leave(wreck) }
      traffic.step()
      if step % 5 == 0 { overlaps += VehicleOutline.overlaps(in: traffic).count }
      left += traffic.events.filter { if case .left = $0 { true } else { false } }.count
    }
    #expect(overlaps == 0, "seed \(seed)")
    #expect(left > 60, "seed \(seed)")
    #expect(traffic.forcedStops == 0, "seed \(seed)")
    #expect(throws: TrafficError.noSuchVehicle) { try traffic.leave(wreck) }
  }

  /// In a slow zone no vehicle exceeds its limit, and all were faster before it.
  @Test func slowZoneLimitsSpeed() throws {
    var traffic = try Traffic(roads: TrafficScene.straight(1500), seed: 1)
    try traffic.slow(road: 0, isForward: true, to: 0.3, metres: 600...900)
    let id = try traffic.enter(
      VehicleSpec(.car, entity: 1, seed: 1), at: .road(.init(road: 0, metres: 20)))
    try traffic.drive(id, to: .junction(1))
    var (before, within) = (0.0, 0.0)
    for _ in 0..<2500 {
      traffic.step()
      let pose = try #require(traffic.pose(id))
      if pose.position.x < 550 { before = max(before, pose.speed) }
      if (605...890).contains(pose.position.x) { within = max(within, pose.speed) }
      #expect(abs(pose.acceleration) < 2.5)
    }
    #expect(before > 10)
    #expect(within < 0.3 * 13.89 * 1.2 + 0.3)
    #expect((traffic.pose(id)?.position.x ?? 0) > 1400)
  }

  /// Vehicles on the minor road give way to those on the major one.
  @Test(arguments: 0..<5 as Range<UInt64>)
  func minorRoadYields(seed: UInt64) throws {
    let points = [Vec2(-400, 0), Vec2(0, 0), Vec2(400, 0), Vec2(0, -200), Vec2(0, 200)]
    func road(_ kind: RoadKind, _ a: Int, _ b: Int) -> Road {
      Road(kind: kind, from: a, to: b, line: [points[a], points[b]], limitMetresPerSecond: 13.89)
    }
    let net = RoadNetwork(
      junctions: points.map { Junction($0) },
      roads: [
        road(.primary, 0, 1), road(.primary, 1, 2), road(.residential, 3, 1),
        road(.residential, 1, 4),
      ])
    var traffic = try Traffic(roads: net, seed: seed)
    let major = try (0..<12).map { place in
      let spec = VehicleSpec(.car, entity: UInt64(place), seed: seed)
      let id = try traffic.enter(
        spec, at: .road(.init(road: 0, metres: 380 - 30 * Double(place)), speed: 10))
      try traffic.drive(id, to: .junction(2))
      return id
    }
    let minor = try traffic.enter(
      VehicleSpec(.car, entity: 99, seed: seed), at: .road(.init(road: 2, metres: 120)))
    try traffic.drive(minor, to: .junction(4))
    var (minimum, arrived) = (Double.infinity, Set<VehicleID>())
    for _ in 0..<1500 {
      traffic.step()
      for id in major where (traffic.pose(id)?.position.x ?? 0) < 100 {
        minimum = min(minimum, traffic.pose(id)?.acceleration ?? 0)
      }
      arrived.formUnion(traffic.arrivals)
      #expect(VehicleOutline.overlaps(in: traffic).isEmpty)
    }
    // No vehicle on the major road brakes for the minor one; a little for one another.
    #expect(minimum > -2)
    #expect(arrived.contains(minor))
    #expect(traffic.forcedStops == 0)
  }
}
