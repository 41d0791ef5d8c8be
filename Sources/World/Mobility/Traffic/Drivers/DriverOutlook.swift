import Maps

/// A driver's perception of the road ahead, and the acceleration that follows from it.
struct DriverOutlook {
  private let v: Double
  /// The desired free-road acceleration here.
  private let free: Double
  /// The IDM interaction term of the vehicles ahead.
  private var interaction = 0.0
  /// The min acceleration that bends, limits and stops require.
  private var ceiling = Double.infinity
  /// The max travel of the front from its present position.
  private var barrier = Double.infinity
  /// The look-ahead distance.
  private let horizon: Double
  /// The leader on the own stretch, -1 if none.
  private(set) var leader: Int32 = -1
  /// The slot of the own vehicle.
  private let own: Int

  /// Starts the perception of a vehicle's driver.
  @inline(__always)
  init(of index: Int, _ road: inout Roadway) {
    let m = road.movers[index]
    let wished = road.wishedSpeed(m, on: Int(m.stretch), at: m.x - m.base)
    own = index
    v = m.v
    free = m.freeAcceleration(wished: wished)
    horizon = 15 + m.v * (4 + m.v / 3)
  }

  /// Accounts for a leader or an obstacle, by its gap and speed.
  @inline(__always)
  mutating func follow(gap: Double, speed: Double, _ m: VehicleState) {
    interaction = max(interaction, m.interaction(gap: gap, closing: v - speed))
    barrier = min(barrier, gap - 0.1)
  }

  /// Accounts for a stopping point.
  @inline(__always)
  mutating func stop(in distance: Double, braking: Double, hard: Double) {
    // If normal braking does not suffice, brakes as hard as necessary.
    let needed = 1.05 * v * v / (2 * max(distance - 0.3, 0.2))
    let wanted = min(max(braking, needed), hard)
    ceiling = min(ceiling, CarFollowing.stopping(distance: distance, speed: v, braking: wanted))
  }

  /// Accounts for a point, at a distance, that the front must not pass.
  @inline(__always)
  mutating func halt(before distance: Double) { barrier = min(barrier, distance) }

  /// Accounts for a lower speed that holds from a distance on.
  @inline(__always)
  mutating func slow(to speed: Double, in distance: Double, braking: Double) {
    guard speed < v else { return }
    let aim = (speed * speed + 2 * braking * max(distance, 0)).squareRoot()
    ceiling = min(ceiling, -braking * v / aim + (aim - v) / 0.5)
  }

  // MARK: The own stretch

  /// The lateral clearance below which a vehicle ahead counts as a leader, in m.
  private static let sideMargin = 0.15

  /// Looks ahead, sets the vehicle's acceleration for the step, and requests a claim on the next
  /// junction.
  mutating func plan(
    _ road: inout Roadway, _ tasks: [VehicleTask], _ junctions: inout Junctions
  ) {
    let (index, m) = (own, road.movers[own])
    let here = Int(m.stretch)
    let s = m.x - m.base
    seeBends(m, on: here, at: s, &road)
    seeOwnStretch(m, s, &road)
    if m.goal < .infinity {
      stop(in: m.goal - m.x, braking: 0.8 * m.deceleration, hard: m.hardBraking)
      halt(before: m.goal - m.x + 0.05)
    } else {
      lookOn(index, m, s, &road, tasks, &junctions)
    }
    settle(&road)
  }

  /// Converts the perception into an acceleration with a limited jerk.
  @inline(__always)
  private func settle(_ road: inout Roadway) {
    let m = road.movers[own]
    var wanted = min(free - interaction, ceiling)
    wanted = max(wanted, -m.hardBraking)
    let jerk = road.streets.rules.jerk * Traffic.dt
    let isUrgent = wanted < -m.deceleration - 0.8
    let down = m.a - (isUrgent ? 4 * jerk : jerk)
    let up = m.a + (m.a < -m.deceleration - 0.8 ? 4 * jerk : jerk)
    wanted = min(max(wanted, down), up)
    // A stationary vehicle starts only with a noticeable acceleration.
    if m.v == 0, wanted < 0.05 { wanted = min(0, wanted) }
    road.movers[own].wantedAcceleration = wanted
    road.movers[own].barrier = barrier
  }

  /// Brakes for bends and slow zones of the present stretch.
  @inline(__always)
  private mutating func seeBends(
    _ m: VehicleState, on stretch: Int, at s: Double, _ road: inout Roadway
  ) {
    if m.swerves { ceiling = min(ceiling, (m.swerveSpeed - m.v) / 0.5) }
    // The position of the vehicle's centre counts, not that of its front.
    if road.streets.stretches[stretch].isBendy {
      let ahead = max(s - m.back, 0) + 0.5 * m.v
      let allowed = road.streets.ceiling(of: stretch, at: ahead) * m.bendShare
      ceiling = min(ceiling, (allowed - m.v) / 0.5)
    }
    if s < m.back, m.rearNode != m.frontNode {
      let entry = road.nodes[Int(road.middleNode(m))]
      if road.streets[entry.stretch].isBendy {
        let place = m.x - m.back - entry.base
        let allowed = road.streets.ceiling(of: Int(entry.stretch), at: place) * m.bendShare
        ceiling = min(ceiling, (allowed - m.v) / 0.5)
      }
    }
    if let zone = road.slowZones.zone(on: stretch) { seeZone(zone, m, stretch, -s, &road) }
  }

  /// Brakes for a slow zone on a track that begins at a distance.
  private mutating func seeZone(
    _ zone: SlowZone, _ m: VehicleState, _ track: Int, _ distance: Double, _ road: inout Roadway
  ) {
    guard distance + zone.from > 0 else { return }
    let allowed = min(road.streets.stretches[track].limit * m.speedFactor, m.topSpeed) * zone.factor
    slow(
      to: max(allowed, 0.3), in: distance + zone.from,
      braking: road.streets.rules.anticipatedBraking)
  }

  /// Follows the leader on the same stretch, and yields to vehicles that must change lanes.
  @inline(__always)
  private mutating func seeOwnStretch(
    _ m: VehicleState, _ s: Double, _ road: inout Roadway
  ) {
    let entry = road.nodes[Int(m.frontNode)]
    let low = entry.offset + m.frontLow - Self.sideMargin
    let high = entry.offset + m.frontHigh + Self.sideMargin
    var node = entry.ahead
    while node >= 0 {
      let entry = road.nodes[Int(node)]
      let other = Int(entry.vehicle)
      let rear = road.movers[other].x - entry.base - entry.tail
      guard rear - s < horizon, leader < 0 || rear - s < barrier else { return }
      if entry.offset + road.movers[other].low < high, entry.offset + road.movers[other].high > low
      {
        follow(gap: rear - s, speed: road.movers[other].v, m)
        if leader < 0 { leader = entry.vehicle }
        // Beside a bicycle there may be another vehicle whose rear is nearer.
        if fills(entry, low + 0.45, high - 0.45, &road) { return }
      } else if road.movers[other].wantedLane == m.lane, rear - s > 1,
        road.movers[other].stretch == m.stretch
      {
        yieldPlace(m, gap: rear - s, speed: road.movers[other].v)
      }
      node = entry.ahead
    }
  }

  /// Makes room for a vehicle that must change into the own lane, by gentle braking only.
  private mutating func yieldPlace(_ m: VehicleState, gap: Double, speed: Double) {
    ceiling = min(ceiling, max(free - m.interaction(gap: gap, closing: m.v - speed), -1.2))
  }

  /// Follows the rearmost vehicle on a stretch that begins at a distance; returns true if there is
  /// one.
  ///
  /// Vehicles behind the own entry there, `claim`, come later.
  @inline(__always)
  private mutating func seeNext(
    _ stretch: Int, at distance: Double, offset: Double, claim: Int32, _ m: VehicleState,
    _ road: inout Roadway
  ) -> Bool {
    var node = claim >= 0 ? road.nodes[Int(claim)].ahead : road.lastNodes[stretch]
    let low = offset + m.frontLow - Self.sideMargin
    let high = offset + m.frontHigh + Self.sideMargin
    var isSeen = false
    while node >= 0 {
      let entry = road.nodes[Int(node)]
      let other = Int(entry.vehicle)
      let front = road.movers[other].x - entry.base
      if front > -distance, entry.offset + road.movers[other].low < high,
        entry.offset + road.movers[other].high > low, other != own
      {
        follow(gap: distance + front - entry.tail, speed: road.movers[other].v, m)
        isSeen = true
        if fills(entry, low + 0.45, high - 0.45, &road) { return true }
      }
      node = isSeen && front - 20 > m.standingGap ? -1 : entry.ahead
    }
    return isSeen
  }

  /// True if a vehicle covers a part of the carriageway completely.
  @inline(__always)
  private func fills(
    _ entry: StretchEntry, _ low: Double, _ high: Double, _ road: inout Roadway
  ) -> Bool {
    let other = Int(entry.vehicle)
    return entry.offset + road.movers[other].low < low
      && entry.offset + road.movers[other].high > high
  }

  /// Follows vehicles that left the same lane for another road, until they are out of the way.
  @inline(__always)
  private mutating func seeSiblings(
    of link: Int, at distance: Double, _ m: VehicleState, _ road: inout Roadway
  ) {
    for index in road.streets.stretches[link].siblings {
      let sibling = road.streets.siblings[Int(index)]
      var node = road.lastNodes[Int(sibling.link)]
      while node >= 0 {
        let entry = road.nodes[Int(node)]
        let other = Int(entry.vehicle)
        let front = road.movers[other].x - entry.base
        let rear = front - entry.tail
        // A vehicle side by side on the road before the junction, as beside a bicycle, is not in
        // the way.
        let isBeside = road.movers[other].low > m.high || road.movers[other].high < m.low
        if front > -distance, rear < sibling.until, rear > 0 || !isBeside {
          follow(gap: distance + rear, speed: road.movers[other].v, m)
          break
        }
        node = entry.ahead
      }
    }
  }

  // MARK: Beyond it

  /// Looks beyond the present stretch along the route, up to the look-ahead distance.
  @inline(__always)
  private mutating func lookOn(
    _ index: Int, _ m: VehicleState, _ s: Double, _ road: inout Roadway, _ tasks: [VehicleTask],
    _ junctions: inout Junctions
  ) {
    let stretch = Int(m.stretch)
    let distance = road.streets.stretches[stretch].length - s
    if stretch >= road.streets.trackCount {
      if m.waitsInside { junctions.waitInside(index, m, s, &self, &road) }
      seeSiblings(of: stretch, at: -s, m, &road)
    } else {
      guard distance < horizon else { return }
      guard m.nextLink >= 0 else {
        stopForLane(m, distance)
        return
      }
      if m.isPassing {
        // A vehicle still beside a bicycle lets it enter the junction first.
        stop(in: distance - 3, braking: m.deceleration, hard: m.hardBraking)
        halt(before: distance - 0.05)
        if road.movers[index].claim >= 0 { road.releaseClaim(index) }
        return
      }
      if road.streets[m.nextLink].isGuarded {
        approach(Int(m.nextLink), in: distance, m, &road)
        guard junctions.mayEnter(index, m, m.nextLink, in: distance, &self, &road) else { return }
      }
    }
    if leader < 0 {
      lookAlong(index, m, distance, &road, tasks, &junctions)
    } else if m.nextLink >= 0, stretch < road.streets.trackCount {
      // The leader may turn off elsewhere: the own bend and stop count all the same.
      lookPast(index, m, Int(m.nextLink), distance, &road, tasks)
    }
  }

  /// Looks along the route from the end of the present stretch, at a distance.
  @inline(__always)
  private mutating func lookAlong(
    _ index: Int, _ m: VehicleState, _ start: Double, _ road: inout Roadway,
    _ tasks: [VehicleTask], _ junctions: inout Junctions
  ) {
    var (stretch, distance, link) = (Int(m.stretch), start, m.nextLink)
    // On a link the route index is that of the next track.
    var leg = Int(m.leg) - (stretch < road.streets.trackCount ? 0 : 1)
    for _ in 0..<16 {
      guard distance < horizon else { return }
      if stretch < road.streets.trackCount {
        guard link >= 0 else { return }
        stretch = Int(link)
        approach(stretch, in: distance, m, &road)
        let claim = link == m.nextLink ? road.movers[index].claim : -1
        let isSeen = seeNext(stretch, at: distance, offset: 0, claim: claim, m, &road)
        seeSiblings(of: stretch, at: distance, m, &road)
        if isSeen { return }
      } else {
        let lane = road.streets.stretches[stretch].toLane
        stretch = Int(road.streets.stretches[stretch].toTrack)
        leg += 1
        approach(stretch, in: distance, m, &road)
        let offset = road.streets.stretches[stretch].offset(ofLane: lane)
        let isSeen = seeNext(stretch, at: distance, offset: offset, claim: -1, m, &road)
        guard
          lookAtTrack(index, m, stretch, leg, lane, distance, &link, &road, tasks, &junctions),
          !isSeen
        else { return }
      }
      distance += road.streets.stretches[stretch].length
    }
  }

  /// Accounts for the bend at a junction and a stop soon after it, from behind another vehicle.
  private mutating func lookPast(
    _ index: Int, _ m: VehicleState, _ link: Int, _ distance: Double, _ road: inout Roadway,
    _ tasks: [VehicleTask]
  ) {
    approach(link, in: distance, m, &road)
    let way = distance + road.streets.stretches[link].length
    guard way < 15 + m.v * m.v / 2, Int(m.leg) + 2 == tasks[index].route.count else { return }
    stop(in: way + tasks[index].goalOnTrack, braking: 0.8 * m.deceleration, hard: m.hardBraking)
  }

  /// Accounts for the end of the route or a red light on a later track; finds the next link.
  private mutating func lookAtTrack(
    _ index: Int, _ m: VehicleState, _ track: Int, _ leg: Int, _ lane: Int32, _ distance: Double,
    _ link: inout Int32, _ road: inout Roadway, _ tasks: [VehicleTask],
    _ junctions: inout Junctions
  ) -> Bool {
    let route = tasks[index].route
    guard leg + 1 < route.count else {
      if leg + 1 == route.count {
        stop(
          in: distance + tasks[index].goalOnTrack, braking: 0.8 * m.deceleration,
          hard: m.hardBraking)
      }
      return false
    }
    if junctions.clock.lights[track] != .green {
      let line = distance + road.streets.stretches[track].length - 1
      stop(in: line, braking: 0.9 * m.deceleration, hard: m.hardBraking)
      return false
    }
    let wanted = leg + 1 < tasks[index].lanes.count ? tasks[index].lanes[leg + 1] : .max
    link = road.streets.link(from: Int32(track), lane: lane, to: route[leg + 1], wanted: wanted)
    return link >= 0
  }

  /// Brakes for the limit and the first bends of a stretch that begins at a distance.
  @inline(__always)
  private mutating func approach(
    _ stretch: Int, in distance: Double, _ m: VehicleState, _ road: inout Roadway
  ) {
    let allowed = min(
      road.streets.stretches[stretch].limit * m.speedFactor,
      road.streets.stretches[stretch].entryCeiling * m.bendShare)
    slow(to: allowed, in: distance, braking: road.streets.rules.anticipatedBraking)
    if let zone = road.slowZones.zone(on: stretch) { seeZone(zone, m, stretch, distance, &road) }
  }

  /// Stops before the end of a lane that does not lead to the next track.
  private mutating func stopForLane(_ m: VehicleState, _ distance: Double) {
    // Leaves room to change lanes from a standstill, if the road is long enough.
    let room = m.nextTrack >= 0 && m.wantedLane >= 0 ? 14.0 : 1
    let place = distance - room > -2 ? max(distance - room, 0) : distance - 1
    stop(in: place, braking: m.deceleration, hard: m.hardBraking)
    halt(before: distance - 0.05)
  }
}
