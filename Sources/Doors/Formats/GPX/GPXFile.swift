public import Documents
public import Kernel
public import Observations
public import Recordings
import Truth

/// What a GPX file of version 1.0 or 1.1 holds: tracks, routes and waypoints.
///
/// Source: the GPX 1.1 schema of TopoGrafix. Of a point are read `lat`, `lon`, `ele`, `time`, `name`,
/// `sat`, `hdop`, `vdop`, `geoidheight` and, of version 1.0, `speed` and `course`; extensions such as
/// heart rates are passed over. The schema doesn't say what heights count from, which is mostly the
/// sea; where a point tells the geoid's height, its own becomes one above the ellipsoid.
///
/// Mended and counted: see ``Remark``. Refused, with line and column: what is no XML, document types
/// and entities, another root than `gpx`, files without a point.
public struct GPXFile: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark {
    case badPoint = "points without a usable latitude or longitude (left out)"
    case badHeight = "unreadable heights (left out)"
    case badTime = "unreadable times (left out)"
    case noZone = "times without a zone (taken as UTC)"
    case noTime = "track points without a time (not in the recording)"
    case disorder = "track points earlier than one before (put in order)"
    case repeated = "track points of the same time as one before (not in the recording)"
    case gap = "gaps of more than 2.5 of the usual interval"
    case otherNamespace = "files that don't name GPX's namespace"
  }

  /// A point of a track or a route, or a waypoint.
  public struct Point: Hashable, Sendable {
    /// Where.
    public var coordinate: Coordinate
    /// The height as written, above the ellipsoid where the geoid's is told; nil where not told.
    public var altitudeMetres: Double?
    /// Since the first time of any track point; nil where not told.
    public var time: SimTime?
    /// The point's name, as of waypoints; empty where there is none.
    public var name = ""
    /// The speed, in m/s, and the course, in degrees from north, of version 1.0.
    public var speedMetresPerSecond, courseDegrees: Double?
    /// Satellites and dilutions of precision, where told.
    public var satelliteCount: Int?
    public var horizontalDilution, verticalDilution: Double?
  }

  /// A track: points without a break in each segment.
  public struct Track: Hashable, Sendable {
    /// Its name; may be empty.
    public var name = ""
    /// Its segments.
    public var segments: [[Point]] = []
  }

  /// A route, which somebody planned rather than went.
  public struct Route: Hashable, Sendable {
    /// Its name; may be empty.
    public var name = ""
    /// Its points.
    public var points: [Point] = []
  }

  /// The version, `1.0` or `1.1`, as the file says.
  public var version: String
  /// The program that wrote it.
  public var creator: String
  /// When the earliest timed track point was; nil without one.
  public var start: GPSTime?
  /// The tracks, routes and waypoints in the order of the file.
  public var tracks: [Track]
  public var routes: [Route]
  public var waypoints: [Point]
  /// The timed track points of all tracks in order of time, each time once.
  public var fixes: [ReceiverFix]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a file: what it holds, with a report of what was left out or mended.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> GPXFile {
    var reader = GPXReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read()
  }

  /// The timed track points as a recording of a device that had nothing else; truth there is none.
  public func recording(device: String) -> Recording {
    var assembly = RecordingAssembly()
    assembly.add(fixes)
    return assembly.recording(device: device, source: "GPX \(version)", start: start)
  }
}
