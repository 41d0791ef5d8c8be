public import Documents
public import Kernel
public import Observations
public import Recordings

/// A surveyor's walk through a floor of a shopping mall: a trace of the Indoor Location Competition
/// 2.0 (Microsoft Research and XYZ10, 2020; github
/// location-competition/indoor-location-competition-20, MIT licence).
///
/// Header lines begin with `#`. Other lines have tabs between Unix time in ms, type and values:
///
/// - `TYPE_WAYPOINT` x, y in m of the floor's frame: the truth, marked by the surveyor.
/// - `TYPE_ACCELEROMETER` (m/s² with gravity), `TYPE_GYROSCOPE` (rad/s), `TYPE_MAGNETIC_FIELD`
///   (µT): x, y, z in the phone's axes, and an accuracy that isn't used; about 50 Hz each.
/// - `TYPE_WIFI` SSID, BSSID, dBm, MHz, last seen (Unix ms): all rows of a scan have one time, when
///   the system delivered it. It holds what was heard up to half a minute before, so that a
///   reading's own time, the last seen, is that much earlier than its scan's end.
/// - `TYPE_BEACON` UUID, major, minor, power at 1 m, dBm, distance, address, time: iBeacons. The
///   power is whatever eight bits say: some frames claim 68 dBm.
///
/// Rotation vectors, uncalibrated values, other Bluetooth and the app's own rows are skipped and
/// counted. There is no barometer.
///
/// Mended and counted: lines that lack their end, so that the next one runs on (they are parted
/// where a time and a type follow); rows out of order; rows of one time; access points that stand
/// twice in a scan; times of last sight that can't be. Rows cut short or with unreadable values are
/// left out and counted, since the app's threads break a line now and then. Refused: files without
/// any readable row, times that aren't in ms, accelerations that aren't in m/s².
public struct IndoorCompetition: RecordingFormat {
  /// What was left out of a trace, or mended.
  public enum Remark: String, SeriesRemark {
    case fusedLine = "lines without an end, parted from the next"
    case badRow = "rows cut short or with an unreadable value"
    case extraFields = "sensor rows with more fields than belong there, which aren't used"
    case disorder = "sensor rows earlier than one before"
    case repeated = "sensor rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s in a sensor"
    case repeatedReading = "access points given twice in a scan"
    case impossibleSight = "access points last seen in the future or an hour ago"
    case rotation = "rotation vectors, which aren't used"
    case uncalibrated = "rows of uncalibrated sensors, which aren't used"
    case otherBluetooth = "rows of Bluetooth devices other than beacons, which aren't used"
    case otherRow = "rows of other types, which aren't used"
  }

  /// A point of the truth.
  public struct Waypoint: Hashable, Sendable {
    /// When the surveyor was there.
    public var time: SimTime
    /// In m of the floor's frame.
    public var x, y: Double

    /// Creates a point.
    public init(time: SimTime, x: Double, y: Double) {
      self.time = time
      self.x = x
      self.y = y
    }
  }

  /// What the header tells; empty where it doesn't.
  public struct Header: Hashable, Sendable {
    /// The site's identifier and name.
    public var siteID = "", siteName = ""
    /// The floor's identifier and name, such as `F1` or `B1`.
    public var floorID = "", floorName = ""
    /// The phone's make and model.
    public var brand = "", model = ""
    /// The version of Android.
    public var system = ""
    /// When the trace was begun, in ms since 1970; nil if it isn't told.
    public var startUnixMilliseconds: Int64?

    /// Creates an empty header.
    public init() {}
  }

  /// What the header tells.
  public var header: Header
  /// The earliest line's time, from which all times count, in ms since 1970 (UTC).
  public var startUnixMilliseconds: Int64
  /// The truth, in order of time; between points the walk was straight.
  public var waypoints: [Waypoint]
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  /// Rotation rate in the phone's axes, in rad/s.
  public var gyroscope: [InertialSample]
  /// Magnetic flux density in the phone's axes, in µT.
  public var magnetometer: [InertialSample]
  /// The Wi-Fi scans; a scan ends when it is delivered.
  public var scans: [WiFiScan]
  /// The iBeacons heard, in order of time.
  public var beacons: [BeaconAdvertisement]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a trace: what it holds.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> IndoorCompetition {
    var reader = IndoorCompetitionReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read()
  }
}
