import Observations

/// Parses a date and time in ISO 8601 or RFC 3339 as ns of Unix time.
///
/// Accepts `2020-02-07T02:14:17.5Z`, a space for the T, an offset such as `+01:00` or `+0100`, and a missing
/// zone, which is reported and taken as UTC. Up to nine decimals count. Second 60 is the first second of
/// the next minute, as in Unix time.
///
/// - Parameter text: The text, with or without surrounding spaces.
/// - Returns: The time, and true if it has a zone; nil for other text, and outside 1970 to 2199.
func unixTimestamp(_ text: some Sequence<UInt8>) -> (nanoseconds: Int64, hasZone: Bool)? {
  var scanner = TimestampScanner(text)
  guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
    scanner.skip("-"), let day = scanner.digits(2), scanner.skip("T", "t", " "),
    let hour = scanner.digits(2), scanner.skip(":"), let minute = scanner.digits(2),
    scanner.skip(":"), let second = scanner.digits(2)
  else { return nil }
  let moment = CalendarMoment(
    year: year, month: month, day: day, hour: hour, minute: minute, second: Double(second))
  guard moment.isValid, (1970...2199).contains(year), let fraction = scanner.fraction(),
    let zone = scanner.zone()
  else { return nil }
  var seconds = Int64(moment.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  var hasZone = false
  if case .offset(let east) = zone {
    seconds -= Int64(east)
    hasZone = true
  }
  guard seconds >= 0 else { return nil }
  return (seconds * 1_000_000_000 + fraction, hasZone)
}

extension GPSTime {
  /// Converts Unix time in ns to GPS time, with leap seconds from the table.
  init(unixNanoseconds time: Int64) {
    let day: Int64 = 86_400_000_000_000
    let (days, rest) = time.quotientAndRemainder(dividingBy: day)
    let moment = CalendarMoment(
      daysSince1970: Int(rest < 0 ? days - 1 : days),
      secondsOfDay: Double(rest < 0 ? rest + day : rest) / 1e9)
    self.init(utc: moment)
  }
}

/// Seconds since 1970-01-01 of a local time written `2021-03-11 09:01:51`; nil for other text.
func localSeconds(_ text: String) -> Int64? {
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

/// A left-to-right scanner of a timestamp.
private struct TimestampScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some Sequence<UInt8>) {
    rest = Array(text.prefix(80))[...]
    while let byte = rest.first, byte <= 32 { rest.removeFirst() }
    while let byte = rest.last, byte <= 32 { rest.removeLast() }
  }

  /// Scans a number with a fixed count of digits.
  mutating func digits(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    rest.removeFirst(count)
    return value
  }

  /// Skips an ASCII character, or one of its alternatives.
  mutating func skip(
    _ one: Unicode.Scalar, _ another: Unicode.Scalar? = nil, _ third: Unicode.Scalar? = nil
  ) -> Bool {
    guard let byte = rest.first else { return false }
    let scalar = Unicode.Scalar(byte)
    guard scalar == one || scalar == another || scalar == third else { return false }
    rest.removeFirst()
    return true
  }

  /// Scans decimals of a second, in ns; 0 if there are none, nil for a point without a digit.
  mutating func fraction() -> Int64? {
    guard skip(".", ",") else { return 0 }
    var (value, count): (Int64, Int) = (0, 0)
    while let byte = rest.first, byte >= 48, byte <= 57 {
      if count < 9 { value = value * 10 + Int64(byte - 48) }
      count += 1
      rest.removeFirst()
    }
    guard count > 0 else { return nil }
    for _ in min(count, 9)..<9 { value *= 10 }
    return value
  }

  /// The time zone at the end.
  enum Zone {
    case missing
    /// In s east of UTC.
    case offset(Int)
  }

  /// Scans the zone up to the end; nil for other text.
  mutating func zone() -> Zone? {
    if rest.isEmpty { return .missing }
    if skip("Z", "z") { return rest.isEmpty ? .offset(0) : nil }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+", "-"), let hours = digits(2), hours <= 14 else { return nil }
    var minutes = 0
    if !rest.isEmpty {
      _ = skip(":")
      guard let value = digits(2), value < 60, rest.isEmpty else { return nil }
      minutes = value
    }
    let seconds = hours * 3600 + minutes * 60
    return .offset(isWest ? -seconds : seconds)
  }
}
