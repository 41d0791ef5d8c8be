public import Geometry
import Glibc
public import Kernel
public import Observations

/// Position, velocity and clock solution of an epoch.
public struct GNSSSolution: Sendable {
  public var time: SimTime
  /// Position in ECEF, in m.
  public var position: ECEF
  /// Velocity in Earth-fixed axes, in m/s; nil with fewer than four range rates.
  public var velocity: Vec3?
  /// Sigma per horizontal axis of the velocity, in m/s.
  public var velocitySigmaMetresPerSecond = 0.0
  /// Receiver clock bias to GPS, GLONASS, Galileo and BeiDou time, in m; NaN if not observed.
  public var clocks: SIMD4<Double>
  /// Receiver clock drift, in m/s.
  public var clockRate = 0.0
  /// Variances of the position in east, north and up, in m².
  public var variance: Vec3
  /// Covariance of east and north, in m².
  public var eastNorth = 0.0
  /// Number of satellites used.
  public var satelliteCount: Int
  /// Number of usable satellites.
  public var candidateCount: Int
  /// Variance of unit weight (reduced chi-square) of the residuals; 1 if they match the error
  /// model.
  public var residualFactor: Double

  /// Returns the 68 % radius, in m, of a two-dimensional normal error.
  ///
  /// From 1.51 sigma for equal axes to 0.99 sigma for a single axis; in between linear in the ratio
  /// of the variances, within 1 %.
  public static func radius(east: Double, north: Double, covariance: Double) -> Double {
    let mean = (east + north) / 2
    let half = ((east - north) * (east - north) / 4 + covariance * covariance).squareRoot()
    let (large, small) = (max(mean + half, 0), max(mean - half, 0))
    guard large > 0 else { return 0 }
    let ratio = small / large
    return (large + small).squareRoot() * (0.994 + 0.073 * ratio)
  }

  /// Horizontal accuracy of the position (68 % radius), in m.
  public var accuracyMetres: Double {
    Self.radius(east: variance.x, north: variance.y, covariance: eastNorth)
  }

  /// Returns the solution as a location fix; nil if it is far from the ground.
  ///
  /// - Parameters:
  ///   - minSpeed: Minimum speed for a course, in m/s.
  ///   - sigmas: Minimum speed for a course, in sigmas of the speed.
  /// - Returns: The location fix.
  public func fix(minSpeed: Double = 0.5, sigmas: Double = 2) -> LocationFix? {
    guard let place = try? Geodetic(ecef: position), abs(place.altitudeMetres) < 20_000 else {
      return nil
    }
    var (course, speed) = (-1.0, -1.0)
    if let velocity {
      let local = LocalFrame(origin: place).enu(ofVector: velocity)
      speed = local.xy.length
      if speed >= max(minSpeed, sigmas * velocitySigmaMetresPerSecond) {
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
