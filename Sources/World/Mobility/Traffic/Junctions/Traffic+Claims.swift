import Maps

/// How leave to cross a junction is given.
extension Traffic {
  /// Gives leave to those who may go, whoever has waited longest first.
  mutating func grantRequests() {
    guard !requests.isEmpty else { return }
    sortRequests()
    for request in requests {
      let index = Int(request.mover)
      let isInside = movers[index].waitsInside
      if canCross(index, request, asFarAs: .infinity) {
        grant(index, request, isWaiting: false)
      } else if !isInside, streets.stretches[Int(request.link)].waitAt > 0,
        canCross(index, request, asFarAs: streets.stretches[Int(request.link)].waitAt)
      {
        grant(index, request, isWaiting: true)
      }
    }
  }

  /// Sorts by waiting time, then by nearness, then by entity: few enough for insertion.
  private mutating func sortRequests() {
    for index in 1..<max(requests.count, 1) {
      let request = requests[index]
      var place = index
      while place > 0, precedes(request, requests[place - 1]) {
        requests[place] = requests[place - 1]
        place -= 1
      }
      requests[place] = request
    }
  }

  private func precedes(_ a: ClaimRequest, _ b: ClaimRequest) -> Bool {
    let (first, second) = (movers[Int(a.mover)], movers[Int(b.mover)])
    let (since, other) = (Self.order(first.waitsSince), Self.order(second.waitsSince))
    if since != other { return since < other }
    if a.distance != b.distance { return a.distance < b.distance }
    return first.entity < second.entity
  }

  private static func order(_ since: Int32) -> Int32 { since == 0 ? .max : since }

  private mutating func grant(_ index: Int, _ request: ClaimRequest, isWaiting: Bool) {
    movers[index].waitsInside = isWaiting
    guard movers[index].claim < 0, movers[index].stretch != request.link else { return }
    let m = movers[index]
    let base = m.base + streets.stretches[Int(m.stretch)].length
    movers[index].claim = insert(
      index, on: request.link, base: base, tail: m.length, offset: 0)
  }

  /// Returns whether a vehicle can go along a link up to a place without meeting anybody.
  private func canCross(_ index: Int, _ request: ClaimRequest, asFarAs reach: Double) -> Bool {
    let link = streets.stretches[Int(request.link)]
    let m = movers[index]
    let isWhole = reach == .infinity
    if link.isAlone, isJunctionTaken(link, except: index) { return false }
    // Those already inside the junction leave it; the others enter only if they can.
    if !m.waitsInside {
      if hasCompanion(index, request.link) || isBehindTurning(index, request, link) { return false }
    }
    for number in link.conflicts {
      let conflict = streets.conflicts[Int(number)]
      if conflict.ownStart >= reach { continue }
      if isTaken(conflict, by: index) { return false }
      if conflict.yields, isWhole, !conflict.isLong || m.isLong,
        mustWait(index, m, request, link, conflict)
      {
        return false
      }
    }
    if m.waitsInside && m.stretch == request.link { return true }
    return hasRoom(index, m, request.link)
  }

  /// Whether one waits within the junction already for the same turn: there is room for one.
  private func hasCompanion(_ index: Int, _ link: Int32) -> Bool {
    guard streets.stretches[Int(link)].waitAt > 0 else { return false }
    var node = lastNodes[Int(link)]
    while node >= 0 {
      let other = Int(nodes[Int(node)].vehicle)
      if other != index, movers[other].waitsInside { return true }
      node = nodes[Int(node)].ahead
    }
    return false
  }

  /// Whether one who waits to turn elsewhere is in the way just beyond the line.
  private func isBehindTurning(_ index: Int, _ request: ClaimRequest, _ link: Stretch) -> Bool {
    for number in link.siblings {
      let sibling = streets.siblings[Int(number)]
      guard streets.stretches[Int(sibling.link)].waitAt > 0 else { continue }
      var node = lastNodes[Int(sibling.link)]
      while node >= 0 {
        let entry = nodes[Int(node)]
        let other = Int(entry.vehicle)
        node = entry.ahead
        let front = movers[other].x - entry.base
        if other != index, movers[other].waitsInside, front > -request.distance,
          front - entry.tail < sibling.until
        {
          return true
        }
      }
    }
    return false
  }

  private func isJunctionTaken(_ link: Stretch, except index: Int) -> Bool {
    for other in streets.linksOfJunction[Int(link.endJunction)] {
      var node = lastNodes[Int(other)]
      while node >= 0 {
        if Int(nodes[Int(node)].vehicle) != index { return true }
        node = nodes[Int(node)].ahead
      }
    }
    return false
  }

  /// Whether somebody holds the part of another link that meets one's own.
  private func isTaken(_ conflict: LinkConflict, by index: Int) -> Bool {
    var node = lastNodes[Int(conflict.foe)]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = Int(entry.vehicle)
      node = entry.ahead
      guard other != index, movers[other].x - entry.base - entry.tail < conflict.foeEnd else {
        continue
      }
      if conflict.isLong, !movers[index].isLong, !movers[other].isLong { continue }
      // One who waits in the junction's middle is not in the way of what lies beyond; but once its
      // green is over it must get out before anybody else comes in.
      let foe = streets.stretches[Int(conflict.foe)]
      if movers[other].waitsInside, foe.waitAt <= conflict.foeStart,
        clock.lights[Int(foe.fromTrack)] == .green
      {
        continue
      }
      return true
    }
    return false
  }

  /// Whether somebody with priority comes too soon.
  private func mustWait(
    _ index: Int, _ m: VehicleState, _ request: ClaimRequest, _ link: Stretch,
    _ conflict: LinkConflict
  ) -> Bool {
    let foe = approaches[Int(conflict.foe) - streets.trackCount]
    guard foe.stamp == stepCount else { return false }
    if foe.waitsSince > 0 {
      // Both stand: after a while whoever stood first goes first, so that nobody waits in a ring.
      guard m.waitsSince > 0, stepCount - m.waitsSince > 30 else { return true }
      return (foe.waitsSince, foe.entity) < (m.waitsSince, m.entity)
    }
    let wished = min(link.limit * m.speedFactor, m.topSpeed, link.entryCeiling * m.bendShare + 2)
    let clear = Self.travelTime(
      request.distance + conflict.ownEnd + m.length, speed: m.v, wished: wished,
      acceleration: m.acceleration)
    let arrival = foe.seconds + conflict.foeStart / max(foe.speed, 5)
    // Patience wears off: after half a minute of waiting smaller gaps will do.
    let waited = m.waitsSince > 0 ? Double(stepCount - m.waitsSince) * Self.dt : 0
    let margin = streets.rules.gapMarginSeconds * max(0, 1 - waited / 60)
    return arrival < clear + margin
  }

  /// Whether a vehicle finds room behind the junction, so that it won't block it.
  func hasRoom(_ index: Int, _ m: VehicleState, _ link: Int32) -> Bool {
    let way = streets.stretches[Int(link)]
    if way.conflicts.isEmpty && !way.isAlone { return true }
    // Within a roundabout one closes up, or all would wait for one another in a ring.
    let ring = Streets.ringRank
    if way.rank == ring, streets.stretches[Int(way.toTrack)].rank == ring { return true }
    var needed = m.length + m.standingGap + 0.5
    // Those who go the same way before this one need room, too.
    var node = lastNodes[Int(link)]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = Int(entry.vehicle)
      if other != index, movers[other].stretch != way.toTrack {
        needed += movers[other].length + movers[other].standingGap
      }
      node = entry.ahead
    }
    let track = Int(way.toTrack)
    // A short road to a red light would leave the rear standing in the junction.
    if streets.stretches[track].length < needed, clock.lights[track] != .green { return false }
    let offset = streets.stretches[track].offset(ofLane: way.toLane)
    let (low, high) = (offset + m.low, offset + m.high)
    node = lastNodes[track]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = Int(entry.vehicle)
      node = entry.ahead
      guard other != index, entry.offset + movers[other].low < high,
        entry.offset + movers[other].high > low
      else { continue }
      let rear = movers[other].x - entry.base - entry.tail
      if rear > needed { return true }
      // A moving vehicle makes room while one crosses.
      return rear + movers[other].v * movers[other].v / 3 > needed && movers[other].v > 1
    }
    return true
  }
}
