/// A GLONASS ephemeris with precomputed integration, so that a state costs one step instead of thirty.
///
/// Holds the motion at every minute around the reference time. States equal those of the ephemeris to
/// the last bit, in any order of evaluation.
public struct GlonassArc: SatelliteOrbit {
  /// The integrated message.
  public let ephemeris: GlonassEphemeris
  /// The motion at 0, 1, 2 … minutes after the reference time.
  private let after: [GlonassMotion]
  /// The motion at 0, 1, 2 … minutes before the reference time.
  private let before: [GlonassMotion]

  /// Integrates an ephemeris to `span` s on either side, at most a day; states beyond cost more.
  public init(_ ephemeris: GlonassEphemeris, withinSeconds span: Double = 1800) {
    self.ephemeris = ephemeris
    let minutes = Int((min(max(span, 0), 86_400) / GlonassEphemeris.stepSeconds).rounded(.up))
    after = Self.motions(of: ephemeris, count: minutes, step: GlonassEphemeris.stepSeconds)
    before = Self.motions(of: ephemeris, count: minutes, step: -GlonassEphemeris.stepSeconds)
  }

  /// Returns the satellite's state at a GPS time.
  public func satelliteState(atSecondsOfWeek secondsOfWeek: Double) -> SatelliteState {
    let elapsed = GPSTime.wrapped(secondsOfWeek - ephemeris.timeOfEphemerisSeconds)
    let side = elapsed < 0 ? before : after
    let minutes = abs(elapsed) / GlonassEphemeris.stepSeconds
    guard minutes < Double(side.count) else {
      return ephemeris.satelliteState(atSecondsOfWeek: secondsOfWeek)
    }
    let whole = Int(minutes)
    var motion = side[whole]
    let passed = Double(whole) * GlonassEphemeris.stepSeconds
    let rest = elapsed < 0 ? elapsed + passed : elapsed - passed
    if rest != 0 {
      motion.advance(by: rest, pushedBy: ephemeris.accelerationMetresPerSecondSquared)
    }
    return ephemeris.state(of: motion, after: elapsed)
  }

  private static func motions(
    of ephemeris: GlonassEphemeris, count: Int, step: Double
  ) -> [GlonassMotion] {
    var motion = GlonassMotion(
      position: ephemeris.positionMetres, velocity: ephemeris.velocityMetresPerSecond)
    var result = [motion]
    result.reserveCapacity(count + 1)
    for _ in 0..<count {
      motion.advance(by: step, pushedBy: ephemeris.accelerationMetresPerSecondSquared)
      result.append(motion)
    }
    return result
  }
}
