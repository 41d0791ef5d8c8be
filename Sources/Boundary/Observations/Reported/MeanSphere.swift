/// A spherical Earth model for short distances and small shifts.
///
/// Its max error of 0.6 % is negligible for tiles, for the speed of a phone, and for an app's distance
/// filter.
public enum MeanSphere {
  /// The mean radius of the Earth, in m (IUGG).
  @inlinable
  public static var radius: Double { 6_371_008.8 }
  /// The length of a degree of latitude, in m.
  @inlinable
  public static var metresPerDegree: Double { radius * .pi / 180 }
}
