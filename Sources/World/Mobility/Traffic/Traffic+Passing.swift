import Maps

/// How drivers pass bicycles within a lane, and what they do when they can't get on.
extension Traffic {
  /// How much room is left beside a bicycle that is passed, in m.
  ///
  /// Many countries ask for 1.5 m, 1 m in town; observed passes lie around 1.1 to 1.4 m (from
  /// memory).
  private static let passingRoom = 1.0

  /// Begins to pass a bicycle, or ends it.
  mutating func passBicycles(_ index: Int) {
    let m = movers[index]
    if m.isPassing {
      endPassing(index)
      return
    }
    guard !m.swerves, m.goal == .infinity else { return }
    let own = nodes[Int(m.frontNode)].offset
    guard
      let ahead = neighbour(of: index, low: own + m.low - 0.15, high: own + m.high + 0.15, isAhead: true)
    else { return }
    let other = movers[Int(nodes[Int(ahead)].vehicle)]
    let stretch = streets.stretches[Int(m.stretch)]
    let s = m.x - m.base
    let gap = front(ahead) - nodes[Int(ahead)].tail - s
    let wished = wishedSpeed(m, on: Int(m.stretch), at: s)
    guard other.halfWidth < 0.5, gap > 3, gap < 10 + 2 * m.v, other.v < wished - 1.5,
      other.stretch == m.stretch
    else { return }
    let edge = nodes[Int(ahead)].offset + other.high - own
    let target = edge + Self.passingRoom + m.halfWidth
    guard target < stretch.laneWidth / 2 - 0.3, m.lane == stretch.lanes - 1 else { return }
    let seconds = (gap + other.length + m.length + 8) / max(wished - other.v, 1)
    let way = wished * seconds
    guard stretch.length - s > way + 15 else { return }
    if stretch.opposite >= 0, isOncoming(m, until: s + way, within: seconds) { return }
    guard isFree(index, low: target - m.halfWidth, high: target + m.halfWidth, braking: 2) else {
      return
    }
    movers[index].isPassing = true
    swerve(index, to: target, over: max(min(2.5 * m.v, gap + 3), 8))
  }

  private mutating func endPassing(_ index: Int) {
    let m = movers[index]
    if m.swerves { return }
    let middle = nodes[Int(m.frontNode)].offset
    let (low, high) = (middle - m.halfWidth - 0.15, middle + m.e + m.halfWidth)
    if let ahead = neighbour(of: index, low: low, high: high, isAhead: true) {
      let gap = front(ahead) - nodes[Int(ahead)].tail - (m.x - m.base)
      if gap < 20, movers[Int(nodes[Int(ahead)].vehicle)].halfWidth < 0.5 { return }
    }
    if let behind = neighbour(of: index, low: low, high: high, isAhead: false) {
      let gap = m.x - m.base - m.length - front(behind)
      if gap < 2 + 0.3 * movers[Int(nodes[Int(behind)].vehicle)].v { return }
    }
    movers[index].isPassing = false
    swerve(index, to: sideOffset(index), over: max(2.5 * m.v, 10))
  }

  /// Whether anybody comes towards one on the other side before one is back.
  private func isOncoming(_ m: VehicleState, until end: Double, within seconds: Double) -> Bool {
    let track = Int(streets.stretches[Int(m.stretch)].opposite)
    let (length, own) = (streets.stretches[track].length, streets.stretches[Int(m.stretch)].length)
    // Places on the other side are counted from the other end.
    let scale = length / max(own, 0.1)
    let (near, far) = (length - end * scale, length - (m.x - m.base) * scale)
    var node = firstNodes[track]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = movers[Int(entry.vehicle)]
      let front = other.x - entry.base
      if front - entry.tail < far, front + other.v * seconds > near, other.mode == .driving {
        return true
      }
      node = entry.behind
    }
    return false
  }

  /// Looks for another way when one has stood long at the end of a lane that leads elsewhere.
  mutating func rerouteIfStuck(_ index: Int) {
    let m = movers[index]
    guard m.nextLink < 0, m.nextTrack >= 0, m.v < 0.3 else { return }
    let rest = streets.stretches[Int(m.stretch)].length - (m.x - m.base)
    let isTooShort = streets.stretches[Int(m.stretch)].length < 25
    guard rest < 25, m.standsSince > 0,
      stepCount - m.standsSince > (isTooShort ? 10 : 100)
    else { return }
    routeAnew(index)
  }
}
