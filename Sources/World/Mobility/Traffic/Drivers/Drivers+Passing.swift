/// Passing of bicycles within a lane, and stops at the kerb.
extension Drivers {
  /// The lateral clearance when passing a bicycle, in m.
  ///
  /// Many countries require 1.5 m, or 1 m in town; observed clearances are around 1.1 to 1.4 m
  /// (from memory).
  private static let passingRoom = 1.0

  /// Starts to pass a bicycle, or ends the pass.
  mutating func passBicycles(_ index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    if m.isPassing {
      endPassing(index, &road)
      return
    }
    guard !m.swerves else { return }
    let own = road.nodes[Int(m.frontNode)].offset
    guard
      let ahead = road.neighbour(
        of: index, low: own + m.low - 0.15, high: own + m.high + 0.15, isAhead: true)
    else { return }
    let other = road.movers[Int(road.nodes[Int(ahead)].vehicle)]
    let stretch = road.streets[m.stretch]
    let s = m.x - m.base
    let gap = road.front(ahead) - road.nodes[Int(ahead)].tail - s
    let wished = road.wishedSpeed(m, on: Int(m.stretch), at: s)
    guard other.halfWidth < 0.5, gap > 3, gap < 10 + 2 * m.v, other.v < wished - 1.5,
      other.stretch == m.stretch
    else { return }
    let edge = road.nodes[Int(ahead)].offset + other.high - own
    let target = edge + Self.passingRoom + m.halfWidth
    guard target < stretch.laneWidth / 2 - 0.3, m.lane == stretch.lanes - 1 else { return }
    let seconds = (gap + other.length + m.length + 8) / max(wished - other.v, 1)
    let way = wished * seconds
    guard min(stretch.length, m.goal - m.base) - s > way + 3 * wished + 20 else { return }
    if stretch.opposite >= 0, road.isOncoming(m, until: s + way + 3 * wished, within: seconds + 3) {
      return
    }
    guard road.isFree(index, low: target - m.halfWidth, high: target + m.halfWidth, braking: 2)
    else { return }
    road.movers[index].isPassing = true
    swerve(index, to: target, over: max(min(2.5 * m.v, gap + 3), 8), &road)
  }

  private mutating func endPassing(_ index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    // At a standstill, it must not wait for a lateral move that only driving would end.
    if m.swerves, m.v > 1 { return }
    let middle = road.nodes[Int(m.frontNode)].offset
    let (low, high) = (middle - m.halfWidth - 0.15, middle + m.e + m.halfWidth)
    if let ahead = road.neighbour(of: index, low: low, high: high, isAhead: true) {
      let gap = road.front(ahead) - road.nodes[Int(ahead)].tail - (m.x - m.base)
      let rest = road.streets[m.stretch].length - (m.x - m.base)
      // Another bicycle soon: passes it, too, unless the junction is near.
      let other = road.movers[Int(road.nodes[Int(ahead)].vehicle)]
      let closing = max(0, m.v - other.v)
      let minimum = 1 + 0.3 * m.v + closing * closing / 3
      if gap < (rest < 60 + 5 * m.v ? minimum : max(minimum, 20)), other.halfWidth < 0.5 { return }
    }
    if road.isAlongside(index, low: low - middle, high: high - middle) { return }
    road.movers[index].isPassing = false
    swerve(index, to: road.sideOffset(index), over: max(2.5 * m.v, 10), &road)
  }

  /// Finds another route after a long standstill at the end of a wrong lane.
  mutating func rerouteIfStuck(_ index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    guard m.nextLink < 0, m.nextTrack >= 0, m.v < 0.3 else { return }
    let rest = road.streets[m.stretch].length - (m.x - m.base)
    let isTooShort = road.streets[m.stretch].length < 25
    guard rest < 25, m.standsSince > 0, road.step - m.standsSince > (isTooShort ? 10 : 100) else {
      return
    }
    routeAnew(index, &road)
  }

  /// Takes decisions that belong to a vehicle's task; returns true if no others are needed.
  mutating func decideTask(_ index: Int, _ road: inout Roadway, _ parking: inout Parking) -> Bool {
    switch tasks[index].aim {
    case .kerb(let offset): pullIn(index, to: offset, &road)
    case .search: parking.lookForStall(index, &road, &self)
    case .none, .lane, .stall, .wander: false
    }
  }

  /// Starts to pull in at the kerb near the stopping point.
  private mutating func pullIn(_ index: Int, to offset: Double, _ road: inout Roadway) -> Bool {
    let m = road.movers[index]
    guard m.goal < .infinity, tasks[index].side.target != offset else { return m.swerves }
    let rest = m.goal - m.x
    guard m.lane == 0, !m.swerves, !m.isPassing, rest < 14 + 2 * m.v else { return false }
    let s = m.x - m.base
    let first = s + m.v * m.v / 4 + 3
    if let free = freeKerb(index, s: m.goal - m.base, offset: offset, from: first, &road) {
      road.movers[index].goal = m.base + free
      tasks[index].goalOnTrack = free
    } else if m.goal - m.base < first {
      // It cannot stop there any more: stops as soon as possible.
      road.movers[index].goal = m.base + first
    }
    // Stays in the lane while it passes others at the kerb.
    let middle = road.streets[m.stretch].offset(ofLane: 0) + offset
    let way = road.movers[index].goal - m.x
    guard
      way < 14
        || hasGapBeside(
          index, m.stretch, s - m.length, road.movers[index].goal - m.base, middle - m.halfWidth,
          middle + m.halfWidth, &road)
    else { return false }
    swerve(index, to: offset, over: max(way - 1, 5), &road)
    return true
  }

  /// Returns the free kerb position nearest to a wanted one, or nil.
  ///
  /// Positions before `first`, in m along the track, are out of reach.
  func freeKerb(
    _ index: Int, s wanted: Double, offset: Double, from first: Double, _ road: inout Roadway
  ) -> Double? {
    let m = road.movers[index]
    let track = m.stretch
    let middle = road.streets[track].offset(ofLane: 0)
    let (low, high) = (middle + offset - m.halfWidth, middle + offset + m.halfWidth)
    let last = road.streets[track].length - 1
    for step in 0..<60 {
      for sign in step == 0 ? [0.0] : [-1.0, 1.0] {
        let s = wanted + sign * Double(step) * (m.length + 3) / 2
        guard s >= first, s <= max(last, wanted) else { continue }
        // Room is needed to pull in and to pull out again.
        if hasGapBeside(index, track, s - m.length - 14, s + 10, low, high, &road) { return s }
      }
    }
    return nil
  }

  func hasGapBeside(
    _ index: Int, _ track: Int32, _ rear: Double, _ front: Double, _ low: Double, _ high: Double,
    _ road: inout Roadway
  ) -> Bool {
    var node = road.lastNodes[Int(track)]
    while node >= 0 {
      let entry = road.nodes[Int(node)]
      let number = Int(entry.vehicle)
      let other = road.movers[number]
      node = entry.ahead
      // Moving vehicles will be gone; those that stand or are about to are in the way.
      guard number != index, other.isAside || tasks[number].aim.isKerb else { continue }
      let end = min(other.goal, other.x) - entry.base
      if end > rear, end - entry.tail < front, entry.offset + other.low < high,
        entry.offset + other.high > low
      {
        return false
      }
    }
    return true
  }
}
