import Glibc

/// A point of the world map in MapKit's spherical Mercator projection.
///
/// The map is a square of 2^28 points a side; x runs east from the antimeridian and y south from
/// 85.05 degrees north. The sphere has the WGS-84 equatorial radius, and latitudes are geodetic.
@frozen
public struct MapPoint: Hashable, Sendable {
  /// East of the antimeridian, in map points.
  public var x: Double
  /// South of the map's upper edge, in map points.
  public var y: Double

  /// The width and height of the world, in map points.
  public static let worldSize = 268_435_456.0

  /// The latitude of the map's upper edge in degrees, where y is 0.
  public static let maximumLatitudeDegrees = atan(sinh(Double.pi)) * 180 / .pi

  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Projects a position; its height is ignored.
  ///
  /// The projection sends the poles to infinity, so positions beyond ``maximumLatitudeDegrees`` are
  /// moved to the edge of the map.
  public init(_ position: Geodetic) {
    let limit = Self.maximumLatitudeDegrees
    let latitude = min(max(position.latitudeDegrees, -limit), limit)
    x = position.longitudeDegrees / 360 * Self.worldSize + Self.worldSize / 2
    y = Self.worldSize / 2 - Self.northing(ofLatitude: latitude)
  }

  /// Returns the position of this point, at height 0.
  ///
  /// Points beyond the left or right edge wrap around; points beyond the upper or lower edge map to
  /// latitudes between the edge and the pole.
  ///
  /// - Throws: ``GeometryError/notFinite(_:)``.
  public func place() throws(GeometryError) -> Geodetic {
    guard x.isFinite, y.isFinite else { throw .notFinite(.mapPoint) }
    let northing = (Self.worldSize / 2 - y) / Self.worldSize * (2 * .pi)
    let easting = (x - Self.worldSize / 2).remainder(dividingBy: Self.worldSize)
    let longitude = easting / Self.worldSize * 360
    return Geodetic(unchecked: atan(sinh(northing)) * (180 / .pi), longitude: longitude)
  }

  /// Returns the offset to another point in map points, by the shorter route around the world.
  public func offset(to other: MapPoint) -> Vec2 {
    Vec2((other.x - x).remainder(dividingBy: Self.worldSize), other.y - y)
  }

  /// Returns the length in metres of one map point near a latitude.
  ///
  /// Equals MapKit's `MKMetersPerMapPointAtLatitude` to the last digits: the length of the degree of
  /// the meridian centred on the latitude, by the series of the NGA's degree calculator, over its
  /// length on the map. The scale is true from south to north; from west to east a map point is longer
  /// by 0.67 % at the equator and by 0.17 % at 60 degrees.
  ///
  /// Latitudes in degrees are clamped to ``maximumLatitudeDegrees``.
  public static func metresPerMapPoint(atLatitude latitude: Double) -> Double {
    let limit = maximumLatitudeDegrees
    let latitude = latitude.isNaN ? 0 : min(max(latitude, -limit), limit)
    let angle = 2 * latitude * (.pi / 180)
    let metres =
      111_132.92 - 559.82 * cos(angle) + 1.175 * cos(2 * angle) - 0.0023 * cos(3 * angle)
    return metres / (northing(ofLatitude: latitude + 0.5) - northing(ofLatitude: latitude - 0.5))
  }

  /// Returns the geodesic distance in metres between two points on the WGS-84 ellipsoid.
  ///
  /// - Throws: ``GeometryError/notFinite(_:)``.
  public static func metresBetween(
    _ first: MapPoint, _ second: MapPoint
  ) throws(GeometryError) -> Double {
    Geodesic(from: try first.place(), to: try second.place()).distance
  }

  /// Returns the distance of a latitude in degrees from the equator, in map points, positive north.
  private static func northing(ofLatitude latitude: Double) -> Double {
    asinh(tan(latitude * (.pi / 180))) / (2 * .pi) * worldSize
  }
}
