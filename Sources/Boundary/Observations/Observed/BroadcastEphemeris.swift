/// A broadcast navigation message: a satellite's orbit and clock, or the ionosphere.
public enum BroadcastEphemeris: Hashable, Sendable {
  case kepler(KeplerEphemeris)
  case glonass(GlonassEphemeris)
  case ionosphere(KlobucharParameters)
}

/// Broadcast Kepler ephemeris with harmonic corrections: GPS, Galileo, BeiDou and QZSS (IS-GPS-200, 20.3.3).
public struct KeplerEphemeris: Hashable, Sendable {
  /// The satellite.
  public var satellite = SatelliteID(.gps, 0)
  /// The GPS week of `timeOfEphemerisSeconds`.
  public var gpsWeek = 0
  /// Toe, in s of the week.
  public var timeOfEphemerisSeconds = 0.0
  /// Toc, in s of the week.
  public var timeOfClockSeconds = 0.0
  /// The square root of the semi-major axis, in √m.
  public var rootOfSemiMajorAxis = 0.0
  /// e.
  public var eccentricity = 0.0
  /// i0, in rad.
  public var inclinationRadians = 0.0
  /// The rate of inclination, in rad/s.
  public var inclinationRateRadiansPerSecond = 0.0
  /// Ω0, in rad.
  public var ascendingNodeRadians = 0.0
  /// The rate of Ω, in rad/s.
  public var ascendingNodeRateRadiansPerSecond = 0.0
  /// ω, in rad.
  public var argumentOfPerigeeRadians = 0.0
  /// M0, in rad.
  public var meanAnomalyRadians = 0.0
  /// Δn, in rad/s.
  public var meanMotionDifferenceRadiansPerSecond = 0.0
  /// Cuc, in rad.
  public var cucRadians = 0.0
  /// Cus, in rad.
  public var cusRadians = 0.0
  /// Crc, in m.
  public var crcMetres = 0.0
  /// Crs, in m.
  public var crsMetres = 0.0
  /// Cic, in rad.
  public var cicRadians = 0.0
  /// Cis, in rad.
  public var cisRadians = 0.0
  /// af0, in s.
  public var clockBiasSeconds = 0.0
  /// af1, in s/s.
  public var clockDriftSecondsPerSecond = 0.0
  /// af2, in s/s².
  public var clockDriftRatePerSecond = 0.0
  /// TGD, in s.
  public var groupDelaySeconds = 0.0
  /// Zero if the satellite is healthy.
  public var health = 0

  /// Creates an ephemeris of zeros.
  public init() {}
}

/// A GLONASS state vector at a reference time (GLONASS ICD, 4.4).
public struct GlonassEphemeris: Hashable, Sendable {
  /// Three numbers without padding to four, because a day has thousands of messages.
  private struct Packed: Hashable {
    var x = 0.0, y = 0.0, z = 0.0

    init() {}

    init(_ vector: SIMD3<Double>) { (x, y, z) = (vector.x, vector.y, vector.z) }

    var vector: SIMD3<Double> { SIMD3(x, y, z) }
  }

  private var position = Packed(), velocity = Packed(), acceleration = Packed()

  /// The orbital slot, 1 to 24.
  public var slot = 0
  /// The frequency channel, -7 to 6.
  public var frequencyChannel = 0
  /// The GPS week of `timeOfEphemerisSeconds`.
  public var gpsWeek = 0
  /// The reference time tb, in s of the GPS week.
  public var timeOfEphemerisSeconds = 0.0
  /// The position in PZ-90, in m.
  public var positionMetres: SIMD3<Double> {
    get { position.vector }
    set { position = Packed(newValue) }
  }
  /// The velocity, in m/s.
  public var velocityMetresPerSecond: SIMD3<Double> {
    get { velocity.vector }
    set { velocity = Packed(newValue) }
  }
  /// The luni-solar acceleration, in m/s².
  public var accelerationMetresPerSecondSquared: SIMD3<Double> {
    get { acceleration.vector }
    set { acceleration = Packed(newValue) }
  }
  /// −τn, in s.
  public var clockBiasSeconds = 0.0
  /// γn.
  public var relativeFrequencyBias = 0.0
  /// Zero if the satellite is healthy.
  public var health = 0

  /// Creates an ephemeris of zeros.
  public init() {}
}

/// The eight coefficients of the Klobuchar ionosphere model (IS-GPS-200, 20.3.3.5.2.5).
public struct KlobucharParameters: Hashable, Sendable {
  /// α0 to α3, in s per semicircle to the power of the index.
  public var alpha: SIMD4<Double>
  /// β0 to β3, in s per semicircle to the power of the index.
  public var beta: SIMD4<Double>

  /// Creates the coefficients.
  public init(alpha: SIMD4<Double>, beta: SIMD4<Double>) {
    self.alpha = alpha
    self.beta = beta
  }
}
