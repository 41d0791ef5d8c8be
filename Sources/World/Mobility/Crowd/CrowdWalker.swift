public import Geometry

/// A walker on entry into a crowd: position, route and parameters.
public struct CrowdWalker: Sendable {
  /// The centre of the body, in m.
  public var position: Vec2
  /// The initial velocity, in m/s.
  public var velocity: Vec2 = .zero
  /// The waypoints ahead, in m; the last is the goal.
  ///
  /// Without waypoints, the walker arrives at once. Each waypoint should be in sight of the one
  /// before.
  public var route: [Vec2]
  /// The half-width of each waypoint, in m; one for each waypoint, or none.
  ///
  /// With gates, every waypoint must be passed within its gate. Without, a walker may pass up to
  /// 1.5 m to the side, as far as walls leave room, and cut short if the next waypoint is in sight.
  public var gates: [Double] = []
  /// The free (desired) speed, in m/s.
  public var freeSpeed: Double
  /// The radius of the body, in m.
  public var radius = 0.2
  /// The time gap T to the person in front, in s; see ``Crowd``.
  public var timeGap = Self.usualTimeGap
  /// The standard deviation of the free speed over time, as a fraction of it.
  public var paceVariation = 0.05
  /// True if the walker stops at the goal; false if it passes the goal at speed.
  public var stopsAtGoal = true
  /// The key of the walker's random streams.
  public var entity: UInt64

  /// The time gap, in s, with which the crowd follows Weidmann's fundamental diagram.
  public static let usualTimeGap = 0.7

  public init(entity: UInt64, position: Vec2, route: [Vec2], freeSpeed: Double) {
    self.entity = entity
    self.position = position
    self.route = route
    self.freeSpeed = freeSpeed
  }
}

/// The handle of a walker: stays valid while others come and go, and is never reused.
public struct CrowdID: Hashable, Sendable {
  let slot: Int32
  let generation: UInt32
}

/// The present state of a walker.
public struct CrowdState: Hashable, Sendable {
  /// The centre of the body, in m.
  public var position: Vec2
  /// In m/s.
  public var velocity: Vec2
  /// The present radius, in m: less than the walker's own while squeezing through.
  public var radius: Double
  /// The index of the waypoint ahead.
  public var waypoint: Int
  /// True after ``Crowd/halt(_:)``.
  public var isHalted: Bool
  /// True if the walker has reached the goal.
  public var hasArrived: Bool
}

/// An invalid input to a crowd.
public enum CrowdError: Error, Hashable, Sendable {
  /// An end of a wall is not finite, or farther than ``Crowd/coordinateLimit`` from the origin.
  case unusableWall(index: Int)
  /// A walker's position is not finite or too far off.
  case unusablePosition
  /// A waypoint is not finite or too far off.
  case unusableWaypoint(index: Int)
  /// A gate is not a positive length, or their number is not that of the waypoints.
  case unusableGate(index: Int)
  /// A quantity is not a number, or outside the valid range of the model.
  case outOfRange(quantity: String, value: Double, allowed: ClosedRange<Double>)
}

extension CrowdError: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .unusableWall(let index):
      "wall \(index) has an end that isn't finite or is beyond 1e7 m; give finite ends"
    case .unusablePosition: "a position isn't finite or is beyond 1e7 m; give a finite one"
    case .unusableWaypoint(let index):
      "waypoint \(index) isn't finite or is beyond 1e7 m; give a finite one"
    case .unusableGate(let index):
      "gate \(index) is missing, surplus or not positive; give one gate per waypoint, or none"
    case .outOfRange(let quantity, let value, let allowed):
      "\(quantity) is \(value); give one from \(allowed.lowerBound) to \(allowed.upperBound)"
    }
  }
}
