import Geometry
import Maps

/// Where vehicles find room to appear or to stand.
extension Traffic {
  /// Returns the track and the place on it that a position on a road means.
  func trackPlace(
    _ position: RoadPosition, _ kind: VehicleKind
  ) throws(TrafficError) -> (track: Int32, s: Double) {
    guard position.metres.isFinite,
      let track = streets.track(ofRoad: position.road, forward: position.isForward)
    else { throw .unusablePlace }
    let stretch = streets.stretches[track]
    guard stretch.users.contains(kind.user), (0..<Int(stretch.lanes)).contains(position.lane)
    else { throw .unusablePlace }
    return (Int32(track), min(max(position.metres - stretch.startTrim, 0), stretch.length))
  }

  /// Returns whether nothing is in a part of a track.
  func hasGap(on track: Int32, rear: Double, front: Double, low: Double, high: Double) -> Bool {
    var node = lastNodes[Int(track)]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = movers[Int(entry.vehicle)]
      let end = other.x - entry.base
      if end > rear, end - entry.tail < front, entry.offset + other.low < high,
        entry.offset + other.high > low
      {
        return false
      }
      node = entry.ahead
    }
    return true
  }

  /// Returns whether a vehicle can appear on a lane at a speed without anybody braking hard.
  func hasRoom(
    _ vehicle: VehicleSpec, on track: Int32, s: Double, lane: Int32, speed: Double
  ) -> Bool {
    let offset = streets.stretches[Int(track)].offset(ofLane: lane)
    let half = vehicle.widthMetres / 2 + 0.3
    let middle = offset + sideOffset(vehicle.kind, on: track, lane: lane)
    let (low, high) = (middle - half, middle + half)
    var node = lastNodes[Int(track)]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let other = movers[Int(entry.vehicle)]
      node = entry.ahead
      guard entry.offset + other.low < high, entry.offset + other.high > low else { continue }
      let front = other.x - entry.base
      if front < s - vehicle.lengthMetres {
        let closing = max(0, other.v - speed)
        if s - vehicle.lengthMetres - front < 1 + closing * (1.5 + closing / 3) { return false }
      } else {
        let closing = max(0, speed - other.v)
        if front - entry.tail - s < 1.5 + 0.8 * speed + closing * (1 + closing / 3) {
          return false
        }
      }
    }
    guard s - vehicle.lengthMetres < 15 else { return true }
    // Somebody may be about to come in at the track's start.
    for link in streets.linksOfJunction[Int(streets.stretches[Int(track)].startJunction)] {
      let way = streets.stretches[Int(link)]
      if way.toTrack == track, lastNodes[Int(link)] >= 0 { return false }
    }
    return true
  }

  /// Returns where a vehicle would stand beside the road to be at a point.
  ///
  /// It is the road whose outer edge is nearest to the point. Cars stand wholly beside their lane;
  /// buses as near to the point as they can.
  func kerbPlace(
    near point: Vec2, _ vehicle: VehicleSpec
  ) throws(TrafficError) -> (track: Int32, s: Double, offset: Double) {
    let target = streets.mirrored(point)
    guard target.x.isFinite, target.y.isFinite else { throw .unusablePlace }
    var best: (track: Int32, s: Double, distance: Double, side: Double)?
    for track in 0..<streets.trackCount {
      let stretch = streets.stretches[track]
      guard stretch.users.contains(vehicle.kind.user), stretch.kind != .motorway else { continue }
      let near = streets.curves.nearest(stretch.curve, to: target)
      let middle = stretch.offset(ofLane: 0)
      let edge = middle - stretch.laneWidth / 2
      let place = streets.curves.place(stretch.curve, at: near.s)
      let onEdge = place.point + place.tangent.perpendicular * edge
      let distance = onEdge.distance(to: target)
      if let known = best, known.distance <= distance { continue }
      let side = place.tangent.cross(target - place.point) - middle
      best = (Int32(track), near.s, distance, side)
    }
    guard let best else { throw .unreachable }
    let stretch = streets.stretches[Int(best.track)]
    let half = vehicle.widthMetres / 2
    let aside = -(stretch.laneWidth / 2 + half + 0.2)
    let inLane = min(0, -(stretch.laneWidth / 2 - half))
    let wanted = vehicle.kind == .bus ? best.side + 0.4 + half : aside
    let s = best.s + vehicle.frontOverhangMetres + vehicle.wheelbaseMetres / 2
    let first = min(vehicle.lengthMetres + 1, stretch.length / 2)
    return (
      best.track, min(max(s, first), max(stretch.length - 2, first)),
      min(max(wanted, aside), inLane)
    )
  }

  /// Returns the place nearest to a point where a kind of vehicle may drive.
  func lanePlace(near point: Vec2, _ kind: VehicleKind) throws(TrafficError) -> RouteFinder.Goal {
    let target = streets.mirrored(point)
    guard target.x.isFinite, target.y.isFinite else { throw .unusablePlace }
    var best: (track: Int32, s: Double, distance: Double)?
    for track in 0..<streets.trackCount {
      let stretch = streets.stretches[track]
      guard stretch.users.contains(kind.user) else { continue }
      let near = streets.curves.nearest(stretch.curve, to: target)
      if let known = best, known.distance <= near.distance { continue }
      best = (Int32(track), near.s, near.distance)
    }
    guard let best else { throw .unreachable }
    return .init(track: best.track, s: best.s)
  }

  /// Returns the free place beside the road nearest to a wanted one, or nil.
  ///
  /// Places before `first`, in m along the track, can't be reached any more.
  func freeKerb(_ index: Int, s wanted: Double, offset: Double, from first: Double) -> Double? {
    let m = movers[index]
    let track = m.stretch
    let middle = streets.stretches[Int(track)].offset(ofLane: 0)
    let (low, high) = (middle + offset - m.halfWidth, middle + offset + m.halfWidth)
    let last = streets.stretches[Int(track)].length - 1
    for step in 0..<60 {
      for sign in step == 0 ? [0.0] : [-1.0, 1.0] {
        let s = wanted + sign * Double(step) * (m.length + 3) / 2
        guard s >= first, s <= max(last, wanted) else { continue }
        // Room is needed to pull in and to pull out again.
        if hasGapBeside(index, track, s - m.length - 14, s + 10, low, high) { return s }
      }
    }
    return nil
  }

  func hasGapBeside(
    _ index: Int, _ track: Int32, _ rear: Double, _ front: Double, _ low: Double, _ high: Double
  ) -> Bool {
    var node = lastNodes[Int(track)]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let number = Int(entry.vehicle)
      let other = movers[number]
      node = entry.ahead
      // Those that drive by will be gone; those that stand or are about to are in the way.
      guard number != index, errands[number].standsAside else { continue }
      let end = min(other.goal, other.x) - entry.base
      if end > rear, end - entry.tail < front, entry.offset + other.low < high,
        entry.offset + other.high > low
      {
        return false
      }
    }
    return true
  }
}

extension VehicleErrand {
  /// Whether it stands beside the road or is about to.
  var standsAside: Bool {
    if isAside { return true }
    if case .kerb = aim { return true }
    return false
  }
}
