import Geometry
import Glibc
import Kernel

// Moving walkways, which carry without steps.

extension IndoorFilter {
  /// How fast they run, in m/s, and by how much that differs, as a share: 0.5 to 0.75 (EN 115, from
  /// memory).
  static let beltSpeed = 0.65
  private static let beltSpread = 0.15
  /// How near one a guess must be, in m, for somebody there to be on it, beside and before it;
  /// estimates.
  private static let beltReach = 2.5, beltApproach = 4.0
  /// How many do get on who stop there; an estimate.
  private static let beltShare = 0.5
  /// How straight one walks onto one, as a cosine, and how many do each metre that is near its end;
  /// estimates.
  private static let straight = 0.7, stepShare = 0.25

  /// Lets guesses that walked along a walkway when steps ceased be carried by it.
  mutating func board() {
    for index in 0..<count {
      for (number, belt) in plan.belts.enumerated() where belt.plane == plane[index] {
        let way = belt.end - belt.start
        let (length, axis) = (way.length, way / way.length)
        let from = Vec2(x[index], y[index]) - belt.start
        let along = from.dot(axis)
        guard abs(from.cross(axis)) < Self.beltReach, along > -Self.beltApproach,
          along < length + Self.beltApproach
        else { continue }
        let facing = heading == .zero ? 1 : ahead[index].dot(axis)
        let isBack = facing < 0
        guard abs(facing) > 0.5, !(isBack && belt.isOneWay), noise.uniform() < Self.beltShare
        else { continue }
        carrier[index] = isBack ? -1 - number : 1 + number
        let point = belt.start + axis * min(length, max(0, along))
        (x[index], y[index]) = (point.x, point.y)
        break
      }
    }
  }

  /// Lets guesses that walk onto a walkway at its end be carried besides.
  ///
  /// - Parameter step: The way walked, in the trace's frame, in m.
  mutating func stepOn(_ step: Vec2) {
    let length = step.length
    guard !plan.belts.isEmpty, length > 0 else { return }
    for index in 0..<count where carrier[index] == 0 {
      let facing = step.turned(as: turn[index]) / length
      let point = Vec2(x[index], y[index])
      for (number, belt) in plan.belts.enumerated() where belt.plane == plane[index] {
        let way = belt.end - belt.start
        let axis = way / way.length
        let along = facing.dot(axis)
        let isBack = along < 0
        guard abs(along) > Self.straight, !(isBack && belt.isOneWay) else { continue }
        let end = isBack ? belt.end : belt.start
        guard point.distance(to: end) < Self.beltReach,
          noise.uniform() < Self.stepShare * min(1, length)
        else { continue }
        carrier[index] = isBack ? -1 - number : 1 + number
        break
      }
    }
  }

  /// Carries those that are on a walkway.
  ///
  /// - Parameter seconds: For how long.
  /// - Returns: How much of the weight is carried.
  mutating func ride(seconds: Double) -> Double {
    guard !plan.belts.isEmpty else { return 0 }
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
      let speed = sign * Self.beltSpeed * (1 + Self.beltSpread * noise.normal())
      let along = from.dot(axis) + speed * seconds
      guard belt.plane == plane[index], abs(from.cross(axis)) < Self.beltReach, along > -1,
        along < length + 1
      else {
        carrier[index] = 0
        continue
      }
      carried += likely
      let ride = axis * (speed * seconds)
      x[index] += ride.x
      y[index] += ride.y
      home[index] += ride
    }
    return carried / max(total, 1e-300)
  }
}
