import Glibc
import Observations

/// Spherical distances between fixes, accurate to 0.5 %, which is enough for an app's filters.
enum GroundSpan {
  /// Returns the haversine distance, in m.
  static func metres(_ from: Coordinate, _ to: Coordinate) -> Double {
    let toRadians = Double.pi / 180
    let half = sin((to.latitudeDegrees - from.latitudeDegrees) * toRadians / 2)
    let turn = sin((to.longitudeDegrees - from.longitudeDegrees) * toRadians / 2)
    let chord =
      half * half + cos(from.latitudeDegrees * toRadians) * cos(to.latitudeDegrees * toRadians)
      * turn * turn
    return 2 * MeanSphere.radius * asin(min(1, chord.squareRoot()))
  }

  /// True if a fix has a valid position and accuracy.
  static func isValid(_ fix: LocationFix) -> Bool {
    fix.coordinate.isOnEarth && fix.horizontalAccuracyMetres >= 0
      && fix.horizontalAccuracyMetres.isFinite
  }
}
