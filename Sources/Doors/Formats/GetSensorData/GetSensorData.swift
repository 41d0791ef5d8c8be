public import Documents
public import Kernel
public import Observations
public import Recordings

/// A log of the Android app GetSensorData (LOPSI group, CAR-CSIC; Gutiérrez et al., "GetSensorData:
/// An extensible Android-based application for multi-sensor data registration", SoftwareX 2022), as
/// the IPIN competitions' track 3 uses it (Torres-Sospedra et al., doi 10.5281/zenodo.8362205).
///
/// Comments begin with `%`. Other lines have `;` between a code of four letters and values:
///
/// - `ACCE` (m/s² with gravity), `GYRO` (rad/s), `MAGN` (µT): app's time, sensor's time, x, y, z in
///   the phone's axes, accuracy. `PRES`: app's time, sensor's time, pressure in mbar, here in Pa.
/// - `WIFI`: app's time, sensor's time, SSID, BSSID, MHz, dBm; older logs lack the MHz.
/// - `BLE4`: app's time, `iBeacon`, address, dBm, power at 1 m (0: not told), major, minor, UUID;
///   or `Eddystone`, address, dBm, instance. Another kind of advertisement is counted.
/// - `GNSS`: app's time, sensor's time, latitude, longitude, altitude in m, course in degrees,
///   accuracy in m, speed in m/s, satellites in view and in use.
/// - `POSI`: app's time, counter, latitude, longitude, floor, building: the truth, at the moments
///   when the walker passed surveyed points.
///
/// **Two clocks.** The app's time is when a row reached the app, some ms late and by turns more;
/// the sensor's, by a clock of its own, is when the value was taken. The least difference of the
/// two over the file, for each kind of row, puts the sensor's times on the app's clock; a row whose
/// clocks differ from that by more than 2 s keeps the app's time and is counted. Fixes keep the
/// app's time, since those of the satellites and of the network, which come mixed, have different
/// clocks.
///
/// Mended and counted: rows out of order or of one time, access points that stand twice in a scan,
/// pressures in Pa, fixes given twice, fixes older than the one before. Rows cut short or with
/// unreadable values are left out and counted. Rows of other sensors are skipped and counted.
/// Refused: files without any readable row, times that aren't in s, accelerations that aren't in
/// m/s².
public struct GetSensorData: RecordingFormat {
  /// What was left out of a log, or mended.
  public enum Remark: String, SeriesRemark {
    case badRow = "rows cut short or with an unreadable value"
    case extraFields = "sensor rows with more fields than belong there, which aren't used"
    case disorder = "sensor rows earlier than one before"
    case repeated = "sensor rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s in a sensor"
    case clockConflict = "rows whose two clocks don't agree, kept at the app's time"
    case pascals = "pressures in Pa instead of mbar"
    case repeatedReading = "access points given twice in a scan"
    case impossibleSight = "access points last seen in the future or an hour ago"
    case repeatedFix = "fixes given twice"
    case staleFix = "fixes older than the one before"
    case otherBluetooth = "advertisements that are no beacon's, which aren't used"
    case attitude = "AHRS rows, which aren't used"
    case otherRow = "rows of other sensors, which aren't used"
  }

  /// A point of the truth.
  public struct TruePoint: Hashable, Sendable {
    /// When the walker passed.
    public var time: SimTime
    /// The point's number in the log.
    public var number: Int
    /// Where it is.
    public var coordinate: Coordinate
    /// The floor, as the competition numbers it.
    public var floor: Int
    /// The building's number.
    public var building: Int
  }

  /// The phone's make and model.
  public var manufacturer, model: String
  /// When the log was begun, as it says, such as `Wed Jun 14 10:00:58 GMT+02:00 2023`.
  public var created: String
  /// The app's time from which all times count, in s: that of the earliest row.
  public var originAppSeconds: Double
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  /// Rotation rate in the phone's axes, in rad/s.
  public var gyroscope: [InertialSample]
  /// Magnetic flux density in the phone's axes, in µT.
  public var magnetometer: [InertialSample]
  /// Air pressure, in Pa.
  public var barometer: [PressureSample]
  /// The Wi-Fi scans; a scan ends when it is delivered.
  public var scans: [WiFiScan]
  /// The beacons heard, in order of time.
  public var beacons: [BeaconAdvertisement]
  /// What the phone's location services said, in order of time, without accuracy of the height.
  public var fixes: [LocationFix]
  /// The truth, in order of time.
  public var truth: [TruePoint]
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// Reads a log: what it holds.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> GetSensorData {
    var reader = GetSensorDataReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read()
  }
}
