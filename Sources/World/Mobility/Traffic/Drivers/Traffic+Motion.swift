/// How vehicles move on along their stretches.
extension Traffic {
  /// Moves a vehicle on by a step.
  mutating func move(_ index: Int) {
    switch movers[index].mode {
    case .driving: drive(index)
    case .manoeuvring: manoeuvre(index)
    case .pullingOut, .turningIn, .leavingStall: wait(index)
    case .vacant, .standing, .obstacle: break
    }
  }

  /// Integrates with constant acceleration over the step; nothing ever rolls backwards.
  private mutating func drive(_ index: Int) {
    let (v, a) = (movers[index].v, movers[index].wantedAcceleration)
    var next = v + a * Self.dt
    var way = (v + next) / 2 * Self.dt
    if next <= 0 {
      way = a < 0 ? v * v / (-2 * a) : 0
      next = 0
    }
    let barrier = max(0, movers[index].barrier)
    if way > barrier {
      // Only where nothing else helps: another vehicle's rear, a red light.
      way = barrier
      let held = max(0, min(next, 2 * way / Self.dt - v))
      if next - held > 0.25 { forcedStops += 1 }
      next = held
    }
    movers[index].x += way * pathShare(movers[index], after: way / 2)
    movers[index].a = next == 0 && a < 0 ? 0 : a
    movers[index].v = next
    if next > 0.05 {
      movers[index].standsSince = 0
    } else if movers[index].standsSince == 0 {
      movers[index].standsSince = max(stepCount, 1)
    }
    if movers[index].swerves { moveSideways(index) }
    advance(index)
    if movers[index].goal < .infinity { checkArrival(index) }
  }

  /// Returns the entry of the stretch on which the middle between a vehicle's axles is.
  @inline(__always)
  func middleNode(_ m: VehicleState) -> Int32 {
    var node = m.rearNode
    while nodes[Int(node)].onward >= 0, nodes[Int(nodes[Int(node)].onward)].base <= m.x - m.back {
      node = nodes[Int(node)].onward
    }
    return node
  }

  /// Returns how many metres of its stretch's path a vehicle leaves behind for a metre of its own.
  ///
  /// To the inside of a bend its way is shorter than the path, to the outside longer.
  ///
  /// What counts is the place `way` metres beyond where it is now.
  @inline(__always)
  func pathShare(_ m: VehicleState, after way: Double) -> Double {
    guard m.rearNode != m.frontNode || streets.stretches[Int(m.stretch)].isBendy else { return 1 }
    let middle = m.x - m.back + way
    let ahead = inwardShare(m, at: middle + m.wheelbase / 2)
    return 2 / (ahead + inwardShare(m, at: middle - m.wheelbase / 2))
  }

  /// Returns the length of a vehicle's own way for a metre of the path at a place on its odometer.
  private func inwardShare(_ m: VehicleState, at x: Double) -> Double {
    var node = m.rearNode
    while nodes[Int(node)].onward >= 0, nodes[Int(nodes[Int(node)].onward)].base <= x {
      node = nodes[Int(node)].onward
    }
    let entry = nodes[Int(node)]
    let offset = entry.offset + m.e
    guard abs(offset) > 0.05, streets.stretches[Int(entry.stretch)].isBendy else { return 1 }
    let curve = streets.stretches[Int(entry.stretch)].curve
    return 1 - min(streets.curves.curvature(curve, at: x - entry.base) * offset, 0.6)
  }

  /// Passes on to the stretches that the front has reached, and leaves those that the rear has left.
  private mutating func advance(_ index: Int) {
    var count = 0
    while movers[index].x
      > movers[index].base + streets.stretches[Int(movers[index].stretch)].length
    {
      count += 1
      guard count < 64, enterNext(index) else {
        // There is no way on: stop at the very end.
        let end =
          movers[index].base + streets.stretches[Int(movers[index].stretch)].length
        if errands[index].aim.isWander {
          errands[index].leaves = true
          events.append(.left(id(index)))
        } else {
          movers[index].x = min(movers[index].x, end)
          movers[index].v = 0
        }
        break
      }
    }
    var rear = movers[index].rearNode
    while rear != movers[index].frontNode {
      let entry = nodes[Int(rear)]
      let passed = movers[index].x - movers[index].length - entry.base
      guard passed > streets.stretches[Int(entry.stretch)].length else { break }
      rear = entry.onward
      remove(movers[index].rearNode)
      movers[index].rearNode = rear
    }
  }

  /// Enters the stretch that comes next; returns false if there is none.
  private mutating func enterNext(_ index: Int) -> Bool {
    let m = movers[index]
    let here = Int(m.stretch)
    let base = m.base + streets.stretches[here].length
    if here < streets.trackCount {
      guard m.nextLink >= 0 else { return false }
      var node = m.claim
      if node < 0 { node = insert(index, on: m.nextLink, base: base, tail: m.length, offset: 0) }
      movers[index].claim = -1
      movers[index].leg += 1
      enter(index, m.nextLink, node, base: base)
      movers[index].nextLink = -1
      movers[index].nextTrack = streets.stretches[Int(m.nextLink)].toTrack
    } else {
      let track = streets.stretches[here].toTrack
      let lane = streets.stretches[here].toLane
      let offset = streets.stretches[Int(track)].offset(ofLane: lane)
      let node = insert(index, on: track, base: base, tail: m.length, offset: offset)
      movers[index].lane = lane
      enter(index, track, node, base: base)
      movers[index].waitsInside = false
      (movers[index].hasStopped, movers[index].waitsSince) = (false, 0)
      if errands[index].aim.isWander { extendWander(index) }
      if m.kind == .bicycle { keepToEdge(index) }
      findNext(index)
    }
    return true
  }

  /// Lets a bicycle keep to the edge as the road that it has come to wants it.
  private mutating func keepToEdge(_ index: Int) {
    let target = sideOffset(index)
    if target != errands[index].side.to {
      swerve(index, to: target, over: max(8, 2 * movers[index].v))
    }
  }

  private mutating func enter(_ index: Int, _ stretch: Int32, _ node: Int32, base: Double) {
    nodes[Int(movers[index].frontNode)].onward = node
    movers[index].frontNode = node
    movers[index].stretch = stretch
    movers[index].base = base
  }

  /// Looks up, on a track, what comes next by the route: the link to take or the place to stop at.
  mutating func findNext(_ index: Int) {
    let m = movers[index]
    guard Int(m.stretch) < streets.trackCount else {
      movers[index].nextTrack = streets.stretches[Int(m.stretch)].toTrack
      movers[index].nextLink = -1
      return
    }
    let leg = Int(m.leg)
    let count = errands[index].route.count
    (movers[index].nextTrack, movers[index].goal) = (-1, .infinity)
    var link: Int32 = -1
    if leg + 1 < count {
      let next = errands[index].route[leg + 1]
      movers[index].nextTrack = next
      link = streets.link(
        from: m.stretch, lane: m.lane, to: next, wanted: errands[index].lanes[leg + 1])
    } else {
      movers[index].goal = m.base + errands[index].goalOnTrack
    }
    if m.claim >= 0, nodes[Int(m.claim)].stretch != link { releaseClaim(index) }
    movers[index].nextLink = link
    movers[index].wantedLane = -1
  }

  /// Brings the sideways offset up to the way gone.
  private mutating func moveSideways(_ index: Int) {
    let m = movers[index]
    let (front, rear) = (
      errands[index].offset(at: m.x), errands[index].offset(at: m.x - m.wheelbase)
    )
    let target = errands[index].side.to
    movers[index].e = (front + rear) / 2
    movers[index].low = min(front, rear, target) - m.halfWidth
    movers[index].high = max(front, rear, target) + m.halfWidth
    movers[index].frontLow = min(front, target) - m.halfWidth
    movers[index].frontHigh = max(front, target) + m.halfWidth
    if m.x >= errands[index].side.start + errands[index].side.length + m.wheelbase {
      movers[index].swerves = false
    }
  }

  /// Begins to move sideways to another offset from the lane's middle.
  mutating func swerve(_ index: Int, to target: Double, over distance: Double) {
    errands[index].pastSide = errands[index].side
    errands[index].side.turn(to: target, at: movers[index].x, over: distance)
    movers[index].swerves = true
    // The quintic's sharpest curvature is 5.77 times its width over its length squared.
    let bow = 5.78 * abs(target - movers[index].e) / (distance * distance)
    movers[index].swerveSpeed = (streets.rules.lateralAcceleration / max(bow, 1e-9)).squareRoot()
    let (e, half) = (movers[index].e, movers[index].halfWidth)
    movers[index].low = min(e, target) - half
    movers[index].high = max(e, target) + half
    (movers[index].frontLow, movers[index].frontHigh) = (movers[index].low, movers[index].high)
  }

  private mutating func checkArrival(_ index: Int) {
    let m = movers[index]
    let rest = m.goal - m.x
    if rest < 0.08, m.v < 0.12 {
      movers[index].v = 0
      movers[index].a = 0
      arrive(index)
    } else if m.v < 0.05, rest < 20, m.standsSince > 0, stepCount - m.standsSince > 40,
      isBehindStanding(index)
    {
      // Somebody stands for good where one wanted to: near enough.
      arrive(index)
    }
  }

  private func isBehindStanding(_ index: Int) -> Bool {
    let m = movers[index]
    var node = nodes[Int(m.frontNode)].ahead
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = movers[Int(entry.vehicle)]
      if entry.offset + other.low < nodes[Int(m.frontNode)].offset + m.high,
        entry.offset + other.high > nodes[Int(m.frontNode)].offset + m.low
      {
        return other.mode == .standing || other.mode == .obstacle
      }
      node = entry.ahead
    }
    return false
  }
}

extension VehicleErrand.Aim {
  var isWander: Bool {
    if case .wander = self { true } else { false }
  }
}
