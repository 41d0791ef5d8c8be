public import Documents
public import Kernel
public import Observations
public import Recordings

/// A walk recorded by the Oxford step counter app: a file of the data set's part `validation`
/// (``OxfordSteps`` reads the part `optimisation`).
///
/// Without header: time in ns since boot, x, y, z in m/s² with gravity, then three step counts so far: the
/// app's own, the ground truth device's (switches under both feet), and the phone's. An older README of
/// the data set gives the times in microseconds; all files have ns.
///
/// Repaired and counted: rows out of order, rows of equal time, incomplete rows. Rejected, with the line:
/// text in a number column, too many fields, fractional counts, times that aren't in ns, accelerations
/// that aren't in m/s².
public struct OxfordTrace: RecordingFormat {
  /// Repaired or skipped rows.
  public enum Warning: String, SeriesWarning, TableWarning {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than a previous one"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s"
    case fallen = "true step counts lower than a previous one (not in the truth)"
  }

  /// Step count up to a time.
  public struct StepCount: Hashable, Sendable {
    public var time: SimTime
    public var steps: Int
  }

  /// Specific force in the phone's axes, in m/s².
  public let accelerometer: [InertialSample]
  /// The ground truth device's count at the first row, at each increase, and at the last row.
  public let counts: [StepCount]
  public let report: ReadingReport<Warning>

  /// Above the number of steps in any recording.
  private static let counter = 0.0...1e6

  private static let map = ColumnMap(
    clock: .nanoseconds(0),
    values: ColumnMap.NumericColumn.axes([1, 2, 3], as: "mps2")
      + [4, 5, 6].map { ColumnMap.NumericColumn(.place($0), counter, is: "a count of steps") },
    width: 7)

  /// True if a line has the format of a row.
  static func isRow(_ line: some StringProtocol) -> Bool {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    // Phone clocks in ns exceed ten digits seconds after boot.
    return fields.count == 7 && fields[0].utf8.count > 9 && Int64(fields[0]) != nil
      && fields[1...3].allSatisfy { Double($0) != nil }
      && fields[4...].allSatisfy { Int($0) != nil }
  }

  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> OxfordTrace {
    var table = try MappedTable<Warning>(map, text, file: file)
    var rows = InertialRows()
    var reported: [(time: Int64, steps: Int, line: Int)] = []
    while try table.next() {
      guard try table.isComplete() else { continue }
      let force = table.vector(0)
      for index in 3...5 where table.values[index] != table.values[index].rounded() {
        throw table.row.misfit(index + 1, "a count of steps")
      }
      _ = rows.append(table.time, force.x, force.y, force.z, line: table.line)
      reported.append((table.time, Int(table.values[4]), table.line))
    }
    var report = table.report
    rows.flush(&report)
    try rows.check(.specificForce, file: file)
    guard let origin = rows.rows.first?.nanoseconds else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    let counts = counts(inOrderOfTime(reported, \.time), since: origin, &report)
    return OxfordTrace(
      accelerometer: rows.samples(since: origin), counts: counts, report: report)
  }

  private static func counts(
    _ reported: [(time: Int64, steps: Int, line: Int)], since origin: Int64,
    _ report: inout ReadingReport<Warning>
  ) -> [StepCount] {
    guard let first = reported.first, let last = reported.last else { return [] }
    var maximum = first.steps
    var counts = [StepCount(time: simTime(first.time, since: origin), steps: 0)]
    for row in reported {
      if row.steps < maximum { report.note(.fallen, line: row.line) }
      guard row.steps > maximum else { continue }
      maximum = row.steps
      counts.append(StepCount(time: simTime(row.time, since: origin), steps: maximum - first.steps))
    }
    counts.append(StepCount(time: simTime(last.time, since: origin), steps: maximum - first.steps))
    return counts
  }
}
