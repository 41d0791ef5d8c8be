public import Documents
import Kernel
public import Observations
public import Recordings

/// One sensor's table as apps for phones export it: a CSV file of a folder, known by its name and its
/// header.
///
/// - Sensor Logger: `time` (ns since 1970), `seconds_elapsed`, `z`, `y`, `x`; `Location.csv` and
///   `Barometer.csv` with columns of their own. `Accelerometer.csv` lacks gravity there.
/// - phyphox: `"Time (s)"`, `"Acceleration x (m/s^2)"` and so on, or `"X (m/s^2)"`; `Location.csv`
///   with `"Latitude (°)"`. Experiments with gravity say `Acceleration`, others `Linear Acceleration`.
/// - Others of the like: separators comma, semicolon or tab, decimal point or comma, units in
///   parentheses behind a column's name or not.
///
/// Mended and counted: see ``Remark``. Refused, with the place: tables without a time, tables of no
/// known sensor, times and accelerations that can't be.
public struct SensorTable: RecordingFormat {
  /// What was left out of a table, or mended.
  public enum Remark: String, SeriesRemark {
    case badRow = "rows cut short or with an unreadable value (left out)"
    case roundedTime =
      "columns 'time' saved rounded ('seconds_elapsed' taken; the app's own file has the date)"
    case gravityUnits = "tables of accelerations in g without saying so (turned into m/s²)"
    case pressureUnits = "tables of pressures without a unit (known by their size)"
    case disorder = "rows earlier than one before (put in order)"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s, or 2.5 of the usual interval of slow sensors"
    case badAccessPoint = "access points with an unreadable address (left out)"
    case repeatedReading = "access points given twice in a scan"
  }

  /// A sensor.
  public enum Sensor: String, CaseIterable, Sendable {
    /// Specific force, gravity included.
    case accelerometer
    /// The same without gravity.
    case linearAcceleration
    /// Gravity's share of the specific force.
    case gravity
    case gyroscope, magnetometer, barometer, location, wifi
  }

  /// What the times count from.
  public enum Clock: String, Sendable {
    /// 1970-01-01 of UTC.
    case unix
    /// The recording's own start.
    case elapsed
  }

  /// Whose table it is.
  public var sensor: Sensor
  /// What the times count from.
  public var clock: Clock
  /// The first row's time by that clock, in ns; all times count from it.
  public var originNanoseconds: Int64
  /// The readings of a sensor of motion, in m/s², rad/s or µT, in the phone's axes.
  public var samples: [InertialSample] = []
  /// The readings of a barometer.
  public var pressures: [PressureSample] = []
  /// What the phone's location services told.
  public var fixes: [ReceiverFix] = []
  /// Scans of Wi-Fi.
  public var scans: [WiFiScan] = []
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// How many readings there are.
  public var count: Int { samples.count + pressures.count + fixes.count + scans.count }

  /// Reads a table: the readings.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> SensorTable {
    var reader = try SensorTableReader(bytes: try unpackedText(bytes, file: file), file: file)
    return try reader.read()
  }
}
