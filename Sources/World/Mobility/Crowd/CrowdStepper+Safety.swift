import Geometry

/// A wall relative to one walker.
struct CrowdSide {
  /// The unit vector towards its nearest point.
  var normal: SIMD2<Float>
  /// The gap between body and wall, in m.
  var gap: Float
}

/// A speed limit in one direction, in m/s.
struct CrowdLimit {
  /// The unit vector towards the obstacle.
  var normal: SIMD2<Float>
  /// The desired limit; negative to step back.
  var speed: Float
  /// The mandatory limit; never negative.
  var hard: Float
}

extension CrowdStepper {
  /// Collects the walls near a position, and returns their number.
  @inline(__always)
  func gatherWalls(of range: Range<Int32>, around position: Vec2, radius: Float) -> Int {
    var count = 0
    for item in range {
      let wall = segments[Int(wallItems[Int(item)])]
      let offset = wall.closestPoint(to: position) - position
      let squared = offset.squaredLength
      guard squared < P.wallReach * P.wallReach else { continue }
      let distance = squared.squareRoot()
      // A walker exactly on a wall goes to its right.
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

  /// Replaces the farthest wall, which is the least danger.
  @inline(never)
  private func replaceFarthest(with side: CrowdSide) {
    var farthest = 0
    for other in 1..<Self.sideLimit where sides[other].gap > sides[farthest].gap {
      farthest = other
    }
    if sides[farthest].gap > side.gap { sides[farthest] = side }
  }

  /// Returns the velocity after one step of relaxation towards the desired one, within the
  /// comfortable accelerations.
  @inline(__always)
  func relax(
    _ velocity: SIMD2<Float>, towards wanted: SIMD2<Float>, _ direction: SIMD2<Float>,
    braking: Float
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
      : max(along / braking, -P.deceleration)
    let turn = min(
      max(across / P.fastRelaxation, -P.sidewaysAcceleration), P.sidewaysAcceleration)
    return velocity + (heading * pull + heading.perpendicular * turn) * P.step
  }

  /// The excess over a limit that is tolerated, in m/s: a micrometre per step.
  ///
  /// Without it, rounding would stop a walker that slides along a wall.
  private static var slack: Float { 2e-5 }

  /// The max approach speed, in m/s, from which a walker can stop within a distance in m.
  ///
  /// In discrete steps: v² / 2b + v dt = distance, so that the limit shrinks by b dt at most from
  /// step to step.
  @inline(__always)
  private func limit(within distance: Float) -> Float {
    let b = P.emergencyDeceleration
    return b * ((P.step * P.step + 2 * distance / b).squareRoot() - P.step)
  }

  /// Returns the velocity that separates a walker from overlapping bodies.
  @inline(never)
  func parting(_ groups: Int) -> SIMD2<Float> {
    var away = SIMD2<Float>.zero
    for group in 0..<groups {
      let other = neighbours[group]
      for lane in 0..<4 where other.gap[lane] < 0 {
        away -= SIMD2(other.ux[lane], other.uy[lane]) * (other.gap[lane] * -5)
      }
    }
    let length = away.length
    return length > P.parting ? away * (P.parting / length) : away
  }

  /// Collision avoidance by buffered Voronoi cells: limits a velocity so that neither a body nor a
  /// wall is hit.
  ///
  /// Each walker keeps to its own half of the gap to each neighbour, so that two walkers cannot
  /// collide (Zhou, Wang, Bandyopadhyay and Schwager, IEEE Robotics and Automation Letters 2 (2017)
  /// 1047). Standing still always satisfies the constraints.
  @inline(__always)
  func keepClear(
    _ velocity: inout SIMD2<Float>, growing growth: Float, _ groups: Int, _ sideCount: Int
  ) {
    // No limit above this speed matters; stepping back may add to the velocity.
    let speed = velocity.length + P.parting
    let near = speed * (speed * (1 / (2 * P.emergencyDeceleration)) + P.step) + growth
    var count = 0
    for side in 0..<sideCount where sides[side].gap < near {
      let gap = sides[side].gap
      let hard = limit(within: max(0, gap - growth))
      limits[count] = CrowdLimit(
        normal: sides[side].normal, speed: gap >= 0 ? hard : max(gap * 5, -P.parting), hard: hard)
      count += 1
    }
    for group in 0..<groups {
      let gap = neighbours[group].gap
      guard any(gap .< Lanes(repeating: 2 * near)) else { continue }
      for lane in 0..<4 where gap[lane] < 2 * near {
        limits[count] = limit(to: neighbours[group], lane, growth)
        count += 1
      }
    }
    resolve(&velocity, count)
  }

  /// The speed limit towards a neighbour.
  @inline(__always)
  private func limit(to other: CrowdNeighbours, _ lane: Int, _ growth: Float) -> CrowdLimit {
    let gap = other.gap[lane]
    let hard = limit(within: max(0, gap * 0.5 - growth))
    var speed = gap < 0 ? gap * 5 : hard
    // The walker behind makes room for the one ahead.
    if gap < P.standingGap, other.ahead[lane] > 0.1 {
      speed = min(speed, max((gap - P.standingGap) * 5, -P.retreat))
    }
    return CrowdLimit(normal: SIMD2(other.ux[lane], other.uy[lane]), speed: speed, hard: hard)
  }

  /// Projects a velocity onto the most violated constraint, up to eight times, then scales it down
  /// to the mandatory limits.
  @inline(__always)
  private func resolve(_ velocity: inout SIMD2<Float>, _ count: Int) {
    for _ in 0..<8 {
      var worst = Self.slack / 2
      var normal = SIMD2<Float>.zero
      for index in 0..<count {
        let excess = velocity.dot(limits[index].normal) - limits[index].speed
        if excess > worst {
          worst = excess
          normal = limits[index].normal
        }
      }
      guard worst > Self.slack / 2 else { return }
      velocity -= normal * worst
    }
    var share: Float = 1
    for index in 0..<count {
      let speed = velocity.dot(limits[index].normal)
      let hard = limits[index].hard
      if speed > hard + Self.slack { share = min(share, hard / speed) }
    }
    velocity *= share
  }
}
