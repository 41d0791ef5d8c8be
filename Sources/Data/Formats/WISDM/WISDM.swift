public import Documents
import Kernel
public import Observations
public import Recordings

/// Activities of one person with one device: a raw file of the "WISDM Smartphone and Smartwatch
/// Activity and Biometrics Dataset" (Weiss, Yoneda and Hayajneh, "Smartphone and Smartwatch-Based
/// Biometrics Using Activities of Daily Living", IEEE Access 2019).
///
/// No header; a row is `subject,activity,time,x,y,z;`, with the time in ns of a device clock that
/// restarts between activities, and values in the device's axes: m/s² with gravity for accelerometers,
/// rad/s for gyroscopes. Nominally 20 rows per second, about three minutes of each activity,
/// concatenated in the order of their letters, not of time.
///
/// Repaired and counted: a lost end of line (a row also ends at its `;`), rows out of order, rows of
/// equal time, incomplete rows, clock jumps of more than 10 s back within an activity, which start a
/// new segment. Rejected, with the line: text in a number column, more than six fields, unknown
/// activities, times that aren't in ns, accelerations that aren't in m/s².
public struct WISDM: RecordingFormat {
  /// Repaired or skipped rows of a file.
  public enum Warning: String, SeriesWarning, TableWarning {
    case incomplete = "rows without a value"
    case reset = "backward jumps of the clock within an activity"
    case disorder = "rows earlier than a previous one"
    case repeated = "rows of the same time as another (the first taken)"
    case gap = "gaps of more than 0.5 s"
  }

  /// The sensor of a file.
  public enum WISDMSensor: Hashable, Sendable {
    /// In m/s², with gravity.
    case accelerometer
    /// In rad/s.
    case gyroscope
  }

  /// One uninterrupted activity.
  public struct Segment: Hashable, Sendable {
    /// Code of the person.
    public var subject: Int
    public var activity: Activity
    /// The device's clock at the first reading, in ns.
    public var originNanoseconds: Int64
    /// Readings, with times since the first one.
    public var samples: [InertialSample]
  }

  /// Nominal sampling rate, in Hz.
  public static let rowsPerSecond = 20.0

  /// In the file's order.
  public var segments: [Segment]
  public var report: ReadingReport<Warning>

  /// Reads an accelerometer file, gzipped or not.
  ///
  /// - Throws: The fault and its position.
  public static func read(_ text: ByteWindow, file: String) throws(DocumentError) -> WISDM {
    try read(text, file: file, sensor: .accelerometer)
  }

  /// Reads a file of either sensor, gzipped or not; the sensor determines the valid range.
  ///
  /// - Throws: The fault and its position.
  public static func read(
    _ text: ByteWindow, file: String, sensor: WISDMSensor
  ) throws(DocumentError) -> WISDM {
    let map = ColumnMap(
      clock: .nanoseconds(2),
      values: ColumnMap.NumericColumn.axes(
        [3, 4, 5], as: sensor == .accelerometer ? "mps2" : "radps"), width: 6,
      rowEnd: UInt8(ascii: ";"))
    var table = try MappedTable<Warning>(map, text, file: file)
    var reader = Reader(file: file, sensor: sensor)
    while try table.next() { try reader.take(&table) }
    reader.report.add(table.report)
    try reader.close()
    guard !reader.segments.isEmpty else {
      throw DocumentError("\(file): no row with all values in the file")
    }
    return WISDM(segments: reader.segments, report: reader.report)
  }
}

extension WISDM {
  private struct Reader {
    let file: String
    let sensor: WISDMSensor
    var report = ReadingReport<Warning>()
    var segments: [Segment] = []
    private var rows = InertialRows()
    private var subject = 0
    private var activity = Activity.walking
    private var newest = Int64.min

    /// Min step back of the clock that counts as a reset.
    private static let resetReach = SimDuration.seconds(10)

    init(file: String, sensor: WISDMSensor) {
      self.file = file
      self.sensor = sensor
    }

    mutating func take(_ table: inout MappedTable<Warning>) throws(DocumentError) {
      let number = try table.row.demandInteger(0, in: 0...1_000_000_000, "a person's number")
      let person = Int(number)
      let doing: Activity = try table.word(1, "a letter from A to S, except N")
      let isComplete = try table.isComplete()
      if person != subject || doing != activity {
        try close()
        (subject, activity) = (person, doing)
      } else if !rows.rows.isEmpty,
        SimTime(nanoseconds: newest) - SimTime(nanoseconds: table.time) > Self.resetReach
      {
        report.note(.reset, line: table.line)
        try close()
      }
      guard isComplete else { return }
      let value = table.vector(0)
      _ = rows.append(table.time, value.x, value.y, value.z, line: table.line)
      newest = max(newest, table.time)
    }

    /// Ends the open segment.
    mutating func close() throws(DocumentError) {
      var closed = rows
      rows = InertialRows()
      newest = .min
      closed.flush(&report)
      guard let first = closed.rows.first?.nanoseconds else { return }
      try closed.check(sensor == .accelerometer ? .specificForce : .rotationRate, file: file)
      segments.append(
        Segment(
          subject: subject, activity: activity, originNanoseconds: first,
          samples: closed.samples(since: first)))
    }
  }
}
