public import Documents
public import Kernel
public import Recordings

/// What one phone heard of another at known distances: a file of github theheraldproject,
/// herald-analysis, reference-data.
///
/// A table of `time,rssi,distance`: local time to the second, dBm, and the true distance in cm along
/// a string. Plain or gzipped.
///
/// Mended and counted: rows out of order, which are put in order; rows that lack a value, or hold no
/// number for it (`nan`), which are left out. Counted, and kept as they are: rows of one second, which
/// is as fine as the times are, and gaps. Refused, with the line: text where a number belongs, values
/// that can't be, rows of more than three fields.
public struct HeraldRecording: RecordingFormat {
  /// What was left out of a file, or mended.
  public enum Remark: String, SeriesRemark {
    case incomplete = "rows without a value"
    case disorder = "rows earlier than one before"
    case repeated = "rows of the same second as the one before"
    case gap = "gaps of more than a minute"
  }

  /// One reading.
  public struct Row: Hashable, Sendable {
    /// Since midnight of the first row's day, in the phone's local time.
    public var time: SimTime
    /// Received signal strength, in dBm.
    public var rssiDecibelMilliwatts: Double
    /// The true distance between the phones' cases, in m.
    public var distanceMetres: Double

    /// Creates a reading.
    public init(time: SimTime, rssiDecibelMilliwatts: Double, distanceMetres: Double) {
      self.time = time
      self.rssiDecibelMilliwatts = rssiDecibelMilliwatts
      self.distanceMetres = distanceMetres
    }
  }

  /// The readings, in the order of time.
  public let rows: [Row]
  /// The day of the first reading, counted from 1970-01-01.
  public let firstDay: Int
  /// What was left out or mended.
  public let report: ReadingReport<Remark>

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The readings; none if there is only a header.
  /// - Throws: What is wrong, and where.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> HeraldRecording {
    var table = try NamedTable(bytes, file: file)
    let time = try table.column("time")
    let rssi = try table.column("rssi")
    let distance = try table.column("distance")
    var report = ReadingReport<Remark>()
    var newest: Int64?
    var rows: [(time: Int64, row: Row)] = []
    while try table.next() {
      guard let seconds = localSeconds(table.text(time)) else {
        throw table.misfit(time, "a time such as 2021-03-11 09:01:51")
      }
      guard let strength = try table.number(rssi, in: -200...50),
        let centimetres = try table.number(distance, in: 0...1e6)
      else {
        report.note(.incomplete, line: table.line)
        continue
      }
      report.noteNext(seconds, newest: &newest, longest: 60, line: table.line)
      rows.append(
        (
          seconds,
          Row(time: .start, rssiDecibelMilliwatts: strength, distanceMetres: centimetres / 100)
        ))
    }
    rows = inOrderOfTime(rows, \.time)
    let firstDay = (rows.first?.time ?? 0) / 86_400
    return HeraldRecording(
      rows: rows.map { entry in
        var row = entry.row
        row.time = .start + .seconds(1) * (entry.time - firstDay * 86_400)
        return row
      }, firstDay: Int(firstDay), report: report)
  }

  /// Seconds since 1970-01-01 of a local time written `2021-03-11 09:01:51`; nil for other text.
  private static func localSeconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 19 else { return nil }
    func digits(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    let marks = [4, 7, 10, 13, 16].map { bytes[$0] }
    guard marks == Array("-- ::".utf8) || marks == Array("--T::".utf8),
      let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10),
      let hour = digits(11..<13), let minute = digits(14..<16), let second = digits(17..<19),
      year >= 1970, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    // Days from the civil calendar, with years that begin in March.
    let (years, months) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day
    return Int64((days - 719_469) * 86_400 + hour * 3600 + minute * 60 + second)
  }
}
