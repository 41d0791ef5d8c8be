import Glibc

/// How a walker covers a distance from rest to rest: speeding up, steady, slowing down.
struct SpeedProfile: Sendable {
  /// SUMO's pedestrian defaults, in m/s² (MSCFModel defaults for the vehicle class pedestrian).
  static let acceleration = 1.5
  static let deceleration = 2.0

  private let topSpeed: Double
  private let distance: Double
  private let rise: Double
  private let steady: Double
  private let fall: Double

  /// How long it takes, in s.
  var duration: Double { rise + steady + fall }

  /// Covers `distance` m at `speed` m/s, or slower where the distance is too short to get there.
  init(distance: Double, speed: Double) {
    self.distance = distance
    let ramps = speed * speed / 2 * (1 / Self.acceleration + 1 / Self.deceleration)
    topSpeed =
      ramps <= distance
      ? speed : sqrt(2 * distance / (1 / Self.acceleration + 1 / Self.deceleration))
    rise = topSpeed / Self.acceleration
    fall = topSpeed / Self.deceleration
    steady = topSpeed > 0 ? max(0, distance / topSpeed - (rise + fall) / 2) : 0
  }

  /// The distance covered, in m, and the speed, in m/s, `elapsed` s after the start.
  func state(at elapsed: Double) -> (covered: Double, speed: Double) {
    if elapsed < rise {
      return (Self.acceleration * elapsed * elapsed / 2, Self.acceleration * elapsed)
    }
    if elapsed < rise + steady {
      return (topSpeed * (rise / 2 + (elapsed - rise)), topSpeed)
    }
    let left = max(0, duration - elapsed)
    return (distance - Self.deceleration * left * left / 2, Self.deceleration * left)
  }
}
