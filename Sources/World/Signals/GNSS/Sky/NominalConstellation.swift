import Glibc
public import Observations

/// The nominal GPS constellation of its performance standard, for runs without an almanac.
public enum NominalConstellation {
  /// Twenty-four satellites on circular orbits in six planes, with perfect clocks.
  ///
  /// GPS SPS Performance Standard: semi-major axis 26,559.71 km, inclination 55°. The slots of a plane are
  /// spaced evenly here; the real ones only roughly.
  ///
  /// The satellites' positions are independent of the reference time, given as GPS week and s of that week.
  /// An ephemeris serves for half a week before and after it, after which its times wrap.
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
      // Adjacent planes are shifted by a quarter of the slot spacing.
      orbit.meanAnomalyRadians =
        Double(slot) * .pi / 2 + Double(plane) * .pi / 8 + motion * (secondsOfWeek - 302_400)
      return orbit
    }
  }
}
