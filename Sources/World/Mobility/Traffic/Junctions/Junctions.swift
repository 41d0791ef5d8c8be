import Kernel
import Maps
import Venues

/// The next vehicle on a link: written by all approaching drivers, read when claims are granted.
private struct LinkApproach: Sendable {
  /// The step of the entry.
  var stamp: Int32 = -1
  /// The time until it reaches the link, in s.
  var seconds = 0.0
  var speed = 0.0
  /// The step since which it has stood first in line; 0 if it moves.
  var waitsSince: Int32 = 0
  var entity: UInt64 = 0
}

/// A driver's request to enter a link.
private struct ClaimRequest: Sendable {
  let mover: Int32
  let link: Int32
  /// The distance to the link's start, in m; negative beyond it.
  let distance: Double
}

/// Right of way at junctions: signals, approaches and claims on links.
///
/// During their planning, drivers announce their arrival times and request claims; the requests are
/// granted afterwards.
struct Junctions: Sendable {
  private(set) var clock: SignalClock
  /// The next vehicle on each link, with priority or without.
  private var approaches: [LinkApproach]
  private var requests: [ClaimRequest] = []

  init(_ signals: [SignalPlan], streets: Streets) throws(TrafficError) {
    clock = try SignalClock(signals, streets: streets)
    approaches = Array(
      repeating: LinkApproach(), count: streets.stretches.count - streets.trackCount)
    clock.advance(to: .start)
  }

  /// Advances the signals to a time.
  mutating func advance(to time: SimTime) { clock.advance(to: time) }

  /// Applies the rules at the stop line before a link; returns true if the driver may plan beyond
  /// it.
  mutating func mayEnter(
    _ index: Int, _ m: VehicleState, _ link: Int32, in distance: Double,
    _ view: inout DriverOutlook, _ road: inout Roadway
  ) -> Bool {
    let light = clock.lights[Int(m.stretch)]
    if m.claim >= 0 {
      if light == .green || goesOn(m, light, distance, &road) {
        if m.waitsInside { waitInside(index, m, -distance, &view, &road) }
        return true
      }
      road.releaseClaim(index)
    }
    view.stop(in: distance - Self.lineMargin(m), braking: 0.9 * m.deceleration, hard: m.hardBraking)
    view.halt(before: distance - 0.05)
    noteStop(index, distance, &road)
    if light == .red || isBehindWaiting(m, view.leader, &road) { return false }
    if light == .amber, !goesOn(m, light, distance, &road) { return false }
    // A vehicle that cannot continue anyway must not make others wait.
    if road.movers[index].waitsSince > 0, !hasRoom(index, m, link, &road) { return false }
    let isStop = control(of: link, &road) == .stop
    if !isStop || road.movers[index].hasStopped { announce(index, m, link, in: distance, &road) }
    let reach = m.v * m.v / 3.2 + 1.5 * m.v + 4
    if distance < reach, !isStop || road.movers[index].hasStopped {
      requests.append(ClaimRequest(mover: Int32(index), link: link, distance: distance))
    }
    return false
  }

  /// The stopping distance before the junction, in m: long vehicles turn in front of waiting ones.
  private static func lineMargin(_ m: VehicleState) -> Double { m.isLong ? 3.5 : 1.2 }

  func control(of link: Int32, _ road: inout Roadway) -> JunctionControl {
    road.streets.network.junctions[Int(road.streets[link].endJunction)].control
  }

  /// Dilemma zone at amber: vehicles that could stop only by hard braking continue, if they clear
  /// in time.
  private func goesOn(
    _ m: VehicleState, _ light: LightColour, _ distance: Double, _ road: inout Roadway
  ) -> Bool {
    guard light != .green else { return true }
    let needed = m.v * m.v / (2 * max(distance - 0.5, 0.1))
    guard light == .amber, needed > min(3, 0.75 * m.hardBraking) else { return false }
    let left = clock.amberEnds[Int(m.stretch)] - road.now.seconds
    return distance < m.v * (left - 0.25)
  }

  /// Records the vehicles at a standstill at the line, and since when.
  private mutating func noteStop(_ index: Int, _ distance: Double, _ road: inout Roadway) {
    let m = road.movers[index]
    if m.v < 0.3, distance < 6 {
      if m.waitsSince == 0 { road.movers[index].waitsSince = max(road.step, 1) }
      if m.v < 0.15, distance < Self.lineMargin(m) + 1.5 { road.movers[index].hasStopped = true }
    } else if m.v > 2 {
      road.movers[index].waitsSince = 0
    }
  }

  /// True if the vehicle ahead on the same road must claim its link first.
  private func isBehindWaiting(_ m: VehicleState, _ leader: Int32, _ road: inout Roadway) -> Bool {
    guard leader >= 0 else { return false }
    let other = road.movers[Int(leader)]
    guard other.stretch == m.stretch, other.claim < 0 else { return false }
    guard other.nextLink >= 0 else { return true }
    return road.streets[other.nextLink].isGuarded
  }

  /// Publishes the arrival time at a link.
  private mutating func announce(
    _ index: Int, _ m: VehicleState, _ link: Int32, in distance: Double, _ road: inout Roadway
  ) {
    let wished = min(road.streets[link].limit * m.speedFactor, m.topSpeed)
    let seconds = Self.travelTime(
      max(distance, 0), speed: m.v, wished: wished, acceleration: m.acceleration)
    let slot = Int(link) - road.streets.trackCount
    let waits = road.movers[index].waitsSince
    if approaches[slot].stamp == road.step, approaches[slot].seconds <= seconds { return }
    approaches[slot] = LinkApproach(
      stamp: road.step, seconds: seconds, speed: m.v, waitsSince: waits, entity: m.entity)
  }

  /// Returns the shortest travel time over a distance, in s.
  static func travelTime(
    _ distance: Double, speed: Double, wished: Double, acceleration: Double
  ) -> Double {
    guard distance > 0 else { return 0 }
    guard speed < wished else { return distance / max(speed, 0.5) }
    let ramp = (wished * wished - speed * speed) / (2 * acceleration)
    if distance < ramp {
      return ((speed * speed + 2 * acceleration * distance).squareRoot() - speed) / acceleration
    }
    return (wished - speed) / acceleration + (distance - ramp) / wished
  }

  /// Waits within the junction for a gap in the oncoming traffic, `s` metres along the link.
  mutating func waitInside(
    _ index: Int, _ m: VehicleState, _ s: Double, _ view: inout DriverOutlook, _ road: inout Roadway
  ) {
    let link = s < 0 ? m.nextLink : m.stretch
    let place = road.streets[link].waitAt - s
    view.stop(in: place, braking: 0.9 * m.deceleration, hard: m.hardBraking)
    view.halt(before: place + 0.4)
    if m.v < 0.3, road.movers[index].waitsSince == 0 {
      road.movers[index].waitsSince = max(road.step, 1)
    }
    requests.append(ClaimRequest(mover: Int32(index), link: link, distance: -s))
  }

  // MARK: Leave to cross

  /// Grants the requests, longest wait first.
  mutating func grantRequests(_ road: inout Roadway) {
    guard !requests.isEmpty else { return }
    sortRequests(&road)
    for request in requests {
      let index = Int(request.mover)
      let isInside = road.movers[index].waitsInside
      if canCross(index, request, asFarAs: .infinity, &road) {
        grant(index, request, isWaiting: false, &road)
      } else if !isInside, road.streets[request.link].waitAt > 0,
        canCross(index, request, asFarAs: road.streets[request.link].waitAt, &road)
      {
        grant(index, request, isWaiting: true, &road)
      }
    }
    requests.removeAll(keepingCapacity: true)
  }

  /// Sorts by waiting time, then by distance, then by entity: few enough for insertion sort.
  private mutating func sortRequests(_ road: inout Roadway) {
    for index in 1..<max(requests.count, 1) {
      let request = requests[index]
      var place = index
      while place > 0, precedes(request, requests[place - 1], &road) {
        requests[place] = requests[place - 1]
        place -= 1
      }
      requests[place] = request
    }
  }

  private func precedes(_ a: ClaimRequest, _ b: ClaimRequest, _ road: inout Roadway) -> Bool {
    let (first, second) = (road.movers[Int(a.mover)], road.movers[Int(b.mover)])
    let (since, other) = (Self.order(first.waitsSince), Self.order(second.waitsSince))
    if since != other { return since < other }
    if a.distance != b.distance { return a.distance < b.distance }
    return first.entity < second.entity
  }

  private static func order(_ since: Int32) -> Int32 { since == 0 ? .max : since }

  private mutating func grant(
    _ index: Int, _ request: ClaimRequest, isWaiting: Bool, _ road: inout Roadway
  ) {
    road.movers[index].waitsInside = isWaiting
    guard road.movers[index].claim < 0, road.movers[index].stretch != request.link else { return }
    let m = road.movers[index]
    let base = m.base + road.streets[m.stretch].length
    road.movers[index].claim = road.insert(
      index, on: request.link, base: base, tail: m.length, offset: 0)
  }

  /// Returns true if a vehicle can follow a link up to a distance without a conflict.
  private func canCross(
    _ index: Int, _ request: ClaimRequest, asFarAs reach: Double, _ road: inout Roadway
  ) -> Bool {
    let link = road.streets[request.link]
    let m = road.movers[index]
    let isWhole = reach == .infinity
    if link.isAlone, isJunctionTaken(link, except: index, &road) { return false }
    // Vehicles already inside the junction clear it; others enter only if they can clear it.
    if !m.waitsInside {
      if hasCompanion(index, request.link, &road) || isBehindTurning(index, request, link, &road) {
        return false
      }
    }
    for number in link.conflicts {
      let conflict = road.streets.conflicts[Int(number)]
      if conflict.ownStart >= reach { continue }
      if isTaken(conflict, by: index, &road) { return false }
      if conflict.yields, isWhole, !conflict.isLong || m.isLong,
        mustWait(index, m, request, link, conflict, &road)
      {
        return false
      }
    }
    if m.waitsInside && m.stretch == request.link { return true }
    return hasRoom(index, m, request.link, &road)
  }

  /// True if another vehicle already waits within the junction for the same turn: there is room for
  /// one.
  private func hasCompanion(_ index: Int, _ link: Int32, _ road: inout Roadway) -> Bool {
    guard road.streets[link].waitAt > 0 else { return false }
    var node = road.lastNodes[Int(link)]
    while node >= 0 {
      let other = Int(road.nodes[Int(node)].vehicle)
      if other != index, road.movers[other].waitsInside { return true }
      node = road.nodes[Int(node)].ahead
    }
    return false
  }

  /// True if a vehicle that waits to turn elsewhere blocks the path just beyond the line.
  private func isBehindTurning(
    _ index: Int, _ request: ClaimRequest, _ link: RoadStretch, _ road: inout Roadway
  ) -> Bool {
    for number in link.siblings {
      let sibling = road.streets.siblings[Int(number)]
      guard road.streets[sibling.link].waitAt > 0 else { continue }
      var node = road.lastNodes[Int(sibling.link)]
      while node >= 0 {
        let entry = road.nodes[Int(node)]
        let other = Int(entry.vehicle)
        node = entry.ahead
        let front = road.movers[other].x - entry.base
        if other != index, road.movers[other].waitsInside, front > -request.distance,
          front - entry.tail < sibling.until
        {
          return true
        }
      }
    }
    return false
  }

  private func isJunctionTaken(
    _ link: RoadStretch, except index: Int, _ road: inout Roadway
  ) -> Bool {
    for other in road.streets.linksOfJunction[Int(link.endJunction)] {
      var node = road.lastNodes[Int(other)]
      while node >= 0 {
        if Int(road.nodes[Int(node)].vehicle) != index { return true }
        node = road.nodes[Int(node)].ahead
      }
    }
    return false
  }

  /// True if another vehicle holds the conflict zone of another link.
  private func isTaken(_ conflict: LinkConflict, by index: Int, _ road: inout Roadway) -> Bool {
    var node = road.lastNodes[Int(conflict.foe)]
    while node >= 0 {
      let entry = road.nodes[Int(node)]
      let other = Int(entry.vehicle)
      node = entry.ahead
      guard other != index, road.movers[other].x - entry.base - entry.tail < conflict.foeEnd else {
        continue
      }
      if conflict.isLong, !road.movers[index].isLong, !road.movers[other].isLong { continue }
      // A vehicle that waits in the middle of the junction does not block what lies beyond. At the
      // end of its green, it must clear the junction before others enter.
      let foe = road.streets[conflict.foe]
      if road.movers[other].waitsInside, foe.waitAt <= conflict.foeStart,
        clock.lights[Int(foe.fromTrack)] == .green
      {
        continue
      }
      return true
    }
    return false
  }

  /// True if a vehicle with priority arrives too soon (gap acceptance).
  private func mustWait(
    _ index: Int, _ m: VehicleState, _ request: ClaimRequest, _ link: RoadStretch,
    _ conflict: LinkConflict, _ road: inout Roadway
  ) -> Bool {
    let foe = approaches[Int(conflict.foe) - road.streets.trackCount]
    guard foe.stamp == road.step else { return false }
    if foe.waitsSince > 0 {
      // Both stand: after a while the first to stop goes first, which prevents a circular wait.
      guard m.waitsSince > 0, road.step - m.waitsSince > 30 else { return true }
      return (foe.waitsSince, foe.entity) < (m.waitsSince, m.entity)
    }
    let wished = min(link.limit * m.speedFactor, m.topSpeed, link.entryCeiling * m.bendShare + 2)
    let clear = Self.travelTime(
      request.distance + conflict.ownEnd + m.length, speed: m.v, wished: wished,
      acceleration: m.acceleration)
    let arrival = foe.seconds + conflict.foeStart / max(foe.speed, 5)
    // Impatience: the safety margin shrinks to zero over a minute of waiting.
    let waited = m.waitsSince > 0 ? Double(road.step - m.waitsSince) * Traffic.dt : 0
    let margin = road.streets.rules.gapMarginSeconds * max(0, 1 - waited / 60)
    return arrival < clear + margin
  }

  /// True if there is room for a vehicle behind the junction, so that it will not block it.
  func hasRoom(_ index: Int, _ m: VehicleState, _ link: Int32, _ road: inout Roadway) -> Bool {
    let way = road.streets[link]
    if way.conflicts.isEmpty && !way.isAlone { return true }
    // Within a roundabout vehicles close up, or all would wait for one another in a ring.
    let ring = Streets.ringRank
    if way.rank == ring, road.streets[way.toTrack].rank == ring { return true }
    var needed = m.length + m.standingGap + 0.5
    // Vehicles ahead with the same exit need room, too.
    var node = road.lastNodes[Int(link)]
    while node >= 0 {
      let entry = road.nodes[Int(node)]
      let other = Int(entry.vehicle)
      if other != index, road.movers[other].stretch != way.toTrack {
        needed += road.movers[other].length + road.movers[other].standingGap
      }
      node = entry.ahead
    }
    let track = Int(way.toTrack)
    // On a short road to a red light the rear would stay in the junction.
    if road.streets.stretches[track].length < needed, clock.lights[track] != .green { return false }
    let offset = road.streets.stretches[track].offset(ofLane: way.toLane)
    let (low, high) = (offset + m.low, offset + m.high)
    node = road.lastNodes[track]
    while node >= 0 {
      let entry = road.nodes[Int(node)]
      let other = Int(entry.vehicle)
      node = entry.ahead
      guard other != index, entry.offset + road.movers[other].low < high,
        entry.offset + road.movers[other].high > low
      else { continue }
      let rear = road.movers[other].x - entry.base - entry.tail
      if rear > needed { return true }
      // A moving vehicle makes room during the crossing.
      return rear + road.movers[other].v * road.movers[other].v / 3 > needed
        && road.movers[other].v > 1
    }
    return true
  }
}
