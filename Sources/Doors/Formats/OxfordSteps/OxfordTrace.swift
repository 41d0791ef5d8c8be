public import Documents
public import Kernel
public import Observations
public import Recordings

/// A walk as the Oxford step counter's app kept it: a file of the data set's part `validation`
/// (``OxfordSteps`` reads the part `optimisation`).
///
/// Without header: time in ns since the phone's start, x, y, z in m/s² with gravity, then three counts
/// of steps so far: the app's own, the ground truth device's (switches under both feet), and the
/// phone's. An older README of the data set calls the times microseconds; all files tell ns.
///
/// Mended and counted: rows out of order, rows of one time, rows without a value. Refused, with the
/// line: text where a number belongs, more fields than there should be, counts that aren't whole,
/// times that aren't in ns, accelerations that aren't in m/s².
public struct OxfordTrace: RecordingFormat {
  /// What was left out, or mended.
  public enum Remark: String, SeriesRemark, TableRemark {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than one before"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s"
    case fallen = "true step counts lower than one before (not in the truth)"
  }

  /// How many steps there were up to a moment.
  public struct Count: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// Steps since the first row.
    public var steps: Int
  }

  /// Specific force in the phone's axes, in m/s².
  public let accelerometer: [InertialSample]
  /// The ground truth device's count at the first row, each time it grew, and at the last row.
  public let counts: [Count]
  /// What was left out or mended.
  public let report: ReadingReport<Remark>

  /// More than anybody walks in a recording.
  private static let counter = 0.0...1e6

  private static let map = ColumnMap(
    clock: .nanoseconds(0),
    values: ColumnMap.Value.axes([1, 2, 3], as: "mps2")
      + [4, 5, 6].map { ColumnMap.Value(.place($0), counter, is: "a count of steps") },
    width: 7)

  /// Whether a line is a row of such a file.
  static func isRow(_ line: some StringProtocol) -> Bool {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    // Clocks of phones tell ns by more than ten digits, seconds after they start.
    return fields.count == 7 && fields[0].utf8.count > 9 && Int64(fields[0]) != nil
      && fields[1...3].allSatisfy { Double($0) != nil }
      && fields[4...].allSatisfy { Int($0) != nil }
  }

  /// Reads a file.
  public static func read(_ bytes: [UInt8], file: String) throws(DocumentError) -> OxfordTrace {
    var table = try MappedTable<Remark>(map, bytes, file: file)
    var rows = InertialRows()
    var told: [(time: Int64, steps: Int, line: Int)] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      let force = table.vector(0)
      for index in 3...5 where table.values[index] != table.values[index].rounded() {
        throw table.row.misfit(index + 1, "a count of steps")
      }
      _ = rows.append(table.time, force.x, force.y, force.z, line: table.line)
      told.append((table.time, Int(table.values[4]), table.line))
    }
    var report = table.report
    rows.settle(&report)
    try rows.check(.specificForce, file: file)
    guard let origin = rows.rows.first?.nanoseconds else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    let counts = counts(inOrderOfTime(told, \.time), since: origin, &report)
    return OxfordTrace(
      accelerometer: rows.samples(since: origin), counts: counts, report: report)
  }

  private static func counts(
    _ told: [(time: Int64, steps: Int, line: Int)], since origin: Int64,
    _ report: inout ReadingReport<Remark>
  ) -> [Count] {
    guard let first = told.first, let last = told.last else { return [] }
    var most = first.steps
    var counts = [Count(time: simTime(first.time, since: origin), steps: 0)]
    for row in told {
      if row.steps < most { report.note(.fallen, line: row.line) }
      guard row.steps > most else { continue }
      most = row.steps
      counts.append(Count(time: simTime(row.time, since: origin), steps: most - first.steps))
    }
    counts.append(Count(time: simTime(last.time, since: origin), steps: most - first.steps))
    return counts
  }
}
