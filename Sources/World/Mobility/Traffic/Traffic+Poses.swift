import Geometry

extension Traffic {
  /// Where a vehicle is and how it moves; nil if there is no such vehicle.
  public func pose(_ id: VehicleID) -> VehiclePose? {
    guard let index = try? slot(of: id) else { return nil }
    var pose = pose(at: index)
    guard streets.rules.drivesOnLeft else { return pose }
    pose.position = streets.mirrored(pose.position)
    pose.velocity = streets.mirrored(pose.velocity)
    pose.headingRadians = -pose.headingRadians
    pose.turnRate = -pose.turnRate
    return pose
  }

  func pose(at index: Int) -> VehiclePose {
    let m = movers[index]
    if let manoeuvre = errands[index].manoeuvre { return manoeuvre.pose }
    guard m.stretch >= 0 else {
      let rest = errands[index].rest
      return VehiclePose(
        position: rest.point, headingRadians: rest.tangent.angle, velocity: .zero, turnRate: 0,
        acceleration: 0)
    }
    return lanePose(index)
  }

  /// The pose on the road: both axles follow the way, and the heading is the line through them.
  private func lanePose(_ index: Int) -> VehiclePose {
    let m = movers[index]
    let front = axle(index, at: m.x - m.back + m.wheelbase / 2, side: m.x)
    let rear = axle(index, at: m.x - m.back - m.wheelbase / 2, side: m.x - m.wheelbase)
    let chord = front.point - rear.point
    let direction = chord.normalized ?? front.tangent.normalized ?? Vec2(1, 0)
    let rate = m.v * pathShare(m, after: 0)
    return VehiclePose(
      position: (front.point + rear.point) / 2, headingRadians: direction.angle,
      velocity: (front.tangent + rear.tangent) * (rate / 2),
      turnRate: rate * direction.cross(front.tangent - rear.tangent) / max(chord.length, 0.1),
      acceleration: m.a)
  }

  /// Returns the place of an axle and how it changes for a metre of the way.
  ///
  /// `x` is where on the odometer the axle is, `side` where on it its sideways movement is.
  private func axle(_ index: Int, at x: Double, side: Double) -> LanePlace {
    var node = movers[index].rearNode
    while nodes[Int(node)].onward >= 0, nodes[Int(nodes[Int(node)].onward)].base <= x {
      node = nodes[Int(node)].onward
    }
    let entry = nodes[Int(node)]
    let curve = streets.stretches[Int(entry.stretch)].curve
    let step = errands[index].sideStep(at: side).at(side)
    var place = streets.curves.place(curve, at: x - entry.base, offset: entry.offset + step.offset)
    if step.slope != 0 {
      let normal = place.tangent.normalized?.perpendicular ?? Vec2(0, 1)
      place.tangent += normal * step.slope
    }
    return place
  }
}
