import Glibc
import Observations

/// Formats a number with fixed decimals, correctly rounded; never `-0`.
func fixedText(_ value: Double, decimals: Int) -> String {
  let text = formatted("%.*f", Int32(min(max(decimals, 0), 15)), value)
  // Removes the sign of a number that rounds to zero.
  let isZero = text.utf8.allSatisfy { [45, 46, 48].contains($0) }
  return isZero && text.first == "-" ? String(text.dropFirst()) : text
}

/// Formats a number with one digit before the point, twelve after it and an exponent, in 19 columns.
func scientificText(_ value: Double) -> String { padded(formatted("%.*E", 12, value), to: 19) }

/// Right-aligns a text in a column.
func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.utf8.count)) + text
}

/// Left-aligns a text in a column; truncates it and replaces characters that are not printable ASCII.
func filled(_ text: String, to width: Int) -> String {
  let plain = String(
    decoding: text.unicodeScalars.map { (32..<127).contains($0.value) ? UInt8($0.value) : 63 }
      .prefix(width), as: UTF8.self)
  return plain + String(repeating: " ", count: width - plain.utf8.count)
}

/// Formats an integer with leading zeros.
func digits(_ value: Int, _ width: Int) -> String {
  let text = "\(abs(value))"
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

/// Formats a number with C's `printf`; no locale is ever set, so the decimal separator is a point.
private func formatted(_ format: String, _ precision: Int32, _ value: Double) -> String {
  // The longest double has 309 digits before its point.
  let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
    let count = withVaList([precision, value]) { vsnprintf(buffer.baseAddress, 400, format, $0) }
    return buffer.prefix(max(0, min(Int(count), 399))).map { UInt8(bitPattern: $0) }
  }
  return String(decoding: text, as: UTF8.self)
}

/// A UTC time rounded to ms, as date and time of day.
struct WrittenMoment {
  let date: CalendarMoment
  /// The second with its three decimals, in ms.
  let milliseconds: Int

  /// Rounds a time to the nearest ms.
  init(_ time: GPSTime) {
    // Adds 0.1 ms so that second 59.999 is not rounded to 60.
    let whole = ((time.secondsOfWeek * 1000).rounded() + 0.1) / 1000
    let moment = GPSTime(week: time.week, secondsOfWeek: whole).utc
    date = moment
    milliseconds = Int(moment.second * 1000)
  }

  /// `2020-02-07T02:14:17.000Z`.
  var text: String {
    "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
      + "T\(digits(date.hour, 2)):\(digits(date.minute, 2)):\(secondText)Z"
  }

  /// `17.000`.
  var secondText: String { "\(digits(milliseconds / 1000, 2)).\(digits(milliseconds % 1000, 3))" }
}
