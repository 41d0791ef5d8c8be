import Geometry
import Glibc

/// A driving figure of a car on an open area.
public enum VehicleFigure: Hashable, Sendable {
  /// Circles to the left or the right of its position.
  ///
  /// The lateral acceleration on the circle is v²/r: 5 m/s on 6 m gives 4.2 m/s². Between the
  /// circle and the straight the curvature changes smoothly.
  case doughnuts(count: Int, radiusMetres: Double, speed: Double, toTheLeft: Bool = true)
}

extension Traffic {
  /// Starts a figure with a car that stands in its lane, at whose end it stands in its lane again.
  ///
  /// Others on the road wait while it occupies the road beside it; the caller must keep the rest of
  /// the circle free. ``arrivals`` contains it at the end.
  ///
  /// - Throws: ``TrafficError/notStanding``, or ``TrafficError/unusablePlace`` for a figure with
  ///   more than 100 circles, a radius not between 2.5 and 50 m, or more than 9 m/s² of lateral
  ///   acceleration.
  public mutating func perform(_ id: VehicleID, _ figure: VehicleFigure) throws(TrafficError) {
    let index = try road.slot(of: id)
    let m = road.movers[index]
    guard m.mode == .standing, m.stretch >= 0, Int(m.stretch) < road.streets.trackCount else {
      throw .notStanding
    }
    guard case .doughnuts(let count, let radius, let speed, let toTheLeft) = figure,
      (1...100).contains(count), (2.5...50).contains(radius), speed > 0.3,
      speed * speed / radius <= 9
    else { throw .unusablePlace }
    let isLeft = toTheLeft != road.streets.rules.drivesOnLeft
    let pose = road.placeOfStanding(index, drivers.tasks[index].side)
    let circles = LaneShape.circles(
      from: pose.point, pose.tangent, count: count, radius: radius, isLeft: isLeft)
    let stretch = road.streets[m.stretch]
    let s = m.x - m.base - m.back
    // Back into the lane, some distance beyond the end of the circles.
    let end = min(max(s + circles.ahead + 8, 1), max(stretch.length - m.back, 1))
    let offset = stretch.offset(ofLane: m.lane)
    let place = road.streets.curves.place(stretch.curve, at: end, offset: offset)
    var shape = circles.shape
    shape.join(
      from: circles.end, pose.tangent, to: place.point, place.tangent.normalized ?? pose.tangent)
    let manoeuvre = Manoeuvre(
      shape, from: pose.point, along: pose.tangent, isReversed: false, facesAlong: true,
      speed: speed, acceleration: 2, end: .road(middle: end))
    road.movers[index].isAside = false
    let zone = (min(s, end) - radius - 4)...(max(s, end) + radius + 4)
    manoeuvres.begin(manoeuvre, by: index, taking: zone, &road)
    activate(index)
  }
}

extension LaneShape {
  /// Returns full circles that begin and end on the same straight line and in its direction.
  ///
  /// By symmetry the end lies on the line through the start; `ahead` is its distance from the
  /// start.
  static func circles(
    from start: Vec2, _ direction: Vec2, count: Int, radius: Double, isLeft: Bool
  ) -> (shape: LaneShape, end: Vec2, ahead: Double) {
    let ramp = min(6, 0.9 * .pi * radius)
    let total = 2 * .pi * radius * Double(count) + ramp
    let steps = Int((total / 0.05).rounded(.up))
    let h = total / Double(steps)
    let sign = isLeft ? 1.0 : -1.0
    func curvature(_ s: Double) -> Double {
      let u = min(1, min(s, total - s) / ramp)
      return sign * max(u, 0) * max(u, 0) * (3 - 2 * max(u, 0)) / radius
    }
    var (point, angle) = (start, direction.angle)
    var samples = [LaneCurves.Sample(point: point, tangent: direction, curvature: 0)]
    for step in 0..<steps {
      let s = Double(step) * h
      // Simpson's rule in the angle and in the position.
      let (a, b, c) = (curvature(s), curvature(s + h / 2), curvature(s + h))
      let middle = angle + h / 24 * (5 * a + 8 * b - c)
      let next = angle + h / 6 * (a + 4 * b + c)
      let (u, v, w) = (Vec2(angle: angle), Vec2(angle: middle), Vec2(angle: next))
      point += (u + v * 4 + w) * (h / 6)
      angle = next
      samples.append(.init(point: point, tangent: w, curvature: c))
    }
    var shape = LaneShape(from: start, direction, to: start, direction)
    shape.pieces = [.samples(samples, spacing: h)]
    return (shape, point, (point - start).dot(direction))
  }

  /// Adds a path from one position and direction to another.
  mutating func join(from start: Vec2, _ direction: Vec2, to end: Vec2, _ outgoing: Vec2) {
    pieces += LaneShape(from: start, direction, to: end, outgoing).pieces
  }
}
