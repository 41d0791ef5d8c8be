import Documents
import Kernel

// How activities and steps that were told lie in the files of a recording.

extension RecordingTable<Output> {
  static let motion: [RecordingTable] = [
    activity, activityHistory,
    steps("told_pedometer.csv") {
      guard case .pedometer(let record) = $0 else { return nil }
      return record
    } wrap: {
      .pedometer($0)
    },
    steps("told_pedometer_history.csv") {
      guard case .pedometerHistory(let record) = $0 else { return nil }
      return record
    } wrap: {
      .pedometerHistory($0)
    },
    pedometerEvent,
  ]

  private static let activityColumns = ["start_s", "flags", "confidence"]

  private static let activity = row(
    "told_activity.csv", activityColumns,
    {
      guard case .activity(let report) = $0 else { return nil }
      return report
    }, { .activity($0) },
    write: { report, csv in csv.write(report) },
    read: { (row: inout RowGroup) throws(DocumentError) -> ActivityReport in try row.activity() })

  private static let activityHistory = rows(
    "told_activity_history.csv", shared: [], members: activityColumns, marker: "start_s",
    {
      guard case .activityHistory(let reports) = $0 else { return nil }
      return reports
    }, { .activityHistory($0) }, list: { $0 }, writeShared: { _, _ in },
    writeMember: { report, csv in csv.write(report) },
    readMember: { (row: inout RowGroup) throws(DocumentError) -> ActivityReport in
      try row.activity()
    },
    read: { row, members throws(DocumentError) in try members(&row) })

  /// A table of pedometer records.
  private static func steps(
    _ file: String, extract: @escaping @Sendable (Output) -> PedometerRecord?,
    wrap: @escaping @Sendable (PedometerRecord) -> Output
  ) -> RecordingTable {
    row(
      file,
      [
        "start_s", "end_s", "steps", "distance_m", "pace_spm", "cadence_hz", "floors_up",
        "floors_down",
      ], extract, wrap,
      write: { record, csv in
        csv.field(record.startTime)
        csv.field(record.endTime)
        csv.field(record.stepCount)
        csv.field(record.distanceMetres)
        csv.field(record.paceSecondsPerMetre)
        csv.field(record.cadenceStepsPerSecond)
        csv.field(record.floorsAscended)
        csv.field(record.floorsDescended)
      },
      read: { (row: inout RowGroup) throws(DocumentError) -> PedometerRecord in
        try PedometerRecord(
          startTime: row.time("start_s"), endTime: row.time("end_s"),
          stepCount: row.integer("steps"), distanceMetres: row.optionalNumber("distance_m"),
          paceSecondsPerMetre: row.optionalNumber("pace_spm"),
          cadenceStepsPerSecond: row.optionalNumber("cadence_hz"),
          floorsAscended: row.optionalInteger("floors_up"),
          floorsDescended: row.optionalInteger("floors_down"))
      })
  }

  private static let pedometerEvent = row(
    "told_pedometer_event.csv", ["time_s", "event"],
    {
      guard case .pedometerEvent(let event) = $0 else { return nil }
      return event
    }, { .pedometerEvent($0) },
    write: { event, csv in
      csv.field(event.time)
      csv.field(event.kind.rawValue)
    },
    read: { (row: inout RowGroup) throws(DocumentError) -> PedometerEvent in
      try PedometerEvent(time: row.time("time_s"), kind: row.word("event"))
    })
}

extension CSVWriter {
  fileprivate mutating func write(_ report: ActivityReport) {
    field(report.startTime)
    field(report.flags.text)
    field(report.confidence.rawValue)
  }
}

extension RowGroup {
  fileprivate mutating func activity() throws(DocumentError) -> ActivityReport {
    let start = try time("start_s")
    let flags = try parsed("flags", as: "activities joined by '+'") { ActivityFlags(text: $0) }
    let confidence = try parsed("confidence", as: "0, 1 or 2") { text in
      Int(text).flatMap { Confidence(rawValue: $0) }
    }
    return ActivityReport(startTime: start, flags: flags, confidence: confidence)
  }
}
