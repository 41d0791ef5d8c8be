public import Geometry
import Glibc
public import Kernel
public import Observations

/// Where a receiver was at an epoch, and how it moved.
public struct GNSSSolution: Sendable {
  /// When.
  public var time: SimTime
  /// The position, in m.
  public var position: ECEF
  /// The velocity in Earth-fixed axes, in m/s; nil without rates of four satellites.
  public var velocity: Vec3?
  /// One standard deviation of each horizontal part of the velocity, in m/s.
  public var velocitySigmaMetresPerSecond = 0.0
  /// The receiver's clock ahead of GPS, GLONASS, Galileo and BeiDou time, in m; NaN if not heard.
  public var clocks: SIMD4<Double>
  /// How fast the clock gains, in m/s.
  public var clockRate = 0.0
  /// The covariance of the position in east, north and up, in m²: variances, then east-north.
  public var variance: Vec3
  /// The covariance of east with north, in m².
  public var eastNorth = 0.0
  /// How many satellites took part, and how many were heard that could have.
  public var satelliteCount: Int
  /// How many could have taken part.
  public var candidateCount: Int
  /// The residuals' variance over what was expected; 1 where all is as it should be.
  public var residualFactor: Double

  /// The radius, in m, that holds 68 % of a two-dimensional normal error of such a covariance.
  ///
  /// From 1.51 of a standard deviation where both axes are equal to 0.99 where there is but one; in
  /// between, straight in the ratio of the variances, within 1 %.
  public static func radius(east: Double, north: Double, covariance: Double) -> Double {
    let mean = (east + north) / 2
    let half = ((east - north) * (east - north) / 4 + covariance * covariance).squareRoot()
    let (large, small) = (max(mean + half, 0), max(mean - half, 0))
    guard large > 0 else { return 0 }
    let ratio = small / large
    return (large + small).squareRoot() * (0.994 + 0.073 * ratio)
  }

  /// The 68 % radius of the position, in m.
  public var accuracyMetres: Double {
    Self.radius(east: variance.x, north: variance.y, covariance: eastNorth)
  }

  /// The solution as an app is told it; nil if it is nowhere near the ground.
  ///
  /// - Parameters:
  ///   - leastSpeed: Slower than this, in m/s, no course is told.
  ///   - sigmas: Nor is it below so many standard deviations of the speed.
  /// - Returns: The location.
  public func fix(leastSpeed: Double = 0.5, sigmas: Double = 2) -> LocationFix? {
    guard let place = try? Geodetic(ecef: position), abs(place.altitudeMetres) < 20_000 else {
      return nil
    }
    var (course, speed) = (-1.0, -1.0)
    if let velocity {
      let local = LocalFrame(origin: place).enu(ofVector: velocity)
      speed = local.xy.length
      if speed >= max(leastSpeed, sigmas * velocitySigmaMetresPerSecond) {
        course = atan2(local.x, local.y) * 180 / .pi
        if course < 0 { course += 360 }
      }
    }
    return LocationFix(
      time: time,
      coordinate: Coordinate(
        latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
      horizontalAccuracyMetres: accuracyMetres, altitudeMetres: place.altitudeMetres,
      verticalAccuracyMetres: variance.z.squareRoot(), courseDegrees: course,
      speedMetresPerSecond: speed, source: .gnss, transmitterCount: satelliteCount)
  }
}
