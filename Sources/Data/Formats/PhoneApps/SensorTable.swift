public import Documents
import Kernel
public import Observations
public import Recordings

/// One sensor's table in a folder exported by a phone app: a CSV file recognised by its name and header.
///
/// - Sensor Logger: `time` (ns since 1970), `seconds_elapsed`, `z`, `y`, `x`; `Location.csv` and
///   `Barometer.csv` have their own columns. `Accelerometer.csv` excludes gravity.
/// - phyphox: `"Time (s)"`, `"Acceleration x (m/s^2)"` and so on, or `"X (m/s^2)"`; `Location.csv`
///   with `"Latitude (°)"`. Experiments with gravity have `Acceleration`, others `Linear Acceleration`.
/// - Similar apps: separator comma, semicolon or tab, decimal point or comma, units in parentheses after
///   a column's name or no units.
///
/// Repaired and counted: see ``Warning``. Rejected, with the position: tables without a time, tables of an
/// unknown sensor, times and accelerations out of range.
public struct SensorTable: RecordingFormat {
  /// Repaired or skipped rows of a table.
  public enum Warning: String, SeriesWarning {
    case badRow = "rows cut short or with an unreadable value (left out)"
    case roundedTime =
      "columns 'time' saved with rounded values ('seconds_elapsed' taken; the app's own file has the date)"
    case gravityUnits = "tables of accelerations in g without a unit (converted to m/s²)"
    case pressureUnits = "tables of pressures without a unit (inferred from the values)"
    case disorder = "rows earlier than a previous one (put in order)"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s, or 2.5 of the usual interval of slow sensors"
    case badAccessPoint = "access points with an unreadable address (left out)"
    case repeatedReading = "duplicate access points in a scan"
  }

  /// The sensor of a table.
  public enum SensorType: String, CaseIterable, Sendable {
    /// Specific force, gravity included.
    case accelerometer
    /// Acceleration without gravity.
    case linearAcceleration
    /// The gravity part of the specific force.
    case gravity
    case gyroscope, magnetometer, barometer, location, wifi
  }

  /// Origin of a table's times.
  public enum TimeOrigin: String, Sendable {
    /// 1970-01-01, UTC.
    case unix
    /// The recording's start.
    case elapsed
  }

  public var sensor: SensorType
  public var clock: TimeOrigin
  /// Origin of all times: the first row's time by the table's clock, in ns.
  public var originNanoseconds: Int64
  /// Motion sensor readings, in m/s², rad/s or µT, in the phone's axes.
  public var samples: [InertialSample] = []
  public var pressures: [PressureSample] = []
  /// Fixes of the phone's location services.
  public var fixes: [ReceiverFix] = []
  public var scans: [WiFiScan] = []
  public var report: ReadingReport<Warning>

  /// Number of readings.
  public var count: Int { samples.count + pressures.count + fixes.count + scans.count }

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> SensorTable {
    var reader = try SensorTableReader(unpackedText(text, file: file), file: file)
    return try reader.read()
  }
}
