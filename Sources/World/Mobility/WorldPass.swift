import Geometry
public import Kernel

/// One thing that an agent sets out to do.
public enum Errand: Sendable {
  /// Stand still for a while.
  case stand(SimDuration)
  /// Walk straight to a point on a level, nil for outdoors, at a speed in m/s.
  case walk(to: SIMD2<Double>, level: Int?, elevationMetres: Double, speed: Double)
}

/// Who moves, from where, and what they set out to do.
public struct Walker: Sendable {
  /// The agent's name.
  public var name: String
  /// Metres east, north and up.
  public var start: SIMD3<Double>
  /// The ordinal of the level at the start; nil outdoors.
  public var level: Int?
  /// The direction faced at the start, in radians anticlockwise from east.
  public var headingRadians: Double
  /// What to do, in order.
  public var errands: [Errand]

  /// Creates a walker.
  public init(
    name: String, start: SIMD3<Double>, level: Int?, headingRadians: Double = 0,
    errands: [Errand]
  ) {
    self.name = name
    self.start = start
    self.level = level
    self.headingRadians = headingRadians
    self.errands = errands
  }
}

/// Lets all agents of a world move on one event queue, and returns their ground truth.
///
/// - Parameters:
///   - walkers: Who moves.
///   - end: The last moment of the scenario.
///   - cancellation: Stops the work.
/// - Returns: A trajectory for each walker, in their order.
/// - Throws: ``Cancelled``.
public func moveAgents(
  _ walkers: [Walker], until end: SimTime, cancellation: CancellationToken? = nil
) throws(Cancelled) -> [Trajectory] {
  var simulation = Simulation(WorldModel(walkers: walkers))
  for index in walkers.indices { simulation.schedule.schedule(index, at: .start) }
  try simulation.run(until: end, cancellation: cancellation)
  return simulation.model.agents.map { Trajectory(legs: $0.legs) }
}

/// The agents under way; an event is the agent whose leg ends.
private struct WorldModel: SimulationModel {
  struct Agent {
    var walker: Walker
    var nextErrand = 0
    var legs: [Leg] = []
  }

  var agents: [Agent]

  init(walkers: [Walker]) {
    agents = walkers.map { walker in
      // A stay of no length, so that an agent without errands is somewhere too.
      let stay = Leg(
        start: .start, from: walker.start, to: walker.start, level: walker.level,
        profile: SpeedProfile(distance: 0, speed: 1), duration: .zero,
        heading: walker.headingRadians, stepsBefore: 0, stepLength: 0, distanceBefore: 0)
      return Agent(walker: walker, legs: [stay])
    }
  }

  mutating func handle(_ index: Int, schedule: inout Schedule<Int>) {
    let agent = agents[index]
    guard agent.nextErrand < agent.walker.errands.count, let last = agent.legs.last else { return }
    var leg = last
    leg.start = schedule.now
    leg.from = last.to
    leg.stepsBefore = last.stepsBefore + (last.stepLength > 0 ? last.length / last.stepLength : 0)
    leg.distanceBefore = last.distanceBefore + last.length
    switch agent.walker.errands[agent.nextErrand] {
    case .stand(let duration):
      leg.profile = SpeedProfile(distance: 0, speed: 1)
      leg.duration = duration
      leg.stepLength = 0
    case .walk(let point, let level, let elevation, let speed):
      leg.to = Vec3(point, elevation)
      leg.level = level
      leg.profile = SpeedProfile(distance: leg.length, speed: speed)
      leg.duration = .seconds(leg.profile.duration)
      leg.heading = leg.length > 0 ? (leg.to - leg.from).xy.angle : last.heading
      leg.stepLength = stepLength(of: leg.length, atSpeed: speed)
    }
    agents[index].legs.append(leg)
    agents[index].nextErrand += 1
    schedule.schedule(index, at: leg.end)
  }

  /// The length of the steps that cover a distance in a whole number of them, in m.
  ///
  /// Step length over cadence is 0.0065 m per step/min (Sekiya et al., "The invariant relationship
  /// between step length and step rate during free walking", J. Human Movement Studies 30, 1996).
  private func stepLength(of distance: Double, atSpeed speed: Double) -> Double {
    let natural = (0.0065 * 60 * speed).squareRoot()
    return distance / max(1, (distance / natural).rounded())
  }
}
