package import Venues

/// How a lift's car gets from one height to another: within its limits of speed, acceleration and
/// jerk, in the least time.
///
/// Seven phases, of which some may be missing: jerk up, hold the acceleration, jerk down, run, and
/// the same in reverse. The motion is symmetric about its middle.
package struct LiftMotion: Sendable {
  private let from: Double
  private let direction: Double
  private let distance: Double
  private let jerk: Double
  /// How long each jerk, each held acceleration and the steady run last, in s.
  private let jerkTime: Double
  private let holdTime: Double
  private let runTime: Double

  /// How long it takes, in s.
  package var duration: Double { 4 * jerkTime + 2 * holdTime + runTime }

  /// Plans a ride between two heights, in m.
  package init(from: Double, to: Double, machine: LiftMachine) {
    self.from = from
    direction = to < from ? -1 : 1
    distance = abs(to - from)
    jerk = machine.jerkMetresPerSecondCubed
    let (v, a) = (machine.speedMetresPerSecond, machine.accelerationMetresPerSecondSquared)
    // Speed is reached with acceleration held, or by jerk alone.
    var (ramp, hold) =
      v * jerk >= a * a ? (a / jerk, v / a - a / jerk) : ((v / jerk).squareRoot(), 0)
    let speed = jerk * ramp * (ramp + hold)
    var run = 0.0
    let ramps = speed * (2 * ramp + hold)
    if ramps <= distance {
      run = speed > 0 ? (distance - ramps) / speed : 0
    } else if distance >= 2 * a * a * a / (jerk * jerk) {
      // The acceleration is reached, the speed is not: a·hold² + 3·a·ramp·hold + 2·a·ramp² = d.
      ramp = a / jerk
      hold = ((ramp * ramp + 4 * distance / a).squareRoot() - 3 * ramp) / 2
    } else {
      ramp = rootOfCube(distance / (2 * jerk))
      hold = 0
    }
    (jerkTime, holdTime, runTime) = (ramp, hold, run)
  }

  /// The height, in m, `elapsed` s after the start.
  package func height(at elapsed: Double) -> Double {
    let half = duration / 2
    let covered =
      elapsed >= duration
      ? distance
      : elapsed > half
        ? distance - covered(in: duration - elapsed) : covered(in: max(0, elapsed))
    return from + direction * covered
  }

  /// The distance covered in the first `time` s, at most half of all.
  private func covered(in time: Double) -> Double {
    var left = time
    var (position, speed, acceleration) = (0.0, 0.0, 0.0)
    for (length, j) in [(jerkTime, jerk), (holdTime, 0), (jerkTime, -jerk), (runTime, 0)] {
      let t = min(left, length)
      position += t * (speed + t * (acceleration / 2 + t * j / 6))
      speed += t * (acceleration + t * j / 2)
      acceleration += t * j
      left -= t
      if left <= 0 { break }
    }
    return position
  }
}

/// The cube root of a number that is not negative, by Newton's method.
private func rootOfCube(_ value: Double) -> Double {
  guard value > 0 else { return 0 }
  var root = max(1, value)
  for _ in 0..<100 {
    let next = (2 * root + value / (root * root)) / 3
    if next >= root { break }
    root = next
  }
  return root
}
