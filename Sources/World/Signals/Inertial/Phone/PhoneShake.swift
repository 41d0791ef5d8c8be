/// A ``PhoneMotion`` in single precision, as the hot loop adds them up.
struct PhoneShake: Sendable {
  /// In m/s², rad and rad/s, all in the bearer's axes.
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

  /// The same for those outside.
  var motion: PhoneMotion {
    PhoneMotion(acceleration: acceleration.wide, tilt: tilt.wide, rotation: rotation.wide)
  }

  @inline(__always)
  static func += (left: inout PhoneShake, right: PhoneShake) {
    left.acceleration += right.acceleration
    left.tilt += right.tilt
    left.rotation += right.rotation
  }

  /// The motion faded by a factor that itself changes, per second.
  @inline(__always)
  func faded(_ factor: Float, slope: Float) -> PhoneShake {
    PhoneShake(
      acceleration: acceleration * factor, tilt: tilt * factor,
      rotation: rotation * factor + tilt * slope)
  }
}

/// A smooth step from 0 to 1, with its slope: 3 x² - 2 x³.
@inline(__always)
func smoothStep(_ x: Float) -> (value: Float, slope: Float) {
  let x = min(max(x, 0), 1)
  return (x * x * (3 - 2 * x), 6 * x * (1 - x))
}

/// The smooth step without a jerk at its ends, its slope and its bend: 10 x³ - 15 x⁴ + 6 x⁵.
@inline(__always)
func easedStep(_ x: Float) -> (value: Float, slope: Float, bend: Float) {
  let x = min(max(x, 0), 1)
  let y = 1 - x
  return (
    x * x * x * (10 - x * (15 - 6 * x)), 30 * x * x * y * y, 60 * x * y * (1 - 2 * x)
  )
}
