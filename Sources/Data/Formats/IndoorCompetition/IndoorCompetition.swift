public import Documents
public import Kernel
public import Observations
public import Recordings

/// A surveyor's walk on one floor of a shopping mall: a trace of the Indoor Location Competition 2.0
/// (Microsoft Research and XYZ10, 2020; github location-competition/indoor-location-competition-20,
/// MIT licence).
///
/// Header lines begin with `#`. Other lines are Unix time in ms, type and values, separated by tabs:
///
/// - `TYPE_WAYPOINT` x, y in m of the floor's frame: the ground truth, marked by the surveyor.
/// - `TYPE_ACCELEROMETER` (m/s² with gravity), `TYPE_GYROSCOPE` (rad/s), `TYPE_MAGNETIC_FIELD`
///   (µT): x, y, z in the phone's axes, and an accuracy that isn't used; about 50 Hz each.
/// - `TYPE_WIFI` SSID, BSSID, dBm, MHz, last seen (Unix ms): all rows of a scan have the time at which
///   the system delivered it. A scan includes signals received up to half a minute earlier, so the
///   last-seen time of a reading precedes the end of its scan.
/// - `TYPE_BEACON` UUID, major, minor, power at 1 m, dBm, distance, address, time: iBeacons. The
///   power is the raw eight-bit value: some frames claim 68 dBm.
///
/// Rotation vectors, uncalibrated values, other Bluetooth and the app's own rows are skipped and
/// counted. There is no barometer.
///
/// Repaired and counted: lines without an end, fused with the next line (split where a time and a type
/// follow); rows out of order; rows of equal time; duplicate access points in a scan; impossible
/// last-seen times. Truncated or unreadable rows are skipped and counted, because the app's threads
/// break a line now and then. Rejected: files without a readable row, times that aren't in ms,
/// accelerations that aren't in m/s².
public struct IndoorCompetition: RecordingFormat {
  /// Repaired or skipped data in a trace.
  public enum Warning: String, SeriesWarning {
    case fusedLine = "lines without an end, separated from the next"
    case badRow = "rows cut short or with an unreadable value"
    case extraFields = "sensor rows with extra fields, which aren't used"
    case disorder = "sensor rows earlier than a previous one"
    case repeated = "sensor rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s in a sensor"
    case repeatedReading = "duplicate access points in a scan"
    case invalidSight = "access points last seen in the future or an hour ago"
    case rotation = "rotation vectors, which aren't used"
    case uncalibrated = "rows of uncalibrated sensors, which aren't used"
    case otherBluetooth = "rows of Bluetooth devices other than beacons, which aren't used"
    case otherRow = "rows of other types, which aren't used"
  }

  /// A position of the ground truth.
  public struct Waypoint: Hashable, Sendable {
    public var time: SimTime
    /// In the floor's frame, in m.
    public var x, y: Double

    public init(time: SimTime, x: Double, y: Double) {
      self.time = time
      self.x = x
      self.y = y
    }
  }

  /// The trace's header; missing fields are empty.
  public struct Header: Hashable, Sendable {
    public var siteID = "", siteName = ""
    /// Identifier and name of the floor, such as `F1` or `B1`.
    public var floorID = "", floorName = ""
    public var brand = "", model = ""
    /// The Android version.
    public var system = ""
    /// Start of the trace, in ms since 1970; nil if missing.
    public var startUnixMilliseconds: Int64?

    public init() {}
  }

  public var header: Header
  /// Origin of all times: the earliest line, in ms since 1970 (UTC).
  public var startUnixMilliseconds: Int64
  /// Ground truth in order of time; the path between waypoints is straight.
  public var waypoints: [Waypoint]
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  /// Angular rate in the phone's axes, in rad/s.
  public var gyroscope: [InertialSample]
  /// Magnetic flux density in the phone's axes, in µT.
  public var magnetometer: [InertialSample]
  /// Wi-Fi scans; a scan ends when it is delivered.
  public var scans: [WiFiScan]
  /// Received iBeacon advertisements, in order of time.
  public var beacons: [BeaconAdvertisement]
  public var report: ReadingReport<Warning>

  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> IndoorCompetition {
    var reader = IndoorCompetitionReader(try unpackedText(text, file: file), file: file)
    return try reader.read()
  }
}
