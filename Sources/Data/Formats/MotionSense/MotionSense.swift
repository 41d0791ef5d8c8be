public import Documents
import Kernel
public import Observations
public import Recordings

/// A walk, climb, run or rest with an iPhone 6s in the front trouser pocket: a DeviceMotion file of
/// MotionSense (Malekzadeh, Clegg, Cavallaro and Haddadi, "Mobile Sensor Data Anonymization", IoTDI 2019;
/// github mmalekzadeh/motion-sense, MIT licence).
///
/// A table with a header: row number, attitude (roll, pitch, yaw), gravity.x/y/z in g,
/// rotationRate.x/y/z in rad/s, userAcceleration.x/y/z in g. Columns are found by name; the
/// attitude isn't used. There are no times: row n was sampled at n/50 s.
///
/// Apple's `gravity` points down, and `gravity + userAcceleration` is the reading of its accelerometer:
/// -1 on z when lying face up. Specific force has the opposite sign, so `accelerometer = -(gravity +
/// userAcceleration) · 9.80665 m/s²`. The files confirm it: at rest the yaw grows by `rotationRate
/// · -gravity`, and in walks and runs the sharp peaks of `userAcceleration · gravity`, from heel strikes,
/// are positive.
///
/// Repaired and counted: rows out of order, duplicate row numbers, rows with a missing value or `nan`,
/// gaps in the numbers. Rejected, with the line: text in a number column, a missing column,
/// accelerations that aren't in g.
public struct MotionSense: RecordingFormat {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning, TableWarning {
    case incomplete = "rows without a value"
    case disorder = "rows with a smaller number than a previous one"
    case repeated = "rows with a duplicate number"
    case gap = "gaps of more than 0.5 s"
  }

  /// Sampling rate, in Hz.
  public static let rowsPerSecond = 50.0
  private static let nanosecondsPerRow = 1_000_000_000 / Int64(rowsPerSecond)
  /// The standard acceleration of gravity, in m/s² (CGPM 1901).
  static let standardGravity = 9.80665

  private static let map = ColumnMap(
    clock: .rowNumber(""),
    values: ColumnMap.NumericColumn.axes(
      ["gravity.x", "gravity.y", "gravity.z"], as: "mps2", scale: standardGravity)
      + ColumnMap.NumericColumn.axes(
        ["rotationRate.x", "rotationRate.y", "rotationRate.z"], as: "radps")
      + ColumnMap.NumericColumn.axes(
        ["userAcceleration.x", "userAcceleration.y", "userAcceleration.z"], as: "mps2",
        scale: standardGravity))

  public var firstRow: Int
  /// Specific force in the phone's axes, in m/s².
  public var accelerometer: [InertialSample]
  /// Angular rate in the phone's axes, in rad/s.
  public var gyroscope: [InertialSample]
  public var report: ReadingReport<Warning>

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> MotionSense {
    var table = try MappedTable<Warning>(map, text, file: file)
    var (forces, rates) = (InertialRows(), InertialRows())
    while try table.next() {
      guard try table.isComplete() else { continue }
      let force = (table.vector(0) + table.vector(6)) * -standardGravity
      let time = table.time * nanosecondsPerRow
      guard forces.append(time, force.x, force.y, force.z, line: table.line),
        rates.append(
          time, table.values[3], table.values[4], table.values[5], line: table.line)
      else {
        throw table.row.failure("a value outside the range of any sensor", field: table.mapped[1])
      }
    }
    forces.flush(&table.report)
    // Faults of these rows are already counted above.
    var unused = ReadingReport<Warning>()
    rates.flush(&unused)
    guard let first = forces.rows.first?.nanoseconds else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    try forces.check(.specificForce, file: file)
    try rates.check(.rotationRate, file: file)
    return MotionSense(
      firstRow: Int(first / nanosecondsPerRow),
      accelerometer: forces.samples(since: first), gyroscope: rates.samples(since: first),
      report: table.report)
  }
}
