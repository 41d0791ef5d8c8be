import Geometry
import Kernel
import Maps
import Mobility
import Testing

struct TrafficStopTests {
  /// Cars stop beside the road on the side of the point, stand aside, and pull out again.
  @Test(arguments: [true, false], [false, true])
  func carsStopAtKerbOnRequestedSide(isNear: Bool, drivesOnLeft: Bool) throws {
    var rules = TrafficRules()
    rules.drivesOnLeft = drivesOnLeft
    var traffic = try Traffic(roads: TrafficScene.straight(600, back: 1), seed: 2, rules: rules)
    let id = try traffic.enter(
      VehicleSpec(.car, entity: 1, seed: 2), at: .road(.init(road: 0, metres: 30)))
    let side = (isNear ? -1.0 : 1) * (drivesOnLeft ? -1 : 1)
    try traffic.drive(id, to: .kerb(Vec2(300, 6 * side)))
    var monitor = VehicleMonitor()
    try drive(id, in: &traffic, &monitor)
    let pose = try #require(traffic.pose(id))
    #expect(abs(pose.position.x - 300) < 1)
    // The lane's centre is 1.6 m from the road's, and the car stands beside its lane.
    #expect(abs(pose.position.y - 4.3 * side) < 0.05)
    #expect(pose.speed == 0)
    let onward = isNear ? 1 : 0
    try traffic.drive(id, to: .junction(onward))
    try drive(id, in: &traffic, &monitor)
    let end = try #require(traffic.pose(id))
    #expect(abs(end.position.y - 1.6 * side) < 0.05)
    #expect(monitor["jump"] < 0.02)
    #expect(monitor["turn"] < 0.03)
    #expect(monitor["jerk"] < 16.5)
    #expect(monitor["lateral"] < 3)
  }

  private func drive(
    _ id: VehicleID, in traffic: inout Traffic, _ monitor: inout VehicleMonitor
  ) throws {
    for _ in 0..<3000 {
      traffic.step()
      monitor.process(traffic.pose(id))
      if traffic.arrivals.contains(id) { return }
    }
    Issue.record("it never arrived: \(String(describing: traffic.pose(id)))")
  }

  /// Several cars that stop at one point queue behind one another, without collision.
  @Test func carsQueueAtOneKerb() throws {
    var traffic = try Traffic(roads: TrafficScene.straight(800), seed: 3)
    var (arrived, overlaps) = (Set<VehicleID>(), 0)
    var cars: [VehicleID] = []
    for step in 0..<3000 {
      if step % 120 == 0, cars.count < 8 {
        let id = try traffic.enter(
          VehicleSpec(.car, entity: UInt64(step), seed: 3),
          at: .road(.init(road: 0, metres: 10), speed: 8))
        try traffic.drive(id, to: .kerb(Vec2(400, -5)))
        cars.append(id)
      }
      traffic.step()
      arrived.formUnion(traffic.arrivals)
      overlaps += VehicleOutline.overlaps(in: traffic).count
    }
    #expect(arrived.count == 8)
    #expect(overlaps == 0)
    // All of them drive away again.
    for id in cars { try traffic.drive(id, to: .junction(1)) }
    var left: Set<VehicleID> = []
    for _ in 0..<4000 {
      traffic.step()
      for id in traffic.arrivals {
        left.insert(id)
        try traffic.leave(id)
      }
      overlaps += VehicleOutline.overlaps(in: traffic).count
    }
    #expect(left.count == 8)
    #expect(overlaps == 0)
  }

  static let line = BusLine(
    name: "7",
    stops: [
      .init(name: "A", point: Vec2(50, -4.5)), .init(name: "B", point: Vec2(400, -4.5)),
      .init(name: "C", point: Vec2(700, -4.5)),
    ], headwaySeconds: 90)

  /// Buses keep their headway, stand at every stop for their dwell time, and leave at the last.
  @Test func busesStopAndKeepHeadway() throws {
    let road = TrafficScene.straight(900, back: 1)
    let net = RoadNetwork(
      junctions: road.junctions, roads: road.roads, busLines: [Self.line])
    var traffic = try Traffic(roads: net, seed: 1)
    try traffic.startBusLines()
    var arrivals: [(time: Double, id: VehicleID, stop: Int)] = []
    var departures: [(time: Double, id: VehicleID, stop: Int)] = []
    var held = false
    for _ in 0..<4000 {
      traffic.step()
      for event in traffic.events {
        let time = traffic.now.seconds
        switch event {
        case .busArrived(let id, let line, let stop):
          #expect(line == 0)
          arrivals.append((time, id, stop))
          let pose = try #require(traffic.pose(id))
          #expect(pose.speed == 0)
          #expect(abs(pose.position.x - Self.line.stops[stop].point.x) < 7)
          #expect(traffic.bus(atStop: stop, ofLine: 0) == id)
          if stop == 1, !held {
            try traffic.hold(id, seconds: 25)
            held = true
          }
        case .busDeparted(let id, _, let stop): departures.append((time, id, stop))
        default: break
        }
      }
    }
    let first = arrivals.filter { $0.stop == 0 }
    for (a, b) in zip(first, first.dropFirst()) { #expect(abs(b.time - a.time - 90) < 0.15) }
    #expect(first.count == 5)
    for (a, b) in zip(
      arrivals.filter({ $0.id == first[0].id }), departures.filter { $0.id == first[0].id })
    {
      #expect(a.stop == b.stop)
      #expect(abs(b.time - a.time - (a.stop == 1 ? 25 : 10)) < 0.15)
    }
    #expect(arrivals.filter { $0.id == first[0].id }.map(\.stop) == [0, 1, 2])
    #expect(traffic.pose(first[0].id) == nil)
  }

  @Test func rejectsInvalidBusLines() throws {
    let road = TrafficScene.straight(900)
    let back = BusLine(
      name: "back", stops: Self.line.stops.reversed(), headwaySeconds: 60)
    let short = BusLine(name: "short", stops: [Self.line.stops[0]], headwaySeconds: 60)
    for line in [back, short] {
      let net = RoadNetwork(junctions: road.junctions, roads: road.roads, busLines: [line])
      var traffic = try Traffic(roads: net, seed: 1)
      #expect(throws: TrafficError.self) { try traffic.startBusLines() }
    }
  }
}
