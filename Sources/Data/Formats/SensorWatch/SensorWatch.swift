public import Documents
public import Kernel
import Observations
public import Recordings

/// Accelerometer magnitudes of a wrist watch during walking or housework, with hand-counted steps: a
/// recording of github rieck/stepcounter-devel (MIT licence).
///
/// A table with the header `Timestamp,Magnitude,Steps,Header`: seconds, the magnitude of the
/// acceleration in counts, and in the first row only the step count of the file and the sensor's
/// settings. 25 rows per second, about 75 s.
///
/// Repaired and counted: rows out of order, rows of equal time, incomplete rows, missing samples (about
/// one in 30, and sometimes half a second at the start). Rejected, with the line: text in a number
/// column, a file without its steps, times that aren't in s.
public struct SensorWatch: RecordingFormat {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning, TableWarning {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than a previous one"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of a missing sample or more"
  }

  /// One accelerometer reading.
  public struct Sample: Hashable, Sendable {
    /// Since the first row.
    public var time: SimTime
    /// Magnitude of the specific force, in counts.
    public var magnitudeCounts: Double
  }

  /// Nominal sampling rate, in Hz.
  public static let rowsPerSecond = 25.0

  /// Counts per g: the median over the six recordings of desk work.
  ///
  /// They range from 19,975 to 22,227. The recordings don't state the scale, which isn't a power of two as a
  /// sensor's native scale would be.
  public static let countsPerGravity = 21_600.0

  private static let map = ColumnMap(
    clock: .seconds("Timestamp", maximum: 4e9),
    values: [ColumnMap.NumericColumn("Magnitude", 0...InertialRows.limit)], isWhole: true)

  public var samples: [Sample]
  /// Time of the first row as written, in s.
  public var originSeconds: Double
  /// Steps of the whole recording, counted by hand.
  public var stepCount: Int
  /// Settings of the sensor, as written in the file.
  public var settings: String
  public var report: ReadingReport<Warning>

  /// Magnitude of the specific force, in m/s².
  public func specificForce(countsPerGravity: Double = Self.countsPerGravity) -> [Double] {
    samples.map { $0.magnitudeCounts * (9.80665 / countsPerGravity) }
  }

  /// True if a file is a walk by its name, such as `fast-walking2.csv`; three of the others contain a few
  /// real steps.
  public static func isWalking(path: String) -> Bool {
    path.split(separator: "/").last?.contains("walking") ?? false
  }

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> SensorWatch {
    var table = try MappedTable<Warning>(map, text, file: file)
    let stepsColumn = try table.place(of: "Steps")
    let settingsColumn = table.columns.firstIndex(of: "Header")
    var rows = InertialRows()
    var head: (steps: Int, settings: String)?
    while try table.next() {
      if head == nil {
        guard let steps = try table.row.demandNumber(stepsColumn, in: 0...1e6),
          steps == steps.rounded()
        else { throw table.row.misfit(stepsColumn, "the number of steps") }
        head = (Int(steps), settingsColumn.map { table.row.text($0) } ?? "")
      }
      guard try table.isComplete() else { continue }
      _ = rows.append(table.time, table.values[0], 0, 0, line: table.line)
    }
    // A sample is missing if the next is more than one and a half intervals later.
    rows.flush(&table.report, longest: .seconds(1.5 / rowsPerSecond))
    guard let head, let first = rows.rows.first?.nanoseconds else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    try rows.check(.other, file: file)
    return SensorWatch(
      samples: rows.samples(since: first).map { row in
        Sample(time: row.time, magnitudeCounts: Double(row.x))
      }, originSeconds: Double(first) / 1e9, stepCount: head.steps, settings: head.settings,
      report: table.report)
  }
}
