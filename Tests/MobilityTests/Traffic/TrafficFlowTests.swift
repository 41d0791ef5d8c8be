import Geometry
import Kernel
import Maps
import Mobility
import Testing

struct TrafficFlowTests {
  /// Full grids keep moving: no vehicle waits forever, with any junction control.
  @Test(arguments: JunctionControl.allCases)
  func gridsDoNotDeadlock(control: JunctionControl) throws {
    var traffic = try Traffic(roads: TrafficScene.grid(6, control: control), seed: 9)
    traffic.keepBackground(240)
    traffic.keepBackground(20, of: .bicycle)
    traffic.keepBackground(6, of: .bus)
    var (standing, longest, overlaps) = ([VehicleID: Int](), 0, 0)
    for step in 0..<12_000 {
      traffic.step()
      guard step % 10 == 0 else { continue }
      for id in traffic.vehicles {
        let stands = (traffic.pose(id)?.speed ?? 0) < 0.1
        standing[id] = stands ? (standing[id] ?? 0) + 1 : 0
        longest = max(longest, standing[id] ?? 0)
      }
      if step % 50 == 0 { overlaps += VehicleOutline.overlaps(in: traffic).count }
    }
    let sum = traffic.vehicles.reduce(0) { $0 + (traffic.pose($1)?.speed ?? 0) }
    #expect(sum / Double(traffic.vehicles.count) > 2)
    #expect(longest < 240)
    #expect(overlaps == 0)
    #expect(traffic.forcedStops == 0)
  }

  /// A roundabout of four arms, with priority over entering vehicles.
  @Test(arguments: [false, true])
  func roundabout(drivesOnLeft: Bool) throws {
    let sign = drivesOnLeft ? -1.0 : 1
    func place(_ quarter: Double, _ radius: Double) -> Vec2 {
      Vec2(angle: sign * quarter * .pi / 2, length: radius)
    }
    let junctions = [20.0, 220].flatMap { radius in
      (0..<4).map { Junction(place(Double($0), radius)) }
    }
    var roads: [Road] = []
    for arm in 0..<4 {
      let bow = (0...6).map { place(Double(arm) + Double($0) / 6, 20) }
      roads.append(
        Road(
          kind: .tertiary, from: arm, to: (arm + 1) % 4, line: bow, lanesBackward: 0,
          limitMetresPerSecond: 10))
      roads.append(
        Road(
          kind: .tertiary, from: arm + 4, to: arm,
          line: [junctions[arm + 4].point, junctions[arm].point], limitMetresPerSecond: 13.9))
    }
    var rules = TrafficRules()
    rules.drivesOnLeft = drivesOnLeft
    var traffic = try Traffic(
      roads: RoadNetwork(junctions: junctions, roads: roads), seed: 1, rules: rules)
    traffic.keepBackground(40)
    let (left, overlaps) = run(&traffic, steps: 9000)
    // 15 minutes; a small roundabout carries 1000 to 1500 vehicles per hour.
    #expect(left > 150, "\(left)")
    #expect(overlaps == 0)
    #expect(traffic.forcedStops == 0)
  }

  /// A ramp joins a motorway, whose vehicles have priority.
  @Test(arguments: [2, 3])
  func rampMergesIntoMotorway(lanesBeyond: Int) throws {
    let places = [Vec2(-1500, 0), Vec2(0, 0), Vec2(1500, 0), Vec2(-300, -60)]
    func road(_ kind: RoadKind, _ from: Int, _ to: Int, lanes: Int, limit: Double) -> Road {
      Road(
        kind: kind, from: from, to: to, line: [places[from], places[to]], lanesForward: lanes,
        lanesBackward: 0, limitMetresPerSecond: limit)
    }
    let net = RoadNetwork(
      junctions: places.map { Junction($0) },
      roads: [
        road(.motorway, 0, 1, lanes: 2, limit: 30),
        road(.motorway, 1, 2, lanes: lanesBeyond, limit: 30),
        road(.link, 3, 1, lanes: 1, limit: 22),
      ])
    var traffic = try Traffic(roads: net, seed: 1)
    traffic.keepBackground(40)
    let (left, overlaps) = run(&traffic, steps: 9000)
    #expect(left > 150, "\(left)")
    #expect(overlaps == 0)
    #expect(traffic.forcedStops == 0)
    // If the ramp becomes a lane of its own, no vehicle needs to stop on it.
    let ramp = traffic.vehicles.filter { traffic.roadPosition(of: $0)?.road == 2 }
    if lanesBeyond == 3 { #expect(ramp.allSatisfy { (traffic.pose($0)?.speed ?? 0) > 3 }) }
  }

  private func run(_ traffic: inout Traffic, steps: Int) -> (left: Int, overlaps: Int) {
    var (left, overlaps) = (0, 0)
    for step in 0..<steps {
      traffic.step()
      left += traffic.events.count
      if step % 3 == 0 { overlaps += VehicleOutline.overlaps(in: traffic).count }
    }
    return (left, overlaps)
  }
}
