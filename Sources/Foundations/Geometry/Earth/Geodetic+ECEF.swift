import Glibc

/// Earth-centred, Earth-fixed coordinates in metres.
///
/// x points to latitude 0, longitude 0; y to longitude 90 degrees east; z to the north pole.
public typealias ECEF = Vec3

extension Geodetic {
  /// The position in Earth-centred, Earth-fixed coordinates.
  public var ecef: ECEF {
    let (sinLatitude, cosLatitude) = sineCosine(degrees: latitudeDegrees)
    let (sinLongitude, cosLongitude) = sineCosine(degrees: longitudeDegrees)
    let e2 = WGS84.eccentricitySquared
    // The radius of curvature in the prime vertical.
    let radius = WGS84.semiMajorAxis / (1 - e2 * sinLatitude * sinLatitude).squareRoot()
    let across = (radius + altitudeMetres) * cosLatitude
    return ECEF(
      across * cosLongitude, across * sinLongitude,
      (radius * (1 - e2) + altitudeMetres) * sinLatitude)
  }

  /// Converts from Earth-centred, Earth-fixed coordinates.
  ///
  /// Closed form after H. Vermeille, "An analytical method to transform geocentric into geodetic
  /// coordinates", J. Geodesy 85 (2011), in the form of C. F. F. Karney, "Geodesics on an ellipsoid of
  /// revolution" (2011), appendix B. It is valid everywhere, the centre of the Earth included: of
  /// several equally close positions on the ellipsoid it takes the northern one, so the centre lies
  /// below the north pole, at longitude 0. On the axis the longitude is 0.
  ///
  /// - Throws: ``GeometryError/notFinite(_:)`` for coordinates not finite or beyond 1e100.
  public init(ecef: ECEF) throws(GeometryError) {
    guard ecef.isUsable else { throw .notFinite(.position) }
    let across = hypot(ecef.x, ecef.y)
    let longitude = across > 0 ? degrees(sine: ecef.y / across, cosine: ecef.x / across) : 0
    let distance = hypot(across, ecef.z)
    guard distance < 1e20 else {
      // At this distance the Earth is a point.
      self.init(
        unchecked: degrees(sine: ecef.z / distance, cosine: across / distance),
        longitude: longitude, altitude: distance)
      return
    }
    let (sine, cosine, altitude) = Self.meridian(across: across, z: ecef.z)
    self.init(
      unchecked: degrees(sine: sine, cosine: cosine), longitude: longitude, altitude: altitude)
  }

  /// Solves in the meridian plane.
  private static func meridian(
    across: Double, z: Double
  ) -> (sine: Double, cosine: Double, altitude: Double) {
    let a = WGS84.semiMajorAxis
    let e2 = WGS84.eccentricitySquared
    let e4 = e2 * e2
    let p = (across / a) * (across / a)
    let q = (1 - e2) * (z / a) * (z / a)
    let r = (p + q - e4) / 6
    guard e4 * q != 0 || r > 0 else {
      // On the disk in the equatorial plane within the evolute, where the formula is 0/0.
      let tall = max((e4 - p) / (1 - e2), 0).squareRoot()
      let wide = p.squareRoot()
      let norm = hypot(tall, wide)
      return ((z < 0 ? -tall : tall) / norm, wide / norm, -a * (1 - e2) * norm / e2)
    }
    let s = e4 * p * q / 4
    let r3 = r * r * r
    let discriminant = s * (2 * r3 + s)
    var u = r
    if discriminant >= 0 {
      // The root's sign that avoids cancellation; the other sign gives the same u.
      let t3 = s + r3 + (s + r3 < 0 ? -discriminant.squareRoot() : discriminant.squareRoot())
      let t = cbrt(t3)
      u += t + (t != 0 ? r * r / t : 0)
    } else {
      let angle = atan2((-discriminant).squareRoot(), -(s + r3))
      u += 2 * r * cos(angle / 3)
    }
    let v = (u * u + e4 * q).squareRoot()
    let uv = u < 0 ? e4 * q / (v - u) : u + v
    let w = max(0, e2 * (uv - q) / (2 * v))
    let k = uv / ((uv + w * w).squareRoot() + w)
    let d = k * across / (k + e2)
    let tall = z / k
    let wide = across / (k + e2)
    let norm = hypot(tall, wide)
    return (tall / norm, wide / norm, (1 - (1 - e2) / k) * hypot(d, z))
  }
}
