import Geometry

/// One step of the pedestrian model, walker by walker: reads the frozen state and returns the next
/// one.
///
/// It holds unsafe views of the crowd's arrays, valid for one step, because at some ten nanoseconds
/// per neighbour, reference counts and bounds checks would be noticeable.
struct CrowdStepper {
  /// The number of the step.
  let turn: Int
  /// The direction with the right of way as the last resort.
  let precedence: SIMD2<Float>
  let present: UnsafeBufferPointer<CrowdPresence>
  let radii: UnsafeBufferPointer<Float>
  /// The remaining time of the right of way or, if negative, of giving way, in s.
  let rights: UnsafeBufferPointer<Float>
  let lists: UnsafeBufferPointer<Int32>
  let items: UnsafeBufferPointer<Int32>
  let segments: UnsafeBufferPointer<Segment2>
  let wallItems: UnsafeBufferPointer<Int32>
  /// Scratch space for the neighbours, walls and limits of one walker.
  let neighbours: UnsafeMutableBufferPointer<CrowdNeighbours>
  let sides: UnsafeMutableBufferPointer<CrowdSide>
  let limits: UnsafeMutableBufferPointer<CrowdLimit>

  typealias P = PedestrianParameters

  /// The max number of walls near a walker.
  static let sideLimit = 48
  static let neighbourLimit = P.listLimit / 4 + 1

  /// Returns the presence and the radius of a walker after one step.
  @inline(__always)
  func move(_ index: Int, _ body: inout CrowdBody) -> (CrowdPresence, Float) {
    let me = present[index]
    let radius = radii[index]
    let sideCount = gatherWalls(of: body.walls, around: me.position, radius: radius)
    let seen = look(me, groups: gather(index, me, radius))

    if (turn + body.phase) % P.choiceSteps == 0, body.isUnderWay {
      body.isSqueezing = body.blocked > P.patience && mustSqueeze(seen)
      if body.blocked > P.patience {
        body.yielding = max(body.yielding, yieldTime(index, body, me, seen.groups))
      }
      body.swerve = choose(body, me, seen, sideCount)
    }
    body.yielding = max(0, body.yielding - P.step)
    let direction = self.direction(me, body, seen, sideCount)
    var velocity = me.velocity
    if body.isUnderWay {
      let gap = freeGap(along: direction, seen.groups)
      let wanted = body.yielding > 0 ? P.yieldSpeed : body.wantedSpeed
      let speed = min(wanted, max(0, gap / body.timeGap), body.speedLimit)
      // Towards the goal there is no lag: the limit allows for the comfortable braking itself.
      let braking = speed == body.speedLimit ? P.step : P.fastRelaxation
      velocity = relax(me.velocity, towards: direction * speed, direction, braking: braking)
    } else {
      velocity = relax(me.velocity, towards: .zero, direction, braking: P.fastRelaxation)
    }
    body.isParting = seen.minGap < -P.deepOverlap
    if body.isParting { velocity = parting(seen.groups) }
    let nextRadius = squeeze(&body, me, radius, seen, sideCount)
    // An overlapping walker pushes the others away; only walls stop it.
    keepClear(
      &velocity, growing: max(0, nextRadius - radius), body.isParting ? 0 : seen.groups, sideCount)

    let next = CrowdPresence(
      position: me.position + Vec2(Double(velocity.x), Double(velocity.y)) * P.stepSeconds,
      motion: SIMD4(lowHalf: velocity, highHalf: me.wish))
    return (next, nextRadius)
  }

  /// The result of the neighbour pass.
  struct Seen {
    var wish: SIMD2<Float>
    /// The number of groups of four neighbours.
    var groups: Int
    /// The lateral influence of the neighbours, positive to the left.
    var turn: Float
    /// The min gap to a neighbour, in m.
    var minGap: Float
  }

  /// Returns the walking direction: the chosen angle plus the lateral influence and the repulsion
  /// of walls.
  @inline(__always)
  private func direction(
    _ me: CrowdPresence, _ body: CrowdBody, _ seen: Seen, _ sideCount: Int
  ) -> SIMD2<Float> {
    let turn = min(max(seen.turn, -1.5), 1.5)
    let way = Self.turn(me.wish, by: body.swerve)
    var direction = way + way.perpendicular * turn
    var away = SIMD2<Float>.zero
    for side in 0..<sideCount where sides[side].gap < P.wallCutoff {
      let wall = sides[side]
      // Counts only the part that earlier walls do not contribute yet: two joined walls repel like
      // one.
      let weight = P.wallStrength * crowdDecay(max(0, wall.gap) / P.wallRange)
      away -= wall.normal * max(0, weight + away.dot(wall.normal))
    }
    direction += away
    for side in 0..<sideCount where sides[side].gap < 0.1 {
      let into = direction.dot(sides[side].normal)
      guard into > 0 else { continue }
      direction -= sides[side].normal * (into * (1 - max(0, sides[side].gap) * 10))
    }
    let length = direction.length
    return length > 1e-3 ? direction / length : .zero
  }

  /// Returns the free distance to the next body on a straight path, in m.
  @inline(__always)
  private func freeGap(along direction: SIMD2<Float>, _ groups: Int) -> Float {
    var minimum = Lanes(repeating: .infinity)
    for group in 0..<groups {
      let other = neighbours[group]
      let front = other.ux * direction.x + other.uy * direction.y
      let across = (other.ux * direction.y - other.uy * direction.x).magnitudes
      let distance = other.gap + other.touch
      let aside = across * distance
      let depth = other.touch * other.touch - aside * aside
      let hinders = (front .> Lanes.zero) .& (aside .< other.touch * P.strip)
      guard any(hinders) else { continue }
      let free = front * distance - depth.atLeast(1e-12).roots.root
      minimum = minimum.lesser(free.kept(where: hinders, else: minimum))
    }
    return minimum.minimum
  }
}

/// The exponential of a negated number; see `decay`.
@inline(__always)
func crowdDecay(_ value: Float) -> Float {
  Lanes(repeating: min(value, 80)).decay.x
}
