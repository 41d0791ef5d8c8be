public import Documents
import Kernel
import Observations
import Recordings

extension SmartphoneWatch {
  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> SmartphoneWatch {
    var table = try MappedTable<Warning>(map, text, file: file)
    let labelColumn = try table.place(of: "label")
    let labels =
      "a label, one of " + Activity.allCases.map(\.rawValue).joined(separator: ", ")
    var rows: [Row] = []
    var newest: Int64?
    while try table.next() {
      let activity: Activity = try table.word(labelColumn, labels)
      guard try table.isComplete() else { continue }
      table.report.noteNext(table.time, newest: &newest, longest: longestGap, line: table.line)
      rows.append(
        Row(
          time: table.time, line: table.line, force: SIMD3<Float>(table.vector(0)),
          rate: SIMD3<Float>(table.vector(3)), activity: activity))
    }
    guard let first = rows.map(\.time).min() else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    return try recording(rows, first: first, file: file, report: table.report)
  }

  private static let map = ColumnMap(
    clock: .unixMilliseconds("timestamp"),
    values: ColumnMap.NumericColumn.axes(["x_acc", "y_acc", "z_acc"], as: "mps2")
      + ColumnMap.NumericColumn.axes(["x_gyro", "y_gyro", "z_gyro"], as: "radps"))

  private struct Row {
    var time: Int64
    var line: Int
    var force: SIMD3<Float>
    var rate: SIMD3<Float>
    var activity: Activity
  }

  /// Longest interval between two readings that isn't a gap, in ms.
  private static let longestGap: Int64 = 500

  private static func recording(
    _ unordered: [Row], first: Int64, file: String, report: ReadingReport<Warning>
  ) throws(DocumentError) -> SmartphoneWatch {
    let rows = inOrderOfTime(unordered, \.time)
    let written = rows.map { SimDuration.milliseconds(1) * ($0.time - first) }
    let starts =
      [0]
      + rows.indices.dropFirst().filter {
        rows[$0].time - rows[$0 - 1].time > longestGap
      }
    let times = evenTimes(written, starts: starts + [rows.count])
    var checked = InertialRows()
    for (row, time) in zip(rows, times) {
      _ = checked.append(
        time.nanoseconds, Double(row.force.x), Double(row.force.y), Double(row.force.z),
        line: row.line)
    }
    try checked.check(.specificForce, file: file)
    return SmartphoneWatch(
      startUnixMilliseconds: first,
      accelerometer: zip(rows, times).map { row, time in
        InertialSample(time: time, x: row.force.x, y: row.force.y, z: row.force.z)
      },
      gyroscope: zip(rows, times).map { row, time in
        InertialSample(time: time, x: row.rate.x, y: row.rate.y, z: row.rate.z)
      },
      writtenTimes: written.map { .start + $0 }, segments: segments(rows), report: report)
  }

  /// Evenly spaced times within each stretch, between its first and last written times.
  private static func evenTimes(_ written: [SimDuration], starts: [Int]) -> [SimTime] {
    var times: [SimTime] = []
    times.reserveCapacity(written.count)
    for (start, end) in zip(starts, starts.dropFirst()) {
      let first = written[start].nanoseconds
      let span = written[end - 1].nanoseconds - first
      let intervals = Int64(max(1, end - start - 1))
      for index in start..<end {
        let number = Int64(index - start)
        // In two parts, so that no product overflows.
        let offset = span / intervals * number + span % intervals * number / intervals
        times.append(SimTime(nanoseconds: first + offset))
      }
    }
    return times
  }

  private static func segments(_ rows: [Row]) -> [Segment] {
    var segments: [Segment] = []
    for (index, row) in rows.enumerated() {
      if let last = segments.last, last.activity == row.activity {
        segments[segments.count - 1].rows = last.rows.lowerBound..<index + 1
      } else {
        segments.append(Segment(activity: row.activity, rows: index..<index + 1))
      }
    }
    return segments
  }
}
