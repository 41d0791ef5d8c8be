import Maps

/// What a driver sees beyond the stretch that it is on.
extension DriverOutlook {
  /// Looks beyond the stretch that one is on, along the route, as far as one looks.
  @inline(__always)
  mutating func lookOn(
    _ index: Int, _ m: VehicleState, _ s: Double, _ road: inout Roadway, _ errands: [VehicleErrand],
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
        // Whoever is still beside a bicycle lets it enter the junction first.
        stop(in: distance - 3, braking: m.deceleration, hard: m.hardBraking)
        barrier = min(barrier, distance - 0.05)
        if road.movers[index].claim >= 0 { road.releaseClaim(index) }
        return
      }
      if road.streets[m.nextLink].isGuarded {
        approach(Int(m.nextLink), in: distance, m, &road)
        guard junctions.mayEnter(index, m, m.nextLink, in: distance, &self, &road) else { return }
      }
    }
    if leader < 0 {
      lookAlong(index, m, distance, &road, errands, &junctions)
    } else if m.nextLink >= 0, stretch < road.streets.trackCount {
      // Whoever is ahead may go elsewhere: one's own bend and stop count all the same.
      lookPast(index, m, Int(m.nextLink), distance, &road, errands)
    }
  }

  /// Looks along the route from the end of one's stretch, at a distance.
  @inline(__always)
  mutating func lookAlong(
    _ index: Int, _ m: VehicleState, _ start: Double, _ road: inout Roadway,
    _ errands: [VehicleErrand], _ junctions: inout Junctions
  ) {
    var (stretch, distance, link) = (Int(m.stretch), start, m.nextLink)
    // On a link the route's place is that of the track that comes next.
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
          lookAtTrack(index, m, stretch, leg, lane, distance, &link, &road, errands, &junctions),
          !isSeen
        else { return }
      }
      distance += road.streets.stretches[stretch].length
    }
  }

  /// Sees the bend at a junction and a stop soon after it, from behind another vehicle.
  private mutating func lookPast(
    _ index: Int, _ m: VehicleState, _ link: Int, _ distance: Double, _ road: inout Roadway,
    _ errands: [VehicleErrand]
  ) {
    approach(link, in: distance, m, &road)
    let way = distance + road.streets.stretches[link].length
    guard way < 15 + m.v * m.v / 2, Int(m.leg) + 2 == errands[index].route.count else { return }
    stop(in: way + errands[index].goalOnTrack, braking: 0.8 * m.deceleration, hard: m.hardBraking)
  }

  /// Sees the end of the route or a red light on a later track; finds the link that leads on.
  private mutating func lookAtTrack(
    _ index: Int, _ m: VehicleState, _ track: Int, _ leg: Int, _ lane: Int32, _ distance: Double,
    _ link: inout Int32, _ road: inout Roadway, _ errands: [VehicleErrand],
    _ junctions: inout Junctions
  ) -> Bool {
    let route = errands[index].route
    guard leg + 1 < route.count else {
      if leg + 1 == route.count {
        stop(
          in: distance + errands[index].goalOnTrack, braking: 0.8 * m.deceleration,
          hard: m.hardBraking)
      }
      return false
    }
    if junctions.clock.lights[track] != .green {
      let line = distance + road.streets.stretches[track].length - 1
      stop(in: line, braking: 0.9 * m.deceleration, hard: m.hardBraking)
      return false
    }
    let wanted = leg + 1 < errands[index].lanes.count ? errands[index].lanes[leg + 1] : .max
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

  /// Stops short of the end of a lane that doesn't lead where one wants to go.
  private mutating func stopForLane(_ m: VehicleState, _ distance: Double) {
    // Room is left to change lanes from a standstill, if the road is long enough.
    let room = m.nextTrack >= 0 && m.wantedLane >= 0 ? 14.0 : 1
    let place = distance - room > -2 ? max(distance - room, 0) : distance - 1
    stop(in: place, braking: m.deceleration, hard: m.hardBraking)
    barrier = min(barrier, distance - 0.05)
  }
}
