public import Kernel

/// A position on the WGS-84 ellipsoid, without height.
public struct Coordinate: Hashable, BitwiseCopyable, Sendable {
  /// Geodetic latitude, in degrees, north positive.
  public var latitudeDegrees: Double
  /// Longitude, in degrees, east positive.
  public var longitudeDegrees: Double

  /// Creates a coordinate without normalisation.
  public init(latitudeDegrees: Double, longitudeDegrees: Double) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }
}

/// The main source of a location.
public enum LocationSource: String, CaseIterable, BitwiseCopyable, Sendable {
  case cell, wifi, gnss, beacon, fused, deadReckoning, mapMatched, cached
}

/// A location as an app receives it.
public struct LocationFix: Hashable, BitwiseCopyable, Sendable {
  /// Time of validity.
  public var time: SimTime
  /// The position.
  public var coordinate: Coordinate
  /// The 68 % radius of the position, in m; negative for an invalid position.
  public var horizontalAccuracyMetres: Double
  /// Height above the ellipsoid, in m; invalid if the vertical accuracy is negative.
  public var altitudeMetres: Double
  /// Standard deviation of the height, in m; negative for an invalid height.
  public var verticalAccuracyMetres: Double
  /// The level: 0 for the ground floor, negative below; nil outside a known venue.
  public var floor: Int?
  /// Course over ground, in degrees from north; negative if unknown.
  public var courseDegrees: Double
  /// Speed over ground, in m/s; negative if unknown.
  public var speedMetresPerSecond: Double
  /// The main source of the location.
  public var source: LocationSource
  /// The number of transmitters or satellites used.
  public var transmitterCount: Int
  /// The position before map matching; nil if it wasn't matched.
  public var rawCoordinate: Coordinate?
  /// True if the position appears to lie in the surveyed area.
  ///
  /// False if the received signals don't fit the survey, so that the phone may be in a part outside it;
  /// nil if the position doesn't depend on a survey.
  public var isSurveyed: Bool?

  /// Creates a location; omitted values are invalid or unknown.
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
