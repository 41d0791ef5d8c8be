/// Motion of vehicles along their routes.
extension Drivers {
  /// Advances a vehicle by one step; returns true if it has reached its stopping point.
  mutating func drive(_ index: Int, _ road: inout Roadway) -> Bool {
    road.roll(index)
    if road.movers[index].swerves { tasks[index].side.move(&road.movers[index]) }
    advance(index, &road)
    return road.movers[index].goal < .infinity && isThere(index, &road)
  }

  /// Moves to the stretches that the front has reached, and leaves those behind the rear.
  private mutating func advance(_ index: Int, _ road: inout Roadway) {
    var count = 0
    while road.movers[index].x > road.movers[index].base
      + road.streets[road.movers[index].stretch].length
    {
      count += 1
      guard count < 64, enterNext(index, &road) else {
        // There is no next stretch: stop at the very end.
        let end = road.movers[index].base + road.streets[road.movers[index].stretch].length
        if tasks[index].aim.isWander {
          tasks[index].leaves = true
          report(.left(road.id(index)))
        } else {
          road.movers[index].x = min(road.movers[index].x, end)
          road.movers[index].v = 0
        }
        break
      }
    }
    road.leaveBehind(index)
  }

  /// Enters the next stretch; returns false if there is none.
  private mutating func enterNext(_ index: Int, _ road: inout Roadway) -> Bool {
    let m = road.movers[index]
    let here = Int(m.stretch)
    let base = m.base + road.streets.stretches[here].length
    if here < road.streets.trackCount {
      guard m.nextLink >= 0 else { return false }
      var node = m.claim
      if node < 0 {
        node = road.insert(index, on: m.nextLink, base: base, tail: m.length, offset: 0)
      }
      road.movers[index].claim = -1
      road.movers[index].leg += 1
      road.enter(index, m.nextLink, node, base: base)
      road.movers[index].nextLink = -1
      road.movers[index].nextTrack = road.streets[m.nextLink].toTrack
    } else {
      let track = road.streets.stretches[here].toTrack
      let lane = road.streets.stretches[here].toLane
      let offset = road.streets[track].offset(ofLane: lane)
      let node = road.insert(index, on: track, base: base, tail: m.length, offset: offset)
      road.movers[index].lane = lane
      road.enter(index, track, node, base: base)
      road.movers[index].waitsInside = false
      (road.movers[index].hasStopped, road.movers[index].waitsSince) = (false, 0)
      if tasks[index].aim.isWander { extendWander(index, &road) }
      if m.kind == .bicycle { keepToEdge(index, &road) }
      findNext(index, &road)
    }
    return true
  }

  /// Moves a bicycle to the edge of the road that it has entered.
  private mutating func keepToEdge(_ index: Int, _ road: inout Roadway) {
    let target = road.sideOffset(index)
    if target != tasks[index].side.target {
      swerve(index, to: target, over: max(8, 2 * road.movers[index].v), &road)
    }
  }

  /// Updates, on a track, the next step of the route: the link to take or the stopping point.
  mutating func findNext(_ index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    guard Int(m.stretch) < road.streets.trackCount else {
      road.movers[index].nextTrack = road.streets[m.stretch].toTrack
      road.movers[index].nextLink = -1
      return
    }
    let leg = Int(m.leg)
    let count = tasks[index].route.count
    (road.movers[index].nextTrack, road.movers[index].goal) = (-1, .infinity)
    var link: Int32 = -1
    if leg + 1 < count {
      let next = tasks[index].route[leg + 1]
      road.movers[index].nextTrack = next
      link = road.streets.link(
        from: m.stretch, lane: m.lane, to: next, wanted: tasks[index].lanes[leg + 1])
    } else {
      road.movers[index].goal = m.base + tasks[index].goalOnTrack
    }
    if m.claim >= 0, road.nodes[Int(m.claim)].stretch != link { road.releaseClaim(index) }
    road.movers[index].nextLink = link
    road.movers[index].wantedLane = -1
  }

  /// Starts a lateral move to another offset from the lane's centre.
  mutating func swerve(
    _ index: Int, to target: Double, over distance: Double, _ road: inout Roadway
  ) {
    let limit = road.streets.rules.lateralAcceleration
    tasks[index].side.swerve(&road.movers[index], to: target, over: distance, acceleration: limit)
  }

  /// True if it stands at its stopping point, or behind a parked vehicle there.
  private func isThere(_ index: Int, _ road: inout Roadway) -> Bool {
    let m = road.movers[index]
    let rest = m.goal - m.x
    if rest < 0.08, m.v < 0.12 {
      road.movers[index].v = 0
      road.movers[index].a = 0
      return true
    }
    return m.v < 0.05 && rest < 20 && m.standsSince > 0 && road.step - m.standsSince > 40
      && road.isBehindStanding(index)
  }

  /// Pulls out from the kerb as soon as there is room.
  mutating func pullOut(_ index: Int, _ road: inout Roadway) {
    guard (road.step &+ road.movers[index].phase) % 3 == 0 else { return }
    let m = road.movers[index]
    let target = road.sideOffset(index)
    // After a long wait it accepts smaller gaps, so that a queue at a standstill lets it in.
    let braking = road.step - tasks[index].waitsSince > 300 ? 4.0 : 2.0
    guard
      road.isFree(
        index, low: target - m.halfWidth - 0.2, high: target + m.halfWidth + 0.2, braking: braking)
    else { return }
    road.movers[index].mode = .driving
    road.movers[index].isAside = false
    swerve(index, to: target, over: 12, &road)
  }
}
