import Geometry

/// How drivers choose lanes: turn lanes early enough, faster lanes by MOBIL, around bicycles.
extension Traffic {
  /// Takes the decisions that needn't be taken in every step, each vehicle in its turn.
  mutating func decide(_ index: Int) {
    guard (stepCount &+ movers[index].phase) % 5 == 0, movers[index].mode == .driving else {
      return
    }
    let m = movers[index]
    guard Int(m.stretch) < streets.trackCount else {
      if case .search = errands[index].aim { _ = lookForStall(index) }
      return
    }
    if decideErrand(index) { return }
    if m.swerves && !m.isPassing { return }
    let lanes = streets.stretches[Int(m.stretch)].lanes
    if lanes > 1, !m.isPassing, chooseLane(index, lanes) { return }
    if m.kind != .bicycle { passBicycles(index) }
    rerouteIfStuck(index)
  }

  /// A lane change as it would be now.
  private struct Option {
    var isSafe = false
    /// The own acceleration there, and what the follower there would lose, in m/s².
    var own = 0.0
    var loss = 0.0
  }

  /// Changes lanes if one must or had better; returns whether one does.
  private mutating func chooseLane(_ index: Int, _ lanes: Int32) -> Bool {
    let m = movers[index]
    let rest = streets.stretches[Int(m.stretch)].length - (m.x - m.base)
    // Three seconds' way, but no steeper than a vehicle of its length goes.
    let distance = max(3 * m.v, m.kind == .bicycle ? 8 : m.isLong ? 30 : 16)
    guard rest > distance + 1, m.goal == .infinity || m.goal - m.x > distance + 5 else {
      return false
    }
    let good = goodLanes(index, lanes)
    if good & (1 << UInt32(m.lane)) == 0, good != 0 {
      let step: Int32 = nearestLane(to: m.lane, in: good) > m.lane ? 1 : -1
      movers[index].wantedLane = m.lane + step
      // The nearer the lane's end, the smaller the gaps that will do.
      let urgency = min(1, 60 / max(rest - distance, 1))
      if option(index, lane: m.lane + step, braking: 2 + urgency).isSafe {
        change(index, to: m.lane + step, over: distance)
        return true
      }
      return false
    }
    movers[index].wantedLane = -1
    return considerSpeed(index, good, rest, distance)
  }

  /// MOBIL: change if the own gain outweighs what the follower loses, politeness 0.2.
  private mutating func considerSpeed(
    _ index: Int, _ good: UInt32, _ rest: Double, _ distance: Double
  ) -> Bool {
    let m = movers[index]
    guard m.kind != .bicycle, m.v > 1, (stepCount &+ m.phase) % 10 == 0 else { return false }
    let now = option(index, lane: m.lane, braking: .infinity).own
    for step in [1, -1] as [Int32] {
      let lane = m.lane + step
      guard lane >= 0, lane < streets.stretches[Int(m.stretch)].lanes else { continue }
      // Leave a lane that leads on only if there is time to come back.
      guard good & (1 << UInt32(lane)) != 0 || rest > 300 + 4 * distance else { continue }
      let there = option(index, lane: lane, braking: 2)
      guard there.isSafe else { continue }
      // Keep to the outer lane: 0.3 m/s² must be won to leave it, a little may be lost to return.
      let threshold = step > 0 ? 0.3 : -0.1
      if there.own - now - 0.2 * there.loss > threshold {
        change(index, to: lane, over: distance)
        return true
      }
    }
    return false
  }

  /// Returns the lanes from which the route goes on, as bits.
  private func goodLanes(_ index: Int, _ lanes: Int32) -> UInt32 {
    let m = movers[index]
    let all: UInt32 = (1 << UInt32(lanes)) - 1
    let leg = Int(m.leg)
    guard errands[index].lanes.indices.contains(leg) else { return all }
    // Whoever stops beside the road at its end must come to the outer lane in time.
    return errands[index].lanes[leg] & all
  }

  private func nearestLane(to lane: Int32, in good: UInt32) -> Int32 {
    for step in 1...32 as ClosedRange<Int32> {
      if lane >= step, good & (1 << UInt32(lane - step)) != 0 { return lane - step }
      if lane + step < 32, good & (1 << UInt32(lane + step)) != 0 { return lane + step }
    }
    return lane
  }

  /// Looks at who would be ahead and behind in a lane.
  private func option(_ index: Int, lane: Int32, braking: Double) -> Option {
    let m = movers[index]
    let track = Int(m.stretch)
    let middle =
      streets.stretches[track].offset(ofLane: lane)
      + sideOffset(m.kind, on: m.stretch, lane: lane)
    let (low, high) = (middle - m.halfWidth - 0.2, middle + m.halfWidth + 0.2)
    return option(index, low: low, high: high, braking: braking)
  }

  /// Looks at who would be ahead and behind in a part of the carriageway.
  private func option(_ index: Int, low: Double, high: Double, braking: Double) -> Option {
    let m = movers[index]
    let s = m.x - m.base
    let wished = wishedSpeed(m, on: Int(m.stretch), at: s)
    var found = Option(isSafe: true)
    found.own = CarFollowing.free(
      speed: m.v, wished: wished, acceleration: m.acceleration, deceleration: m.deceleration)
    if let ahead = neighbour(of: index, low: low, high: high, isAhead: true) {
      let gap = front(ahead) - nodes[Int(ahead)].tail - s
      let other = movers[Int(nodes[Int(ahead)].vehicle)]
      found.own -= Self.interaction(m, gap: gap, closing: m.v - other.v)
      if gap < 0.5 + 0.2 * m.v || found.own < -braking { found.isSafe = false }
    }
    if let behind = neighbour(of: index, low: low, high: high, isAhead: false) {
      let gap = s - m.length - front(behind)
      let other = movers[Int(nodes[Int(behind)].vehicle)]
      found.loss = Self.interaction(other, gap: gap, closing: other.v - m.v)
      let isMoving = other.isActive && other.mode == .driving
      let closing = max(0, other.v - m.v)
      let least = 0.7 + 0.3 * other.v + closing * closing / 5
      if gap < 0.5 || (isMoving && gap < least) { found.isSafe = false }
      if isMoving, found.loss > other.acceleration + braking { found.isSafe = false }
    } else if s - m.length < 40, isSomebodyComing(index, s, low, high) {
      found.isSafe = false
    }
    return found
  }

  /// Whether somebody comes across the junction behind into a part of the carriageway.
  private func isSomebodyComing(_ index: Int, _ s: Double, _ low: Double, _ high: Double) -> Bool {
    let m = movers[index]
    for link in streets.linksOfJunction[Int(streets.stretches[Int(m.stretch)].startJunction)] {
      let way = streets.stretches[Int(link)]
      guard way.toTrack == m.stretch, firstNodes[Int(link)] >= 0 else { continue }
      let middle = streets.stretches[Int(m.stretch)].offset(ofLane: way.toLane)
      guard middle + 1.25 > low, middle - 1.25 < high else { continue }
      var node = firstNodes[Int(link)]
      while node >= 0 {
        let entry = nodes[Int(node)]
        let other = movers[Int(entry.vehicle)]
        node = entry.behind
        guard Int(entry.vehicle) != index, other.x - entry.base < way.length else { continue }
        let gap = s - m.length + way.length - (other.x - entry.base)
        let closing = max(0, other.v - m.v)
        if gap < 1 + other.v + closing * closing / 4 { return true }
        break
      }
    }
    return false
  }

  private static func interaction(_ m: VehicleState, gap: Double, closing: Double) -> Double {
    CarFollowing.interaction(
      gap: gap, speed: m.v, closing: closing, acceleration: m.acceleration, headway: m.headway,
      standingGap: m.standingGap, inverseRoot: m.inverseRoot)
  }

  /// Returns the nearest entry ahead or behind on the same track in a part of the carriageway.
  func neighbour(of index: Int, low: Double, high: Double, isAhead: Bool) -> Int32? {
    let own = movers[index].frontNode
    var node = isAhead ? nodes[Int(own)].ahead : nodes[Int(own)].behind
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = movers[Int(entry.vehicle)]
      if entry.offset + other.low < high, entry.offset + other.high > low { return node }
      node = isAhead ? entry.ahead : entry.behind
    }
    return nil
  }

  /// Whether a part of the own lane is free for a while to move into it.
  func isFree(_ index: Int, low: Double, high: Double, braking: Double) -> Bool {
    let middle = nodes[Int(movers[index].frontNode)].offset
    return option(index, low: middle + low, high: middle + high, braking: braking).isSafe
  }

  /// Begins to change lanes.
  private mutating func change(_ index: Int, to lane: Int32, over distance: Double) {
    let width = streets.stretches[Int(movers[index].stretch)].laneWidth
    let shift = Double(lane - movers[index].lane) * width
    var node = movers[index].rearNode
    while node >= 0 {
      nodes[Int(node)].offset += shift
      node = nodes[Int(node)].onward
    }
    errands[index].side.shift(by: -shift)
    errands[index].pastSide.shift(by: -shift)
    movers[index].e -= shift
    movers[index].lane = lane
    let target = sideOffset(index)
    movers[index].wantedLane = -1
    swerve(index, to: target, over: distance)
    let wanted = movers[index].nextTrack
    guard wanted >= 0 else { return }
    let leg = Int(movers[index].leg)
    let link = streets.link(
      from: movers[index].stretch, lane: lane, to: wanted, wanted: errands[index].lanes[leg + 1])
    if movers[index].claim >= 0 { releaseClaim(index) }
    movers[index].nextLink = link
  }

  /// Where in its lane a vehicle drives: bicycles near the edge, others in the middle.
  func sideOffset(_ index: Int) -> Double {
    sideOffset(movers[index].kind, on: movers[index].stretch, lane: movers[index].lane)
  }

  /// Where in a lane a kind of vehicle drives.
  func sideOffset(_ kind: VehicleKind, on track: Int32, lane: Int32) -> Double {
    guard kind == .bicycle, lane == 0 else { return 0 }
    let stretch = streets.stretches[Int(track)]
    let width = stretch.laneWidth
    // Around corners sharper than 6 m even a bicycle takes the middle.
    return width > 2.2 && stretch.curve.sharpest < 0.17 ? -(width / 2 - 0.5) : 0
  }
}
