package import Geometry
import Glibc
package import Observations

/// Offset of a reported position from the true one.
package struct GroundOffset: Hashable, Sendable {
  /// In m to the east and to the north.
  package let vector: Vec2
  /// Distance along the ground, in m.
  package let distance: Double

  /// Differences of latitude and longitude, in degrees, up to which the ground counts as flat.
  private static let flat = 0.01

  /// Computes the offset between two positions; nil for invalid coordinates.
  ///
  /// Up to about a kilometre by the radii of curvature at the middle latitude (Gauss), with an
  /// error of 5 µm there and of nanometres within 100 m; else by the geodesic, which takes thirty
  /// times as long.
  package init?(from start: Coordinate, to end: Coordinate) {
    let north = end.latitudeDegrees - start.latitudeDegrees
    let east = end.longitudeDegrees - start.longitudeDegrees
    guard abs(north) < Self.flat, abs(east) < Self.flat, abs(start.latitudeDegrees) < 80 else {
      self.init(far: start, end)
      return
    }
    let middle = (start.latitudeDegrees + 0.5 * north) * (.pi / 180)
    let (sine, cosine) = (sin(middle), cos(middle))
    let w = 1 - WGS84.eccentricitySquared * sine * sine
    let prime = WGS84.semiMajorAxis / w.squareRoot()
    let meridian = prime * (1 - WGS84.eccentricitySquared) / w
    let vector = Vec2(east * (.pi / 180) * prime * cosine, north * (.pi / 180) * meridian)
    self.init(vector: vector, distance: vector.length)
  }

  private init(vector: Vec2, distance: Double) {
    self.vector = vector
    self.distance = distance
  }

  private init?(far start: Coordinate, _ end: Coordinate) {
    guard let from = start.geodetic, let to = end.geodetic else { return nil }
    let way = Geodesic(from: from, to: to)
    let azimuth = way.initialAzimuthDegrees * (.pi / 180)
    self.init(
      vector: Vec2(way.distance * sin(azimuth), way.distance * cos(azimuth)),
      distance: way.distance)
  }
}

extension Coordinate {
  /// The position at height zero; nil for invalid coordinates.
  fileprivate var geodetic: Geodetic? {
    try? Geodetic(
      latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees, altitudeMetres: 0)
  }
}
