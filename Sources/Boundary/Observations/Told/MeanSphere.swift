/// The Earth as a sphere, for short ways and small shifts: it errs by 0.6 % at worst, which neither tiles,
/// nor the speed of a phone, nor an app's filter can tell.
public enum MeanSphere {
  /// The mean radius of the Earth, in m (IUGG).
  @inlinable
  public static var radius: Double { 6_371_008.8 }
  /// The length of a degree of latitude, in m.
  @inlinable
  public static var metresPerDegree: Double { radius * .pi / 180 }
}
