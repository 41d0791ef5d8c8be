/// The WGS-84 reference ellipsoid.
///
/// Defining constants from NGA.STND.0036_1.0.0_WGS84 (2014), table 3.1; the others follow.
public enum WGS84 {
  /// The equatorial radius in metres.
  public static let semiMajorAxis = 6_378_137.0
  public static let flattening = 1 / 298.257_223_563
  /// The polar radius in metres.
  public static let semiMinorAxis = semiMajorAxis * (1 - flattening)
  /// The square of the first eccentricity.
  public static let eccentricitySquared = flattening * (2 - flattening)
  /// The square of the second eccentricity.
  public static let secondEccentricitySquared =
    eccentricitySquared / ((1 - flattening) * (1 - flattening))
}
