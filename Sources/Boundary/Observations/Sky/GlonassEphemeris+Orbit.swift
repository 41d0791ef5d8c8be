import Geometry

// Satellite position from a GLONASS message: GLONASS ICD (edition 5.1), appendix 3, A.3.1.2.

extension GlonassEphemeris: SatelliteOrbit {
  /// The Earth's gravitational parameter of PZ-90, in m³/s² (GLONASS ICD, table A.1; as in RTKLIB).
  static let gravitationalParameter = 3.986_004_4e14
  /// The Earth's equatorial radius of PZ-90, in m (GLONASS ICD).
  static let equatorialRadius = 6_378_136.0
  /// The second zonal harmonic of PZ-90 (GLONASS ICD, as in RTKLIB).
  static let oblateness = 1.082_625_7e-3
  /// The Earth's rate of rotation of PZ-90, in rad/s (GLONASS ICD).
  static let earthRate = 7.292_115e-5
  /// The integration step, in s; at 60 s its error stays below 1 mm over half an hour.
  static let stepSeconds = 60.0

  /// The satellite's identifier.
  public var satellite: SatelliteID { SatelliteID(.glonass, slot) }

  /// Returns the satellite's state at a GPS time, by integration from the reference time.
  ///
  /// Fourth-order Runge-Kutta in steps of 60 s and a last shorter one. PZ-90 is treated as WGS-84:
  /// PZ-90.02 and later lie within 0.4 m of it.
  public func satelliteState(atSecondsOfWeek secondsOfWeek: Double) -> SatelliteState {
    let elapsed = GPSTime.wrapped(secondsOfWeek - timeOfEphemerisSeconds)
    // An invalid time gives an invalid state without a long integration.
    guard abs(elapsed) <= 604_800 else { return state(of: GlonassMotion(.nan), after: .nan) }
    let step = elapsed < 0 ? -Self.stepSeconds : Self.stepSeconds
    var motion = GlonassMotion(position: positionMetres, velocity: velocityMetresPerSecond)
    var rest = elapsed
    while abs(rest) >= Self.stepSeconds {
      motion.advance(by: step, pushedBy: accelerationMetresPerSecondSquared)
      rest -= step
    }
    if rest != 0 { motion.advance(by: rest, pushedBy: accelerationMetresPerSecondSquared) }
    return state(of: motion, after: elapsed)
  }

  /// Combines the motion with the clock, `elapsed` s after the reference time.
  @inline(__always)
  func state(of motion: GlonassMotion, after elapsed: Double) -> SatelliteState {
    SatelliteState(
      positionMetres: motion.position, velocityMetresPerSecond: motion.velocity,
      clockSeconds: clockBiasSeconds + relativeFrequencyBias * elapsed,
      clockDriftSecondsPerSecond: relativeFrequencyBias)
  }
}

/// Position and velocity of a GLONASS satellite, with the equations of motion.
struct GlonassMotion: Hashable, Sendable {
  /// In m, in Earth-fixed axes.
  var position: Vec3
  /// In m/s.
  var velocity: Vec3

  init(position: Vec3, velocity: Vec3) {
    self.position = position
    self.velocity = velocity
  }

  /// Sets all components to one number.
  init(_ number: Double) {
    self.init(position: Vec3(repeating: number), velocity: Vec3(repeating: number))
  }

  /// The acceleration in rotating axes.
  ///
  /// Gravity with its second zonal harmonic, Coriolis and centrifugal force, sun and moon.
  @inline(__always)
  private static func acceleration(_ r: Vec3, _ v: Vec3, _ push: Vec3) -> Vec3 {
    let omega = GlonassEphemeris.earthRate
    let mu = GlonassEphemeris.gravitationalParameter
    let radius = GlonassEphemeris.equatorialRadius
    let squared = r.squaredLength
    let cubed = squared * squared.squareRoot()
    let a = 1.5 * GlonassEphemeris.oblateness * mu * radius * radius / squared / cubed
    let b = 5 * r.z * r.z / squared
    let c = -mu / cubed - a * (1 - b)
    return Vec3(
      (c + omega * omega) * r.x + 2 * omega * v.y + push.x,
      (c + omega * omega) * r.y - 2 * omega * v.x + push.y,
      (c - 2 * a) * r.z + push.z)
  }

  /// Advances by `step` s, forwards or backwards, with one step of fourth-order Runge-Kutta.
  @inline(__always)
  mutating func advance(by step: Double, pushedBy push: Vec3) {
    let half = step / 2
    let a1 = Self.acceleration(position, velocity, push)
    let v2 = velocity + a1 * half
    let a2 = Self.acceleration(position + velocity * half, v2, push)
    let v3 = velocity + a2 * half
    let a3 = Self.acceleration(position + v2 * half, v3, push)
    let v4 = velocity + a3 * step
    let a4 = Self.acceleration(position + v3 * step, v4, push)
    let middleVelocity: Vec3 = 2 * (v2 + v3)
    let middleAcceleration: Vec3 = 2 * (a2 + a3)
    position += (velocity + middleVelocity + v4) * (step / 6)
    velocity += (a1 + middleAcceleration + a4) * (step / 6)
  }
}
