public import Kernel
public import Maps
public import Truth
import Venues

/// What somebody who is guided sets out to do next.
public enum GuidedMove: Hashable, Sendable {
  /// Walk to a spot, and stand there.
  case go(to: Spot)
  /// Walk to a connector's stop, and take it to another.
  case take(connector: Int, from: Int, to: Int)
  /// Stand.
  case stand
  /// Follow no longer, and go on with what was planned.
  case leaveOff
}

/// The way of one agent who follows directions, as it becomes known.
///
/// The world pass can't know where its phone will send it, so this agent is moved again, by itself:
/// the others don't make room for it, nor it for them. Each new move is made from what was saved at
/// the last one, so the past stays as it was; what comes after is what the agent would do without
/// another direction.
public struct GuidedWalk: Sendable {
  /// For how long a trajectory isn't settled before a move, since paths are smooth: the world records
  /// people on foot each 0.75 s, and each sample bends the path for two before it.
  public static let notice = SimDuration.seconds(2.25)

  private var simulation: Simulation<WorldModel>
  private let agent: Int
  private let map: VenueMap

  /// Sets an agent at its start.
  ///
  /// - Parameters:
  ///   - agent: Its number among the plans.
  ///   - plans: Everybody's plans; the others stay where they are.
  ///   - world: The place.
  ///   - seed: The run's seed.
  /// - Throws: ``CrowdError`` for walls that nobody can walk among, ``TrafficError``.
  public init(of agent: Int, among plans: [AgentPlan], in world: World, seed: UInt64) throws {
    var alone = plans
    for number in alone.indices where number != agent {
      alone[number].errands = []
      alone[number].startTime = WorldModel.never
    }
    simulation = Simulation(
      try WorldModel(world: world, plans: alone, conditions: RoadConditions(), seed: seed))
    simulation.model.begin(&simulation.schedule)
    self.agent = agent
    map = world.venue.map
  }

  /// When the last move was made.
  public var now: SimTime { simulation.now }

  /// Lets the agent do something else from a moment on; one that is past means at once.
  ///
  /// Who is in a lift, or on stairs or a belt, does it when that is over.
  ///
  /// - Throws: ``Cancelled``.
  public mutating func steer(
    _ move: GuidedMove, at time: SimTime, cancellation: CancellationToken? = nil
  ) throws(Cancelled) {
    try simulation.run(until: max(time, now), cancellation: cancellation)
    simulation.model.steer(agent, move, &simulation.schedule)
  }

  /// Where the agent goes if it is told nothing more.
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
  /// How long the way is that somebody goes who knows the place, in m; nil where there is none.
  public func walkingMetres(from start: Spot, to goal: Spot, for traits: Traits) -> Double? {
    let here = network.nearestWalkable(to: start) ?? start
    return (try? network.route(from: here, to: goal, by: WalkManner(traits)))?.lengthMetres
  }
}
