import Glibc
public import Kernel
public import Observations
public import Recordings
import Truth

/// A point of a track that is to be written.
public struct TrackPoint: Hashable, Sendable {
  /// When.
  public var time: SimTime
  /// Where.
  public var coordinate: Coordinate
  /// The height, in m; nil where unknown.
  public var altitudeMetres: Double?
  /// The 68 % radius, in m; nil where unknown.
  public var horizontalAccuracyMetres: Double?
  /// The speed, in m/s; nil where unknown.
  public var speedMetresPerSecond: Double?
  /// The direction of travel, in degrees from north; nil where unknown.
  public var courseDegrees: Double?
  /// How many satellites or transmitters took part; nil where unknown.
  public var satelliteCount: Int?

  /// Creates a point.
  public init(
    time: SimTime, coordinate: Coordinate, altitudeMetres: Double? = nil,
    horizontalAccuracyMetres: Double? = nil, speedMetresPerSecond: Double? = nil,
    courseDegrees: Double? = nil, satelliteCount: Int? = nil
  ) {
    self.time = time
    self.coordinate = coordinate
    self.altitudeMetres = altitudeMetres
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
    self.speedMetresPerSecond = speedMetresPerSecond
    self.courseDegrees = courseDegrees
    self.satelliteCount = satelliteCount
  }
}

extension TrackPoint {
  /// The point as files can hold it: numbers that aren't finite left out; nil for one without a place.
  var written: TrackPoint? {
    // Not-a-number fails the comparison too.
    guard abs(coordinate.latitudeDegrees) <= 90, abs(coordinate.longitudeDegrees) <= 360 else {
      return nil
    }
    var point = self
    let longitude = coordinate.longitudeDegrees
    // Formats count from -180 to 180.
    point.coordinate.longitudeDegrees =
      longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    point.altitudeMetres = altitudeMetres.flatMap { abs($0) < 1e9 ? $0 : nil }
    point.horizontalAccuracyMetres = horizontalAccuracyMetres.flatMap {
      (0..<1e9).contains($0) ? $0 : nil
    }
    point.speedMetresPerSecond = speedMetresPerSecond.flatMap { (0..<1e9).contains($0) ? $0 : nil }
    point.courseDegrees = courseDegrees.flatMap { (0...360).contains($0) ? $0 : nil }
    return point
  }
}

extension Recording {
  /// Whose track of a recording is meant.
  public enum TrackKind: String, CaseIterable, Sendable {
    /// Where the device truly was.
    case truth
    /// What the stack told the app.
    case told
    /// What a receiver of its own had solved.
    case sensed
  }

  /// A track of the recording, in order of time; points without a place are left out.
  ///
  /// - Parameter kind: Whose.
  /// - Returns: The points; empty if the recording has none of the kind.
  public func track(_ kind: TrackKind) -> [TrackPoint] {
    let points: [TrackPoint] =
      switch kind {
      case .truth: truth.map(\.trackPoint)
      case .told: outputs.flatMap { $0.item.fixes.map(\.trackPoint) }
      case .sensed:
        observations.compactMap { delivered in
          guard case .fix(let fix) = delivered.item else { return nil }
          return fix.trackPoint
        }
      }
    return inOrderOfTime(points.compactMap(\.written), \.time.nanoseconds)
  }

  /// The first kind of track that the recording has, of what was told and what was sensed.
  public var usualTrack: [TrackPoint] {
    let told = track(.told)
    return told.isEmpty ? track(.sensed) : told
  }

  /// When time zero was.
  public var start: GPSTime {
    GPSTime(week: header.gpsWeek, secondsOfWeek: header.gpsSecondsOfWeek)
  }
}

extension Output {
  /// The locations in it.
  fileprivate var fixes: [LocationFix] {
    switch self {
    case .location(let fix): [fix]
    case .locations(let fixes): fixes
    default: []
    }
  }
}

extension LocationFix {
  fileprivate var trackPoint: TrackPoint {
    TrackPoint(
      time: time, coordinate: coordinate,
      altitudeMetres: verticalAccuracyMetres >= 0 ? altitudeMetres : nil,
      horizontalAccuracyMetres: horizontalAccuracyMetres >= 0 ? horizontalAccuracyMetres : nil,
      speedMetresPerSecond: speedMetresPerSecond >= 0 ? speedMetresPerSecond : nil,
      courseDegrees: courseDegrees >= 0 ? courseDegrees : nil,
      satelliteCount: transmitterCount > 0 ? transmitterCount : nil)
  }
}

extension ReceiverFix {
  fileprivate var trackPoint: TrackPoint {
    TrackPoint(
      time: time, coordinate: coordinate, altitudeMetres: altitudeMetres,
      horizontalAccuracyMetres: horizontalAccuracyMetres,
      speedMetresPerSecond: speedMetresPerSecond, courseDegrees: courseDegrees,
      satelliteCount: satelliteCount)
  }
}

extension TruthSample {
  fileprivate var trackPoint: TrackPoint {
    let (east, north) = (eastVelocityMetresPerSecond, northVelocityMetresPerSecond)
    let speed = (east * east + north * north).squareRoot()
    let course = atan2(east, north) * 180 / .pi
    return TrackPoint(
      time: time, coordinate: coordinate,
      altitudeMetres: altitudeMetres.isFinite ? altitudeMetres : nil,
      speedMetresPerSecond: speed.isFinite ? speed : nil,
      courseDegrees: speed.isFinite && speed > 0 ? course + (course < 0 ? 360 : 0) : nil)
  }
}
