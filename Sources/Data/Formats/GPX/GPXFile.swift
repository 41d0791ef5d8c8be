public import Documents
public import Kernel
public import Observations
public import Recordings
import Truth

/// Tracks, routes and waypoints of a GPX file, version 1.0 or 1.1.
///
/// Source: the GPX 1.1 schema of TopoGrafix. Reads `lat`, `lon`, `ele`, `time`, `name`, `sat`, `hdop`,
/// `vdop`, `geoidheight` and, in version 1.0, `speed` and `course` of a point, and skips extensions such as
/// heart rates. The schema leaves the height datum open; it is mostly mean sea level. If a point has a
/// geoid height, its height is converted to height above the ellipsoid.
///
/// Repaired and counted: see ``Warning``. Rejected, with line and column: invalid XML, document types and
/// entities, a root other than `gpx`, files without a point.
public struct GPXFile: RecordingFormat {
  /// Repaired or skipped data in a file.
  public enum Warning: String, SeriesWarning {
    case badPoint = "points without a usable latitude or longitude (left out)"
    case badHeight = "unreadable heights (left out)"
    case badTime = "unreadable times (left out)"
    case noZone = "times without a zone (taken as UTC)"
    case noTime = "track points without a time (not in the recording)"
    case disorder = "track points earlier than a previous one (put in order)"
    case repeated = "track points of the same time as a previous one (not in the recording)"
    case gap = "gaps of more than 2.5 of the usual interval"
    case otherNamespace = "files without GPX's namespace"
  }

  /// A point of a track or a route, or a waypoint.
  public struct Point: Hashable, Sendable {
    public var coordinate: Coordinate
    /// Height as written, or above the ellipsoid if the geoid height is given.
    public var altitudeMetres: Double?
    /// Since the first time of any track point.
    public var time: SimTime?
    /// Name, mostly of a waypoint; may be empty.
    public var name = ""
    /// Speed in m/s and course in degrees from north; version 1.0 only.
    public var speedMetresPerSecond, courseDegrees: Double?
    public var satelliteCount: Int?
    public var horizontalDilution, verticalDilution: Double?
  }

  /// A track; points within a segment are contiguous.
  public struct GPXTrack: Hashable, Sendable {
    /// May be empty.
    public var name = ""
    public var segments: [[Point]] = []
  }

  /// A planned route.
  public struct Route: Hashable, Sendable {
    /// May be empty.
    public var name = ""
    public var points: [Point] = []
  }

  /// `1.0` or `1.1`, as stated in the file.
  public var version: String
  /// The program that wrote the file.
  public var creator: String
  /// Time of the earliest timed track point; nil without one.
  public var start: GPSTime?
  /// The track points.
  var points: PointList
  /// In the order of the file.
  public var tracks: [GPXTrack] { points.tracks }
  public var routes: [Route]
  public var waypoints: [Point]
  /// The timed track points of all tracks, in order of time, without duplicates.
  public var fixes: [ReceiverFix]
  public var report: ReadingReport<Warning>

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> GPXFile {
    var reader = GPXReader(try unpackedText(text, file: file), file: file)
    return try reader.read()
  }

  /// A recording of the timed track points, without ground truth.
  public func recording(device: String) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(fixes)
    return assembly.recording(device: device, source: "GPX \(version)", start: start)
  }
}
