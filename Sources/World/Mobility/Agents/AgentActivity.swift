public import Geometry
public import Kernel
public import Maps
public import Truth

/// One task of an agent's plan, with all random choices already made.
public enum AgentActivity: Sendable {
  /// Stay at the position with an activity: stand, sit, dance.
  case stay(Doing, until: ActivityEnd)
  /// Walk or run.
  case go(Goal, running: Bool, speed: Double?)
  /// Follow the directions of a navigation app to a spot; see ``GuidedWalk``.
  case follow(app: String, to: Spot)
  /// Walk to the nearest stop of a connector, and take it to another of its stops.
  case take(connector: Int, toStop: Int)
  /// Cycle to a point, as near as roads lead.
  case cycle(to: Vec2)
  /// Drive the agent's own car.
  case drive(Drive)
  /// Ride in another agent's car, to the end of that agent's next drive.
  case ride(withAgent: Int)
  /// Take the bus of a line from the nearest stop to another of its stops.
  case bus(line: Int, toStop: Int)
  /// Walk to the start of a train's line, and ride to its end.
  case train(TrainRide)
  /// Drive in circles on a car park.
  case doughnuts(count: Int, radius: Double, speed: Double)
  /// Move the phone; this takes a moment.
  case place(Placement)
  /// Connect the phone to a charger, or disconnect it.
  case link(PowerLink)
}

/// The end of an activity.
public enum ActivityEnd: Hashable, Sendable {
  /// At the end of a duration.
  case after(SimDuration)
  /// At a time; at once if that is past.
  case at(SimTime)

  /// The time, for an activity that begins now.
  func time(from now: SimTime) -> SimTime {
    switch self {
    case .after(let span): now + span
    case .at(let time): max(now, time)
    }
  }
}

/// The destination of a walk.
public struct Goal: Hashable, Sendable {
  /// The via points.
  public var via: [Spot]
  /// The destination.
  public var spot: Spot
  /// The max distance from the destination, in m; several people cannot stand on one spot.
  public var slack: Double

  public init(_ spot: Spot, via: [Spot] = [], slack: Double = 0) {
    self.spot = spot
    self.via = via
    self.slack = slack
  }
}

/// A drive in the agent's own car.
public struct Drive: Hashable, Sendable {
  /// The destination of a drive.
  public enum End: Hashable, Sendable {
    /// In a stall of a car park, found by search.
    case carPark(Int)
    /// At the kerb nearest to a point.
    case kerb(Vec2)
  }

  /// The destination.
  public var end: End
  /// The via points.
  public var via: [Vec2]
  /// The indices of the passengers, for whom the driver waits.
  public var passengers: [Int]

  public init(to end: End, via: [Vec2] = [], passengers: [Int] = []) {
    self.end = end
    self.via = via
    self.passengers = passengers
  }
}
