import Glibc
public import Observations

/// The GPS constellation as its performance standard describes it, for when no almanac is at hand.
public enum NominalConstellation {
  /// Twenty-four satellites on circular orbits in six planes, with perfect clocks.
  ///
  /// GPS SPS Performance Standard: semi-major axis 26,559.71 km, inclination
  /// 55°. The slots in a plane are spaced evenly here, which the real ones are only roughly.
  ///
  /// The same satellites are in the same places whatever the reference time is; an ephemeris serves
  /// for half a week before and after it, after which its times wrap.
  ///
  /// - Parameters:
  ///   - gpsWeek: The GPS week of the reference time.
  ///   - secondsOfWeek: The reference time, in s of that week.
  /// - Returns: One ephemeris for each satellite.
  public static func gps(
    week gpsWeek: Int, secondsOfWeek: Double = 302_400
  ) -> [KeplerEphemeris] {
    let semiMajorAxis = 26_559_710.0
    let motion =
      (KeplerEphemeris.gravitationalParameter / (semiMajorAxis * semiMajorAxis * semiMajorAxis))
      .squareRoot()
    return (0..<24).map { index in
      let plane = index / 4
      let slot = index % 4
      var orbit = KeplerEphemeris()
      orbit.satellite = SatelliteID(.gps, index + 1)
      orbit.gpsWeek = gpsWeek
      orbit.timeOfEphemerisSeconds = secondsOfWeek
      orbit.timeOfClockSeconds = secondsOfWeek
      orbit.rootOfSemiMajorAxis = semiMajorAxis.squareRoot()
      orbit.inclinationRadians = 55 * .pi / 180
      orbit.ascendingNodeRadians = Double(plane) * .pi / 3
      // Neighbouring planes are shifted by a quarter of the spacing between slots.
      orbit.meanAnomalyRadians =
        Double(slot) * .pi / 2 + Double(plane) * .pi / 8 + motion * (secondsOfWeek - 302_400)
      return orbit
    }
  }
}
