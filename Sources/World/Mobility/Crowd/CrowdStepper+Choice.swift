extension CrowdStepper {
  /// The candidate directions, by cosine and sine of their angles to the desired one.
  private static let ways: [SIMD2<Float>] = [
    SIMD2(1, 0),
    SIMD2(0.965_926, -0.258_819), SIMD2(0.965_926, 0.258_819),
    SIMD2(0.866_025, -0.5), SIMD2(0.866_025, 0.5),
    SIMD2(0.642_788, -0.766_044), SIMD2(0.642_788, 0.766_044),
    SIMD2(0.258_819, -0.965_926), SIMD2(0.258_819, 0.965_926),
  ]

  /// The candidate directions while giving way: to the sides and back.
  private static let waysBack: [SIMD2<Float>] = [
    SIMD2(0, -1), SIMD2(0, 1), SIMD2(-0.5, -0.866_025), SIMD2(-0.5, 0.866_025),
    SIMD2(-0.866_025, -0.5), SIMD2(-0.866_025, 0.5), SIMD2(-1, 0),
  ]

  /// Returns the time to give way, in s, to an oncoming walker that is blocked too; zero if there
  /// isn't a reason.
  ///
  /// People in a narrow place or just out of it go first, so that a door or a corridor is cleared
  /// before others enter. After eight seconds without progress, one of two opposite directions goes
  /// first for eight seconds, everywhere alike, so that all who must step back do so together.
  @inline(never)
  func yieldTime(
    _ index: Int, _ body: CrowdBody, _ me: CrowdPresence, _ groups: Int
  ) -> Float {
    // Walkers behind step back with the one in front, each for a little less time.
    let followed = retreat(index, me, groups) - P.yieldLoss
    let isLate = body.blocked > P.longPatience && me.wish.dot(precedence) < 0
    guard isLate || rights[index] < 0.25 * P.rightTime else { return followed }
    let first = Int(lists[index])
    for group in 0..<groups {
      let other = neighbours[group]
      let front = other.ux * me.wish.x + other.uy * me.wish.y
      let opposes =
        (other.gap .< Lanes(repeating: 0.8)) .& (front .> Lanes(repeating: 0.3))
        .& (other.accord .< Lanes(repeating: -0.3))
        .& ((other.vx * other.vx + other.vy * other.vy) .< Lanes(repeating: 0.04))
      guard any(opposes) else { continue }
      if isLate { return P.yieldTime }
      for lane in 0..<4 where opposes[lane] {
        if rights[Int(items[first + 4 * group + lane])] > 0.5 * P.rightTime {
          return P.yieldTime
        }
      }
    }
    return followed
  }

  /// The max remaining time of giving way among the walkers in front with the same direction, in s.
  @inline(__always)
  private func retreat(_ index: Int, _ me: CrowdPresence, _ groups: Int) -> Float {
    let first = Int(lists[index])
    var longest: Float = 0
    for group in 0..<groups {
      let other = neighbours[group]
      let front = other.ux * me.wish.x + other.uy * me.wish.y
      let leads =
        (other.gap .< Lanes(repeating: 0.3)) .& (front .> Lanes(repeating: 0.5))
        .& (other.accord .> Lanes(repeating: 0.5))
      guard any(leads) else { continue }
      for lane in 0..<4 where leads[lane] {
        longest = max(longest, -rights[Int(items[first + 4 * group + lane])])
      }
    }
    return longest
  }

  /// Rotates a vector by an angle given by its cosine and sine.
  @inline(__always)
  static func turn(_ vector: SIMD2<Float>, by angle: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(
      vector.x * angle.x - vector.y * angle.y, vector.x * angle.y + vector.y * angle.x)
  }

  /// Chooses the angle to the desired direction with the most progress within the horizon
  /// (heuristic of Moussaïd, Helbing and Theraulaz 2011).
  @inline(never)
  func choose(
    _ body: CrowdBody, _ me: CrowdPresence, _ seen: Seen, _ sideCount: Int
  ) -> SIMD2<Float> {
    let farthest = body.wantedSpeed * P.horizon
    var best = -Float.infinity
    var choice = SIMD2<Float>(1, 0)
    let yields = body.yielding > 0
    for way in yields ? Self.waysBack : Self.ways {
      // The value of a direction is its progress per distance, or 1 while giving way.
      let value = yields ? 1 : way.x
      // Skips a direction whose upper bound does not exceed the best so far.
      guard value * farthest * (1 + P.constancy) > best else { continue }
      let direction = Self.turn(me.wish, by: way)
      var free = min(farthest, freeWay(direction, seen.groups))
      if way.y != 0 { free = min(free, wayToWalls(direction, sideCount)) }
      var worth = free * value
      if (way - body.swerve).length < 0.01 { worth += P.constancy * farthest }
      if way.y > 0 { worth -= P.rightPreference * farthest }
      if worth > best {
        best = worth
        choice = way
      }
    }
    return choice
  }

  /// Returns the free distance in a direction within the horizon, with the others at constant
  /// velocity, in m.
  @inline(__always)
  private func freeWay(_ direction: SIMD2<Float>, _ groups: Int) -> Float {
    var minimum = Lanes(repeating: .infinity)
    for group in 0..<groups {
      let other = neighbours[group]
      let front = other.ux * direction.x + other.uy * direction.y
      let across = (other.ux * direction.y - other.uy * direction.x).magnitudes
      let free = other.gap + (other.vx * direction.x + other.vy * direction.y) * P.horizon
      let hinders =
        (front .> Lanes.zero) .& (across * (other.gap + other.touch) .< other.touch * P.strip)
      minimum = minimum.lesser(free.kept(where: hinders, else: minimum))
    }
    return minimum.minimum
  }

  /// Returns the distance to the next near wall, in m.
  @inline(__always)
  private func wayToWalls(_ direction: SIMD2<Float>, _ sideCount: Int) -> Float {
    var minimum = Float.infinity
    for side in 0..<sideCount where sides[side].gap < 0.6 {
      let into = direction.dot(sides[side].normal)
      if into > 0.1 { minimum = min(minimum, max(0, sides[side].gap) / into) }
    }
    return minimum
  }
}
