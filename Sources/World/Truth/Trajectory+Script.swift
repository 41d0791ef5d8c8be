package import Geometry
import Kernel

extension Trajectory {
  /// Creates an agent that moves along a polyline at constant speed, with one activity.
  ///
  /// For studies of single signal models: no walls, no other agents. The points are in metres east,
  /// north and up; a single point means standing there. The speed, in m/s, ramps up and down at 1 m/s².
  /// The level is nil outdoors. `heading` holds before the first motion, in radians anticlockwise from
  /// east; nil takes that of the first leg.
  package init(
    along points: [Vec3], speed: Double, doing: Doing = .walking, placement: Placement = .waist,
    level: Int? = nil, gait: Gait = Gait(), heading: Double? = nil
  ) {
    let legs = zip(points, points.dropFirst()).map { (from: $0, to: $1) }
      .filter { $0.from.distance(to: $0.to) > 0 }
    let first = legs.first.map { ($0.to - $0.from).xy.angle } ?? 0
    var recorder = MotionRecorder(
      position: points.first ?? .zero, headingRadians: heading ?? first)
    let length = legs.reduce(0) { $0 + $1.from.distance(to: $1.to) }
    let step = doing.isOnFoot ? MotionRecorder.stepOnFoot : MotionRecorder.stepOnWheels
    let width = Double(step) * MotionPath.tick.seconds
    // A ramp of 1 m/s² up and down, each over half the length if that is too short.
    let top = min(speed, length.squareRoot())
    let duration = top > 0 ? length / top + top : 0
    var tick = step
    while duration > 0, Double(tick) * MotionPath.tick.seconds < duration + width {
      let time = min(duration, Double(tick) * MotionPath.tick.seconds)
      let way = Self.way(at: time, top: top, duration: duration, length: length)
      let (place, angle) = Self.place(at: way, on: legs, from: points[0])
      recorder.sample(tick: tick, position: place, headingRadians: angle, step: step)
      tick += step
    }
    self.init(
      path: recorder.finish(), doing: Track(doing), level: Track(level),
      placement: Track(placement), link: Track(.none), vehicle: Track(nil), lying: Track(nil),
      gait: gait)
  }

  private static func way(
    at time: Double, top: Double, duration: Double, length: Double
  ) -> Double {
    if time < top { return time * time / 2 }
    if time > duration - top { return length - (duration - time) * (duration - time) / 2 }
    return top * top / 2 + (time - top) * top
  }

  private static func place(
    at way: Double, on legs: [(from: Vec3, to: Vec3)], from start: Vec3
  ) -> (Vec3, Double) {
    var left = way
    for (number, leg) in legs.enumerated() {
      let long = leg.from.distance(to: leg.to)
      if left <= long || number == legs.count - 1 {
        let share = min(1, left / long)
        return (leg.from + (leg.to - leg.from) * share, (leg.to - leg.from).xy.angle)
      }
      left -= long
    }
    return (start, 0)
  }
}
