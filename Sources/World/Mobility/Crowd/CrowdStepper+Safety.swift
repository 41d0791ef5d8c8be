import Geometry

/// A wall as one walker sees it.
struct CrowdSide {
  /// The unit vector towards its nearest point.
  var normal: SIMD2<Float>
  /// How far the body is from it, in m.
  var gap: Float
}

extension CrowdStepper {
  /// Notes the walls near a place and returns how many.
  @inline(__always)
  func gatherWalls(of range: Range<Int32>, around position: Vec2, radius: Float) -> Int {
    var count = 0
    for item in range {
      let wall = segments[Int(wallItems[Int(item)])]
      let offset = wall.closestPoint(to: position) - position
      let squared = offset.squaredLength
      guard squared < P.wallReach * P.wallReach else { continue }
      let distance = squared.squareRoot()
      // Whoever stands right on a wall gets to its right.
      let normal =
        distance > 1e-9 ? offset / distance : wall.vector.perpendicular.normalized ?? Vec2(1, 0)
      let side = CrowdSide(
        normal: SIMD2(Float(normal.x), Float(normal.y)), gap: Float(distance) - radius)
      if count < Self.sideLimit {
        sides[count] = side
        count += 1
      } else {
        replaceFarthest(with: side)
      }
    }
    return count
  }

  /// Makes room among the walls, of which the farthest is the least danger.
  @inline(never)
  private func replaceFarthest(with side: CrowdSide) {
    var farthest = 0
    for other in 1..<Self.sideLimit where sides[other].gap > sides[farthest].gap {
      farthest = other
    }
    if sides[farthest].gap > side.gap { sides[farthest] = side }
  }

  /// Returns the velocity after a step on the way to the one wanted, within what people like.
  @inline(__always)
  func relax(
    _ velocity: SIMD2<Float>, towards wanted: SIMD2<Float>, _ direction: SIMD2<Float>
  ) -> SIMD2<Float> {
    let speed = velocity.length
    let heading = speed > 0.05 ? velocity / speed : direction
    let change = wanted - velocity
    guard heading.dot(heading) > 0.5 else { return velocity + change * (P.step / P.fastRelaxation) }
    let along = change.dot(heading)
    let across = change.dot(heading.perpendicular)
    let pull =
      along > 0
      ? min(along / P.relaxation, P.acceleration)
      : max(along / P.fastRelaxation, -P.deceleration)
    let turn = min(
      max(across / P.fastRelaxation, -P.sidewaysAcceleration), P.sidewaysAcceleration)
    return velocity + (heading * pull + heading.perpendicular * turn) * P.step
  }

  /// An excess over a limit that is left as it is, in m/s: a micrometre a step.
  ///
  /// Without it, rounding would hold who slides along a wall.
  private static var slack: Float { 2e-5 }

  /// How fast one may go towards something, in m/s, to come to a stand within a distance in m.
  ///
  /// In steps: v² / 2b + v dt = distance, so that the limit shrinks by b dt at most from step to step.
  @inline(__always)
  private func limit(within distance: Float) -> Float {
    let b = P.emergencyDeceleration
    return b * ((P.step * P.step + 2 * distance / b).squareRoot() - P.step)
  }

  /// Whether a speed towards something exceeds the limit for a distance, in m.
  @inline(__always)
  private func exceeds(_ speed: Lanes, _ distance: Lanes) -> SIMDMask<SIMD4<Int32>> {
    let need = speed * (speed * (1 / (2 * P.emergencyDeceleration)) + P.step)
    return (speed .> Lanes(repeating: Self.slack)) .& (need .> distance + 1e-6)
  }

  /// Parts bodies that overlap.
  @inline(never)
  func part(_ velocity: inout SIMD2<Float>, _ groups: Int) {
    var away = SIMD2<Float>.zero
    for group in 0..<groups {
      let other = neighbours[group]
      for lane in 0..<4 where other.gap[lane] < 0 {
        let rate = min(P.parting, -other.gap[lane] * 5)
        away -= SIMD2(other.ux[lane], other.uy[lane]) * rate
      }
    }
    let length = away.length
    if length > P.parting { away *= P.parting / length }
    velocity += away
  }

  /// Changes a velocity so that neither body nor wall is hit.
  ///
  /// Every walker keeps to its own half of the gap to each other, so any two that both do can't
  /// meet: buffered Voronoi cells (Zhou, Wang, Bandyopadhyay and Schwager, IEEE Robotics and
  /// Automation Letters 2 (2017) 1047). Standing still always fulfils this.
  @inline(__always)
  func keepClear(
    _ velocity: inout SIMD2<Float>, growing growth: Float, _ seen: Seen, _ sideCount: Int
  ) {
    var isHit = false
    for side in 0..<sideCount {
      let speed = velocity.dot(sides[side].normal)
      isHit = isHit || speed > limit(within: max(0, sides[side].gap - growth)) + Self.slack
        || (sides[side].gap < 0 && speed > -0.1)
    }
    var hits = SIMDMask<SIMD4<Int32>>(repeating: false)
    for group in 0..<seen.groups {
      let other = neighbours[group]
      let speed = other.ux * velocity.x + other.uy * velocity.y
      hits = hits .| exceeds(speed, (other.gap * 0.5 - growth).atLeast(0))
    }
    let crowds = seen.leastGap < P.standingGap
    guard isHit || crowds || any(hits) else { return }
    resolve(&velocity, growing: growth, seen.groups, sideCount)
  }

  /// Bends a velocity along the worst obstacle after another, then shortens it as far as need be.
  @inline(never)
  private func resolve(
    _ velocity: inout SIMD2<Float>, growing growth: Float, _ groups: Int, _ sideCount: Int
  ) {
    for _ in 0..<8 {
      var worst = Self.slack / 2
      var normal = SIMD2<Float>.zero
      for group in 0..<groups {
        worstNeighbour(velocity, growth, neighbours[group], &worst, &normal)
      }
      for side in 0..<sideCount {
        let gap = sides[side].gap
        let allowed =
          gap >= 0 ? limit(within: max(0, gap - growth)) : max(gap * 5, -P.parting)
        let excess = velocity.dot(sides[side].normal) - allowed
        if excess > worst {
          worst = excess
          normal = sides[side].normal
        }
      }
      guard worst > Self.slack / 2 else { break }
      velocity -= normal * worst
    }
    var share: Float = 1
    for side in 0..<sideCount {
      let speed = velocity.dot(sides[side].normal)
      let allowed = limit(within: max(0, sides[side].gap - growth))
      if speed > allowed + Self.slack { share = min(share, allowed / speed) }
    }
    for group in 0..<groups {
      let other = neighbours[group]
      let speed = other.ux * velocity.x + other.uy * velocity.y
      let hits = exceeds(speed, (other.gap * 0.5 - growth).atLeast(0))
      guard any(hits) else { continue }
      for lane in 0..<4 where hits[lane] {
        share = min(share, limit(within: max(0, other.gap[lane] * 0.5 - growth)) / speed[lane])
      }
    }
    velocity *= share
  }

  /// Finds out whether one of four neighbours is a worse obstacle than the worst so far.
  @inline(__always)
  private func worstNeighbour(
    _ velocity: SIMD2<Float>, _ growth: Float, _ other: CrowdNeighbours, _ worst: inout Float,
    _ normal: inout SIMD2<Float>
  ) {
    let speed = other.ux * velocity.x + other.uy * velocity.y
    let isNear = other.gap .< Lanes(repeating: P.standingGap)
    let hits = exceeds(speed, (other.gap * 0.5 - growth).atLeast(0))
    guard any(hits .| isNear) else { return }
    for lane in 0..<4 {
      let gap = other.gap[lane]
      var allowed = Float.infinity
      if hits[lane] { allowed = limit(within: max(0, gap * 0.5 - growth)) }
      // Whoever is behind makes room for the one ahead.
      if isNear[lane], other.ahead[lane] > 0.1 {
        allowed = min(allowed, max((gap - P.standingGap) * 5, -P.retreat))
      }
      let excess = speed[lane] - allowed
      if excess > worst {
        worst = excess
        normal = SIMD2(other.ux[lane], other.uy[lane])
      }
    }
  }
}
