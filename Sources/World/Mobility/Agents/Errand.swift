public import Geometry
public import Kernel
public import Maps
public import Truth

/// One thing that an agent sets out to do, with all that chance decides about it decided.
public enum Errand: Sendable {
  /// Stay and do something that leads nowhere: stand, sit, dance.
  case stay(Doing, until: Moment)
  /// Go on foot.
  case go(Goal, running: Bool, speed: Double?)
  /// Do what an app says that shows the way somewhere, until one is there; see ``GuidedWalk``.
  case follow(app: String, to: Spot)
  /// Go to the nearest stop of a connector and take it to another of its stops.
  case take(connector: Int, toStop: Int)
  /// Cycle to a spot, as near to it as roads lead.
  case cycle(to: Vec2)
  /// Drive one's own car.
  case drive(Drive)
  /// Get into another agent's car, and out where that agent's next drive ends.
  case ride(withAgent: Int)
  /// Take the bus of a line from the stop nearest to here to another of its stops.
  case bus(line: Int, toStop: Int)
  /// Go where a train's line begins, and ride to its end.
  case train(TrainRide)
  /// Go round in circles on a car park, at the wheel.
  case doughnuts(count: Int, radius: Double, speed: Double)
  /// Move the phone; the act takes a moment.
  case place(Placement)
  /// Put the phone on a charger or take it off.
  case link(PowerLink)
}

/// When something ends.
public enum Moment: Hashable, Sendable {
  /// So long after it began.
  case after(SimDuration)
  /// At a time; at once if that is past.
  case at(SimTime)

  /// The time, for something that begins now.
  func time(from now: SimTime) -> SimTime {
    switch self {
    case .after(let span): now + span
    case .at(let time): max(now, time)
    }
  }
}

/// Where somebody goes.
public struct Goal: Hashable, Sendable {
  /// Through which points first.
  public var via: [Spot]
  /// Where to.
  public var spot: Spot
  /// How far from it one may end, in m; several people don't stand on one spot.
  public var slack: Double

  /// Creates a goal.
  public init(_ spot: Spot, via: [Spot] = [], slack: Double = 0) {
    self.spot = spot
    self.via = via
    self.slack = slack
  }
}

/// A drive in one's own car.
public struct Drive: Hashable, Sendable {
  /// Where a drive ends.
  public enum End: Hashable, Sendable {
    /// In a stall of a car park, found by looking for one.
    case carPark(Int)
    /// At the kerb nearest to a point.
    case kerb(Vec2)
  }

  /// Where to.
  public var end: End
  /// Through which points first.
  public var via: [Vec2]
  /// The numbers of the agents that come along; the driver waits for them.
  public var passengers: [Int]

  /// Creates a drive.
  public init(to end: End, via: [Vec2] = [], passengers: [Int] = []) {
    self.end = end
    self.via = via
    self.passengers = passengers
  }
}
