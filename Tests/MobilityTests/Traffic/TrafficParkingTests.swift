import Geometry
import Glibc
import Kernel
import Maps
import Mobility
import Testing

struct TrafficParkingTests {
  /// Cars fill a car park to the last stall; later ones are reported that it is full.
  @Test(arguments: [90.0, 60], [UInt64(1), 2])
  func searchFillsAllStalls(angle: Double, seed: UInt64) throws {
    let net = TrafficScene.carPark(aisles: 2, stallsPerSide: 4, angleDegrees: angle)
    let stalls = net.carParks[0].stalls
    var traffic = try Traffic(roads: net, seed: seed)
    var (cars, parked, gaveUp): ([VehicleID], Set<VehicleID>, [VehicleID]) = ([], [], [])
    var monitor = VehicleMonitor()
    for step in 0..<20_000 where parked.count + gaveUp.count < stalls.count + 2 {
      if step % 100 == 0, cars.count < stalls.count + 2 {
        let spec = VehicleSpec(.car, entity: UInt64(cars.count), seed: seed)
        if let id = try? traffic.enter(spec, at: .road(.init(road: 0, metres: 10), speed: 5)) {
          try traffic.drive(id, to: .carPark(0))
          cars.append(id)
        }
      }
      traffic.step()
      for event in traffic.events {
        switch event {
        case .arrived(let id): parked.insert(id)
        case .foundNoStall(let id):
          gaveUp.append(id)
          // It leaves, like a driver would.
          try traffic.leave(id)
        default: break
        }
      }
      if let first = cars.first, !gaveUp.contains(first) { monitor.process(traffic.pose(first)) }
    }
    #expect(parked.count == stalls.count)
    #expect(gaveUp.count == 2)
    #expect(traffic.freeStalls(of: 0).isEmpty)
    var taken: Set<Int> = []
    for id in parked {
      let stall = try #require(traffic.stall(of: id)?.stall)
      #expect(taken.insert(stall).inserted)
      let (pose, place) = (try #require(traffic.pose(id)), stalls[stall])
      #expect(pose.position.distance(to: place.point) < 0.05)
      #expect(cos(pose.headingRadians - place.headingRadians) > 0.999)
      #expect(pose.speed == 0)
    }
    #expect(monitor["jump"] < 0.03)
    #expect(monitor["turn"] < 0.03)
    #expect(monitor["jerk"] < 20)
    #expect(monitor["curvature"] < 0.4)
  }

  /// Cars leave their stalls and drive away; others wait for them.
  @Test(arguments: [90.0, -90], [false, true])
  func carsLeaveTheirStalls(angle: Double, drivesOnLeft: Bool) throws {
    let net = TrafficScene.carPark(aisles: 1, stallsPerSide: 5, angleDegrees: angle)
    var rules = TrafficRules()
    rules.drivesOnLeft = drivesOnLeft
    var traffic = try Traffic(roads: net, seed: 1, rules: rules)
    let ids = try (0..<10).map { stall in
      try traffic.enter(
        VehicleSpec(.car, entity: UInt64(stall), seed: 1), at: .stall(carPark: 0, stall: stall))
    }
    for id in ids {
      let before = try #require(traffic.pose(id))
      try traffic.drive(id, to: .junction(0))
      #expect(traffic.pose(id) == before)
    }
    var monitors = [VehicleMonitor](repeating: VehicleMonitor(), count: ids.count)
    var arrived: Set<VehicleID> = []
    var overlaps = 0
    for step in 0..<9000 where arrived.count < ids.count {
      traffic.step()
      for (place, id) in ids.enumerated() where !arrived.contains(id) {
        monitors[place].process(traffic.pose(id))
      }
      if step % 5 == 0 { overlaps += Self.onAisle(traffic, arrived).count }
      for id in traffic.arrivals {
        arrived.insert(id)
        try traffic.leave(id)
      }
    }
    #expect(arrived.count == ids.count)
    #expect(traffic.freeStalls(of: 0).count == 10)
    #expect(overlaps == 0)
    for monitor in monitors {
      #expect(monitor["jump"] < 0.03)
      #expect(monitor["turn"] < 0.03)
      #expect(monitor["jerk"] < 20)
      #expect(monitor["curvature"] < 0.4)
    }
  }

  /// Overlaps of vehicles of which at least one is out of the stalls.
  private static func onAisle(
    _ traffic: Traffic, _ gone: Set<VehicleID>
  ) -> [(VehicleID, VehicleID)] {
    VehicleOutline.overlaps(in: traffic).filter { a, b in
      // Corners of neighbours may touch while one turns out between them.
      traffic.stall(of: a) == nil && traffic.stall(of: b) == nil
        && traffic.activity(of: a) == .driving && traffic.activity(of: b) == .driving
        && traffic.roadPosition(of: a) != nil && traffic.roadPosition(of: b) != nil
    }
  }

  @Test func drivesToRequestedStallOrReportsFailure() throws {
    let net = TrafficScene.carPark(aisles: 1, stallsPerSide: 3)
    var traffic = try Traffic(roads: net, seed: 1)
    func car(_ entity: UInt64) throws -> VehicleID {
      try traffic.enter(
        VehicleSpec(.car, entity: entity, seed: 1), at: .road(.init(road: 0, metres: 10)))
    }
    let first = try car(1)
    try traffic.drive(first, to: .stall(carPark: 0, stall: 3))
    for _ in 0..<1000 { traffic.step() }
    #expect(traffic.stall(of: first)?.stall == 3)
    let second = try car(2)
    try traffic.drive(second, to: .stall(carPark: 0, stall: 3))
    var failed = false
    for _ in 0..<2000 {
      traffic.step()
      if traffic.events.contains(.foundNoStall(second)) { failed = true }
    }
    #expect(failed)
    #expect(throws: TrafficError.unusablePlace) {
      try traffic.drive(second, to: .stall(carPark: 0, stall: 99))
    }
    #expect(throws: TrafficError.noRoom) {
      _ = try traffic.enter(
        VehicleSpec(.car, entity: 9, seed: 1), at: .stall(carPark: 0, stall: 3))
    }
  }

  /// Doughnuts have the given number and radius, and the car is in its lane afterwards.
  @Test(arguments: [(1, 6.0, 4.0, true), (3, 6, 5, false), (10, 12, 8, true)])
  func doughnutsHaveRequestedCountAndRadius(
    count: Int, radius: Double, speed: Double, isLeft: Bool
  ) throws {
    var traffic = try Traffic(roads: TrafficScene.straight(400, back: 1, kind: .aisle), seed: 1)
    let id = try traffic.enter(
      VehicleSpec(.car, entity: 1, seed: 1), at: .road(.init(road: 0, metres: 200)))
    let start = try #require(traffic.pose(id))
    try traffic.perform(
      id, .doughnuts(count: count, radiusMetres: radius, speed: speed, toTheLeft: isLeft))
    var (turned, top, sideways) = (0.0, 0.0, 0.0)
    var monitor = VehicleMonitor()
    monitor.process(start)
    for _ in 0..<5000 where !traffic.arrivals.contains(id) {
      traffic.step()
      let pose = try #require(traffic.pose(id))
      monitor.process(pose)
      turned += pose.turnRate * 0.1
      top = max(top, pose.speed)
      sideways = max(sideways, abs(pose.turnRate * pose.speed))
    }
    let end = try #require(traffic.pose(id))
    #expect(abs(turned - (isLeft ? 1 : -1) * 2 * .pi * Double(count)) < 0.1)
    #expect(abs(top - speed) < 0.05)
    #expect(abs(sideways - speed * speed / radius) < 0.1 * speed * speed / radius)
    #expect(abs(end.position.y - start.position.y) < 0.01)
    #expect(abs(end.headingRadians) < 1e-3)
    #expect(monitor["jump"] < 0.03)
    #expect(monitor["turn"] < 0.03)
    try traffic.drive(id, to: .junction(1))
    for _ in 0..<600 { traffic.step() }
    #expect((traffic.pose(id)?.position.x ?? 0) > 350)
  }
}
