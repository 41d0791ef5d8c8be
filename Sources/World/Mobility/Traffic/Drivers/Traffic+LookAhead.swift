import Maps

/// How drivers choose their acceleration: by what they see along their way.
extension Traffic {
  /// Vehicles that pass nearer than this sideways, in m, are followed instead.
  private static let sideMargin = 0.15

  /// Chooses a vehicle's acceleration for the step, and asks for leave to cross the next junction.
  mutating func plan(_ index: Int) {
    let m = movers[index]
    let here = Int(m.stretch)
    let s = m.x - m.base
    let wished = wishedSpeed(m, on: here, at: s)
    var view = DriverOutlook(
      v: m.v,
      free: CarFollowing.free(
        speed: m.v, wished: wished, acceleration: m.acceleration, deceleration: m.deceleration),
      horizon: 15 + m.v * (4 + m.v / 3), own: index)
    seeBends(m, on: here, at: s, &view)
    seeOwnStretch(m, s, &view)
    if m.goal < .infinity {
      view.stop(in: m.goal - m.x, braking: 0.8 * m.deceleration, hard: m.hardBraking)
      view.barrier = min(view.barrier, m.goal - m.x + 0.05)
    } else {
      lookOn(index, m, s, &view)
    }
    settle(index, &view)
  }

  /// Turns what was seen into an acceleration with a limited jerk.
  @inline(__always)
  private mutating func settle(_ index: Int, _ view: inout DriverOutlook) {
    let m = movers[index]
    var wanted = min(view.free - view.interaction, view.ceiling)
    wanted = max(wanted, -m.hardBraking)
    let jerk = streets.rules.jerk * Self.dt
    let isUrgent = wanted < -m.deceleration - 0.8
    let down = m.a - (isUrgent ? 4 * jerk : jerk)
    let up = m.a + (m.a < -m.deceleration - 0.8 ? 4 * jerk : jerk)
    wanted = min(max(wanted, down), up)
    // Standing, one starts when there is something to start for.
    if m.v == 0, wanted < 0.05 { wanted = min(0, wanted) }
    movers[index].wantedAcceleration = wanted
    movers[index].barrier = view.barrier
  }

  @inline(__always)
  func wishedSpeed(_ m: VehicleState, on stretch: Int, at s: Double) -> Double {
    var wished = min(streets.stretches[stretch].limit * m.speedFactor, m.topSpeed)
    if !zones.isEmpty, stretch < streets.trackCount, zoneOfTrack[stretch] >= 0 {
      let zone = zones[Int(zoneOfTrack[stretch])]
      if s >= zone.from, s - m.length <= zone.to { wished *= zone.factor }
    }
    return max(wished, 0.3)
  }

  /// Brakes for bends and slow zones of the stretch that one is on.
  @inline(__always)
  private func seeBends(
    _ m: VehicleState, on stretch: Int, at s: Double, _ view: inout DriverOutlook
  ) {
    if m.swerves { view.ceiling = min(view.ceiling, (m.swerveSpeed - m.v) / 0.5) }
    // What counts is where the vehicle's middle is, not its front.
    if streets.stretches[stretch].isBendy {
      let ahead = max(s - m.back, 0) + 0.5 * m.v
      let allowed = ceiling(of: stretch, at: ahead) * m.bendShare
      view.ceiling = min(view.ceiling, (allowed - m.v) / 0.5)
    }
    if s < m.back, m.rearNode != m.frontNode {
      let entry = nodes[Int(middleNode(m))]
      if streets.stretches[Int(entry.stretch)].isBendy {
        let place = m.x - m.back - entry.base
        let allowed = ceiling(of: Int(entry.stretch), at: place) * m.bendShare
        view.ceiling = min(view.ceiling, (allowed - m.v) / 0.5)
      }
    }
    if !zones.isEmpty, stretch < streets.trackCount, zoneOfTrack[stretch] >= 0 {
      seeZone(m, stretch, -s, &view)
    }
  }

  /// Brakes for a slow zone on a track that begins at a distance.
  func seeZone(
    _ m: VehicleState, _ track: Int, _ distance: Double, _ view: inout DriverOutlook
  ) {
    let zone = zones[Int(zoneOfTrack[track])]
    guard distance + zone.from > 0 else { return }
    let allowed = min(streets.stretches[track].limit * m.speedFactor, m.topSpeed) * zone.factor
    view.slow(
      to: max(allowed, 0.3), in: distance + zone.from, braking: streets.rules.anticipatedBraking)
  }

  /// Returns the speed that a stretch's bends allow a usual car at a place, in m/s.
  @inline(__always)
  private func ceiling(of stretch: Int, at s: Double) -> Double {
    let curve = streets.stretches[stretch].curve
    let position = min(max(s * curve.inverseSpacing, 0), Double(curve.steps))
    let step = min(Int32(position), curve.steps - 1)
    let first = Int(curve.first + step)
    let (a, b) = (streets.ceilings[first], streets.ceilings[first + 1])
    // Straight parts have no ceiling at all, and infinities don't mix.
    guard a < .infinity, b < .infinity else { return min(a, b) }
    return a + (b - a) * (position - Double(step))
  }

  /// Follows the vehicle ahead on the same stretch, and lets in who must change lanes.
  @inline(__always)
  private func seeOwnStretch(_ m: VehicleState, _ s: Double, _ view: inout DriverOutlook) {
    let own = nodes[Int(m.frontNode)]
    let low = own.offset + m.frontLow - Self.sideMargin
    let high = own.offset + m.frontHigh + Self.sideMargin
    var node = own.ahead
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = Int(entry.vehicle)
      let rear = movers[other].x - entry.base - entry.tail
      guard rear - s < view.horizon, view.leader < 0 || rear - s < view.barrier else { return }
      if entry.offset + movers[other].low < high, entry.offset + movers[other].high > low {
        view.follow(gap: rear - s, speed: movers[other].v, m)
        if view.leader < 0 { view.leader = entry.vehicle }
        // Beside a bicycle there may be another vehicle whose rear is nearer.
        if fills(entry, low + 0.45, high - 0.45) { return }
      } else if movers[other].wantedLane == m.lane, rear - s > 1, movers[other].stretch == m.stretch
      {
        yieldPlace(m, gap: rear - s, speed: movers[other].v, &view)
      }
      node = entry.ahead
    }
  }

  /// Makes room, by gentle braking only, for one who must come into one's lane.
  private func yieldPlace(
    _ m: VehicleState, gap: Double, speed: Double, _ view: inout DriverOutlook
  ) {
    let lowered = CarFollowing.interaction(
      gap: gap, speed: m.v, closing: m.v - speed, acceleration: m.acceleration,
      headway: m.headway, standingGap: m.standingGap, inverseRoot: m.inverseRoot)
    view.ceiling = min(view.ceiling, max(view.free - lowered, -1.2))
  }

  /// Follows the rearmost vehicle on a stretch that begins at a distance; returns whether one is.
  ///
  /// Those behind the own entry there, `claim`, come later.
  @inline(__always)
  func seeNext(
    _ stretch: Int, at distance: Double, offset: Double, claim: Int32, _ m: VehicleState,
    _ view: inout DriverOutlook
  ) -> Bool {
    var node = claim >= 0 ? nodes[Int(claim)].ahead : lastNodes[stretch]
    let low = offset + m.frontLow - Self.sideMargin
    let high = offset + m.frontHigh + Self.sideMargin
    var isSeen = false
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = Int(entry.vehicle)
      let front = movers[other].x - entry.base
      if front > -distance, entry.offset + movers[other].low < high,
        entry.offset + movers[other].high > low, other != view.own
      {
        view.follow(gap: distance + front - entry.tail, speed: movers[other].v, m)
        isSeen = true
        if fills(entry, low + 0.45, high - 0.45) { return true }
      }
      node = isSeen && front - 20 > m.standingGap ? -1 : entry.ahead
    }
    return isSeen
  }

  /// Whether a vehicle takes up all of a part of the carriageway.
  @inline(__always)
  private func fills(_ entry: StretchEntry, _ low: Double, _ high: Double) -> Bool {
    let other = Int(entry.vehicle)
    return entry.offset + movers[other].low < low && entry.offset + movers[other].high > high
  }

  /// Follows those who left the same lane for another road, until they are out of the way.
  @inline(__always)
  func seeSiblings(
    of link: Int, at distance: Double, _ m: VehicleState, _ view: inout DriverOutlook
  ) {
    for index in streets.stretches[link].siblings {
      let sibling = streets.siblings[Int(index)]
      var node = lastNodes[Int(sibling.link)]
      while node >= 0 {
        let entry = nodes[Int(node)]
        let other = Int(entry.vehicle)
        let front = movers[other].x - entry.base
        let rear = front - entry.tail
        // Side by side on the road before the junction, as beside a bicycle, one is not in the way.
        let isBeside = movers[other].low > m.high || movers[other].high < m.low
        if front > -distance, rear < sibling.until, rear > 0 || !isBeside {
          view.follow(gap: distance + rear, speed: movers[other].v, m)
          break
        }
        node = entry.ahead
      }
    }
  }
}
