import Geometry
import Kernel
import Maps
import Mobility
import TestSupport
import Testing

struct TrafficMotionTests {
  /// A hilly road in the style of OpenStreetMap: short pieces, sharp corners, a hairpin.
  static func winding(_ seed: UInt64) -> RoadNetwork {
    var draw = RandomStream(seed: seed, purpose: "winding")
    var (points, place, angle) = ([Vec2(0, 0)], Vec2(0, 0), 0.0)
    for _ in 0..<40 {
      angle += draw.uniform(in: -0.9...0.9)
      place += Vec2(angle: angle, length: draw.uniform(in: 3...40))
      points.append(place)
    }
    let middle = points.count / 2
    return RoadNetwork(
      junctions: [Junction(points[0]), Junction(points[middle]), Junction(place)],
      roads: [
        Road(
          kind: .secondary, from: 0, to: 1, line: Array(points[...middle]), lanesForward: 1,
          limitMetresPerSecond: 22),
        Road(
          kind: .secondary, from: 1, to: 2, line: Array(points[middle...]), lanesForward: 1,
          limitMetresPerSecond: 13.89),
      ])
  }

  @Test(
    .enabled(if: runsLong, "make test-long"), arguments: 6..<25 as Range<UInt64>,
    [VehicleKind.car, .bus, .bicycle])
  func longBendsAreSmooth(seed: UInt64, kind: VehicleKind) throws {
    try bendsAreSmooth(seed: seed, kind: kind)
  }

  /// In bends position, velocity and heading agree, and lateral acceleration is limited.
  @Test(arguments: 0..<6 as Range<UInt64>, [VehicleKind.car, .bus, .bicycle])
  func bendsAreSmooth(seed: UInt64, kind: VehicleKind) throws {
    var traffic = try Traffic(roads: Self.winding(seed), seed: seed)
    let id = try traffic.enter(
      VehicleSpec(kind, entity: seed, seed: seed), at: .road(.init(road: 0, metres: 15)))
    try traffic.drive(id, to: .junction(2))
    var monitor = VehicleMonitor()
    var hasArrived = false
    for _ in 0..<8000 where !hasArrived {
      traffic.step()
      monitor.process(traffic.pose(id))
      hasArrived = traffic.arrivals.contains(id)
    }
    #expect(hasArrived)
    #expect(monitor["jump"] < 0.02, "seed \(seed)")
    #expect(monitor["turn"] < 0.02, "seed \(seed)")
    #expect(monitor["lateral"] < 2.9, "seed \(seed)")
    #expect(monitor["jerk"] < 4.5, "seed \(seed)")
    #expect(monitor["longitudinal"] < 3.2, "seed \(seed)")
    // A long vehicle's middle drifts outwards after its front has turned and before its rear has.
    #expect(monitor["slip"] < (kind == .bus ? 0.4 : 0.2), "seed \(seed)")
  }

  /// Random trips on grids under all rules: all arrive, without collision, in smooth motion.
  @Test(arguments: JunctionControl.allCases, 0..<6 as Range<UInt64>)
  func allVehiclesArriveWithoutCollision(control: JunctionControl, seed: UInt64) throws {
    let lanes = Int(seed % 2) + 1
    let net = TrafficScene.grid(4, spacing: 130, control: control, lanes: lanes)
    var traffic = try Traffic(roads: net, seed: seed)
    var draw = RandomStream(seed: seed, purpose: "trips")
    var (monitors, waiting, overlaps) = ([VehicleID: VehicleMonitor](), Set<VehicleID>(), 0)
    var sent = 0
    for step in 0..<14_000 where sent < 150 || !waiting.isEmpty {
      if step % 10 == 0, sent < 150 {
        let kind: VehicleKind = [.car, .car, .car, .bicycle, .bus][sent % 5]
        let place = RoadPosition(
          road: draw.integer(below: net.roads.count), isForward: draw.integer(below: 2) == 0,
          metres: draw.uniform(in: 20...60))
        let goal = RoadPosition(
          road: draw.integer(below: net.roads.count), isForward: draw.integer(below: 2) == 0,
          metres: draw.uniform(in: 30...90))
        let spec = VehicleSpec(kind, entity: UInt64(sent), seed: seed)
        if let id = try? traffic.enter(spec, at: .road(place)) {
          try traffic.drive(id, to: .position(goal))
          waiting.insert(id)
          sent += 1
        }
      }
      traffic.step()
      for id in waiting { monitors[id, default: VehicleMonitor()].process(traffic.pose(id)) }
      if step % 4 == 0 { overlaps += VehicleOutline.overlaps(in: traffic).count }
      for id in traffic.arrivals {
        waiting.remove(id)
        try traffic.leave(id)
      }
    }
    #expect(sent == 150)
    #expect(waiting.isEmpty, "\(waiting.compactMap { traffic.pose($0)?.position })")
    #expect(overlaps == 0)
    for (name, limit) in [("jump", 0.03), ("turn", 0.03), ("lateral", 3.2)] {
      #expect(monitors.values.reduce(0) { max($0, $1[name]) } < limit, "\(name)")
    }
    #expect(traffic.forcedStops == 0)
  }

  /// A mirrored world with traffic on the other side moves like the mirror image.
  @Test func drivingOnTheLeftIsTheMirrorImage() throws {
    let net = TrafficScene.grid(3, control: .priority)
    func mirrored(_ p: Vec2) -> Vec2 { Vec2(p.x, -p.y) }
    let image = RoadNetwork(
      junctions: net.junctions.map { Junction(mirrored($0.point), control: $0.control) },
      roads: net.roads.map {
        Road(
          kind: $0.kind, from: $0.from, to: $0.to, line: $0.line.map(mirrored),
          limitMetresPerSecond: $0.limitMetresPerSecond)
      })
    var rules = TrafficRules()
    var right = try Traffic(roads: net, seed: 4, rules: rules)
    rules.drivesOnLeft = true
    var left = try Traffic(roads: image, seed: 4, rules: rules)
    right.keepBackground(25)
    left.keepBackground(25)
    for _ in 0..<1000 {
      right.step()
      left.step()
    }
    #expect(right.vehicles == left.vehicles)
    for id in right.vehicles {
      let (a, b) = (try #require(right.pose(id)), try #require(left.pose(id)))
      #expect(a.position == mirrored(b.position))
      #expect(a.velocity == mirrored(b.velocity))
      #expect(a.headingRadians == -b.headingRadians || abs(a.headingRadians) == .pi)
      #expect(a.turnRate == -b.turnRate)
    }
  }
}
