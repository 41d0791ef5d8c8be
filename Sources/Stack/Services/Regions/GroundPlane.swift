import Glibc
import Observations

/// The ground around a place as a plane, to measure short ways quickly.
struct GroundPlane: Hashable, Sendable {
  /// The place.
  let origin: Coordinate
  /// Metres in a degree of longitude and of latitude at the place.
  private let east, north: Double

  /// The semi-major axis, in m, and the squared eccentricity of WGS-84 (NIMA TR8350.2).
  private static let axis = 6_378_137.0
  private static let eccentricity = 6.694379990141317e-3
  /// Differences, in degrees, up to which the ground counts as flat: the error stays under 0.1 %.
  private static let flat = 0.1

  /// Makes the plane at a place; nil if it is no place on Earth.
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

  /// The distance of a place on Earth, in m.
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

  /// The place so many metres to the east and to the north.
  func place(east x: Double, north y: Double) -> Coordinate {
    Coordinate(
      latitudeDegrees: min(90, max(-90, origin.latitudeDegrees + y / north)),
      longitudeDegrees: remainder(origin.longitudeDegrees + (east > 1 ? x / east : 0), 360))
  }

  /// Where a place lies, in m to the east and to the north.
  func offset(of place: Coordinate) -> (east: Double, north: Double) {
    (
      remainder(place.longitudeDegrees - origin.longitudeDegrees, 360) * east,
      (place.latitudeDegrees - origin.latitudeDegrees) * north
    )
  }

  /// By the haversine formula on a sphere, right to 0.5 %.
  private func farDistance(up: Double, right: Double, to place: Coordinate) -> Double {
    let half = Double.pi / 360
    let (a, b) = (sin(up * half), sin(right * half))
    let cosines =
      cos(origin.latitudeDegrees * 2 * half) * cos(place.latitudeDegrees * 2 * half)
    return 2 * MeanSphere.radius * asin(min(1, (a * a + cosines * b * b).squareRoot()))
  }
}

extension Coordinate {
  /// Whether it names a place.
  var isOnEarth: Bool { abs(latitudeDegrees) <= 90 && abs(longitudeDegrees) <= 180 }
}

extension LocationFix {
  /// Whether it has a place and says how sure it is.
  var isUsable: Bool {
    coordinate.isOnEarth && horizontalAccuracyMetres >= 0 && horizontalAccuracyMetres < 1e7
  }

  /// The standard deviation along each axis, in m, whose 68 % circle is the accuracy told.
  ///
  /// The 68 % radius of a round Gaussian is 1.51 of its deviations (Rayleigh's distribution). No fix
  /// counts as better than a metre.
  var axisDeviation: Double { max(1, horizontalAccuracyMetres / 1.51) }
}
