import Geometry
import Glibc
import Kernel

/// Rail roughness and switches.
extension RoadSurface {
  /// The wavenumber, in rad/m, above which rails are smoother than roads.
  ///
  /// The break of the spectra of the Federal Railroad Administration (0.8245 rad/m, from memory; a
  /// wavelength of 7.6 m).
  static let railWavenumber = 0.8245
  /// Slope density of welded rails at long waves, in m.
  ///
  /// By the FRA spectra, k A 2π, it is 5e-6 on tracks of class 6 and 3e-5 on those of class 5 (k 0.25,
  /// A 0.034 and 0.21 cm² rad/m, from memory). European main lines are like the former (an estimate).
  private static let railDensity = 6e-6
  /// The fraction of squares of 200 m along a line with a switch.
  ///
  /// An estimate: two in a station, and a few between.
  private static let switchShare = 0.12

  /// The rails around a point, for a heading in radians anticlockwise from east.
  ///
  /// Rails are welded. At a switch the wheels knock at the blades, in the middle and at the frog, on both
  /// axles of a bogie.
  func track(at point: Vec2, towards heading: Double) -> LocalSurface {
    let place = point / 200
    let (column, row) = (
      max(-1e6, min(1e6, place.x.rounded(.down))), max(-1e6, min(1e6, place.y.rounded(.down)))
    )
    let cell = Int64(column) &* 2_000_003 &+ Int64(row)
    var draws = traits.at(index: 1 << 62 | UInt64(bitPattern: cell) >> 2)
    // Sections of track differ by about one FRA class (an estimate).
    let spread = 0.45 * draws.gaussian()
    var stretch = LocalSurface()
    stretch.slope = Float((Self.railDensity * Self.perCell).squareRoot() * exp(0.5 * spread))
    stretch.origin = point
    stretch.direction = Vec2(angle: heading)
    guard draws.happens(withProbability: Self.switchShare) else { return stretch }
    let middle =
      Vec2(column, row) * 200 + Vec2(draws.uniform(in: 40...160), draws.uniform(in: 40...160))
    // 2.5 m from axle to axle, some 16 m from blades to frog, and effective steps of 3 to 8 mm for a
    // whole bogie (estimates).
    stretch.jointSpacing = 2.75
    stretch.jointReach = 8
    stretch.jointHeight = Float(draws.uniform(in: 0.003...0.008))
    stretch.along = (point - middle).dot(stretch.direction)
    return stretch
  }
}
