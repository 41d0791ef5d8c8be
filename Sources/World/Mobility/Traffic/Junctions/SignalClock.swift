import Kernel
import Maps
import Venues

/// The present state of all traffic signals, updated at each change.
struct SignalClock: Sendable {
  let plans: [SignalPlan]
  /// The signal at the end of each track; green without signals.
  private(set) var lights: [LightColour]
  /// The end of each track's amber, in s.
  private(set) var amberEnds: [Double]
  private var changes: [SimTime]
  private let tracks: [[Int32]]

  init(_ given: [SignalPlan], streets: Streets) throws(TrafficError) {
    let network = streets.network
    var plans = given
    var isPlanned = [Bool](repeating: false, count: network.junctions.count)
    for plan in given {
      try Self.validate(plan, network)
      guard !isPlanned[plan.junction] else {
        throw .unusablePlan(junction: plan.junction, reason: "it has two plans")
      }
      isPlanned[plan.junction] = true
    }
    for plan in defaultSignalPlans(for: network) where !isPlanned[plan.junction] {
      plans.append(plan)
    }
    for plan in plans {
      for track in streets.arriving[plan.junction] {
        let road = Int(streets[track].road)
        guard plan.phases.contains(where: { $0.roads.contains(road) && $0.greenSeconds > 0 }) else {
          throw .noGreen(junction: plan.junction, road: road)
        }
      }
    }
    self.plans = plans
    lights = Array(repeating: .green, count: streets.trackCount)
    amberEnds = Array(repeating: 0, count: streets.trackCount)
    changes = Array(repeating: .distantPast, count: plans.count)
    tracks = plans.map { streets.arriving[$0.junction] }
    roads = streets.stretches[..<streets.trackCount].map { Int($0.road) }
  }

  private let roads: [Int]

  private static func validate(_ plan: SignalPlan, _ network: RoadNetwork) throws(TrafficError) {
    guard network.junctions.indices.contains(plan.junction) else {
      throw .unusablePlan(junction: plan.junction, reason: "there is no such junction")
    }
    let times = [plan.amberSeconds, plan.clearanceSeconds] + plan.phases.map(\.greenSeconds)
    guard times.allSatisfy({ (0...3600).contains($0) }), plan.offsetSeconds.isFinite,
      plan.cycleSeconds > 1
    else {
      throw .unusablePlan(
        junction: plan.junction, reason: "a time is not between 0 and 3600 s, or the cycle is 1 s")
    }
    guard plan.phases.allSatisfy({ $0.roads.allSatisfy(network.roads.indices.contains) }) else {
      throw .unusablePlan(
        junction: plan.junction, reason: "a phase names a road that doesn't exist")
    }
  }

  /// Advances the signals to a time.
  mutating func advance(to time: SimTime) {
    for index in plans.indices where changes[index] <= time {
      let plan = plans[index]
      changes[index] = plan.nextChange(after: time)
      for track in tracks[index] {
        let light = plan.light(for: roads[Int(track)], at: time)
        lights[Int(track)] = light
        if light == .amber { amberEnds[Int(track)] = changes[index].seconds }
      }
    }
  }
}
