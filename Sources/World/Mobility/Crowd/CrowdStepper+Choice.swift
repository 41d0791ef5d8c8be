extension CrowdStepper {
  /// The ways that are weighed, by cosine and sine of their angles to the wish.
  private static let ways: [SIMD2<Float>] = [
    SIMD2(1, 0),
    SIMD2(0.965_926, -0.258_819), SIMD2(0.965_926, 0.258_819),
    SIMD2(0.866_025, -0.5), SIMD2(0.866_025, 0.5),
    SIMD2(0.642_788, -0.766_044), SIMD2(0.642_788, 0.766_044),
    SIMD2(0.258_819, -0.965_926), SIMD2(0.258_819, 0.965_926),
  ]

  /// The ways of somebody who gives way: to the sides and back.
  private static let waysBack: [SIMD2<Float>] = [
    SIMD2(0, -1), SIMD2(0, 1), SIMD2(-0.5, -0.866_025), SIMD2(-0.5, 0.866_025),
    SIMD2(-0.866_025, -0.5), SIMD2(-0.866_025, 0.5), SIMD2(-1, 0),
  ]

  /// Returns for how long to give way, in s, to somebody who comes the other way and can't get on
  /// either; zero for no reason to.
  ///
  /// First go people in a narrow place or just out of it, so that a door or a corridor is left
  /// before others enter. When nobody has got on for eight seconds, one of two opposite directions
  /// goes first for eight seconds, everywhere alike, so that all who must step back do so together.
  @inline(never)
  func yieldTime(
    _ index: Int, _ body: CrowdBody, _ me: CrowdPresence, _ groups: Int
  ) -> Float {
    // Those behind step back with the one in front, and each a little shorter.
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

  /// For how long somebody in front who goes the same way still gives way, in s.
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

  /// Turns a vector by an angle given by its cosine and sine.
  @inline(__always)
  static func turn(_ vector: SIMD2<Float>, by angle: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(
      vector.x * angle.x - vector.y * angle.y, vector.x * angle.y + vector.y * angle.x)
  }

  /// Chooses the angle to the wish at which one gets on best within the horizon.
  @inline(never)
  func choose(
    _ body: CrowdBody, _ me: CrowdPresence, _ seen: Seen, _ sideCount: Int
  ) -> SIMD2<Float> {
    let farthest = body.wantedSpeed * P.horizon
    var best = -Float.infinity
    var choice = SIMD2<Float>(1, 0)
    let yields = body.yielding > 0
    for way in yields ? Self.waysBack : Self.ways {
      // A way is worth how far it leads on, or how far out of the way.
      let value = yields ? 1 : way.x
      // No way can be better than one that is as good as this could be.
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

  /// Returns how far one gets in a direction within the horizon, others moving on as they do, in m.
  @inline(__always)
  private func freeWay(_ direction: SIMD2<Float>, _ groups: Int) -> Float {
    var least = Lanes(repeating: .infinity)
    for group in 0..<groups {
      let other = neighbours[group]
      let front = other.ux * direction.x + other.uy * direction.y
      let across = (other.ux * direction.y - other.uy * direction.x).magnitudes
      let free = other.gap + (other.vx * direction.x + other.vy * direction.y) * P.horizon
      let hinders =
        (front .> Lanes.zero) .& (across * (other.gap + other.touch) .< other.touch * P.strip)
      least = least.lesser(free.kept(where: hinders, else: least))
    }
    return least.least
  }

  /// Returns how far one gets until a wall that is near, in m.
  @inline(__always)
  private func wayToWalls(_ direction: SIMD2<Float>, _ sideCount: Int) -> Float {
    var least = Float.infinity
    for side in 0..<sideCount where sides[side].gap < 0.6 {
      let into = direction.dot(sides[side].normal)
      if into > 0.1 { least = min(least, max(0, sides[side].gap) / into) }
    }
    return least
  }
}
