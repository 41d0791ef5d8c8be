import Geometry
import Kernel
import Maps
import Mobility
import TestSupport
import Testing

struct TrafficFollowingTests {
  /// Drivers without variation, so that closed forms hold.
  static func plain(_ entity: UInt64, topSpeed: Double = 50) -> VehicleSpec {
    var spec = VehicleSpec(.car, entity: entity, seed: 1)
    spec.driver.acceleration = 1.2
    spec.driver.deceleration = 1.6
    spec.driver.headwaySeconds = 1.2
    spec.driver.speedFactor = 1
    spec.driver.topSpeed = topSpeed
    return spec
  }

  @Test(arguments: [2.0, 5, 8, 11, 13])
  func followsAtTheEquilibriumGap(speed: Double) throws {
    var traffic = try Traffic(roads: TrafficScene.straight(6000), seed: 1)
    let lead = try traffic.enter(
      Self.plain(1, topSpeed: speed), at: .road(.init(road: 0, metres: 60)))
    let next = try traffic.enter(Self.plain(2), at: .road(.init(road: 0, metres: 20)))
    for id in [lead, next] { try traffic.drive(id, to: .junction(1)) }
    for _ in 0..<3500 { traffic.step() }
    let poses = [lead, next].compactMap { traffic.pose($0) }
    let gap = poses[0].position.x - poses[1].position.x - 4.5
    // On a free road the leader reaches its desired speed.
    let expected = CarFollowing.equilibriumGap(
      speed: poses[1].speed, wished: 13.89, headway: 1.2, standingGap: 2)
    #expect(abs(poses[1].speed - speed) < 0.02)
    #expect(abs(gap - expected) < 0.01 * expected)
  }

  @Test func acceleratesLikeTheModel() throws {
    var traffic = try Traffic(roads: TrafficScene.straight(2000), seed: 1)
    let id = try traffic.enter(Self.plain(1), at: .road(.init(road: 0, metres: 10)))
    try traffic.drive(id, to: .junction(1))
    // The model's equation in steps of a millisecond, after the short rise of the acceleration.
    var (speed, way) = (0.0, 0.0)
    var (delay, worst) = (0.0, (speed: 0.0, way: 0.0))
    for step in 1...400 {
      traffic.step()
      let pose = try #require(traffic.pose(id))
      let time = Double(step) * 0.1
      while delay + 0.001 <= time {
        let wanted =
          1.2 * (1 - (speed / 13.89) * (speed / 13.89) * (speed / 13.89) * (speed / 13.89))
        speed += min(wanted, 4 * delay) * 0.001
        way += speed * 0.001
        delay += 0.001
      }
      worst.speed = max(worst.speed, abs(pose.speed - speed))
      worst.way = max(worst.way, abs(pose.position.x - 10 + 2.25 - way))
    }
    // The delay of one step, no more.
    #expect(worst.speed < 0.15)
    #expect(worst.way < 13.89 * 0.1)
  }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: 3..<12 as Range<UInt64>)
  func longPlatoonsSurviveABrakingLeader(seed: UInt64) throws {
    try platoonsSurviveABrakingLeader(seed: seed)
  }

  /// Platoons behind a leader that brakes and continues: no collision, and all continue.
  @Test(arguments: 0..<3 as Range<UInt64>)
  func platoonsSurviveABrakingLeader(seed: UInt64) throws {
    var traffic = try Traffic(roads: TrafficScene.straight(4000), seed: seed)
    let platoon = try (0..<25).map { place in
      let spec = VehicleSpec(place % 7 == 3 ? .bus : .car, entity: UInt64(place), seed: seed)
      let metres = 700 - 25 * Double(place)
      return try traffic.enter(spec, at: .road(.init(road: 0, metres: metres), speed: 8))
    }
    for id in platoon { try traffic.drive(id, to: .junction(1)) }
    var minimum = Double.infinity
    for step in 0..<2400 {
      if step == 200 { try traffic.drive(platoon[0], to: .position(.init(road: 0, metres: 1200))) }
      if step == 900 { try traffic.drive(platoon[0], to: .junction(1)) }
      traffic.step()
      for (ahead, behind) in zip(platoon, platoon.dropFirst()) {
        minimum = min(minimum, try gap(ahead, behind, traffic))
      }
    }
    #expect(minimum > 0.5, "seed \(seed)")
    #expect(traffic.forcedStops == 0, "seed \(seed)")
    let last = try #require(traffic.pose(platoon[24]))
    #expect(last.position.x > 1500, "seed \(seed)")
  }

  private func gap(
    _ ahead: VehicleID, _ behind: VehicleID, _ traffic: Traffic
  ) throws -> Double {
    let (a, b) = (try #require(traffic.pose(ahead)), try #require(traffic.pose(behind)))
    let (first, second) = (
      try #require(traffic.vehicle(ahead)), try #require(traffic.vehicle(behind))
    )
    let rear = a.position.x + first.wheelbaseMetres / 2 + first.frontOverhangMetres
    let front = b.position.x + second.wheelbaseMetres / 2 + second.frontOverhangMetres
    return rear - first.lengthMetres - front
  }

  /// On a ring that is too full for steady driving, stop-and-go waves form by themselves.
  ///
  /// By the model's linear stability (Treiber and Kesting, "Traffic Flow Dynamics"), with these drivers' mean
  /// parameters the limit is near 68 vehicles per kilometre: below it, disturbances decay.
  @Test(arguments: [(50, false), (80, true)])
  func wavesEmergeInDenseTraffic(count: Int, hasWaves: Bool) throws {
    let points = (0...72).map { Vec2(angle: Double($0) * .pi / 36, length: 160) }
    let roads = (0..<4).map { quarter in
      Road(
        kind: .secondary, from: quarter, to: (quarter + 1) % 4,
        line: Array(points[(18 * quarter)...(18 * quarter + 18)]), lanesBackward: 0,
        limitMetresPerSecond: 13.89)
    }
    let junctions = (0..<4).map { Junction(points[18 * $0]) }
    var traffic = try Traffic(roads: RoadNetwork(junctions: junctions, roads: roads), seed: 5)
    traffic.keepBackground(count)
    for _ in 0..<8000 { traffic.step() }
    let speeds = traffic.vehicles.compactMap { traffic.pose($0)?.speed }
    let spread = (speeds.max() ?? 0) - (speeds.min() ?? 0)
    #expect(speeds.count > count - 5)
    #expect(hasWaves ? spread > 5 : spread < 1)
    #expect(VehicleOutline.overlaps(in: traffic).isEmpty)
    #expect(traffic.forcedStops == 0)
  }
}
