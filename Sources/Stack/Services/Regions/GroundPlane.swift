import Glibc
import Observations

/// Local tangent plane at a position on the WGS-84 ellipsoid, for fast short distances.
struct GroundPlane: Hashable, Sendable {
  let origin: Coordinate
  /// Metres per degree of longitude and of latitude at the origin.
  private let east, north: Double

  /// Semi-major axis, in m, and squared eccentricity of WGS-84 (NIMA TR8350.2).
  private static let axis = 6_378_137.0
  private static let eccentricity = 6.694379990141317e-3
  /// Maximum coordinate difference of the plane, in degrees: the error stays below 0.1 %.
  private static let flat = 0.1

  /// Creates the plane at a position; nil if the coordinate is invalid.
  init?(_ origin: Coordinate) {
    guard origin.isOnEarth else { return nil }
    self.origin = origin
    let latitude = origin.latitudeDegrees * (.pi / 180)
    let sine = sin(latitude)
    let w = 1 - Self.eccentricity * sine * sine
    let prime = Self.axis / w.squareRoot()
    east = prime * cos(latitude) * (.pi / 180)
    north = prime * (1 - Self.eccentricity) / w * (.pi / 180)
  }

  /// Returns the distance of a valid position, in m.
  func distance(to place: Coordinate) -> Double {
    let up = place.latitudeDegrees - origin.latitudeDegrees
    var right = place.longitudeDegrees - origin.longitudeDegrees
    if abs(right) > 180 { right -= right > 0 ? 360 : -360 }
    guard abs(up) < Self.flat, abs(right) < Self.flat, abs(origin.latitudeDegrees) < 85 else {
      return farDistance(up: up, right: right, to: place)
    }
    let (x, y) = (right * east, up * north)
    return (x * x + y * y).squareRoot()
  }

  /// Returns the position at an offset in m.
  func place(east x: Double, north y: Double) -> Coordinate {
    Coordinate(
      latitudeDegrees: min(90, max(-90, origin.latitudeDegrees + y / north)),
      longitudeDegrees: remainder(origin.longitudeDegrees + (east > 1 ? x / east : 0), 360))
  }

  /// Returns the offset of a position, in m.
  func offset(of place: Coordinate) -> (east: Double, north: Double) {
    (
      remainder(place.longitudeDegrees - origin.longitudeDegrees, 360) * east,
      (place.latitudeDegrees - origin.latitudeDegrees) * north
    )
  }

  /// Returns the haversine distance on a sphere, accurate to 0.5 %.
  private func farDistance(up: Double, right: Double, to place: Coordinate) -> Double {
    let half = Double.pi / 360
    let (a, b) = (sin(up * half), sin(right * half))
    let cosines =
      cos(origin.latitudeDegrees * 2 * half) * cos(place.latitudeDegrees * 2 * half)
    return 2 * MeanSphere.radius * asin(min(1, (a * a + cosines * b * b).squareRoot()))
  }
}

extension Coordinate {
  /// True if the coordinate is valid.
  var isOnEarth: Bool { abs(latitudeDegrees) <= 90 && abs(longitudeDegrees) <= 180 }
}

extension LocationFix {
  /// True if the fix has a valid position and accuracy.
  var isUsable: Bool {
    coordinate.isOnEarth && horizontalAccuracyMetres >= 0 && horizontalAccuracyMetres < 1e7
  }

  /// Standard deviation per axis, in m, such that 68 % lie within the horizontal accuracy.
  ///
  /// The 68 % radius of a circular Gaussian is 1.51 sigmas (Rayleigh distribution). At least a metre.
  var axisDeviation: Double { max(1, horizontalAccuracyMetres / 1.51) }
}
