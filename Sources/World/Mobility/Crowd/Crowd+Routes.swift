import Geometry

extension Crowd {
  /// Heads a walker for the next waypoint of its route.
  mutating func takeUpRoute(at place: Int) {
    let slot = Int(bodies[place].slot)
    let waypoints = routes[slot].waypoints
    wake(place)
    bodies[place].nearest = .infinity
    bodies[place].stuck = 0
    bodies[place].detour = CrowdBody.noDetour
    bodies[place].isOnLastLeg = bodies[place].leg + 1 >= waypoints.count
    if bodies[place].leg < waypoints.count {
      bodies[place].gate = routes[slot].gate(
        at: bodies[place].leg, from: present[place].position, walls)
    } else {
      bodies[place].gate = CrowdGate(center: present[place].position)
    }
    let body = bodies[place]
    let position = present[place].position
    let clearance = Double(body.fullRadius)
    // From beside a door only the middle of it is in sight, not the near side.
    bodies[place].mustReach =
      !body.hasGates && isAlone(place)
      && !sees(
        position,
        body.gate.aim(from: position, lane: body.lane, clearance: clearance + 0.05),
        clearance: clearance)
    present[place].motion.highHalf = .zero
    if bodies[place].isUnderWay { point(place) }
  }

  /// Ends the rest of a walker that stood without a neighbour list.
  private mutating func wake(_ place: Int) {
    if bodies[place].isStill { listAge = nil }
    bodies[place].isStill = false
  }

  /// Ends the rest of the neighbours of an overlapping walker, so that they make room.
  private mutating func wakeNeighbours(of place: Int) {
    for item in Int(grid.lists[place])..<Int(grid.lists[place + 1]) {
      let other = Int(grid.items[item])
      if other < bodies.count { wake(other) }
    }
  }

  /// Halts a walker, or lets it walk on.
  mutating func hold(_ place: Int, _ isHalted: Bool) {
    wake(place)
    bodies[place].isHalted = isHalted
    bodies[place].stuck = 0
    present[place].motion.highHalf = .zero
    if bodies[place].isUnderWay { point(place) }
  }

  /// Sets the desired direction to the waypoint, and returns the distance to it, in m.
  @discardableResult @inline(__always)
  private mutating func point(_ place: Int) -> Double {
    let position = present[place].position
    let body = bodies[place]
    let stops = body.isOnLastLeg && body.stopsAtGoal
    if body.detour != CrowdBody.noDetour { return stepAside(place, body.detour) }
    let aim =
      stops || body.mustReach
      ? body.gate.center
      : body.gate.aim(from: position, lane: body.lane, clearance: Double(body.fullRadius) + 0.05)
    var way = aim - position
    let distance = way.length
    // Near the gate line, aims beyond it, so that no walker slows down or turns back there.
    if !stops, !body.mustReach, distance < 0.5 {
      way = way + body.gate.direction * (0.5 - distance)
    }
    let length = way.length
    let wish = length > 1e-9 ? way / length : body.gate.direction
    present[place].motion.highHalf = SIMD2(Float(wish.x), Float(wish.y))
    bodies[place].speedLimit = stops ? Self.speed(stoppingWithin: Float(distance)) : .infinity
    return distance
  }

  /// Sets the desired direction to a detour point, until the walker is there.
  private mutating func stepAside(_ place: Int, _ target: SIMD2<Float>) -> Double {
    let way = Vec2(Double(target.x), Double(target.y)) - present[place].position
    let distance = way.length
    if let wish = way.normalized, distance > 0.1 {
      present[place].motion.highHalf = SIMD2(Float(wish.x), Float(wish.y))
      bodies[place].speedLimit = Self.speed(stoppingWithin: Float(distance))
    } else {
      bodies[place].detour = CrowdBody.noDetour
    }
    return present[place].position.distance(to: bodies[place].gate.center)
  }

  /// The speed, in m/s, from which a walker can stop within a distance in m, in discrete steps: v²
  /// / 2b + v dt = d.
  @inline(__always)
  private static func speed(stoppingWithin distance: Float) -> Float {
    let (b, dt) = (CrowdParameters.arrivalDeceleration, CrowdParameters.step)
    return b * ((dt * dt + 2 * distance / b).squareRoot() - dt)
  }

  /// Updates the progress of all walkers: waypoints passed, goals reached, walkers lost.
  mutating func followRoutes() {
    arrivals.removeAll(keepingCapacity: true)
    lost.removeAll(keepingCapacity: true)
    if walls.trim() {
      for place in bodies.indices { bodies[place].wallCell = SIMD2(.max, .max) }
    }
    for place in bodies.indices where !bodies[place].isStill && !bodies[place].isGone {
      refreshWalls(place)
      if bodies[place].isParting { wakeNeighbours(of: place) }
      if bodies[place].isUnderWay {
        follow(place)
      } else {
        rest(place)
      }
    }
    arrivals.sort { $0.slot < $1.slot }
    lost.sort { $0.slot < $1.slot }
  }

  /// Updates the wall list of a walker that has entered another cell.
  @inline(__always)
  private mutating func refreshWalls(_ place: Int) {
    let cell = CrowdWalls.cell(of: present[place].position)
    guard cell != bodies[place].wallCell else { return }
    bodies[place].wallCell = cell
    bodies[place].walls = walls.list(of: cell)
  }

  /// Excludes a walker at rest from further computation.
  private mutating func rest(_ place: Int) {
    guard present[place].velocity.length < 0.01, listAge == CrowdParameters.listSteps else {
      return
    }
    let list = Int(grid.lists[place])..<Int(grid.lists[place + 1])
    let isPressed = list.contains { item in
      let other = Int(grid.items[item])
      let distance = (present[other].position - present[place].position).length
      return distance < Double(radii[place] + radii[other]) - 1e-6
    }
    guard !isPressed else { return }
    bodies[place].isStill = true
    present[place].motion = .zero
    next[place] = present[place]
    nextRadii[place] = radii[place]
  }

  /// Advances a walker along its route.
  @inline(__always)
  private mutating func follow(_ place: Int) {
    let position = present[place].position
    var isPassed = bodies[place].gate.isPassed(at: position)
    if bodies[place].isOnLastLeg {
      if bodies[place].stopsAtGoal || bodies[place].gate.direction == .zero {
        isPassed = hasReachedGoal(place, position)
      }
      if isPassed {
        bodies[place].hasArrived = true
        present[place].motion.highHalf = .zero
        arrivals.append(id(ofSlot: bodies[place].slot))
        return
      }
    } else if bodies[place].mustReach {
      let isNear =
        position.distance(to: bodies[place].gate.center) < CrowdParameters.reachDistance
      if isNear || isPassed && leadsOn(from: position, place) {
        advance(place, to: bodies[place].leg + 1)
      }
    } else if isPassed, !leadsOn(from: position, place), isAlone(place) {
      // Beyond a corner on its wrong side: the walker has to pass the waypoint itself.
      bodies[place].mustReach = true
    } else if isPassed {
      bodies[place].lane = bodies[place].gate.offset(of: position)
      if bodies[place].gate.width < CrowdParameters.narrowWidth {
        bodies[place].right = CrowdParameters.rightTime
      }
      advance(place, to: bodies[place].leg + 1)
    }
    let distance = point(place)
    watch(place, distance)
    let turn = stepCount + bodies[place].phase
    if turn % CrowdParameters.sightSteps == 0 { lookOut(place) }
    if bodies[place].right > 0 {
      keepRight(place, measuring: turn % CrowdParameters.widthSteps == 0)
    }
  }

  private func hasReachedGoal(_ place: Int, _ position: Vec2) -> Bool {
    let squared = (position - bodies[place].gate.center).squaredLength
    let (near, crowded) = (
      CrowdParameters.arrivalDistance, CrowdParameters.crowdedArrivalDistance
    )
    if squared < near * near { return present[place].velocity.length < 0.1 }
    return squared < crowded * crowded && bodies[place].blocked > CrowdParameters.crowdedArrivalTime
  }

  /// True if a walker that passes a waypoint here can continue to the next.
  private func leadsOn(from position: Vec2, _ place: Int) -> Bool {
    let next = bodies[place].leg + 1
    let waypoints = routes[Int(bodies[place].slot)].waypoints
    return bodies[place].hasGates || next >= waypoints.count
      || walls.isClear(from: position, to: waypoints[next])
  }

  private mutating func advance(_ place: Int, to leg: Int) {
    if bodies[place].lane == nil {
      bodies[place].lane = bodies[place].gate.offset(of: present[place].position)
    }
    bodies[place].leg = leg
    takeUpRoute(at: place)
  }

  /// Keeps a walker's right of way in a narrow place, and lets it expire in the open.
  private mutating func keepRight(_ place: Int, measuring isDue: Bool) {
    if isDue {
      let (position, wish) = (present[place].position, present[place].wish)
      let reach = CrowdParameters.narrowWidth
      let across = Vec2(-Double(wish.y), Double(wish.x)) * reach
      let room =
        walls.firstHit(from: position, to: position + across)
        + walls.firstHit(from: position, to: position - across)
      bodies[place].isBetweenWalls = room * reach < CrowdParameters.narrowWidth
    }
    guard !bodies[place].isBetweenWalls else { return }
    bodies[place].right = max(0, bodies[place].right - CrowdParameters.step)
  }

  /// Updates the time without progress, and reports a walker lost at the limit.
  @inline(__always)
  private mutating func watch(_ place: Int, _ distance: Double) {
    if distance < bodies[place].nearest - 0.2 {
      bodies[place].nearest = distance
      bodies[place].stuck = 0
      return
    }
    bodies[place].stuck += CrowdParameters.step
    guard bodies[place].stuck >= CrowdParameters.lostAfter else { return }
    bodies[place].stuck = 0
    bodies[place].nearest = .infinity
    lost.append(id(ofSlot: bodies[place].slot))
  }

  /// Visibility check of the waypoints: skips one if the next is in sight, and finds the way back
  /// to earlier ones.
  private mutating func lookOut(_ place: Int) {
    let body = bodies[place]
    let position = present[place].position
    let waypoints = routes[Int(body.slot)].waypoints
    let distance = position.distance(to: body.gate.center)
    let clearance = Double(body.fullRadius)
    if !body.hasGates, !body.isOnLastLeg, distance < CrowdParameters.sightDistance,
      sees(position, waypoints[body.leg + 1], clearance: clearance)
    {
      advance(place, to: body.leg + 1)
      return
    }
    guard body.leg < waypoints.count else { return }
    let aim = body.gate.aim(from: position, lane: body.lane, clearance: clearance + 0.05)
    let seesAim = walls.isClear(from: position, to: aim)
    if seesAim || walls.isClear(from: position, to: body.gate.center) {
      bodies[place].unseen = 0
      if body.mustReach, !isAlone(place) {
        bodies[place].mustReach = false
      } else if !seesAim, isAlone(place) {
        bodies[place].mustReach = true
      }
      if body.stuck > CrowdParameters.caughtAfter, isAlone(place) {
        bodies[place].mustReach = true
        bodies[place].stuck = 0
        bodies[place].nearest = .infinity
        bodies[place].detour = detour(place)
      }
      return
    }
    bodies[place].unseen += 1
    guard bodies[place].unseen >= 2 else { return }
    bodies[place].unseen = -3
    for leg in stride(from: body.leg - 1, through: max(0, body.leg - 8), by: -1)
    where walls.isClear(from: position, to: waypoints[leg]) {
      advance(place, to: leg)
      // From beside that waypoint the next was not visible; from the waypoint itself it is.
      bodies[place].mustReach = true
      return
    }
    lost.append(id(ofSlot: body.slot))
  }

  /// The point to step aside to, to get round a jamb or a corner.
  private func detour(_ place: Int) -> SIMD2<Float> {
    let gate = bodies[place].gate
    let position = present[place].position
    guard let way = (gate.center - position).normalized else { return CrowdBody.noDetour }
    let side = way.perpendicular * Double(bodies[place].fullRadius)
    let isLeftClear = walls.isClear(from: position + side, to: gate.center + side)
    let isRightClear = walls.isClear(from: position - side, to: gate.center - side)
    // In front of a narrow door's middle the way through it is free.
    let line = gate.direction.perpendicular
    let target =
      isLeftClear == isRightClear
      ? position + line * (gate.center - position).dot(line)
      : position + side * (isLeftClear ? 1.5 : -1.5)
    return SIMD2(Float(target.x), Float(target.y))
  }

  /// True if no other walker is near; in dense crowds, walkers push each other round corners.
  private func isAlone(_ place: Int) -> Bool {
    guard place + 1 < grid.lists.count else { return true }
    let position = present[place].position
    let near = CrowdParameters.crowdedArrivalDistance
    for item in Int(grid.lists[place])..<Int(grid.lists[place + 1]) {
      let other = Int(grid.items[item])
      guard other != place, other < bodies.count else { continue }
      if (present[other].position - position).squaredLength < near * near { return false }
    }
    return true
  }

  /// True if no wall blocks the straight path of a body between two positions.
  private func sees(_ from: Vec2, _ to: Vec2, clearance: Double) -> Bool {
    guard let way = (to - from).normalized else { return true }
    let side = way.perpendicular * clearance
    // The side rays begin at the middle, in case one of them begins behind a wall.
    return walls.isClear(from: from, to: to) && walls.isClear(from: from, to: to + side)
      && walls.isClear(from: from, to: to - side)
      && walls.isClear(from: from + side, to: to + side)
      && walls.isClear(from: from - side, to: to - side)
  }
}
