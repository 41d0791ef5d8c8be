import Geometry
import Glibc
import Observations

/// Returns the cosine of an angle in degrees, at least 1e-6 so that it can be a divisor.
func cosine(ofDegrees degrees: Double) -> Double {
  max(1e-6, cos(degrees * .pi / 180))
}

/// Local plane in m east and north of an origin, sufficient for the range of a transmitter.
///
/// Equirectangular projection: the error within 20 km is below 1 in 300 at 60° of latitude.
struct LocalPlane: Sendable {
  private let origin: Coordinate
  private let scale: Double

  init(at origin: Coordinate) {
    self.origin = origin
    scale = MeanSphere.metresPerDegree * cosine(ofDegrees: origin.latitudeDegrees)
  }

  func point(_ position: Coordinate) -> Vec2 {
    var degrees = position.longitudeDegrees - origin.longitudeDegrees
    if degrees > 180 { degrees -= 360 }
    if degrees < -180 { degrees += 360 }
    return Vec2(
      degrees * scale,
      (position.latitudeDegrees - origin.latitudeDegrees) * MeanSphere.metresPerDegree)
  }

  func place(_ point: Vec2) -> Coordinate {
    var longitude = origin.longitudeDegrees + point.x / scale
    if longitude >= 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(
      latitudeDegrees: origin.latitudeDegrees + point.y / MeanSphere.metresPerDegree,
      longitudeDegrees: longitude)
  }
}
