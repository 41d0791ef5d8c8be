public import Kernel
public import Maps
public import Truth
import Venues

/// The next move of a guided agent.
public enum GuidedMove: Hashable, Sendable {
  /// Walk to a spot, and stop there.
  case go(to: Spot)
  /// Walk to a connector's stop, and take it to another.
  case take(connector: Int, from: Int, to: Int)
  /// Stand still.
  case stand
  /// End the guidance and resume the planned activities.
  case leaveOff
}

/// Incremental simulation of one agent that follows navigation directions.
///
/// The world pass cannot foresee the directions of the phone, so this agent is simulated again on
/// its own: the other agents do not avoid it, nor it them. Each new move starts from the state
/// saved at the last one, so that the past does not change. The future is the motion without
/// another direction.
public struct GuidedWalk: Sendable {
  /// The time before a move over which the trajectory may still change, because paths are smoothed:
  /// people on foot are sampled every 0.75 s, and each sample bends the path for the two intervals
  /// before it.
  public static let notice = SimDuration.seconds(2.25)

  private var simulation: Simulation<WorldModel>
  private let agent: Int
  private let map: VenueMap

  /// Places an agent, by its index among the plans, at its start.
  ///
  /// The other agents stay at their starts.
  ///
  /// - Throws: ``CrowdError`` for walls without free space, ``TrafficError``.
  public init(of agent: Int, among plans: [AgentPlan], in world: World, seed: UInt64) throws {
    var alone = plans
    for number in alone.indices where number != agent {
      alone[number].activities = []
      alone[number].startTime = WorldModel.never
    }
    simulation = Simulation(
      try WorldModel(world: world, plans: alone, conditions: RoadConditions(), seed: seed))
    simulation.model.begin(&simulation.schedule)
    self.agent = agent
    map = world.venue.map
  }

  /// The time of the last move.
  public var now: SimTime { simulation.now }

  /// Assigns a new move from a time on; a time in the past means at once.
  ///
  /// An agent in a lift, on stairs or on a belt makes the move at the end of the ride.
  ///
  /// - Throws: ``Cancelled``.
  public mutating func steer(
    _ move: GuidedMove, at time: SimTime, cancellation: CancellationToken? = nil
  ) throws(Cancelled) {
    try simulation.run(until: max(time, now), cancellation: cancellation)
    simulation.model.steer(agent, move, &simulation.schedule)
  }

  /// Returns the trajectory of the agent without further moves.
  ///
  /// - Throws: ``Cancelled``.
  public func trajectory(
    until end: SimTime, cancellation: CancellationToken? = nil
  ) throws(Cancelled) -> Trajectory {
    var ahead = simulation
    try ahead.run(until: end, cancellation: cancellation)
    return ahead.model.people.agents[agent].trajectory(in: map)
  }
}

extension World {
  /// Returns the length of the shortest route for an agent with these traits, in m; nil without a
  /// route.
  public func walkingMetres(
    from start: Spot, to goal: Spot, for parameters: AgentParameters
  ) -> Double? {
    let here = network.nearestWalkable(to: start) ?? start
    return (try? network.route(from: here, to: goal, by: WalkPreferences(parameters)))?.lengthMetres
  }
}
