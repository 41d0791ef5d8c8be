public import Kernel

/// A position solved by another receiver: a bicycle computer, a car, an app's log.
///
/// NMEA, GPX, FIT and tracks of cars hold nothing rawer. The phone's own chip reports raw signals
/// (``GNSSEpoch``); a stack that uses only those can ignore this.
public struct ReceiverFix: Hashable, Sendable {
  /// Time of validity.
  public var time: SimTime
  /// The position.
  public var coordinate: Coordinate
  /// The reported height, in m.
  ///
  /// Above the ellipsoid if the format gives the datum's height; otherwise above the receiver's own datum,
  /// mostly sea level.
  public var altitudeMetres: Double?
  /// The 68 % radius of the position, in m.
  public var horizontalAccuracyMetres: Double?
  /// Standard deviation of the height, in m.
  public var verticalAccuracyMetres: Double?
  /// Speed over ground, in m/s.
  public var speedMetresPerSecond: Double?
  /// Course over ground, in degrees from north.
  public var courseDegrees: Double?
  /// The number of satellites used.
  public var satelliteCount: Int?

  /// Creates a fix; omitted values are unknown.
  public init(
    time: SimTime, coordinate: Coordinate, altitudeMetres: Double? = nil,
    horizontalAccuracyMetres: Double? = nil, verticalAccuracyMetres: Double? = nil,
    speedMetresPerSecond: Double? = nil, courseDegrees: Double? = nil, satelliteCount: Int? = nil
  ) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMetres = altitudeMetres
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
    self.verticalAccuracyMetres = verticalAccuracyMetres
    self.speedMetresPerSecond = speedMetresPerSecond
    self.courseDegrees = courseDegrees
    self.satelliteCount = satelliteCount
  }
}

extension ReceiverFix {
  /// The 68 % radius assumed for receivers that report none, in m.
  ///
  /// An estimate for open sky: twice the 5 m of a consumer receiver's error budget, because a receiver
  /// that reports nothing deserves less confidence.
  public static let assumedAccuracyMetres = 10.0

  /// The fix in the form that apps receive.
  public var location: LocationFix {
    let vertical = altitudeMetres == nil ? -1 : verticalAccuracyMetres ?? -1
    return LocationFix(
      time: time, coordinate: coordinate,
      horizontalAccuracyMetres: horizontalAccuracyMetres ?? Self.assumedAccuracyMetres,
      altitudeMetres: altitudeMetres ?? 0, verticalAccuracyMetres: vertical,
      courseDegrees: courseDegrees ?? -1, speedMetresPerSecond: speedMetresPerSecond ?? -1,
      source: .gnss, transmitterCount: satelliteCount ?? 0)
  }
}
