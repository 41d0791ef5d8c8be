import Geometry

extension Crowd {
  /// Aims a walker at the waypoint it has come to.
  mutating func takeUpRoute(at place: Int) {
    let slot = Int(bodies[place].slot)
    let waypoints = routes[slot].waypoints
    wake(place)
    bodies[place].nearest = .infinity
    bodies[place].stuck = 0
    bodies[place].isOnLastLeg = bodies[place].leg + 1 >= waypoints.count
    if bodies[place].leg < waypoints.count {
      bodies[place].gate = routes[slot].gate(
        at: bodies[place].leg, from: present[place].position, walls)
    } else {
      bodies[place].gate = CrowdGate(center: present[place].position)
    }
    present[place].motion.highHalf = .zero
    if bodies[place].isUnderWay { point(place) }
  }

  /// Has somebody be looked at again who stood and had no list of neighbours.
  private mutating func wake(_ place: Int) {
    if bodies[place].isStill { listAge = nil }
    bodies[place].isStill = false
  }

  /// Has those who stand make room for somebody who was put among them.
  private mutating func wakeNeighbours(of place: Int) {
    for item in Int(grid.lists[place])..<Int(grid.lists[place + 1]) {
      let other = Int(grid.items[item])
      if other < bodies.count { wake(other) }
    }
  }

  /// Has a walker stand, or walk on.
  mutating func hold(_ place: Int, _ isHalted: Bool) {
    wake(place)
    bodies[place].isHalted = isHalted
    bodies[place].stuck = 0
    present[place].motion.highHalf = .zero
    if bodies[place].isUnderWay { point(place) }
  }

  /// Turns a walker's wish to the waypoint and returns the distance to it, in m.
  @discardableResult @inline(__always)
  private mutating func point(_ place: Int) -> Double {
    let position = present[place].position
    let body = bodies[place]
    let stops = body.isOnLastLeg && body.stopsAtGoal
    let aim =
      stops
      ? body.gate.center
      : body.gate.aim(from: position, lane: body.lane, clearance: Double(body.fullRadius) + 0.05)
    var way = aim - position
    let distance = way.length
    // Close to the line its far side leads on: nobody is to slow down or turn back on it.
    if !stops, distance < 0.5 { way = way + body.gate.direction * (0.5 - distance) }
    let length = way.length
    let wish = length > 1e-9 ? way / length : body.gate.direction
    present[place].motion.highHalf = SIMD2(Float(wish.x), Float(wish.y))
    bodies[place].speedLimit = stops ? Self.speed(stoppingWithin: Float(distance)) : .infinity
    return distance
  }

  /// The speed, in m/s, that lets one stop in steps within a distance in m: v² / 2b + v dt = d.
  @inline(__always)
  private static func speed(stoppingWithin distance: Float) -> Float {
    let (b, dt) = (CrowdParameters.arrivalDeceleration, CrowdParameters.step)
    return b * ((dt * dt + 2 * distance / b).squareRoot() - dt)
  }

  /// Has everybody look whether the waypoint is passed, the goal reached or the way lost.
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

  /// Looks the walls up of the cell that a walker has got into.
  @inline(__always)
  private mutating func refreshWalls(_ place: Int) {
    let cell = CrowdWalls.cell(of: present[place].position)
    guard cell != bodies[place].wallCell else { return }
    bodies[place].wallCell = cell
    bodies[place].walls = walls.list(of: cell)
  }

  /// Lets somebody who has come to a stand cost nothing any more.
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

  /// Takes a walker along its route.
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

  private mutating func advance(_ place: Int, to leg: Int) {
    if bodies[place].lane == nil {
      bodies[place].lane = bodies[place].gate.offset(of: present[place].position)
    }
    bodies[place].leg = leg
    takeUpRoute(at: place)
  }

  /// Lets a walker keep the right of way in a narrow place, and lose it where there is room.
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

  /// Notes whether a walker makes headway.
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

  /// Looks for the waypoints: cuts short where the next is in sight, and finds the way back.
  private mutating func lookOut(_ place: Int) {
    let body = bodies[place]
    let position = present[place].position
    let slot = Int(body.slot)
    let distance = position.distance(to: body.gate.center)
    if !body.hasGates, !body.isOnLastLeg, distance < CrowdParameters.sightDistance,
      sees(position, routes[slot].waypoints[body.leg + 1], clearance: Double(body.fullRadius))
    {
      advance(place, to: body.leg + 1)
      return
    }
    guard body.leg < routes[slot].waypoints.count else { return }
    let aim = body.gate.aim(
      from: position, lane: body.lane, clearance: Double(body.fullRadius) + 0.05)
    if walls.isClear(from: position, to: aim)
      || walls.isClear(from: position, to: body.gate.center)
    {
      bodies[place].unseen = 0
      return
    }
    bodies[place].unseen += 1
    guard bodies[place].unseen >= 2 else { return }
    bodies[place].unseen = -3
    for leg in stride(from: body.leg - 1, through: max(0, body.leg - 8), by: -1)
    where walls.isClear(from: position, to: routes[slot].waypoints[leg]) {
      advance(place, to: leg)
      return
    }
    lost.append(id(ofSlot: body.slot))
  }

  /// Whether a body could go straight from one place to another, as far as walls are concerned.
  private func sees(_ from: Vec2, _ to: Vec2, clearance: Double) -> Bool {
    guard let way = (to - from).normalized else { return true }
    let side = way.perpendicular * clearance
    return walls.isClear(from: from, to: to) && walls.isClear(from: from + side, to: to + side)
      && walls.isClear(from: from - side, to: to - side)
  }
}
