public import Documents
import Kernel
import Observations
import Recordings

extension OxfordSteps {
  /// Reads the two files of a walk, gzipped or not.
  ///
  /// - Throws: The fault and its position.
  public static func read(
    _ bytes: [UInt8], file: String, switches: [UInt8], switchFile: String
  ) throws(DocumentError) -> OxfordSteps {
    try read(
      ByteWindow(bytes), file: file, switches: ByteWindow(switches), switchFile: switchFile)
  }

  static func read(
    _ text: ByteWindow, file: String, switches: ByteWindow, switchFile: String
  ) throws(DocumentError) -> OxfordSteps {
    var report = ReadingReport<Warning>()
    let rows = try forces(text, file: file, &report)
    guard let origin = rows.rows.first?.nanoseconds else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    var switchReport = ReadingReport<Warning>()
    let polls = try polls(switches, file: switchFile, origin: origin, &switchReport)
    return OxfordSteps(
      originNanoseconds: origin, accelerometer: rows.samples(since: origin), polls: polls,
      report: report, switchReport: switchReport)
  }

  private static let forceMap = ColumnMap(
    clock: .nanoseconds(0), values: ColumnMap.NumericColumn.axes([2, 3, 4], as: "mps2"), width: 5)

  private static func forces(
    _ text: ByteWindow, file: String, _ report: inout ReadingReport<Warning>
  ) throws(DocumentError) -> InertialRows {
    var table = try MappedTable<Warning>(forceMap, text, file: file)
    var rows = InertialRows()
    while try table.next() {
      guard try table.isComplete() else { continue }
      let force = table.vector(0)
      _ = rows.append(table.time, force.x, force.y, force.z, line: table.line)
    }
    report = table.report
    rows.flush(&report)
    try rows.check(.specificForce, file: file)
    return rows
  }

  private static let switchMap = ColumnMap(
    clock: .nanoseconds(0),
    values: [
      ColumnMap.NumericColumn(1, 0...1, is: "a switch, 0 or 1"),
      ColumnMap.NumericColumn(2, 0...1, is: "a switch, 0 or 1"),
    ], width: 3)

  private static func polls(
    _ text: ByteWindow, file: String, origin: Int64, _ report: inout ReadingReport<Warning>
  ) throws(DocumentError) -> [Poll] {
    var table = try MappedTable<Warning>(switchMap, text, file: file)
    // The switches get the same repair as the accelerometer, in place of its axes.
    var rows = InertialRows()
    while try table.next() {
      guard try table.isComplete() else { continue }
      let (first, second) = (table.values[0], table.values[1])
      guard first == first.rounded(), second == second.rounded() else {
        throw table.row.misfit(first == first.rounded() ? 2 : 1, "a switch, 0 or 1")
      }
      _ = rows.append(table.time, first, second, 0, line: table.line)
    }
    report = table.report
    rows.flush(&report)
    guard !rows.rows.isEmpty else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    return rows.samples(since: origin).map { sample in
      Poll(time: sample.time, isFirstDown: sample.x > 0, isSecondDown: sample.y > 0)
    }
  }
}
