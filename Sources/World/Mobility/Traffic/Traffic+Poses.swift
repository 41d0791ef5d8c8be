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
  ///
  /// A sideways movement turns the vehicle by its slope.
  private func lanePose(_ index: Int) -> VehiclePose {
    let m = movers[index]
    let side = errands[index].side.at(m.x)
    let front = axle(index, at: m.x - m.back + m.wheelbase / 2, side.offset)
    let rear = axle(index, at: m.x - m.back - m.wheelbase / 2, side.offset)
    let chord = front.point - rear.point
    let direction = chord.normalized ?? front.tangent.normalized ?? Vec2(1, 0)
    let along = (front.tangent + rear.tangent) / 2
    let across = (front.tangent.perpendicular + rear.tangent.perpendicular) / 2
    let velocity = (along + across * side.slope) * m.v
    let chordRate = direction.cross(front.tangent - rear.tangent) / max(chord.length, 0.1)
    let slopeRate = side.bow / (1 + side.slope * side.slope)
    return VehiclePose(
      position: (front.point + rear.point) / 2,
      headingRadians: Self.wrapped(direction.angle + (Vec2(1, side.slope)).angle),
      velocity: velocity, turnRate: m.v * (chordRate + slopeRate), acceleration: m.a)
  }

  /// Returns the place of an axle, on whichever stretch it is.
  private func axle(_ index: Int, at x: Double, _ offset: Double) -> LanePlace {
    var node = movers[index].rearNode
    while nodes[Int(node)].onward >= 0, nodes[Int(nodes[Int(node)].onward)].base <= x {
      node = nodes[Int(node)].onward
    }
    let entry = nodes[Int(node)]
    let curve = streets.stretches[Int(entry.stretch)].curve
    return streets.curves.place(curve, at: x - entry.base, offset: entry.offset + offset)
  }

  static func wrapped(_ angle: Double) -> Double {
    angle > .pi ? angle - 2 * .pi : angle <= -.pi ? angle + 2 * .pi : angle
  }
}
