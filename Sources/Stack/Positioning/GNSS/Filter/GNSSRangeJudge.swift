import Geometry

/// Innovation gate and robust weights of ranges, and the correlation times of their errors.
///
/// Multipath arrives late, so too long ranges lose weight sooner than too short ones.
public struct GNSSRangeJudge: Sendable {
  private let parameters: Parameters

  init(parameters: Parameters) { self.parameters = parameters }

  /// Maximum normalised innovation squared in the agreement statistics.
  var maxSquared: Double { parameters.maxSize * parameters.maxSize }

  /// Time after which the errors of a satellite that was not received are forgotten, in s.
  var forgettingSeconds: Double { parameters.forgettingSeconds }

  /// Correlation time of orbit and atmosphere errors, in s.
  var slowSeconds: Double { parameters.slowSeconds }

  /// Returns the correlation time of multipath, in s, for a speed in m/s, or at rest.
  func echoSeconds(speed: Double, isStill: Bool) -> Double {
    isStill
      ? parameters.echoSeconds
      : min(parameters.echoSeconds, parameters.echoMetres / max(speed, parameters.minEchoSpeed))
  }

  /// Returns the factor on the variance of a range (Huber); nil for an outlier.
  ///
  /// - Parameters:
  ///   - innovation: Measured minus predicted range, in m.
  ///   - size: The innovation in sigmas.
  /// - Returns: The factor.
  @inline(__always)
  func factor(_ innovation: Double, size: Double) -> Double? {
    let isLong = innovation > 0
    guard size < (isLong ? parameters.longRejection : parameters.shortRejection) else { return nil }
    let limit = isLong ? parameters.longLimit : parameters.shortLimit
    return size > limit ? size * size / (limit * limit) : 1
  }
}
