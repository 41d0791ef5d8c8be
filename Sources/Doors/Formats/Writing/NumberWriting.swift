import Glibc
import Observations

/// A number with so many decimals, correctly rounded; never `-0`.
func fixedText(_ value: Double, decimals: Int) -> String {
  let text = formatted("%.*f", Int32(min(max(decimals, 0), 15)), value)
  // Of a number that rounds to nothing the sign means nothing either.
  let isZero = text.utf8.allSatisfy { [45, 46, 48].contains($0) }
  return isZero && text.first == "-" ? String(text.dropFirst()) : text
}

/// A number with one digit before the point, twelve behind it and an exponent, in 19 columns.
func scientificText(_ value: Double) -> String { padded(formatted("%.*E", 12, value), to: 19) }

/// Text moved to the right of so many columns.
func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.utf8.count)) + text
}

/// Text at the left of so many columns; what is longer is cut, what isn't plain is replaced.
func filled(_ text: String, to width: Int) -> String {
  let plain = String(
    decoding: text.unicodeScalars.map { (32..<127).contains($0.value) ? UInt8($0.value) : 63 }
      .prefix(width), as: UTF8.self)
  return plain + String(repeating: " ", count: width - plain.utf8.count)
}

/// A whole number in so many digits, zeros in front.
func digits(_ value: Int, _ width: Int) -> String {
  let text = "\(abs(value))"
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

/// What C's `printf` makes of a number; no locale is ever set, so that the point is a point.
private func formatted(_ format: String, _ precision: Int32, _ value: Double) -> String {
  // The longest double has 309 digits before its point.
  let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
    let count = withVaList([precision, value]) { vsnprintf(buffer.baseAddress, 400, format, $0) }
    return buffer.prefix(max(0, min(Int(count), 399))).map { UInt8(bitPattern: $0) }
  }
  return String(decoding: text, as: UTF8.self)
}

/// A moment of UTC to the ms, its date and time of day apart.
struct WrittenMoment {
  let date: CalendarMoment
  /// The second with its three decimals, in ms.
  let milliseconds: Int

  /// The moment that is so long after another, to the nearest ms.
  init(_ time: GPSTime) {
    // A tenth of a ms keeps rounding from writing second 59.999 as 60.
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
