import Geometry
import Glibc
import Kernel

// Moving walkways, which carry without steps.

extension Particles {
  /// Boards particles at a walkway when steps cease after walking along it.
  mutating func board() {
    let belts = parameters.belts
    for index in 0..<count {
      for (number, belt) in plan.belts.enumerated() where belt.plane == plane[index] {
        let way = belt.end - belt.start
        let (length, axis) = (way.length, way / way.length)
        let from = Vec2(x[index], y[index]) - belt.start
        let along = from.dot(axis)
        guard abs(from.cross(axis)) < belts.reach, along > -belts.approach,
          along < length + belts.approach
        else { continue }
        let facing = heading == .zero ? 1 : headings[index].dot(axis)
        let isBack = facing < 0
        guard abs(facing) > belts.minFacing, !(isBack && belt.isOneWay),
          noise.uniform() < belts.share
        else { continue }
        carrier[index] = isBack ? -1 - number : 1 + number
        let point = belt.start + axis * min(length, max(0, along))
        (x[index], y[index]) = (point.x, point.y)
        break
      }
    }
  }

  /// Boards particles that walk onto a walkway at its end.
  ///
  /// - Parameter step: Displacement in the trace's frame, in m.
  mutating func stepOn(_ step: Vec2) {
    let length = step.length
    guard !plan.belts.isEmpty, length > 0 else { return }
    let belts = parameters.belts
    for index in 0..<count where carrier[index] == 0 {
      let facing = step.turned(as: turn[index]) / length
      let point = Vec2(x[index], y[index])
      for (number, belt) in plan.belts.enumerated() where belt.plane == plane[index] {
        let way = belt.end - belt.start
        let axis = way / way.length
        let along = facing.dot(axis)
        let isBack = along < 0
        guard abs(along) > belts.straight, !(isBack && belt.isOneWay) else { continue }
        let end = isBack ? belt.end : belt.start
        guard point.distance(to: end) < belts.reach,
          noise.uniform() < belts.entryShare * min(1, length)
        else { continue }
        carrier[index] = isBack ? -1 - number : 1 + number
        break
      }
    }
  }

  /// Moves the particles on walkways.
  ///
  /// - Returns: The share of the weight that is carried.
  mutating func ride(seconds: Double) -> Double {
    guard !plan.belts.isEmpty else { return 0 }
    let belts = parameters.belts
    noise.shuffle()
    var (carried, total) = (0.0, 0.0)
    for index in 0..<count {
      let likely = exp(weight[index])
      total += likely
      guard carrier[index] != 0 else { continue }
      let belt = plan.belts[abs(carrier[index]) - 1]
      let way = belt.end - belt.start
      let (length, axis) = (way.length, way / way.length)
      let from = Vec2(x[index], y[index]) - belt.start
      let sign = carrier[index] > 0 ? 1.0 : -1.0
      let speed = sign * belts.speed * (1 + belts.speedSpread * noise.normal())
      let along = from.dot(axis) + speed * seconds
      guard belt.plane == plane[index], abs(from.cross(axis)) < belts.reach, along > -belts.overrun,
        along < length + belts.overrun
      else {
        carrier[index] = 0
        continue
      }
      carried += likely
      let ride = axis * (speed * seconds)
      x[index] += ride.x
      y[index] += ride.y
      deadReckoned[index] += ride
    }
    return carried / max(total, 1e-300)
  }
}
