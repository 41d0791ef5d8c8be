import Geometry
public import Kernel
import Maps
import Synchronization
public import Truth
public import Venues

/// A place made ready for agents: its walking routes and its roads, worked out once.
public struct World: Sendable {
  /// The place.
  public let venue: Venue
  private let ways: WorldWays

  /// How one walks through it.
  public var network: WalkNetwork { ways.all.network }
  /// Its roads without a vehicle on them; nil if it has none.
  public var roads: Traffic? { ways.all.roads }

  /// Makes a place ready.
  ///
  /// - Throws: ``TrafficError`` for roads that nothing can drive on.
  public init(_ venue: Venue) throws(TrafficError) {
    self.venue = venue
    ways = try WorldWays(venue)
  }

  /// Takes a place of which ``init(_:)`` is known not to throw: it is made ready when somebody moves.
  ///
  /// - Parameter venue: The place.
  package init(known venue: Venue) {
    self.venue = venue
    ways = WorldWays(known: venue)
  }

  /// Lets all agents move on one event queue.
  ///
  /// - Parameters:
  ///   - plans: Who moves.
  ///   - conditions: What else is on the roads.
  ///   - end: The last moment.
  ///   - seed: The run's seed.
  ///   - cancellation: Stops the work.
  /// - Returns: The ground truth.
  /// - Throws: ``Cancelled``, or ``CrowdError`` for walls that nobody can walk among.
  public func move(
    _ plans: [AgentPlan], conditions: RoadConditions = RoadConditions(), until end: SimTime,
    seed: UInt64, cancellation: CancellationToken? = nil
  ) throws -> GroundTruth {
    var simulation = Simulation(
      try WorldModel(world: self, plans: plans, conditions: conditions, seed: seed))
    simulation.model.begin(&simulation.schedule)
    try simulation.run(until: end, cancellation: cancellation)
    let model = simulation.model
    return GroundTruth(
      trajectories: model.people.agents.map { $0.trajectory(in: venue.map) },
      remarks: model.people.remarks)
  }
}

/// The ways through a place, made when they are first asked for, or at once.
private final class WorldWays: Sendable {
  typealias Ways = (network: WalkNetwork, roads: Traffic?)

  private let venue: Venue
  private let made: Mutex<Ways?>

  init(_ venue: Venue) throws(TrafficError) {
    self.venue = venue
    made = Mutex((WalkNetwork(venue.map), try Self.roads(of: venue)))
  }

  init(known venue: Venue) {
    self.venue = venue
    made = Mutex(nil)
  }

  var all: Ways {
    made.withLock { made in
      if let made { return made }
      let ways = (WalkNetwork(venue.map), try? Self.roads(of: venue))
      made = ways
      return ways
    }
  }

  private static func roads(of venue: Venue) throws(TrafficError) -> Traffic? {
    guard !venue.map.roads.isEmpty else { return nil }
    return try Traffic(roads: venue.map.roads, signals: venue.signals, seed: 0)
  }
}

/// What truly happened in a world.
public struct GroundTruth: Sendable {
  /// A trajectory for each agent, in their order.
  public let trajectories: [Trajectory]
  /// What went otherwise than planned, in the order of time.
  public let remarks: [WorldRemark]

  /// Takes what happened.
  package init(trajectories: [Trajectory], remarks: [WorldRemark]) {
    self.trajectories = trajectories
    self.remarks = remarks
  }
}

/// What is on the roads besides the agents' vehicles.
public struct RoadConditions: Sendable {
  /// A stretch that is slow for a while.
  public struct Slow: Sendable {
    /// The road's number.
    public var road: Int
    /// The speed there, in m/s.
    public var speedMetresPerSecond: Double
    /// From when to when.
    public var from, until: SimTime

    /// Creates a slow stretch.
    public init(road: Int, speedMetresPerSecond: Double, from: SimTime, until: SimTime) {
      self.road = road
      self.speedMetresPerSecond = speedMetresPerSecond
      self.from = from
      self.until = until
    }
  }

  /// How many cars drive about, nobody's own.
  public var cars = 0
  /// Roads that are slow for a while.
  public var slow: [Slow] = []

  /// Creates empty roads.
  public init() {}
}
