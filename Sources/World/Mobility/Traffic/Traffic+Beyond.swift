import Maps

/// What drivers see beyond the stretch that they are on.
extension Traffic {
  /// Looks beyond the stretch that one is on, along the route, as far as one looks.
  @inline(__always)
  mutating func lookOn(
    _ index: Int, _ m: VehicleState, _ s: Double, _ view: inout DriverOutlook
  ) {
    let stretch = Int(m.stretch)
    let distance = streets.stretches[stretch].length - s
    if stretch >= streets.trackCount {
      if m.waitsInside { waitInside(index, m, s, &view) }
      seeSiblings(of: stretch, at: -s, m, &view)
    } else {
      guard distance < view.horizon else { return }
      guard m.nextLink >= 0 else {
        stopForLane(m, distance, &view)
        return
      }
      if m.isPassing {
        // Whoever is still beside a bicycle lets it enter the junction first.
        view.stop(in: distance - 3, braking: m.deceleration, hard: m.hardBraking)
        view.barrier = min(view.barrier, distance - 0.05)
        if movers[index].claim >= 0 { releaseClaim(index) }
        return
      }
      if streets.stretches[Int(m.nextLink)].isGuarded {
        slow(for: Int(m.nextLink), in: distance, m, &view)
        guard mayEnter(index, m, m.nextLink, in: distance, &view) else { return }
      }
    }
    if view.leader < 0 {
      lookAlong(index, m, distance, &view)
    } else if m.nextLink >= 0, stretch < streets.trackCount {
      // Whoever is ahead may go elsewhere: one's own bend and stop count all the same.
      lookPast(index, m, Int(m.nextLink), distance, &view)
    }
  }

  /// Looks along the route from the end of one's stretch, at a distance.
  @inline(__always)
  func lookAlong(
    _ index: Int, _ m: VehicleState, _ start: Double, _ view: inout DriverOutlook
  ) {
    var (stretch, distance, link) = (Int(m.stretch), start, m.nextLink)
    // On a link the route's place is that of the track that comes next.
    var leg = Int(m.leg) - (stretch < streets.trackCount ? 0 : 1)
    for _ in 0..<16 {
      guard distance < view.horizon else { return }
      if stretch < streets.trackCount {
        guard link >= 0 else { return }
        stretch = Int(link)
        slow(for: stretch, in: distance, m, &view)
        let claim = link == m.nextLink ? movers[index].claim : -1
        let isSeen = seeNext(stretch, at: distance, offset: 0, claim: claim, m, &view)
        seeSiblings(of: stretch, at: distance, m, &view)
        if isSeen { return }
      } else {
        let lane = streets.stretches[stretch].toLane
        stretch = Int(streets.stretches[stretch].toTrack)
        leg += 1
        slow(for: stretch, in: distance, m, &view)
        let offset = streets.stretches[stretch].offset(ofLane: lane)
        let isSeen = seeNext(stretch, at: distance, offset: offset, claim: -1, m, &view)
        guard lookAtTrack(index, m, stretch, leg, lane, distance, &link, &view), !isSeen else {
          return
        }
      }
      distance += streets.stretches[stretch].length
    }
  }

  /// Sees the bend at a junction and a stop soon after it, from behind another vehicle.
  private func lookPast(
    _ index: Int, _ m: VehicleState, _ link: Int, _ distance: Double, _ view: inout DriverOutlook
  ) {
    slow(for: link, in: distance, m, &view)
    let way = distance + streets.stretches[link].length
    guard way < 15 + m.v * m.v / 2, Int(m.leg) + 2 == errands[index].route.count else { return }
    view.stop(
      in: way + errands[index].goalOnTrack, braking: 0.8 * m.deceleration, hard: m.hardBraking)
  }

  /// Sees the end of the route or a red light on a later track; finds the link that leads on.
  private func lookAtTrack(
    _ index: Int, _ m: VehicleState, _ track: Int, _ leg: Int, _ lane: Int32,
    _ distance: Double, _ link: inout Int32, _ view: inout DriverOutlook
  ) -> Bool {
    let route = errands[index].route
    guard leg + 1 < route.count else {
      if leg + 1 == route.count {
        view.stop(
          in: distance + errands[index].goalOnTrack, braking: 0.8 * m.deceleration,
          hard: m.hardBraking)
      }
      return false
    }
    if clock.lights[track] != .green {
      let line = distance + streets.stretches[track].length - 1
      view.stop(in: line, braking: 0.9 * m.deceleration, hard: m.hardBraking)
      return false
    }
    let wanted = leg + 1 < errands[index].lanes.count ? errands[index].lanes[leg + 1] : .max
    link = streets.link(from: Int32(track), lane: lane, to: route[leg + 1], wanted: wanted)
    return link >= 0
  }

  /// Brakes for the limit and the first bends of a stretch that begins at a distance.
  @inline(__always)
  private func slow(
    for stretch: Int, in distance: Double, _ m: VehicleState, _ view: inout DriverOutlook
  ) {
    let allowed = min(
      streets.stretches[stretch].limit * m.speedFactor,
      streets.stretches[stretch].entryCeiling * m.bendShare)
    view.slow(to: allowed, in: distance, braking: streets.rules.anticipatedBraking)
    if !zones.isEmpty, stretch < streets.trackCount, zoneOfTrack[stretch] >= 0 {
      seeZone(m, stretch, distance, &view)
    }
  }

  /// Stops short of the end of a lane that doesn't lead where one wants to go.
  private func stopForLane(_ m: VehicleState, _ distance: Double, _ view: inout DriverOutlook) {
    // Room is left to change lanes from a standstill, if the road is long enough.
    let room = m.nextTrack >= 0 && m.wantedLane >= 0 ? 14.0 : 1
    let place = distance - room > -2 ? max(distance - room, 0) : distance - 1
    view.stop(in: place, braking: m.deceleration, hard: m.hardBraking)
    view.barrier = min(view.barrier, distance - 0.05)
  }
}
