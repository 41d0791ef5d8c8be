/// Neighbour searches and gap acceptance between vehicles.
extension Roadway {
  /// The result of a possible lane change.
  struct LaneChange {
    var isSafe = false
    /// The own acceleration there, and the loss of the follower there, in m/s².
    var own = 0.0
    var loss = 0.0
  }

  /// Evaluates a change to a lane, with its leader and follower.
  func option(_ index: Int, lane: Int32, braking: Double) -> LaneChange {
    let m = movers[index]
    let track = Int(m.stretch)
    let middle =
      streets.stretches[track].offset(ofLane: lane) + sideOffset(m.kind, on: m.stretch, lane: lane)
    let (low, high) = (middle - m.halfWidth - 0.2, middle + m.halfWidth + 0.2)
    return option(index, low: low, high: high, braking: braking)
  }

  /// Evaluates a move to a part of the carriageway, with its leader and follower.
  func option(_ index: Int, low: Double, high: Double, braking: Double) -> LaneChange {
    let m = movers[index]
    let s = m.x - m.base
    let wished = wishedSpeed(m, on: Int(m.stretch), at: s)
    var found = LaneChange(isSafe: true)
    found.own = m.freeAcceleration(wished: wished)
    if let ahead = neighbour(of: index, low: low, high: high, isAhead: true) {
      let gap = front(ahead) - nodes[Int(ahead)].tail - s
      let other = movers[Int(nodes[Int(ahead)].vehicle)]
      found.own -= m.interaction(gap: gap, closing: m.v - other.v)
      if gap < 0.5 + 0.2 * m.v || found.own < -braking { found.isSafe = false }
    }
    if let behind = neighbour(of: index, low: low, high: high, isAhead: false) {
      let gap = s - m.length - front(behind)
      let other = movers[Int(nodes[Int(behind)].vehicle)]
      found.loss = other.interaction(gap: gap, closing: other.v - m.v)
      let isMoving = other.isActive && other.mode == .driving
      let closing = max(0, other.v - m.v)
      let minimum = 0.7 + 0.3 * other.v + closing * closing / 5
      if gap < 0.5 || (isMoving && gap < minimum) { found.isSafe = false }
      if isMoving, found.loss > other.acceleration + braking { found.isSafe = false }
    } else if s - m.length < 40, isSomebodyComing(index, s, low, high) {
      found.isSafe = false
    }
    return found
  }

  /// True if a vehicle is coming across the junction behind into a part of the carriageway.
  func isSomebodyComing(_ index: Int, _ s: Double, _ low: Double, _ high: Double) -> Bool {
    let m = movers[index]
    for link in streets.linksOfJunction[Int(streets[m.stretch].startJunction)] {
      let way = streets[link]
      guard way.toTrack == m.stretch, firstNodes[Int(link)] >= 0 else { continue }
      let middle = streets[m.stretch].offset(ofLane: way.toLane)
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

  /// True if a move into a part of the own lane is safe.
  func isFree(_ index: Int, low: Double, high: Double, braking: Double) -> Bool {
    let middle = nodes[Int(movers[index].frontNode)].offset
    return option(index, low: middle + low, high: middle + high, braking: braking).isSafe
  }

  /// True if an overtaken vehicle is still too near, here or on the stretches behind.
  func isAlongside(_ index: Int, low: Double, high: Double) -> Bool {
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
        // A vehicle coming up from behind is not alongside.
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

  /// True if an oncoming vehicle on the other side would arrive before the manoeuvre ends.
  func isOncoming(_ m: VehicleState, until end: Double, within seconds: Double) -> Bool {
    let track = Int(streets[m.stretch].opposite)
    let (length, own) = (streets.stretches[track].length, streets[m.stretch].length)
    // Distances on the opposite track count from the other end.
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

  func isBehindStanding(_ index: Int) -> Bool {
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
