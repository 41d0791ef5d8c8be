import Geometry

/// What others see of a walker: the frozen input of a step.
struct CrowdPresence {
  /// Metres.
  var position: Vec2
  /// Velocity in m/s, then the direction wanted: a unit vector, or zero for who stands.
  var motion: SIMD4<Float>

  @inline(__always) var velocity: SIMD2<Float> { motion.lowHalf }
  @inline(__always) var wish: SIMD2<Float> { motion.highHalf }

  /// Somebody out of everybody's reach, who fills up the last group of a list.
  static let nobody = CrowdPresence(position: Vec2(1e9, 1e9), motion: .zero)
}

/// What only the walker knows.
struct CrowdBody {
  var entity: UInt64
  var slot: Int32
  /// Spreads what is done every so many steps over the steps; by entity, so that it doesn't depend
  /// on who else is there.
  var phase: Int { Int(truncatingIfNeeded: entity & 0xFFFF) }
  var freeSpeed: Float
  var timeGap: Float
  /// The radius when there is room, in m.
  var fullRadius: Float
  /// The pace of the moment is 1 + `paceVariation` * `pace`; standard normal over time.
  var pace = 0.0
  var paceVariation: Float

  /// Which waypoint lies ahead, and the line across it that must be passed.
  var leg = 0
  var gate = CrowdGate()
  /// How far to the left of the route the walker keeps, in m; nil on the first leg.
  var lane: Double?
  /// The cosine and sine of the angle by which the walker goes round others.
  var swerve = SIMD2<Float>(1, 0)

  /// The cell of which the walls near were looked up, and where their list lies.
  var wallCell = SIMD2<Int32>(.max, .max)
  var walls: Range<Int32> = 0..<0

  /// The greatest speed, in m/s, from which the goal can still be met.
  var speedLimit = Float.infinity

  /// How long there has been no headway, in s.
  var blocked: Float = 0
  /// Whether the walker makes itself slim to get past others.
  var isSqueezing = false
  /// For how long the walker still gives way to people coming towards it, in s.
  var yielding: Float = 0
  /// For how long the walker goes first, in s: people are let out before others enter.
  var right: Float = 0
  /// Whether walls are near on both sides.
  var isBetweenWalls = false
  /// The least distance to the waypoint so far, in m, and how long ago it last shrank, in s.
  var nearest = Double.infinity
  var stuck: Float = 0
  /// How many looks in a row didn't find the waypoint.
  var unseen = 0
  /// Whether the waypoint has to be gone by closely, since one couldn't go on from beside it.
  var mustReach = false
  /// Where to step aside to before going on to the waypoint.
  var detour = CrowdBody.noDetour
  static let noDetour = SIMD2(repeating: Float.greatestFiniteMagnitude)

  var isHalted = false
  var hasArrived = false
  var stopsAtGoal: Bool
  var hasGates: Bool
  var isOnLastLeg = false
  /// Was put into others and gets out.
  var isParting = false
  /// Left the crowd; taken out when the lists are made anew.
  var isGone = false
  /// Stands and nothing presses: costs nothing.
  var isStill = false

  /// Whether the walker wants to get somewhere.
  @inline(__always) var isUnderWay: Bool { !isHalted && !hasArrived }
  @inline(__always) var wantedSpeed: Float {
    freeSpeed * max(0.5, 1 + paceVariation * Float(pace))
  }
  @inline(__always) var squeezedRadius: Float {
    fullRadius * CrowdParameters.squeezedShare
  }
}

/// The line across a waypoint that a walker heads for and passes.
struct CrowdGate {
  /// The waypoint.
  var center = Vec2.zero
  /// The unit vector along which the line is passed; zero where there is no direction.
  var direction = Vec2.zero
  /// How far the line reaches to the right (negative) and left of the waypoint, in m.
  var low = 0.0
  var high = 0.0

  /// Returns where on the line to head for, a body's width clear of its ends.
  ///
  /// That is in the walker's lane, as far to the left of the route as it keeps, so that a crowd
  /// keeps its breadth round bends; without a lane, the point of the line that is nearest.
  @inline(__always)
  func aim(from position: Vec2, lane: Double?, clearance: Double) -> Vec2 {
    let across = direction.perpendicular
    let offset = lane ?? (position - center).dot(across)
    // Where there is no room for the body the middle is the best that can be done.
    let (from, to) = (low + clearance, high - clearance)
    guard from <= to else {
      return center + across * min(max((low + high) / 2, low), high)
    }
    return center + across * min(max(offset, from), to)
  }

  /// The length of the line, in m.
  var width: Double { high - low }

  /// How far to the left of the waypoint a position is, in m, no farther than the line's ends.
  @inline(__always)
  func offset(of position: Vec2) -> Double {
    min(max((position - center).dot(direction.perpendicular), low), high)
  }

  /// Whether a position lies beyond the line and not far to its side.
  @inline(__always)
  func isPassed(at position: Vec2) -> Bool {
    let offset = position - center
    guard offset.dot(direction) >= 0 else { return false }
    let across = offset.dot(direction.perpendicular)
    return across >= low && across <= high
  }
}
