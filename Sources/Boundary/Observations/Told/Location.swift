public import Kernel

/// A place on the WGS-84 ellipsoid, without height.
public struct Coordinate: Hashable, BitwiseCopyable, Sendable {
  /// Geodetic latitude, in degrees, north positive.
  public var latitudeDegrees: Double
  /// Longitude, in degrees, east positive.
  public var longitudeDegrees: Double

  /// Creates a coordinate as given; nothing is normalised.
  public init(latitudeDegrees: Double, longitudeDegrees: Double) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }
}

/// What a location was mainly made from.
public enum LocationSource: String, CaseIterable, BitwiseCopyable, Sendable {
  case cell, wifi, gnss, beacon, fused, deadReckoning, mapMatched, cached
}

/// A location as an app receives it.
public struct LocationFix: Hashable, BitwiseCopyable, Sendable {
  /// When the phone was there.
  public var time: SimTime
  /// Where.
  public var coordinate: Coordinate
  /// The 68 % radius of the position, in m; negative when the position is invalid.
  public var horizontalAccuracyMetres: Double
  /// Height above the ellipsoid, in m; meaningless when the accuracy is negative.
  public var altitudeMetres: Double
  /// One standard deviation of the height, in m; negative when the height is invalid.
  public var verticalAccuracyMetres: Double
  /// The level: 0 for the ground floor, negative below; nil outside a known venue.
  public var floor: Int?
  /// The direction of travel, in degrees from north; negative when unknown.
  public var courseDegrees: Double
  /// The speed over ground, in m/s; negative when unknown.
  public var speedMetresPerSecond: Double
  /// What the location was mainly made from.
  public var source: LocationSource
  /// How many transmitters or satellites took part.
  public var transmitterCount: Int
  /// Where it was before it was drawn to a pathway; nil if it wasn't.
  public var rawCoordinate: Coordinate?
  /// Whether it seems to be where somebody surveyed: false where what is heard doesn't fit the survey, so
  /// that the phone may be in a part that it left out; nil for what rests on no survey.
  public var isSurveyed: Bool?

  /// Creates a location; what isn't given is invalid or unknown.
  public init(
    time: SimTime, coordinate: Coordinate, horizontalAccuracyMetres: Double,
    altitudeMetres: Double = 0, verticalAccuracyMetres: Double = -1, floor: Int? = nil,
    courseDegrees: Double = -1, speedMetresPerSecond: Double = -1, source: LocationSource,
    transmitterCount: Int = 0
  ) {
    self.time = time
    self.coordinate = coordinate
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
    self.altitudeMetres = altitudeMetres
    self.verticalAccuracyMetres = verticalAccuracyMetres
    self.floor = floor
    self.courseDegrees = courseDegrees
    self.speedMetresPerSecond = speedMetresPerSecond
    self.source = source
    self.transmitterCount = transmitterCount
  }
}
