import Geometry
import Kernel
import Maps
import Mobility
import Testing
import Venues

struct TrafficSignalTests {
  static let plan = SignalPlan(
    junction: 1,
    phases: [.init(roads: [0, 1], greenSeconds: 60), .init(roads: [2, 3], greenSeconds: 25)],
    amberSeconds: 3, clearanceSeconds: 2, offsetSeconds: 7)

  @Test func lightsFollowThePlan() {
    let plan = Self.plan
    #expect(plan.cycleSeconds == 95)
    let colours: [(Double, LightColour, LightColour)] = [
      (0, .green, .red), (52.9, .green, .red), (53.1, .amber, .red), (56.1, .red, .red),
      (58.1, .red, .green), (83.1, .red, .amber), (86.1, .red, .red), (88.1, .green, .red),
      (95, .green, .red), (-1, .green, .red), (-10, .red, .amber),
    ]
    for (seconds, first, second) in colours {
      #expect(plan.light(for: 0, at: SimTime(seconds: seconds)) == first, "at \(seconds)")
      #expect(plan.light(for: 3, at: SimTime(seconds: seconds)) == second, "at \(seconds)")
      #expect(plan.light(for: 9, at: SimTime(seconds: seconds)) == .red)
    }
  }

  @Test func pedestriansCrossDuringRed() throws {
    let plan = Self.plan
    // Road 0 has red from 56 s to 88 s.
    for (seconds, may) in [(50.0, false), (55, false), (57, true), (77.9, true), (78.5, false)] {
      let walks = plan.mayWalk(across: 0, at: SimTime(seconds: seconds), crossingSeconds: 10)
      #expect(walks == may, "at \(seconds)")
    }
    #expect(plan.mayWalk(across: 9, at: .start, crossingSeconds: 10))
    for start in stride(from: 0.0, to: 200, by: 1.7) {
      let time = SimTime(seconds: start)
      let next = try #require(plan.nextWalk(across: 0, atOrAfter: time, crossingSeconds: 10))
      #expect(next >= time)
      #expect(plan.mayWalk(across: 0, at: next, crossingSeconds: 10))
      // No earlier time is valid.
      for step in 0..<Int((next - time).seconds * 10) {
        let earlier = time + .seconds(Double(step) * 0.1)
        #expect(!plan.mayWalk(across: 0, at: earlier, crossingSeconds: 10))
      }
    }
    #expect(plan.nextWalk(across: 0, atOrAfter: .start, crossingSeconds: 60) == nil)
  }

  @Test func defaultPlansGiveEachRoadGreenWithoutConflicts() throws {
    let network = TrafficScene.grid(4)
    let plans = defaultSignalPlans(for: network)
    #expect(plans.count == 16)
    for plan in plans {
      #expect((60...120).contains(plan.cycleSeconds))
      for (number, road) in network.roads.enumerated()
      where road.from == plan.junction || road.to == plan.junction {
        let phases = plan.phases.filter { $0.roads.contains(number) }
        #expect(phases.count == 1)
        // Roads of one phase are collinear, except the corners' two roads.
        guard network.roads.filter({ $0.from == plan.junction || $0.to == plan.junction }).count > 2
        else { continue }
        for other in phases[0].roads {
          let (a, b) = (road.line[1] - road.line[0], network.roads[other].line)
          #expect(abs(a.cross(b[1] - b[0])) < 1e-6)
        }
      }
    }
  }

  /// A long queue at a light discharges 1600 to 2000 vehicles per hour and lane.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func saturationFlow(seed: UInt64) throws {
    let network = TrafficScene.chain(
      [Vec2(0, 0), Vec2(600, 0), Vec2(2000, 0)], control: .signal)
    let plans = [0, 1, 2].map { junction in
      SignalPlan(
        junction: junction,
        phases: [
          .init(roads: junction == 0 ? [0] : junction == 1 ? [0, 1] : [1], greenSeconds: 120)
        ],
        clearanceSeconds: 77, offsetSeconds: 124)
    }
    var traffic = try Traffic(roads: network, signals: plans, seed: seed)
    let cars = try (0..<45).map { place in
      let spec = VehicleSpec(.car, entity: UInt64(place), seed: seed)
      let at = RoadPosition(road: 0, metres: 590 - 7 * Double(place))
      return try traffic.enter(spec, at: .road(at))
    }
    for id in cars { try traffic.drive(id, to: .junction(2)) }
    var times = [Double](repeating: .nan, count: cars.count)
    var ranRed = 0
    for _ in 0..<2300 {
      let light = plans[1].light(for: 0, at: traffic.now)
      traffic.step()
      for (place, id) in cars.enumerated() where times[place].isNaN {
        // The front reaches the end of the road a metre before the junction's centre.
        guard let pose = traffic.pose(id), pose.position.x + 2.25 > 599 else { continue }
        times[place] = traffic.now.seconds
        if light == .red { ranRed += 1 }
      }
    }
    // From the fifth on, as in the Highway Capacity Manual.
    let flow = 3600 * 20 / (times[24] - times[4])
    #expect((1600...2000).contains(flow), "seed \(seed): \(flow) vehicles an hour")
    #expect(ranRed == 0)
  }

  /// No vehicle enters a junction at red, and none collide, on a grid with lights and all kinds of vehicles.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func vehiclesStopAtRed(seed: UInt64) throws {
    let network = TrafficScene.grid(4)
    var traffic = try Traffic(roads: network, seed: seed)
    traffic.keepBackground(60)
    traffic.keepBackground(10, of: .bicycle)
    traffic.keepBackground(5, of: .bus)
    let plans = traffic.signalPlans
    var last: [VehicleID: RoadPosition] = [:]
    var (entries, violations, overlaps) = (0, 0, 0)
    for step in 0..<4000 {
      let time = traffic.now
      traffic.step()
      for id in traffic.vehicles {
        let place = traffic.roadPosition(of: id)
        if place == nil, let from = last[id] {
          let road = network.roads[from.road]
          let junction = from.isForward ? road.to : road.from
          entries += 1
          guard let plan = plans.first(where: { $0.junction == junction }) else { continue }
          if plan.light(for: from.road, at: time) == .red { violations += 1 }
        }
        last[id] = place
      }
      if step % 3 == 0 { overlaps += VehicleOutline.overlaps(in: traffic).count }
    }
    #expect(entries > 500)
    #expect(violations == 0)
    #expect(overlaps == 0, "seed \(seed)")
  }
}
