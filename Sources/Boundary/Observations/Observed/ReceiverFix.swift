public import Kernel

/// What a receiver of its own has solved and handed on: a bicycle computer, a car, an app's log.
///
/// NMEA, GPX, FIT and tracks of cars hold nothing rawer. The phone's own chip tells raw signals
/// (``GNSSEpoch``); a stack that knows only these can ignore this.
public struct ReceiverFix: Hashable, Sendable {
  /// When the receiver was there.
  public var time: SimTime
  /// Where.
  public var coordinate: Coordinate
  /// The height that the receiver tells, in m; above the ellipsoid where the format says how high
  /// its own zero lies, otherwise above whatever it counts from, which is mostly the sea.
  public var altitudeMetres: Double?
  /// The 68 % radius of the position, in m.
  public var horizontalAccuracyMetres: Double?
  /// One standard deviation of the height, in m.
  public var verticalAccuracyMetres: Double?
  /// The speed over ground, in m/s.
  public var speedMetresPerSecond: Double?
  /// The direction of travel, in degrees from north.
  public var courseDegrees: Double?
  /// How many satellites took part.
  public var satelliteCount: Int?

  /// Creates a fix; what isn't given isn't known.
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
  /// The radius, in m, that counts where a receiver tells none.
  ///
  /// An estimate for open sky: twice the 5 m of a consumer's error budget, since whoever tells
  /// nothing gives no reason for trust.
  public static let assumedAccuracyMetres = 10.0

  /// The fix as an app receives it.
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
