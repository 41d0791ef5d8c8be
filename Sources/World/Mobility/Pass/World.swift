import Geometry
public import Kernel
import Maps
import Synchronization
public import Truth
public import Venues

/// A venue prepared for simulation, with its walking network and its road traffic.
public struct World: Sendable {
  public let venue: Venue
  private let ways: WorldNetworks

  public var network: WalkNetwork { ways.all.network }
  /// The roads without vehicles; nil if the venue has none.
  public var roads: Traffic? { ways.all.roads }

  /// Prepares a venue.
  ///
  /// - Throws: ``TrafficError`` for roads that no vehicle can use.
  public init(_ venue: Venue) throws(TrafficError) {
    self.venue = venue
    ways = try WorldNetworks(venue)
  }

  /// Wraps a venue for which ``init(_:)`` cannot throw; the networks are built on first use.
  package init(known venue: Venue) {
    self.venue = venue
    ways = WorldNetworks(known: venue)
  }

  /// Simulates all agents on one event queue (the world pass), and returns the ground truth.
  ///
  /// - Throws: ``Cancelled``, or ``CrowdError`` for walls without free space.
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
      warnings: model.people.warnings)
  }
}

/// The networks of a venue, built at once or on first use.
private final class WorldNetworks: Sendable {
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

/// The ground truth of a simulation.
public struct GroundTruth: Sendable {
  /// One trajectory for each agent, in the order of the plans.
  public let trajectories: [Trajectory]
  /// Deviations from the plans, in the order of time.
  public let warnings: [WorldWarning]

  package init(trajectories: [Trajectory], warnings: [WorldWarning]) {
    self.trajectories = trajectories
    self.warnings = warnings
  }
}

/// The road traffic besides the agents' vehicles.
public struct RoadConditions: Sendable {
  /// A temporary speed reduction on a road.
  public struct Slow: Sendable {
    /// The index of the road.
    public var road: Int
    /// The reduced speed, in m/s.
    public var speedMetresPerSecond: Double
    /// The period.
    public var from, until: SimTime

    public init(road: Int, speedMetresPerSecond: Double, from: SimTime, until: SimTime) {
      self.road = road
      self.speedMetresPerSecond = speedMetresPerSecond
      self.from = from
      self.until = until
    }
  }

  /// The number of background cars.
  public var cars = 0
  public var slow: [Slow] = []

  /// Creates roads without background traffic.
  public init() {}
}
