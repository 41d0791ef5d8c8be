/// Phone motion besides the carrier's trajectory: steps, hand motion, fidgets, road.
///
/// In the carrier's axes: right, forward, up.
public struct PhoneMotion: Hashable, Sendable {
  /// Acceleration besides the trajectory's and gravity, in m/s².
  public var acceleration: SIMD3<Double>
  /// Rotation away from the usual hold, as a rotation vector, in rad; gravity changes with it.
  public var tilt: SIMD3<Double>
  /// The derivative of ``tilt``, which the gyroscope senses, in rad/s.
  public var rotation: SIMD3<Double>

  public init(
    acceleration: SIMD3<Double> = .zero, tilt: SIMD3<Double> = .zero,
    rotation: SIMD3<Double> = .zero
  ) {
    self.acceleration = acceleration
    self.tilt = tilt
    self.rotation = rotation
  }

  /// True for zero motion.
  @inline(__always)
  var isNone: Bool { all((acceleration .== 0) .& (tilt .== 0) .& (rotation .== 0)) }

  /// The sum of two motions; valid for small tilts.
  public static func + (left: PhoneMotion, right: PhoneMotion) -> PhoneMotion {
    PhoneMotion(
      acceleration: left.acceleration + right.acceleration, tilt: left.tilt + right.tilt,
      rotation: left.rotation + right.rotation)
  }
}
