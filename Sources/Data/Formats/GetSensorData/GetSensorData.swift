public import Documents
public import Kernel
public import Observations
public import Recordings

/// A log of the Android app GetSensorData (LOPSI group, CAR-CSIC; Gutiérrez et al., "GetSensorData:
/// An extensible Android-based application for multi-sensor data registration", SoftwareX 2022), in the
/// form used by track 3 of the IPIN competitions (Torres-Sospedra et al., doi 10.5281/zenodo.8362205).
///
/// Comments begin with `%`. Other lines are a four-letter code and values, separated by `;`:
///
/// - `ACCE` (m/s² with gravity), `GYRO` (rad/s), `MAGN` (µT): app time, sensor time, x, y, z in the
///   phone's axes, accuracy. `PRES`: app time, sensor time, pressure in mbar, converted to Pa.
/// - `WIFI`: app time, sensor time, SSID, BSSID, MHz, dBm; older logs lack the MHz.
/// - `BLE4`: app time, `iBeacon`, address, dBm, power at 1 m (0: unknown), major, minor, UUID;
///   or `Eddystone`, address, dBm, instance. Other advertisements are counted.
/// - `GNSS`: app time, sensor time, latitude, longitude, altitude in m, course in degrees,
///   accuracy in m, speed in m/s, satellites in view and in use.
/// - `POSI`: app time, counter, latitude, longitude, floor, building: the ground truth, at the times
///   when the walker passes surveyed points.
///
/// **Two clocks.** The app time is a row's arrival at the app, some ms late and sometimes more. The
/// sensor time is the sample time by the sensor's own clock. The smallest difference of the two over the
/// file, for each kind of row, converts sensor times to the app's clock. A row whose clocks deviate from
/// it by more than 2 s keeps the app time and is counted. Fixes keep the app time, because GNSS and
/// network fixes are interleaved and have different clocks.
///
/// Repaired and counted: rows out of order or of equal time, duplicate access points in a scan,
/// pressures in Pa, duplicate fixes, fixes older than the previous one. Truncated or unreadable rows are
/// skipped and counted, and so are rows of other sensors. Rejected: files without a readable row, times
/// that aren't in s, accelerations that aren't in m/s².
public struct GetSensorData: RecordingFormat {
  /// Repaired or skipped data in a log.
  public enum Warning: String, SeriesWarning {
    case badRow = "rows cut short or with an unreadable value"
    case extraFields = "sensor rows with extra fields, which aren't used"
    case disorder = "sensor rows earlier than a previous one"
    case repeated = "sensor rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s in a sensor"
    case clockConflict = "rows whose two clocks don't agree, kept at the app's time"
    case pascals = "pressures in Pa instead of mbar"
    case repeatedReading = "duplicate access points in a scan"
    case invalidSight = "access points last seen in the future or an hour ago"
    case repeatedFix = "duplicate fixes"
    case staleFix = "fixes older than the previous one"
    case otherBluetooth = "advertisements of devices other than beacons, which aren't used"
    case attitude = "AHRS rows, which aren't used"
    case otherRow = "rows of other sensors, which aren't used"
  }

  /// A surveyed point of the ground truth.
  public struct TruePoint: Hashable, Sendable {
    /// Time at which the walker passes.
    public var time: SimTime
    /// Number of the point in the log.
    public var number: Int
    public var coordinate: Coordinate
    /// By the competition's numbering.
    public var floor: Int
    public var building: Int
  }

  public var manufacturer, model: String
  /// Creation time as written in the log, such as `Wed Jun 14 10:00:58 GMT+02:00 2023`.
  public var created: String
  /// Origin of all times: app time of the earliest row, in s.
  public var originAppSeconds: Double
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  /// Angular rate in the phone's axes, in rad/s.
  public var gyroscope: [InertialSample]
  /// Magnetic flux density in the phone's axes, in µT.
  public var magnetometer: [InertialSample]
  public var barometer: [PressureSample]
  /// Wi-Fi scans; a scan ends when it is delivered.
  public var scans: [WiFiScan]
  /// Received advertisements, in order of time.
  public var beacons: [BeaconAdvertisement]
  /// Fixes of the phone's location services, in order of time, without vertical accuracy.
  public var fixes: [LocationFix]
  /// Ground truth, in order of time.
  public var truth: [TruePoint]
  public var report: ReadingReport<Warning>

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> GetSensorData {
    var reader = GetSensorDataReader(try unpackedText(text, file: file), file: file)
    return try reader.read()
  }
}
