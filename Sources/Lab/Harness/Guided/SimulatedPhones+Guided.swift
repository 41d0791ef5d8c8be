import Devices
import Geometry
import Kernel
import Maps
import Mobility
import Observations
import Scenarios
import Scoring
import Signals
import Truth
import Venues

extension AgentPlan {
  /// The app whose directions the agent follows, and the target; nil without one.
  var followed: (app: String, goal: Spot)? {
    for activity in activities {
      if case .follow(let app, let goal) = activity { return (app, goal) }
    }
    return nil
  }
}

extension SimulatedPhones {
  /// Runs the phone of a carrier who follows its app's directions.
  ///
  /// - Returns: The pass, and the carrier's track.
  func guidedPass(
    _ number: Int, following activity: (app: String, goal: Spot), in scene: SignalScene
  ) throws -> (pass: DevicePass, trajectory: Trajectory) {
    let (agents, unit) = (world.agents, world.unit)
    var carrier = try GuidedCarrier(
      activity, of: number, among: agents.plans, in: unit.scenario.world, seed: unit.seed,
      until: world.end, cancellation: cancellation)
    let tested = testedStack(of: number)
    let pass = try runGuidedDevice(
      stack: tested, signals: signals(of: number, along: carrier.trajectory, in: scene),
      setup: setup(of: number, along: carrier.trajectory), until: world.end,
      look: GuidedCarrier.look, service: world.service, cancellation: cancellation
    ) { (reported, _) throws(Cancelled) in
      try carrier.process(reported, cancellation: cancellation)
    }
    if let failure = pass.failure { throw failure }
    return (pass, carrier.trajectory)
  }

  /// Returns the routes shown by apps, for the scorer.
  func guidedRoutes(
    _ number: Int, reported outputs: OutputLog, along trajectory: Trajectory
  ) -> [ScoringInput.GuidedRoute] {
    var ways: [ScoringInput.GuidedRoute] = []
    var open: [(app: String, target: String)] = []
    for output in outputs {
      guard case .wayfinding(let event) = output.item else { continue }
      let place = open.firstIndex { $0.app == output.app && $0.target == event.target }
      switch event.kind {
      case .directed where place == nil, .rerouted where place == nil:
        open.append((output.app, event.target))
        let spot = world.unit.scenario.map.places.first { $0.name == event.target }?.spot
        if let spot {
          ways += [way(to: spot, of: number, output.app, event.target, output.time, trajectory)]
        }
      case .arrived:
        if let place { open.remove(at: place) }
      default: break
      }
    }
    // Without any direction the carrier did not arrive by the app.
    if ways.isEmpty, let activity = world.agents.plans[number].followed {
      ways = [way(to: activity.goal, of: number, activity.app, "", .start, trajectory)]
    }
    return ways
  }

  private func way(
    to spot: Spot, of number: Int, _ app: String, _ target: String, _ start: SimTime,
    _ trajectory: Trajectory
  ) -> ScoringInput.GuidedRoute {
    let site = world.unit.scenario.world
    let pose = trajectory.pose(at: start)
    let metres = site.walkingMetres(
      from: Spot(pose.position.xy, level: pose.level), to: spot,
      for: world.agents.plans[number].parameters)
    let place = try? site.venue.frame.geodetic(of: Vec3(spot.point, 0))
    return ScoringInput.GuidedRoute(
      app: app, target: target, start: start,
      coordinate: Coordinate(
        latitudeDegrees: place?.latitudeDegrees ?? .nan,
        longitudeDegrees: place?.longitudeDegrees ?? .nan),
      floor: site.venue.map.ordinal(ofLevel: spot.level), shortestMetres: metres ?? 0)
  }
}
