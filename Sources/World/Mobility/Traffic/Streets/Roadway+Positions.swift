import Geometry
import Maps

/// Room to appear, to manoeuvre or to stand, and the poses of vehicles.
extension Roadway {
  /// Returns true if a part of a track is empty.
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

  /// Returns true if a vehicle can appear on a lane at a speed without forcing others to brake
  /// hard.
  func hasRoom(
    _ vehicle: VehicleSpec, on track: Int32, s: Double, lane: Int32, speed: Double
  ) -> Bool {
    let offset = streets[track].offset(ofLane: lane)
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
        if front - entry.tail - s < 1.5 + 0.8 * speed + closing * (1 + closing / 3) { return false }
      }
    }
    guard s - vehicle.lengthMetres < 15 else { return true }
    // A vehicle may be about to enter at the track's start.
    for link in streets.linksOfJunction[Int(streets[track].startJunction)] {
      let way = streets[link]
      if way.toTrack == track, lastNodes[Int(link)] >= 0 { return false }
    }
    return true
  }

  /// The lateral position of a vehicle in its lane: bicycles near the edge, others in the middle.
  func sideOffset(_ index: Int) -> Double {
    sideOffset(movers[index].kind, on: movers[index].stretch, lane: movers[index].lane)
  }

  /// The lateral position of a vehicle kind in a lane.
  func sideOffset(_ kind: VehicleKind, on track: Int32, lane: Int32) -> Double {
    guard kind == .bicycle, lane == 0 else { return 0 }
    let stretch = streets[track]
    let width = stretch.laneWidth
    // Around corners sharper than 6 m even a bicycle takes the middle.
    return width > 2.2 && stretch.curve.sharpest < 0.17 ? -(width / 2 - 0.5) : 0
  }

  /// Returns a part of a track in the coordinates of the opposite direction.
  func facing(
    _ front: Double, _ rear: Double, on track: Int32, _ opposite: Int32
  ) -> (front: Double, rear: Double) {
    let (own, other) = (streets[track].length, streets[opposite].length)
    let scale = other / max(own, 0.1)
    return (other - rear * scale, other - front * scale)
  }

  /// Returns true if a part of the road is free on both sides and no vehicle arrives too soon.
  func isClear(_ index: Int, _ track: Int32, _ zone: ClosedRange<Double>, isLeaving: Bool) -> Bool {
    guard isClear(index, track, zone.upperBound, zone.lowerBound, looksBack: isLeaving) else {
      return false
    }
    let opposite = streets[track].opposite
    guard opposite >= 0 else { return true }
    let other = facing(zone.upperBound, zone.lowerBound, on: track, opposite)
    return isClear(index, opposite, other.front, other.rear, looksBack: true)
  }

  private func isClear(
    _ index: Int, _ track: Int32, _ front: Double, _ rear: Double, looksBack: Bool
  ) -> Bool {
    var node = lastNodes[Int(track)]
    while node >= 0 {
      let entry = nodes[Int(node)]
      let number = Int(entry.vehicle)
      let other = movers[number]
      node = entry.ahead
      guard number != index, !(other.isAside && other.mode == .standing) else { continue }
      let end = other.x - entry.base
      if end - entry.tail > front { continue }
      if end > rear {
        // Vehicles behind on the same side stop by themselves.
        if looksBack || end > movers[index].x - movers[index].base { return false }
      } else if looksBack, end + other.v * 2.5 + 2 > rear, other.v > 0.3 {
        return false
      }
    }
    return true
  }

  /// The pose on the road: both axles follow the path, and the heading is the line through them.
  func lanePose(_ index: Int, _ sideways: SideMotion) -> VehiclePose {
    let m = movers[index]
    let front = axle(index, at: m.x - m.back + m.wheelbase / 2, side: sideways.at(m.x))
    let rear = axle(index, at: m.x - m.back - m.wheelbase / 2, side: sideways.at(m.x - m.wheelbase))
    let chord = front.point - rear.point
    let direction = chord.normalized ?? front.tangent.normalized ?? Vec2(1, 0)
    let rate = m.v * pathShare(m, after: 0)
    return VehiclePose(
      position: (front.point + rear.point) / 2, headingRadians: direction.angle,
      velocity: (front.tangent + rear.tangent) * (rate / 2),
      turnRate: rate * direction.cross(front.tangent - rear.tangent) / max(chord.length, 0.1),
      acceleration: m.a)
  }

  /// Returns the position of an axle and its derivative by path length.
  ///
  /// `x` is the odometer reading of the axle, `side` its lateral motion.
  private func axle(
    _ index: Int, at x: Double, side step: (offset: Double, slope: Double, bow: Double)
  ) -> LanePlace {
    var node = movers[index].rearNode
    while nodes[Int(node)].onward >= 0, nodes[Int(nodes[Int(node)].onward)].base <= x {
      node = nodes[Int(node)].onward
    }
    let entry = nodes[Int(node)]
    let curve = streets[entry.stretch].curve
    var place = streets.curves.place(curve, at: x - entry.base, offset: entry.offset + step.offset)
    if step.slope != 0 {
      let normal = place.tangent.normalized?.perpendicular ?? Vec2(0, 1)
      place.tangent += normal * step.slope
    }
    return place
  }

  /// The position of a stationary vehicle's centre on its lane.
  func placeOfStanding(_ index: Int, _ sideways: SideMotion) -> LanePlace {
    let pose = lanePose(index, sideways)
    return LanePlace(point: pose.position, tangent: Vec2(angle: pose.headingRadians), curvature: 0)
  }
}
