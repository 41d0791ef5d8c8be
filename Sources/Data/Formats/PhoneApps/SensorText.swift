import Documents
import Recordings

/// A row reader that detects the separator and decimal sign of a table.
struct SensorText {
  private(set) var row: SeparatedText
  let header: SensorHeader
  private let separator: UInt8
  /// Unit of the time column.
  private enum TimeUnit {
    case nanoseconds, microseconds, milliseconds, seconds
    /// Dates as text.
    case date
  }
  /// Index of the time column.
  let timeColumn: Int
  private var timeUnit: TimeUnit?
  /// True if the date column was saved rounded, so that another time column is used.
  private(set) var isRounded = false
  private(set) var clock = SensorTable.TimeOrigin.elapsed

  init(_ text: ByteWindow, file: String) throws(DocumentError) {
    separator = Self.separator(text.bytes)
    row = SeparatedText(
      text, file: file,
      layout: SeparatedText.Layout(separator: separator, hasQuotes: true))
    guard try row.next() else {
      throw DocumentError(
        "an empty file, where a header was expected",
        at: SourcePosition(file: file, line: 1, column: 1))
    }
    guard row.count <= 200 else { throw row.failure("a header of \(row.count) columns or more") }
    header = SensorHeader(titles: (0..<row.count).map(row.text))
    guard let time = header.index(of: "time", "timestamp", "secondselapsed", "t") else {
      throw row.failure("no column of times, such as 'time' or 'Time (s)', in the header")
    }
    if let other = header.index(of: "secondselapsed"), other != time,
      Self.isRounded(row, time, beside: other)
    {
      (timeColumn, timeUnit, isRounded) = (other, .seconds, true)
      return
    }
    timeColumn = time
    switch header.columns[time].unit {
    case "s": timeUnit = .seconds
    case "ms": timeUnit = .milliseconds
    case "us", "µs": timeUnit = .microseconds
    case "ns": timeUnit = .nanoseconds
    default: break
    }
  }

  /// Number of rows tested for rounded times.
  private static let rowsLookedAt = 2000

  /// True if a column's time stays constant in more than half of the rows in which the other column changes.
  ///
  /// Spreadsheets save 1680000000000000000 as 1.68E+18, the same for weeks.
  private static func isRounded(_ start: SeparatedText, _ time: Int, beside other: Int) -> Bool {
    var (row, last) = (start, (time: "", other: ""))
    var (steps, stuck, count) = (0, 0, 0)
    // An unreadable row ends the test; the error is reported when the row is read.
    while count < rowsLookedAt, (try? row.next()) == true {
      guard time < row.count, other < row.count else { continue }
      let now = (time: row.text(time), other: row.text(other))
      if count > 0, now.other != last.other {
        steps += 1
        if now.time == last.time { stuck += 1 }
      }
      (last, count) = (now, count + 1)
    }
    return 2 * stuck > steps
  }

  /// The most frequent of tab, semicolon and comma outside quotes in the first line.
  private static func separator(_ bytes: [UInt8]) -> UInt8 {
    var counts: (tab: Int, semicolon: Int, comma: Int) = (0, 0, 0)
    var isQuoted = false
    for byte in bytes[startOfText(bytes)...].prefix(10_000) {
      if byte == 10 || byte == 13 { break }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      switch byte {
      case 9: counts.tab += 1
      case UInt8(ascii: ";"): counts.semicolon += 1
      case UInt8(ascii: ","): counts.comma += 1
      default: break
      }
    }
    if counts.tab > 0, counts.tab >= counts.semicolon { return 9 }
    return counts.semicolon > 0 ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }

  mutating func next() throws(DocumentError) -> Bool { try row.next() }

  /// The finite number in a field; nil for other text.
  func number(_ column: Int?) -> Double? {
    guard let column, column < row.count, row.fields[column].width > 0 else { return nil }
    if let value = row.number(column) { return value.isFinite ? value : nil }
    // With another separator, a comma may be the decimal sign; spaces may surround the number.
    let field = row.fields[column]
    var text = Array(row.bytes[field.start..<field.end]).filter { $0 > 32 }
    if separator != UInt8(ascii: ","), let comma = text.firstIndex(of: UInt8(ascii: ",")) {
      text[comma] = UInt8(ascii: ".")
    }
    let value = text.withUnsafeBufferPointer { decimalNumber($0) }
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The row's time in ns by the table's clock; nil if unreadable.
  mutating func time() -> Int64? {
    if timeUnit == nil { settleTimeUnit() }
    switch timeUnit {
    case .nanoseconds:
      if let exact = row.integer(timeColumn) { return exact >= 0 ? exact : nil }
      return scaled(1)
    case .microseconds: return scaled(1e3)
    case .milliseconds: return scaled(1e6)
    case .seconds:
      if separator == UInt8(ascii: ","), let exact = row.nanoseconds(timeColumn) { return exact }
      return scaled(1e9)
    case .date: return unixTimestamp(row.text(timeColumn).utf8)?.nanoseconds
    case nil: return nil
    }
  }

  private func scaled(_ unit: Double) -> Int64? {
    guard let value = number(timeColumn), abs(value * unit) < 8.8e18 else { return nil }
    return Int64((value * unit).rounded())
  }

  /// Detects the time unit by the magnitude of the first time: Unix time in seconds now has 10 digits.
  private mutating func settleTimeUnit() {
    guard let value = number(timeColumn) else {
      guard unixTimestamp(row.text(timeColumn).utf8) != nil else { return }
      (timeUnit, clock) = (.date, .unix)
      return
    }
    switch value {
    case 1e17...: (timeUnit, clock) = (.nanoseconds, .unix)
    case 1e14..<1e17: (timeUnit, clock) = (.microseconds, .unix)
    case 1e11..<1e14: (timeUnit, clock) = (.milliseconds, .unix)
    case 1e9..<1e11: (timeUnit, clock) = (.seconds, .unix)
    default: timeUnit = .seconds
    }
  }
}
