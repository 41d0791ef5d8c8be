public import Documents
public import Kernel
import Observations
public import Recordings

/// What a watch on the wrist felt while somebody walked or did housework, with the steps counted by
/// hand: a recording of github rieck/stepcounter-devel (MIT licence).
///
/// A table with the header `Timestamp,Magnitude,Steps,Header`: seconds, the length of the
/// accelerometer's vector in counts, and in the first row alone the steps of the whole file and the
/// sensor's settings. 25 rows a second, about 75 s.
///
/// Mended and counted: rows out of order, rows of one time, rows without a value, missing samples
/// (the recordings lose one in 30 or so, and some halves of a second at the start). Refused, with
/// the line: text where a number belongs, a file without its steps, times that aren't in s.
public struct SensorWatch: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark, TableRemark {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than one before"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of a missing sample or more"
  }

  /// One reading.
  public struct Sample: Hashable, Sendable {
    /// Since the first row.
    public var time: SimTime
    /// The length of the vector of specific force, in counts.
    public var magnitudeCounts: Double
  }

  /// How many rows a second has, nominally.
  public static let rowsPerSecond = 25.0

  /// How many counts gravity makes: the median over the six recordings of work at a desk.
  ///
  /// They lie between 19,975 and 22,227. The recordings don't tell the scale, which is no power of
  /// two as the sensor's own would be.
  public static let countsPerGravity = 21_600.0

  private static let map = ColumnMap(
    clock: .seconds("Timestamp", most: 4e9),
    values: [ColumnMap.Value("Magnitude", 0...InertialRows.limit)], isWhole: true)

  /// The readings.
  public var samples: [Sample]
  /// The first row's time as written, in s.
  public var originSeconds: Double
  /// The steps of the whole recording, counted by hand.
  public var stepCount: Int
  /// The sensor's settings, as the file has them.
  public var settings: String
  /// What was left out or mended.
  public var report: ReadingReport<Remark>

  /// The specific force's length, in m/s², if gravity makes that many counts.
  public func specificForce(countsPerGravity: Double = Self.countsPerGravity) -> [Double] {
    samples.map { $0.magnitudeCounts * (9.80665 / countsPerGravity) }
  }

  /// Whether a file is of walking, by its name, such as `fast-walking2.csv`.
  ///
  /// Of the others, three hold a few real steps.
  public static func isWalking(path: String) -> Bool {
    path.split(separator: "/").last?.contains("walking") ?? false
  }

  /// Reads a file: the readings and the steps.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> SensorWatch {
    var table = try MappedTable<Remark>(map, bytes, file: file)
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
    // A sample is missing where the next comes later than one and a half intervals.
    rows.settle(&table.report, longest: .seconds(1.5 / rowsPerSecond))
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
