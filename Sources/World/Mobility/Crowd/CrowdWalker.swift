public import Geometry

/// Somebody who enters a crowd: where, whither and in what manner.
public struct CrowdWalker: Sendable {
  /// Where the middle of the body is, in m.
  public var position: Vec2
  /// The velocity at the start, in m/s.
  public var velocity: Vec2 = .zero
  /// The waypoints ahead, in m; the last is the goal.
  ///
  /// Without any, the walker arrives at once. From each waypoint the next should be in sight.
  public var route: [Vec2]
  /// How far to each side of a waypoint, in m, it may be passed; one for each waypoint, or none.
  ///
  /// With gates, every waypoint must be passed within its gate. Without, one may pass up to 1.5 m
  /// to the side, as far as walls leave room, and cut short when the next waypoint is in sight.
  public var gates: [Double] = []
  /// The speed wanted where nothing is in the way, in m/s.
  public var freeSpeed: Double
  /// The radius of the body, in m.
  public var radius = 0.2
  /// How much time, in s, is kept to the person in front; see ``Crowd``.
  public var timeGap = Self.usualTimeGap
  /// The standard deviation of the free speed over time, as a share of it.
  public var paceVariation = 0.05
  /// Whether the walker comes to a stand at the goal, or passes it at speed.
  public var stopsAtGoal = true
  /// Whose random numbers the walker draws.
  public var entity: UInt64

  /// The time gap, in s, with which the crowd keeps to Weidmann's fundamental diagram.
  public static let usualTimeGap = 0.7

  /// Creates a walker.
  public init(entity: UInt64, position: Vec2, route: [Vec2], freeSpeed: Double) {
    self.entity = entity
    self.position = position
    self.route = route
    self.freeSpeed = freeSpeed
  }
}

/// A walker's handle: stays valid while others come and go, and is never reused.
public struct CrowdID: Hashable, Sendable {
  let slot: Int32
  let generation: UInt32
}

/// How somebody in a crowd stands or moves at the moment.
public struct CrowdState: Hashable, Sendable {
  /// Where the middle of the body is, in m.
  public var position: Vec2
  /// The velocity, in m/s.
  public var velocity: Vec2
  /// The radius that the body takes up, in m: less than the walker's own while squeezing through.
  public var radius: Double
  /// The index of the waypoint ahead.
  public var waypoint: Int
  /// Whether the walker was told to stand.
  public var isHalted: Bool
  /// Whether the walker has reached the goal.
  public var hasArrived: Bool
}

/// What is wrong with something that was given to a crowd.
public enum CrowdError: Error, Hashable, Sendable {
  /// An end of a wall isn't finite, or farther than ``Crowd/coordinateLimit`` from the origin.
  case unusableWall(index: Int)
  /// A walker's position isn't finite or too far off.
  case unusablePosition
  /// A waypoint isn't finite or too far off.
  case unusableWaypoint(index: Int)
  /// A gate isn't a positive length, or their number isn't that of the waypoints.
  case unusableGate(index: Int)
  /// A quantity is not a number or outside the range that the model holds for.
  case outOfRange(quantity: String, value: Double, allowed: ClosedRange<Double>)
}

extension CrowdError: CustomStringConvertible {
  /// What is wrong and what would be right.
  public var description: String {
    switch self {
    case .unusableWall(let index):
      "wall \(index) has an end that isn't finite or beyond 1e7 m; give finite ends"
    case .unusablePosition: "a position isn't finite or beyond 1e7 m; give a finite one"
    case .unusableWaypoint(let index):
      "waypoint \(index) isn't finite or beyond 1e7 m; give a finite one"
    case .unusableGate(let index):
      "gate \(index) is missing, surplus or not positive; give one gate a waypoint, or none"
    case .outOfRange(let quantity, let value, let allowed):
      "\(quantity) is \(value); give one from \(allowed.lowerBound) to \(allowed.upperBound)"
    }
  }
}
