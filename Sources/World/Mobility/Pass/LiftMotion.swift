package import Venues

/// Time-optimal, jerk-limited motion of a lift car between two heights (S-curve profile), within
/// the limits of speed, acceleration and jerk.
///
/// Seven phases, some of which may be empty: jerk up, constant acceleration, jerk down, constant
/// speed, and the mirror image. The motion is symmetric about its middle.
package struct LiftMotion: Sendable {
  private let from: Double
  private let direction: Double
  private let distance: Double
  private let jerk: Double
  /// The duration of each jerk phase, each phase of constant acceleration and the constant-speed
  /// phase, in s.
  private let jerkTime: Double
  private let holdTime: Double
  private let runTime: Double

  /// In s.
  package var duration: Double { 4 * jerkTime + 2 * holdTime + runTime }

  package init(from: Double, to: Double, machine: LiftMachine) {
    self.from = from
    direction = to < from ? -1 : 1
    distance = abs(to - from)
    jerk = machine.jerkMetresPerSecondCubed
    let (v, a) = (machine.speedMetresPerSecond, machine.accelerationMetresPerSecondSquared)
    // The acceleration limit is either reached and held, or never reached.
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

  package func height(at elapsed: Double) -> Double {
    let half = duration / 2
    let covered =
      elapsed >= duration
      ? distance
      : elapsed > half
        ? distance - covered(in: duration - elapsed) : covered(in: max(0, elapsed))
    return from + direction * covered
  }

  /// The distance covered in the first `time` s, at most half of the total.
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

/// The cube root of a non-negative number, by Newton's method.
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
