import Geometry

/// The state of a walker that its neighbours react to: the frozen input of a step.
struct CrowdPresence {
  /// In m.
  var position: Vec2
  /// The velocity in m/s, then the desired direction: a unit vector, or zero at rest.
  var motion: SIMD4<Float>

  @inline(__always) var velocity: SIMD2<Float> { motion.lowHalf }
  @inline(__always) var wish: SIMD2<Float> { motion.highHalf }

  /// Padding out of reach of all walkers, for the last group of four in a list.
  static let nobody = CrowdPresence(position: Vec2(1e9, 1e9), motion: .zero)
}

/// The internal state of a walker.
struct CrowdBody {
  var entity: UInt64
  var slot: Int32
  /// The step offset of periodic work, which spreads it over the steps; derived from the entity, so
  /// that it does not depend on the other walkers.
  var phase: Int { Int(truncatingIfNeeded: entity & 0xFFFF) }
  var freeSpeed: Float
  var timeGap: Float
  /// The radius without squeezing, in m.
  var fullRadius: Float
  /// The speed factor is 1 + `paceVariation` * `pace`; standard normal over time.
  var pace = 0.0
  var paceVariation: Float

  /// The index of the waypoint ahead, and the line across it to pass.
  var leg = 0
  var gate = CrowdGate()
  /// The lateral offset from the route to the left, in m; nil on the first leg.
  var lane: Double?
  /// The cosine and sine of the chosen angle to the desired direction.
  var swerve = SIMD2<Float>(1, 0)

  /// The grid cell of the cached wall list, and the list's range.
  var wallCell = SIMD2<Int32>(.max, .max)
  var walls: Range<Int32> = 0..<0

  /// The max speed, in m/s, from which the walker can still stop at the goal.
  var speedLimit = Float.infinity

  /// The time without progress, in s.
  var blocked: Float = 0
  /// True while the radius is reduced to pass others.
  var isSqueezing = false
  /// The remaining time of giving way to oncoming people, in s.
  var yielding: Float = 0
  /// The remaining time of the right of way, in s: people come out before others enter.
  var right: Float = 0
  /// True if walls are near on both sides.
  var isBetweenWalls = false
  /// The min distance to the waypoint so far, in m, and the time since it last decreased, in s.
  var nearest = Double.infinity
  var stuck: Float = 0
  /// The number of consecutive checks in which the waypoint was out of sight.
  var unseen = 0
  /// True if the walker has to pass close to the waypoint, because the next is not visible from
  /// beside it.
  var mustReach = false
  /// The detour point on the way to the waypoint.
  var detour = CrowdBody.noDetour
  static let noDetour = SIMD2(repeating: Float.greatestFiniteMagnitude)

  var isHalted = false
  var hasArrived = false
  var stopsAtGoal: Bool
  var hasGates: Bool
  var isOnLastLeg = false
  /// True while it overlaps other bodies deeply.
  var isParting = false
  /// True after leaving, until the next rebuild of the lists.
  var isGone = false
  /// True at rest without contact; costs no computation.
  var isStill = false

  /// True if the walker is heading for a goal.
  @inline(__always) var isUnderWay: Bool { !isHalted && !hasArrived }
  @inline(__always) var wantedSpeed: Float {
    freeSpeed * max(0.5, 1 + paceVariation * Float(pace))
  }
  @inline(__always) var squeezedRadius: Float {
    fullRadius * PedestrianParameters.squeezedShare
  }
}

/// The line across a waypoint that a walker heads for and crosses.
struct CrowdGate {
  /// The waypoint.
  var center = Vec2.zero
  /// The unit vector of the crossing direction; zero if undefined.
  var direction = Vec2.zero
  /// The extent of the line to the right (negative) and the left of the waypoint, in m.
  var low = 0.0
  var high = 0.0

  /// Returns the target on the line, a body's width clear of its ends.
  ///
  /// With a lane, the target is at the walker's lateral offset from the route, so that a crowd
  /// keeps its width round bends. Without one, it is the nearest point of the line.
  @inline(__always)
  func aim(from position: Vec2, lane: Double?, clearance: Double) -> Vec2 {
    let across = direction.perpendicular
    let offset = lane ?? (position - center).dot(across)
    // If the body does not fit, the middle is the best target.
    let (from, to) = (low + clearance, high - clearance)
    guard from <= to else {
      return center + across * min(max((low + high) / 2, low), high)
    }
    return center + across * min(max(offset, from), to)
  }

  var width: Double { high - low }

  /// The lateral offset of a position to the left of the waypoint, in m, clamped to the line's
  /// ends.
  @inline(__always)
  func offset(of position: Vec2) -> Double {
    min(max((position - center).dot(direction.perpendicular), low), high)
  }

  /// True if a position is beyond the line and within its lateral extent.
  @inline(__always)
  func isPassed(at position: Vec2) -> Bool {
    let offset = position - center
    guard offset.dot(direction) >= 0 else { return false }
    let across = offset.dot(direction.perpendicular)
    return across >= low && across <= high
  }
}
