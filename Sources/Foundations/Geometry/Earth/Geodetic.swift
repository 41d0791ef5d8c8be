/// A position by latitude, longitude and height above the WGS-84 ellipsoid.
public struct Geodetic: Hashable, Sendable {
  /// The geodetic latitude in degrees, from -90 to 90, positive north.
  public let latitudeDegrees: Double
  /// The longitude in degrees, from -180 up to but not including 180, positive east.
  public let longitudeDegrees: Double
  /// The height above the ellipsoid in metres.
  public let altitudeMetres: Double

  /// Creates a position; the longitude is wrapped to [-180, 180).
  ///
  /// - Throws: ``GeometryError/latitudeOutOfRange(_:limit:)`` or ``GeometryError/notFinite(_:)``.
  public init(
    latitudeDegrees: Double, longitudeDegrees: Double, altitudeMetres: Double = 0
  ) throws(GeometryError) {
    guard latitudeDegrees.isFinite else { throw .notFinite(.latitude) }
    guard longitudeDegrees.isFinite else { throw .notFinite(.longitude) }
    guard altitudeMetres.isFinite else { throw .notFinite(.altitude) }
    guard abs(latitudeDegrees) <= 90 else {
      throw .latitudeOutOfRange(latitudeDegrees, limit: 90)
    }
    self.init(
      unchecked: latitudeDegrees, longitude: longitudeDegrees, altitude: altitudeMetres)
  }

  /// Creates a position from numbers that are finite and in range.
  init(unchecked latitude: Double, longitude: Double, altitude: Double = 0) {
    latitudeDegrees = latitude
    longitudeDegrees = wrapped(degrees: longitude)
    altitudeMetres = altitude
  }
}
