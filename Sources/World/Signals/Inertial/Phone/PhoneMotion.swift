/// How a phone moves beyond what its bearer's trajectory says: steps, shaking, fiddling, road.
///
/// All is told in the bearer's axes: right, forward, up.
public struct PhoneMotion: Hashable, Sendable {
  /// The phone's acceleration besides the trajectory's own and gravity, in m/s².
  public var acceleration: SIMD3<Double>
  /// The phone's attitude away from the way it is usually held, as a rotation vector, in rad.
  ///
  /// Gravity is felt through it.
  public var tilt: SIMD3<Double>
  /// How fast that changes, in rad/s: the derivative of ``tilt``, for a gyroscope to feel.
  public var rotation: SIMD3<Double>

  /// Creates a motion.
  public init(
    acceleration: SIMD3<Double> = .zero, tilt: SIMD3<Double> = .zero,
    rotation: SIMD3<Double> = .zero
  ) {
    self.acceleration = acceleration
    self.tilt = tilt
    self.rotation = rotation
  }

  /// Whether it is none.
  @inline(__always)
  var isNone: Bool { all((acceleration .== 0) .& (tilt .== 0) .& (rotation .== 0)) }

  /// Two motions at once; for small tilts.
  public static func + (left: PhoneMotion, right: PhoneMotion) -> PhoneMotion {
    PhoneMotion(
      acceleration: left.acceleration + right.acceleration, tilt: left.tilt + right.tilt,
      rotation: left.rotation + right.rotation)
  }
}
