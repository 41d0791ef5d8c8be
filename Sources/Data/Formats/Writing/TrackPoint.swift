import Glibc
public import Kernel
public import Observations
public import Recordings
import Truth

/// A point of an exported track.
public struct TrackPoint: Hashable, Sendable {
  public var time: SimTime
  public var coordinate: Coordinate
  /// In m; nil if unknown.
  public var altitudeMetres: Double?
  /// 68 % radius, in m; nil if unknown.
  public var horizontalAccuracyMetres: Double?
  /// In m/s; nil if unknown.
  public var speedMetresPerSecond: Double?
  /// Clockwise from north, in degrees; nil if unknown.
  public var courseDegrees: Double?
  /// Number of satellites or transmitters used; nil if unknown.
  public var satelliteCount: Int?

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
  /// The point without values that are not finite or out of range; nil for an invalid position.
  var written: TrackPoint? {
    // NaN fails the comparison too.
    guard abs(coordinate.latitudeDegrees) <= 90, abs(coordinate.longitudeDegrees) <= 360 else {
      return nil
    }
    var point = self
    let longitude = coordinate.longitudeDegrees
    // File formats require -180 to 180.
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
  /// The source of a track in a recording.
  public enum TrackKind: String, CaseIterable, Sendable {
    /// Ground truth of the device.
    case truth
    /// Fixes delivered to the app by the stack under test.
    case reported = "told"
    /// Fixes of the device's receiver.
    case sensed
  }

  /// A track of the recording, in order of time, without invalid positions; empty if the recording has none
  /// of the kind.
  public func track(_ kind: TrackKind) -> [TrackPoint] {
    let points: [TrackPoint] =
      switch kind {
      case .truth: truth.map(\.trackPoint)
      case .reported: outputs.flatMap { $0.item.fixes.map(\.trackPoint) }
      case .sensed:
        observations.compactMap { delivered in
          guard case .fix(let fix) = delivered.item else { return nil }
          return fix.trackPoint
        }
      }
    return inOrderOfTime(points.compactMap(\.written), \.time.nanoseconds)
  }

  /// The delivered track, or else the receiver's.
  public var usualTrack: [TrackPoint] {
    let reported = track(.reported)
    return reported.isEmpty ? track(.sensed) : reported
  }

  /// Time 0 of the recording.
  public var start: GPSTime {
    GPSTime(week: header.gpsWeek, secondsOfWeek: header.gpsSecondsOfWeek)
  }
}

extension Output {
  /// The fixes of the output.
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
