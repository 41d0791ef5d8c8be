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
  private mutating func wake(_ index: Int) {
    if bodies[index].isStill { listAge = nil }
    bodies[index].isStill = false
  }

  /// Ends the rest of the neighbours of an overlapping walker, so that they make room.
  private mutating func wakeNeighbours(of place: Int) {
    for item in Int(grid.lists[place])..<Int(grid.lists[place + 1]) {
      let other = Int(grid.items[item])
      if other < bodies.count { wake(other) }
    }
  }

  /// Halts a walker, or lets it walk on.
  mutating func hold(_ index: Int, _ isHalted: Bool) {
    wake(index)
    bodies[index].isHalted = isHalted
    bodies[index].stuck = 0
    present[index].motion.highHalf = .zero
    if bodies[index].isUnderWay { point(index) }
  }

  /// Sets the desired direction to the waypoint, and returns the distance to it, in m.
  @discardableResult @inline(__always)
  private mutating func point(_ index: Int) -> Double {
    let position = present[index].position
    let body = bodies[index]
    let stops = body.isOnLastLeg && body.stopsAtGoal
    if body.detour != CrowdBody.noDetour { return stepAside(index, body.detour) }
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
    present[index].motion.highHalf = SIMD2(Float(wish.x), Float(wish.y))
    bodies[index].speedLimit = stops ? Self.speed(stoppingWithin: Float(distance)) : .infinity
    return distance
  }

  /// Sets the desired direction to a detour point, until the walker is there.
  private mutating func stepAside(_ index: Int, _ target: SIMD2<Float>) -> Double {
    let way = Vec2(Double(target.x), Double(target.y)) - present[index].position
    let distance = way.length
    if let wish = way.normalized, distance > 0.1 {
      present[index].motion.highHalf = SIMD2(Float(wish.x), Float(wish.y))
      bodies[index].speedLimit = Self.speed(stoppingWithin: Float(distance))
    } else {
      bodies[index].detour = CrowdBody.noDetour
    }
    return present[index].position.distance(to: bodies[index].gate.center)
  }

  /// The speed, in m/s, from which a walker can stop within a distance in m, in discrete steps: v²
  /// / 2b + v dt = d.
  @inline(__always)
  private static func speed(stoppingWithin distance: Float) -> Float {
    let (b, dt) = (PedestrianParameters.arrivalDeceleration, PedestrianParameters.step)
    return b * ((dt * dt + 2 * distance / b).squareRoot() - dt)
  }

  /// Updates the progress of all walkers: waypoints passed, goals reached, walkers lost.
  mutating func followRoutes() {
    arrivals.removeAll(keepingCapacity: true)
    lost.removeAll(keepingCapacity: true)
    if walls.trim() {
      for index in bodies.indices { bodies[index].wallCell = SIMD2(.max, .max) }
    }
    for index in bodies.indices where !bodies[index].isStill && !bodies[index].isGone {
      refreshWalls(index)
      if bodies[index].isParting { wakeNeighbours(of: index) }
      if bodies[index].isUnderWay {
        follow(index)
      } else {
        rest(index)
      }
    }
    arrivals.sort { $0.slot < $1.slot }
    lost.sort { $0.slot < $1.slot }
  }

  /// Updates the wall list of a walker that has entered another cell.
  @inline(__always)
  private mutating func refreshWalls(_ index: Int) {
    let cell = CrowdWalls.cell(of: present[index].position)
    guard cell != bodies[index].wallCell else { return }
    bodies[index].wallCell = cell
    bodies[index].walls = walls.list(of: cell)
  }

  /// Excludes a walker at rest from further computation.
  private mutating func rest(_ index: Int) {
    guard present[index].velocity.length < 0.01, listAge == PedestrianParameters.listSteps else {
      return
    }
    let list = Int(grid.lists[index])..<Int(grid.lists[index + 1])
    let isPressed = list.contains { item in
      let other = Int(grid.items[item])
      let distance = (present[other].position - present[index].position).length
      return distance < Double(radii[index] + radii[other]) - 1e-6
    }
    guard !isPressed else { return }
    bodies[index].isStill = true
    present[index].motion = .zero
    next[index] = present[index]
    nextRadii[index] = radii[index]
  }

  /// Advances a walker along its route.
  @inline(__always)
  private mutating func follow(_ index: Int) {
    let position = present[index].position
    var isPassed = bodies[index].gate.isPassed(at: position)
    if bodies[index].isOnLastLeg {
      if bodies[index].stopsAtGoal || bodies[index].gate.direction == .zero {
        isPassed = hasReachedGoal(index, position)
      }
      if isPassed {
        bodies[index].hasArrived = true
        present[index].motion.highHalf = .zero
        arrivals.append(id(ofSlot: bodies[index].slot))
        return
      }
    } else if bodies[index].mustReach {
      let isNear =
        position.distance(to: bodies[index].gate.center) < PedestrianParameters.reachDistance
      if isNear || isPassed && leadsOn(from: position, index) {
        advance(index, to: bodies[index].leg + 1)
      }
    } else if isPassed, !leadsOn(from: position, index), isAlone(index) {
      // Beyond a corner on its wrong side: the walker has to pass the waypoint itself.
      bodies[index].mustReach = true
    } else if isPassed {
      bodies[index].lane = bodies[index].gate.offset(of: position)
      if bodies[index].gate.width < PedestrianParameters.narrowWidth {
        bodies[index].right = PedestrianParameters.rightTime
      }
      advance(index, to: bodies[index].leg + 1)
    }
    let distance = point(index)
    watch(index, distance)
    let turn = stepCount + bodies[index].phase
    if turn % PedestrianParameters.sightSteps == 0 { lookOut(index) }
    if bodies[index].right > 0 {
      keepRight(index, measuring: turn % PedestrianParameters.widthSteps == 0)
    }
  }

  private func hasReachedGoal(_ index: Int, _ position: Vec2) -> Bool {
    let squared = (position - bodies[index].gate.center).squaredLength
    let (near, crowded) = (
      PedestrianParameters.arrivalDistance, PedestrianParameters.crowdedArrivalDistance
    )
    if squared < near * near { return present[index].velocity.length < 0.1 }
    return squared < crowded * crowded
      && bodies[index].blocked > PedestrianParameters.crowdedArrivalTime
  }

  /// True if a walker that passes a waypoint here can continue to the next.
  private func leadsOn(from position: Vec2, _ index: Int) -> Bool {
    let next = bodies[index].leg + 1
    let waypoints = routes[Int(bodies[index].slot)].waypoints
    return bodies[index].hasGates || next >= waypoints.count
      || walls.isClear(from: position, to: waypoints[next])
  }

  private mutating func advance(_ index: Int, to leg: Int) {
    if bodies[index].lane == nil {
      bodies[index].lane = bodies[index].gate.offset(of: present[index].position)
    }
    bodies[index].leg = leg
    takeUpRoute(at: index)
  }

  /// Keeps a walker's right of way in a narrow place, and lets it expire in the open.
  private mutating func keepRight(_ index: Int, measuring isDue: Bool) {
    if isDue {
      let (position, wish) = (present[index].position, present[index].wish)
      let reach = PedestrianParameters.narrowWidth
      let across = Vec2(-Double(wish.y), Double(wish.x)) * reach
      let room =
        walls.firstHit(from: position, to: position + across)
        + walls.firstHit(from: position, to: position - across)
      bodies[index].isBetweenWalls = room * reach < PedestrianParameters.narrowWidth
    }
    guard !bodies[index].isBetweenWalls else { return }
    bodies[index].right = max(0, bodies[index].right - PedestrianParameters.step)
  }

  /// Updates the time without progress, and reports a walker lost at the limit.
  @inline(__always)
  private mutating func watch(_ index: Int, _ distance: Double) {
    if distance < bodies[index].nearest - 0.2 {
      bodies[index].nearest = distance
      bodies[index].stuck = 0
      return
    }
    bodies[index].stuck += PedestrianParameters.step
    guard bodies[index].stuck >= PedestrianParameters.lostAfter else { return }
    bodies[index].stuck = 0
    bodies[index].nearest = .infinity
    lost.append(id(ofSlot: bodies[index].slot))
  }

  /// Visibility check of the waypoints: skips one if the next is in sight, and finds the way back
  /// to earlier ones.
  private mutating func lookOut(_ index: Int) {
    let body = bodies[index]
    let position = present[index].position
    let waypoints = routes[Int(body.slot)].waypoints
    let distance = position.distance(to: body.gate.center)
    let clearance = Double(body.fullRadius)
    if !body.hasGates, !body.isOnLastLeg, distance < PedestrianParameters.sightDistance,
      sees(position, waypoints[body.leg + 1], clearance: clearance)
    {
      advance(index, to: body.leg + 1)
      return
    }
    guard body.leg < waypoints.count else { return }
    let aim = body.gate.aim(from: position, lane: body.lane, clearance: clearance + 0.05)
    let seesAim = walls.isClear(from: position, to: aim)
    if seesAim || walls.isClear(from: position, to: body.gate.center) {
      bodies[index].unseen = 0
      if body.mustReach, !isAlone(index) {
        bodies[index].mustReach = false
      } else if !seesAim, isAlone(index) {
        bodies[index].mustReach = true
      }
      if body.stuck > PedestrianParameters.caughtAfter, isAlone(index) {
        bodies[index].mustReach = true
        bodies[index].stuck = 0
        bodies[index].nearest = .infinity
        bodies[index].detour = detour(index)
      }
      return
    }
    bodies[index].unseen += 1
    guard bodies[index].unseen >= 2 else { return }
    bodies[index].unseen = -3
    for leg in stride(from: body.leg - 1, through: max(0, body.leg - 8), by: -1)
    where walls.isClear(from: position, to: waypoints[leg]) {
      advance(index, to: leg)
      // From beside that waypoint the next was not visible; from the waypoint itself it is.
      bodies[index].mustReach = true
      return
    }
    lost.append(id(ofSlot: body.slot))
  }

  /// The point to step aside to, to get round a jamb or a corner.
  private func detour(_ index: Int) -> SIMD2<Float> {
    let gate = bodies[index].gate
    let position = present[index].position
    guard let way = (gate.center - position).normalized else { return CrowdBody.noDetour }
    let side = way.perpendicular * Double(bodies[index].fullRadius)
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
  private func isAlone(_ index: Int) -> Bool {
    guard index + 1 < grid.lists.count else { return true }
    let position = present[index].position
    let near = PedestrianParameters.crowdedArrivalDistance
    for item in Int(grid.lists[index])..<Int(grid.lists[index + 1]) {
      let other = Int(grid.items[item])
      guard other != index, other < bodies.count else { continue }
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
