import Glibc
import Observations

/// Distances between fixes, on a sphere: 0.5 % off at worst, which no filter of an app can tell.
enum GroundSpan {
  /// The distance over ground, in m, by the haversine formula.
  static func metres(_ from: Coordinate, _ to: Coordinate) -> Double {
    let toRadians = Double.pi / 180
    let half = sin((to.latitudeDegrees - from.latitudeDegrees) * toRadians / 2)
    let turn = sin((to.longitudeDegrees - from.longitudeDegrees) * toRadians / 2)
    let chord =
      half * half + cos(from.latitudeDegrees * toRadians) * cos(to.latitudeDegrees * toRadians)
      * turn * turn
    return 2 * MeanSphere.radius * asin(min(1, chord.squareRoot()))
  }

  /// Whether a fix has a place and an accuracy that mean something.
  static func isValid(_ fix: LocationFix) -> Bool {
    fix.coordinate.isOnEarth && fix.horizontalAccuracyMetres >= 0
      && fix.horizontalAccuracyMetres.isFinite
  }
}
