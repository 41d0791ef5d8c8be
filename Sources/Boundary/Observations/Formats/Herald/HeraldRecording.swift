public import Documents
public import Kernel

/// What one phone heard of another at known distances: a file of github theheraldproject,
/// herald-analysis, reference-data.
///
/// A table of `time,rssi,distance`: local time to the second, dBm, and the true distance in cm along
/// a string. Plain or gzipped. Rows out of order are put in order and counted; rows that lack a value,
/// or hold no number for it (`nan`), are left out and counted. Text where a number belongs, and values
/// that can't be, are refused with their line.
public struct HeraldRecording: Hashable, Sendable {
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

  /// What had to be mended.
  public struct Repairs: Hashable, Sendable {
    /// Rows that were earlier than the one before.
    public var unordered = 0
    /// Rows without strength or distance.
    public var incomplete = 0

    /// Nothing to mend.
    public init() {}
  }

  /// The readings, in the order of time.
  public let rows: [Row]
  /// The day of the first reading, counted from 1970-01-01.
  public let firstDay: Int
  /// What had to be mended.
  public let repairs: Repairs

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
    var table = try RadioDataTable(bytes, file: file)
    let time = try table.column("time")
    let rssi = try table.column("rssi")
    let distance = try table.column("distance")
    var repairs = Repairs()
    var rows: [(seconds: Int, row: Row)] = []
    while try table.next() {
      guard let seconds = localSeconds(table.text(time)) else {
        throw table.error("a time such as 2021-03-11 09:01:51 belongs here", at: time)
      }
      guard let strength = try table.number(rssi, in: -200...50),
        let centimetres = try table.number(distance, in: 0...1e6)
      else {
        repairs.incomplete += 1
        continue
      }
      if let last = rows.last, seconds < last.seconds { repairs.unordered += 1 }
      rows.append(
        (
          seconds,
          Row(time: .start, rssiDecibelMilliwatts: strength, distanceMetres: centimetres / 100)
        ))
    }
    if repairs.unordered > 0 { rows = RadioDataTable.inOrder(rows) { $0.seconds } }
    let firstDay = (rows.first?.seconds ?? 0) / 86_400
    return HeraldRecording(
      rows: rows.map { entry in
        var row = entry.row
        row.time = .start + .seconds(1) * Int64(entry.seconds - firstDay * 86_400)
        return row
      }, firstDay: firstDay, repairs: repairs)
  }

  /// Seconds since 1970-01-01 of a local time written `2021-03-11 09:01:51`; nil for other text.
  private static func localSeconds(_ text: String) -> Int? {
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
    return (days - 719_469) * 86_400 + hour * 3600 + minute * 60 + second
  }
}
