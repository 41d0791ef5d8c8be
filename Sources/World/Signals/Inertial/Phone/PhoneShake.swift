/// A ``PhoneMotion`` in single precision, for the inner loop.
struct PhoneShake: Sendable {
  /// In m/s², rad and rad/s, in the carrier's axes.
  var acceleration, tilt, rotation: PhoneVector

  static let still = PhoneShake(acceleration: .zero, tilt: .zero, rotation: .zero)

  init(acceleration: PhoneVector, tilt: PhoneVector, rotation: PhoneVector) {
    self.acceleration = acceleration
    self.tilt = tilt
    self.rotation = rotation
  }

  init(_ motion: PhoneMotion) {
    acceleration = PhoneVector(motion.acceleration)
    tilt = PhoneVector(motion.tilt)
    rotation = PhoneVector(motion.rotation)
  }

  /// The motion in double precision.
  var motion: PhoneMotion {
    PhoneMotion(acceleration: acceleration.wide, tilt: tilt.wide, rotation: rotation.wide)
  }

  @inline(__always)
  static func += (left: inout PhoneShake, right: PhoneShake) {
    left.acceleration += right.acceleration
    left.tilt += right.tilt
    left.rotation += right.rotation
  }

  /// The motion times a factor with a slope, per second.
  @inline(__always)
  func faded(_ factor: Float, slope: Float) -> PhoneShake {
    PhoneShake(
      acceleration: acceleration * factor, tilt: tilt * factor,
      rotation: rotation * factor + tilt * slope)
  }
}

/// Smoothstep from 0 to 1, with its slope: 3 x² - 2 x³.
@inline(__always)
func smoothStep(_ x: Float) -> (value: Float, slope: Float) {
  let x = min(max(x, 0), 1)
  return (x * x * (3 - 2 * x), 6 * x * (1 - x))
}

/// Smootherstep from 0 to 1 with zero acceleration at its ends, its slope and its bend.
///
/// 10 x³ - 15 x⁴ + 6 x⁵.
@inline(__always)
func easedStep(_ x: Float) -> (value: Float, slope: Float, bend: Float) {
  let x = min(max(x, 0), 1)
  let y = 1 - x
  return (
    x * x * x * (10 - x * (15 - 6 * x)), 30 * x * x * y * y, 60 * x * y * (1 - 2 * x)
  )
}
