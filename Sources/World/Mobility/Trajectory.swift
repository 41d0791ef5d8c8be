public import Geometry
public import Kernel
public import Observations

/// Where an agent is at one moment, how it moves and what it does.
public struct Pose: Hashable, Sendable {
  /// Metres east, north and up in the place's frame.
  public var position: Vec3
  /// Velocity in the same frame, in m/s.
  public var velocity: Vec3
  /// The direction the body faces, in radians anticlockwise from east.
  public var headingRadians: Double
  /// The ordinal of the level; nil outdoors.
  public var level: Int?
  /// What the agent does.
  public var activity: TrueActivity
  /// Steps since the start: the whole part counts footfalls, the rest is the phase of the next.
  public var steps: Double
  /// Metres on foot since the start.
  public var distanceMetres: Double

  /// Speed over ground, in m/s.
  public var speed: Double { velocity.xy.length }
}

/// An agent's ground truth: immutable, compact, and known at every moment.
public struct Trajectory: Sendable {
  private let legs: [Leg]

  /// Creates a trajectory from legs that follow one another in time; there must be at least one.
  init(legs: [Leg]) {
    precondition(!legs.isEmpty, "a trajectory begins somewhere")
    self.legs = legs
  }

  /// When the agent has done all it set out to do.
  public var endTime: SimTime { legs.last.map { $0.end } ?? .start }

  /// The moments at which what the agent does changes, and what it does from then on.
  public var activityChanges: [(time: SimTime, activity: TrueActivity)] {
    var changes: [(time: SimTime, activity: TrueActivity)] = []
    // A leg of no length is never seen, and after the last one the agent stands.
    for leg in legs where leg.duration > .zero && changes.last?.activity != leg.activity {
      changes.append((leg.start, leg.activity))
    }
    if changes.last?.activity != .stationary { changes.append((endTime, .stationary)) }
    return changes
  }

  /// The agent's pose; before the first leg and after the last it stands still.
  public func pose(at time: SimTime) -> Pose {
    var low = 0
    var high = legs.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if legs[middle].start <= time { low = middle } else { high = middle - 1 }
    }
    return legs[low].pose(at: time)
  }
}

/// A stretch of a trajectory along one straight line, or a stay.
struct Leg: Sendable {
  var start: SimTime
  var from: Vec3
  var to: Vec3
  var level: Int?
  var profile: SpeedProfile
  /// How long the leg lasts; a stay's own length, else the profile's.
  var duration: SimDuration
  /// The direction faced, in radians anticlockwise from east.
  var heading: Double
  var stepsBefore: Double
  /// The length of a step, in m; zero for a stay.
  var stepLength: Double
  var distanceBefore: Double

  var end: SimTime { start + duration }
  var length: Double { from.distance(to: to) }
  var activity: TrueActivity { stepLength > 0 ? .walking : .stationary }

  func pose(at time: SimTime) -> Pose {
    let elapsed = min(max(0, (time - start).seconds), duration.seconds)
    let (covered, speed) = profile.state(at: elapsed)
    let direction = (to - from).normalized ?? .zero
    let isUnderWay = time >= start && time < end && stepLength > 0
    return Pose(
      position: from + direction * min(covered, length),
      velocity: isUnderWay ? direction * speed : .zero, headingRadians: heading, level: level,
      activity: isUnderWay ? .walking : .stationary,
      steps: stepsBefore + (stepLength > 0 ? min(covered, length) / stepLength : 0),
      distanceMetres: distanceBefore + min(covered, length))
  }
}
