/// What a driver sees on its own stretch.
extension DriverOutlook {
  /// Vehicles that pass nearer than this sideways, in m, are followed instead.
  private static let sideMargin = 0.15

  /// Looks ahead, chooses the vehicle's acceleration for the step, and asks for leave to cross the
  /// next junction.
  mutating func plan(
    _ road: inout Roadway, _ errands: [VehicleErrand], _ junctions: inout Junctions
  ) {
    let (index, m) = (own, road.movers[own])
    let here = Int(m.stretch)
    let s = m.x - m.base
    seeBends(m, on: here, at: s, &road)
    seeOwnStretch(m, s, &road)
    if m.goal < .infinity {
      stop(in: m.goal - m.x, braking: 0.8 * m.deceleration, hard: m.hardBraking)
      barrier = min(barrier, m.goal - m.x + 0.05)
    } else {
      lookOn(index, m, s, &road, errands, &junctions)
    }
    settle(&road)
  }

  /// Turns what was seen into an acceleration with a limited jerk.
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
    // Standing, one starts when there is something to start for.
    if m.v == 0, wanted < 0.05 { wanted = min(0, wanted) }
    road.movers[own].wantedAcceleration = wanted
    road.movers[own].barrier = barrier
  }

  /// Brakes for bends and slow zones of the stretch that one is on.
  @inline(__always)
  private mutating func seeBends(
    _ m: VehicleState, on stretch: Int, at s: Double, _ road: inout Roadway
  ) {
    if m.swerves { ceiling = min(ceiling, (m.swerveSpeed - m.v) / 0.5) }
    // What counts is where the vehicle's middle is, not its front.
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
  mutating func seeZone(
    _ zone: SlowZone, _ m: VehicleState, _ track: Int, _ distance: Double, _ road: inout Roadway
  ) {
    guard distance + zone.from > 0 else { return }
    let allowed = min(road.streets.stretches[track].limit * m.speedFactor, m.topSpeed) * zone.factor
    slow(
      to: max(allowed, 0.3), in: distance + zone.from,
      braking: road.streets.rules.anticipatedBraking)
  }

  /// Follows the vehicle ahead on the same stretch, and lets in who must change lanes.
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

  /// Makes room, by gentle braking only, for one who must come into one's lane.
  private mutating func yieldPlace(_ m: VehicleState, gap: Double, speed: Double) {
    let lowered = CarFollowing.interaction(
      gap: gap, speed: m.v, closing: m.v - speed, acceleration: m.acceleration, headway: m.headway,
      standingGap: m.standingGap, inverseRoot: m.inverseRoot)
    ceiling = min(ceiling, max(free - lowered, -1.2))
  }

  /// Follows the rearmost vehicle on a stretch that begins at a distance; returns whether one is.
  ///
  /// Those behind the own entry there, `claim`, come later.
  @inline(__always)
  mutating func seeNext(
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

  /// Whether a vehicle takes up all of a part of the carriageway.
  @inline(__always)
  private func fills(
    _ entry: StretchEntry, _ low: Double, _ high: Double, _ road: inout Roadway
  ) -> Bool {
    let other = Int(entry.vehicle)
    return entry.offset + road.movers[other].low < low
      && entry.offset + road.movers[other].high > high
  }

  /// Follows those who left the same lane for another road, until they are out of the way.
  @inline(__always)
  mutating func seeSiblings(
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
        // Side by side on the road before the junction, as beside a bicycle, one is not in the way.
        let isBeside = road.movers[other].low > m.high || road.movers[other].high < m.low
        if front > -distance, rear < sibling.until, rear > 0 || !isBeside {
          follow(gap: distance + rear, speed: road.movers[other].v, m)
          break
        }
        node = entry.ahead
      }
    }
  }
}
