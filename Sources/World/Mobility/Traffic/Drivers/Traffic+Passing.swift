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
    guard !m.swerves else { return }
    let own = nodes[Int(m.frontNode)].offset
    guard
      let ahead = neighbour(
        of: index, low: own + m.low - 0.15, high: own + m.high + 0.15, isAhead: true)
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
    guard min(stretch.length, m.goal - m.base) - s > way + 3 * wished + 20 else { return }
    if stretch.opposite >= 0,
      isOncoming(m, until: s + way + 3 * wished, within: seconds + 3)
    {
      return
    }
    guard isFree(index, low: target - m.halfWidth, high: target + m.halfWidth, braking: 2) else {
      return
    }
    movers[index].isPassing = true
    swerve(index, to: target, over: max(min(2.5 * m.v, gap + 3), 8))
  }

  private mutating func endPassing(_ index: Int) {
    let m = movers[index]
    // Standing, one must not wait for a movement that only driving would end.
    if m.swerves, m.v > 1 { return }
    let middle = nodes[Int(m.frontNode)].offset
    let (low, high) = (middle - m.halfWidth - 0.15, middle + m.e + m.halfWidth)
    if let ahead = neighbour(of: index, low: low, high: high, isAhead: true) {
      let gap = front(ahead) - nodes[Int(ahead)].tail - (m.x - m.base)
      let rest = streets.stretches[Int(m.stretch)].length - (m.x - m.base)
      // Another bicycle soon: pass it, too, unless the junction is near.
      let other = movers[Int(nodes[Int(ahead)].vehicle)]
      let closing = max(0, m.v - other.v)
      let least = 1 + 0.3 * m.v + closing * closing / 3
      if gap < (rest < 60 + 5 * m.v ? least : max(least, 20)), other.halfWidth < 0.5 { return }
    }
    if isAlongside(index, low: low - middle, high: high - middle) { return }
    movers[index].isPassing = false
    swerve(index, to: sideOffset(index), over: max(2.5 * m.v, 10))
  }

  /// Whether somebody who has been passed is still too near, here or on the stretches behind.
  private func isAlongside(_ index: Int, low: Double, high: Double) -> Bool {
    let m = movers[index]
    var node = m.rearNode
    while node >= 0 {
      let own = nodes[Int(node)]
      var behind = own.behind
      while behind >= 0 {
        let entry = nodes[Int(behind)]
        let other = movers[Int(entry.vehicle)]
        behind = entry.behind
        guard entry.offset + other.low < own.offset + high,
          entry.offset + other.high > own.offset + low
        else { continue }
        // Whoever comes up behind one is not beside one.
        if entry.offset + other.low < own.offset + m.e + m.halfWidth,
          entry.offset + other.high > own.offset + m.e - m.halfWidth
        {
          continue
        }
        let gap = m.x - m.length - own.base - (other.x - entry.base)
        if gap < 2 + 0.4 * other.v { return true }
        break
      }
      node = own.onward
    }
    return false
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
      if front - entry.tail < far, front + (other.v + 3) * seconds > near, other.mode == .driving {
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
