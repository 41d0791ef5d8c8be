import Glibc

// Where a broadcast orbit says a satellite is: IS-GPS-200, table 20-IV.

extension KeplerEphemeris {
  /// The Earth's gravitational parameter for GPS, in m³/s² (IS-GPS-200).
  public static let gravitationalParameter = 3.986005e14
  /// The Earth's rate of rotation, in rad/s (IS-GPS-200).
  public static let earthRate = 7.2921151467e-5
  /// The speed of light, in m/s (exact).
  public static let speedOfLight = 299_792_458.0

  /// The satellite's place and clock at a GPS time.
  ///
  /// - Parameter secondsOfWeek: GPS time in s of the ephemeris's week; half a week off wraps.
  /// - Returns: ECEF position in m, in the axes of that same time, and the satellite clock's
  ///   offset in s, relativity and group delay included.
  public func state(
    atSecondsOfWeek secondsOfWeek: Double
  ) -> (positionMetres: SIMD3<Double>, clockSeconds: Double) {
    let semiMajorAxis = rootOfSemiMajorAxis * rootOfSemiMajorAxis
    let elapsed = wrapped(secondsOfWeek - timeOfEphemerisSeconds)
    let motion =
      sqrt(Self.gravitationalParameter / (semiMajorAxis * semiMajorAxis * semiMajorAxis))
      + meanMotionDifferenceRadiansPerSecond
    let eccentric = eccentricAnomaly(mean: meanAnomalyRadians + motion * elapsed)
    let trueAnomaly = atan2(
      sqrt(1 - eccentricity * eccentricity) * sin(eccentric), cos(eccentric) - eccentricity)
    let latitude = trueAnomaly + argumentOfPerigeeRadians
    let (s, c) = (sin(2 * latitude), cos(2 * latitude))
    let u = latitude + cusRadians * s + cucRadians * c
    let radius =
      semiMajorAxis * (1 - eccentricity * cos(eccentric)) + crsMetres * s + crcMetres * c
    let inclination =
      inclinationRadians + inclinationRateRadiansPerSecond * elapsed + cisRadians * s
      + cicRadians * c
    let node =
      ascendingNodeRadians + (ascendingNodeRateRadiansPerSecond - Self.earthRate) * elapsed
      - Self.earthRate * timeOfEphemerisSeconds
    let (x, y) = (radius * cos(u), radius * sin(u))
    let position = SIMD3(
      x * cos(node) - y * cos(inclination) * sin(node),
      x * sin(node) + y * cos(inclination) * cos(node), y * sin(inclination))
    let sinceClock = wrapped(secondsOfWeek - timeOfClockSeconds)
    let relativity =
      -2 * sqrt(Self.gravitationalParameter) * rootOfSemiMajorAxis * eccentricity * sin(eccentric)
      / (Self.speedOfLight * Self.speedOfLight)
    let clock =
      clockBiasSeconds + clockDriftSecondsPerSecond * sinceClock
      + clockDriftRatePerSecond * sinceClock * sinceClock + relativity - groupDelaySeconds
    return (position, clock)
  }

  /// Solves Kepler's equation by Newton's method; bounded, for any eccentricity a file may hold.
  private func eccentricAnomaly(mean: Double) -> Double {
    var eccentric = mean
    for _ in 0..<30 {
      let step =
        (eccentric - eccentricity * sin(eccentric) - mean) / (1 - eccentricity * cos(eccentric))
      eccentric -= step
      if abs(step) < 1e-13 { break }
    }
    return eccentric
  }

  /// A time difference within half a week of zero.
  private func wrapped(_ seconds: Double) -> Double {
    if seconds > 302_400 { return seconds - 604_800 }
    return seconds < -302_400 ? seconds + 604_800 : seconds
  }
}
