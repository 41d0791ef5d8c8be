public import Documents
import Kernel

extension SmartphoneWatch {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The readings.
  /// - Throws: What is wrong, and where.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> SmartphoneWatch {
    var table = try RadioDataTable(bytes, file: file)
    var columns: [Int] = []
    for sensor in ["acc", "gyro"] {
      for axis in ["x", "y", "z"] { columns.append(try table.column("\(axis)_\(sensor)")) }
    }
    let timeColumn = try table.column("timestamp")
    let labelColumn = try table.column("label")
    var report = ReadingReport<Remark>()
    var rows: [Row] = []
    var newest: Int64?
    while try table.next() {
      let time = try table.unixMilliseconds(timeColumn)
      guard credibleUnixMilliseconds.contains(time) else {
        throw table.error("a time in ms since 1970 belongs here", at: timeColumn)
      }
      let activity = try activity(table, labelColumn)
      guard let values = try values(table, columns) else {
        report.note(.incomplete, line: table.line)
        continue
      }
      if let last = newest {
        if time < last { report.note(.disorder, line: table.line) }
        if time == last { report.note(.burst, line: table.line) }
        if time - last > longestGap { report.note(.gap, line: table.line) }
      }
      newest = max(newest ?? time, time)
      rows.append(Row(time: time, force: values.force, rate: values.rate, activity: activity))
    }
    guard let first = rows.map(\.time).min() else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    return try recording(rows, first: first, file: file, report: report)
  }

  private struct Row {
    var time: Int64
    var force: SIMD3<Float>
    var rate: SIMD3<Float>
    var activity: Activity
  }

  /// The longest time between two readings that isn't a gap, in ms.
  private static let longestGap: Int64 = 500

  private static func activity(
    _ table: RadioDataTable, _ column: Int
  ) throws(DocumentError) -> Activity {
    let text = table.text(column)
    guard let activity = Activity(rawValue: text) else {
      throw table.error(
        "a label, one of " + Activity.allCases.map(\.rawValue).joined(separator: ", ")
          + ", belongs here", at: column)
    }
    return activity
  }

  private static func values(
    _ table: RadioDataTable, _ columns: [Int]
  ) throws(DocumentError) -> (force: SIMD3<Float>, rate: SIMD3<Float>)? {
    var (force, rate) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
    for (place, column) in columns.enumerated() {
      guard let value = try table.number(column, in: -InertialRows.limit...InertialRows.limit)
      else { return nil }
      if place < 3 { force[place] = Float(value) } else { rate[place - 3] = Float(value) }
    }
    return (force, rate)
  }

  private static func recording(
    _ unordered: [Row], first: Int64, file: String, report: ReadingReport<Remark>
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
        line: 2)
    }
    // A complaint about the whole names the first row after the header.
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

  /// Times at one rate within each stretch, between its first and last written ones.
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
