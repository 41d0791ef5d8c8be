import Documents
import Geometry
import Kernel
import Maps
import Mobility
import Observations
import Scenarios
import Scoring
import Services
import Signals
import Surveys
import Truth
import Venues

/// A unit's world after all agents have moved, with the state shared by its phones.
struct MovedWorld: Sendable {
  private(set) var unit: RunUnit
  private(set) var end: SimTime
  let agents: PlannedAgents
  let truth: GroundTruth
  let scene: SignalScene
  let service: CrowdService?
  /// The survey's radio map; nil unless the stack uses one.
  private(set) var radioMap: RadioMap?
  let streets: StreetIndex?

  init(
    _ unit: RunUnit, stack: StackChoice,
    makeStack: (@Sendable (LoadedScenario) -> any TrackingStack)?,
    cancellation: CancellationToken?
  ) throws {
    let scenario = unit.scenario
    let entry = scenario.scenario
    let seed = unit.seed
    self.unit = unit
    end = SimTime.start + entry.duration
    agents = try entry.plan(in: scenario.venue, seed: seed)
    truth = try scenario.truth(of: agents, seed: seed, cancellation: cancellation)
    scene = SignalScene(
      scenario.venue, settings: entry.signals, sky: scenario.sky, seed: seed,
      people: agents.people(along: truth.trajectories), changes: scenario.accessPoints)
    service = CrowdService(for: scenario, seed: seed)
    let isSurveyed = makeStack == nil && scenario.usesSurvey(stack)
    radioMap = isSurveyed ? scenario.radioMap(seed: seed) : nil
    streets = StreetIndex(scenario.map)
  }

  /// Returns this world under a scenario that differs in its stack only.
  ///
  /// The movements are unchanged, so only the survey is repeated, if its surveyors differ.
  func tested(by other: RunUnit) -> MovedWorld {
    var world = self
    world.unit = other
    guard other.scenario.usesSurvey(.reference) else {
      world.radioMap = nil
      return world
    }
    if radioMap == nil || !other.scenario.isSurveyed(like: unit.scenario) {
      world.radioMap = other.scenario.radioMap(seed: other.seed)
    }
    return world
  }

  /// Returns this world with an earlier end of the phones' runs.
  func ending(at time: SimTime) -> MovedWorld {
    var world = self
    world.end = min(end, time)
    return world
  }

  /// The indices of the agents with simulated phones.
  var phones: [Int] { truth.trajectories.indices.filter { agents.carriesPhone[$0] } }
}

extension PlannedAgents {
  /// The agents as obstacles and transmitters for other phones' signals.
  fileprivate func people(along trajectories: [Trajectory]) -> [SignalPerson] {
    plans.indices.map { number in
      let plan = plans[number]
      let trajectory = trajectories[number]
      let end = plan.leavesAtEnd ? trajectory.endTime : .distantFuture
      return SignalPerson(
        name: plan.name, trajectory: trajectory,
        presence: plan.startTime..<max(plan.startTime, end),
        sharesConnection: sharesConnection[number])
    }
  }
}

extension LoadedScenario {
  /// Returns the true movements under a seed, from this process's cache or simulated now.
  fileprivate func truth(
    of agents: PlannedAgents, seed: UInt64, cancellation: CancellationToken?
  ) throws -> GroundTruth {
    func moved() throws -> GroundTruth {
      try world.move(
        agents.plans, conditions: conditions, until: .start + scenario.duration, seed: seed,
        cancellation: cancellation)
    }
    guard let cache = WorkCache.current else { return try moved() }
    let content = "truth \(WorkCache.program) \(venueDigest) \(agentsDigest) \(seed)"
    return try cache.value(
      "truth", of: SHA256.digest(of: content.utf8), read: GroundTruth.init(bytes:),
      bytes: { $0.bytes }, make: moved)
  }

  /// The venue's beacons with their true positions.
  var trueBeacons: [ScoringInput.TrueBeacon] {
    venue.beacons.compactMap { beacon in
      guard let place = try? venue.frame.geodetic(of: beacon.position) else { return nil }
      let floor = beacon.level.map { venue.levels[$0] }
      return ScoringInput.TrueBeacon(
        identity: beacon.identity,
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        heightMetres: beacon.position.z - (floor?.elevationMetres ?? 0), floor: floor?.ordinal)
    }
  }
}
