import Glibc

/// Local tangent plane (east, north, up) at a position, in metres.
public struct LocalFrame: Hashable, Sendable {
  /// The position at (0, 0, 0).
  public let origin: Geodetic
  /// The origin in Earth-centred, Earth-fixed coordinates.
  public let originECEF: ECEF
  /// The unit vector to the east, Earth-centred, Earth-fixed.
  public let east: Vec3
  /// The unit vector to the north, Earth-centred, Earth-fixed.
  public let north: Vec3
  /// The unit vector upwards, along the normal of the ellipsoid, Earth-centred, Earth-fixed.
  public let up: Vec3

  /// Creates the frame at a position; at a pole, north follows from the position's longitude.
  public init(origin: Geodetic) {
    self.origin = origin
    originECEF = origin.ecef
    let (sinLatitude, cosLatitude) = sineCosine(degrees: origin.latitudeDegrees)
    let (sinLongitude, cosLongitude) = sineCosine(degrees: origin.longitudeDegrees)
    east = Vec3(-sinLongitude, cosLongitude, 0)
    north = Vec3(-sinLatitude * cosLongitude, -sinLatitude * sinLongitude, cosLatitude)
    up = Vec3(cosLatitude * cosLongitude, cosLatitude * sinLongitude, sinLatitude)
  }

  /// Rotates a vector, such as a velocity, from Earth-centred axes to east, north, up.
  public func enu(ofVector vector: Vec3) -> Vec3 {
    Vec3(east.dot(vector), north.dot(vector), up.dot(vector))
  }

  /// Rotates a vector, such as a velocity, from east, north, up to Earth-centred axes.
  public func ecef(ofVector vector: Vec3) -> Vec3 {
    east * vector.x + north * vector.y + up * vector.z
  }

  /// Returns the east, north, up coordinates of an Earth-centred, Earth-fixed position.
  public func enu(of position: ECEF) -> Vec3 {
    enu(ofVector: position - originECEF)
  }

  /// Returns the Earth-centred, Earth-fixed position of east, north, up coordinates.
  public func ecef(of position: Vec3) -> ECEF {
    originECEF + ecef(ofVector: position)
  }

  /// Returns the east, north, up coordinates of a geodetic position.
  public func enu(of place: Geodetic) -> Vec3 {
    enu(of: place.ecef)
  }

  /// Returns the geodetic position of east, north, up coordinates.
  ///
  /// - Throws: ``GeometryError/notFinite(_:)`` for coordinates not finite or beyond about 1e100.
  public func geodetic(of position: Vec3) throws(GeometryError) -> Geodetic {
    guard position.isUsable else { throw .notFinite(.position) }
    return try Geodetic(ecef: ecef(of: position))
  }

  /// Returns the direction of an east, north, up vector.
  ///
  /// - Returns: The azimuth in radians clockwise from north in [0, 2 pi), 0 for a vertical vector,
  ///   and the elevation in radians above the horizontal; both 0 for the zero vector.
  public static func azimuthElevation(
    ofENU vector: Vec3
  ) -> (azimuth: Double, elevation: Double) {
    let azimuth = atan2(vector.x, vector.y)
    let turned = azimuth < 0 ? azimuth + 2 * .pi : azimuth
    return (turned < 2 * .pi ? turned : 0, atan2(vector.z, hypot(vector.x, vector.y)))
  }

  /// Returns azimuth and elevation of an Earth-centred, Earth-fixed position from the origin.
  public func azimuthElevation(of position: ECEF) -> (azimuth: Double, elevation: Double) {
    Self.azimuthElevation(ofENU: enu(of: position))
  }
}
