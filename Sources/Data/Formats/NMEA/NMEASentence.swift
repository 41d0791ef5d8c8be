import Observations
import Recordings

/// The comma-separated fields of one sentence, between `$` and `*`.
struct NMEASentence {
  /// The state of the checksum after the fields.
  enum Checksum {
    case right, wrong, missing
  }

  /// The first field is talker and kind, such as `GNGGA`.
  private let fields: [ArraySlice<UInt8>]
  let checksum: Checksum
  /// Line number, from 1.
  let line: Int

  /// Splits a sentence; `text` ranges from after the `$` to the end of the line or the next `$`.
  init(_ text: ArraySlice<UInt8>, line: Int) {
    self.line = line
    var content = text
    var checksum = Checksum.missing
    if let star = text.firstIndex(of: UInt8(ascii: "*")) {
      content = text[..<star]
      let digits = text[(star + 1)...].prefix(2).map { Self.hexDigit($0) }
      let sum = content.reduce(UInt8(0)) { $0 ^ $1 }
      if digits.count == 2, let high = digits[0], let low = digits[1] {
        checksum = high << 4 | low == sum ? .right : .wrong
      } else {
        checksum = .wrong
      }
    }
    self.checksum = checksum
    while let last = content.last, last <= 32 { content.removeLast() }
    // No sentence has more than about thirty fields; the limit bounds the work for a line of commas.
    fields = content.split(
      separator: UInt8(ascii: ","), maxSplits: 64, omittingEmptySubsequences: false)
  }

  /// The two letters of the talker; empty if there are none.
  var talker: String {
    guard let name = fields.first, name.count == 5 else { return "" }
    return String(decoding: name.prefix(2), as: UTF8.self)
  }

  /// The three letters of the kind; empty for a proprietary sentence.
  var kind: String {
    guard let name = fields.first, name.count == 5, name.first != UInt8(ascii: "P") else {
      return ""
    }
    return String(decoding: name.suffix(3), as: UTF8.self)
  }

  var count: Int { fields.count }

  /// True if a field is empty or missing.
  func isEmpty(_ index: Int) -> Bool { index >= fields.count || fields[index].isEmpty }

  /// The first byte of a field; a space for an empty one.
  func letter(_ index: Int) -> UInt8 { isEmpty(index) ? 32 : fields[index].first ?? 32 }

  /// The finite number in a field; nil for other text.
  func number(_ index: Int) -> Double? {
    guard !isEmpty(index) else { return nil }
    let value = fields[index].withUnsafeBufferPointer { decimalNumber($0) }
    return value.flatMap { $0.isFinite && abs($0) < 1e9 ? $0 : nil }
  }

  /// The integer in a field; nil for other text.
  func integer(_ index: Int) -> Int? {
    guard let value = number(index) else { return nil }
    return Int(exactly: value)
  }

  /// The time of day in ns, from `hhmmss.sss`; nil for other text.
  func timeOfDay(_ index: Int) -> Int64? {
    guard !isEmpty(index), fields[index].count >= 6, let clock = pairs(fields[index].prefix(6)),
      clock[0] < 24, clock[1] < 60, clock[2] <= 60
    else { return nil }
    let rest = fields[index].dropFirst(6)
    var nanoseconds = Int64(clock[0] * 3600 + clock[1] * 60 + clock[2]) * 1_000_000_000
    guard !rest.isEmpty else { return nanoseconds }
    guard rest.first == UInt8(ascii: "."), rest.count <= 10 else { return nil }
    var unit: Int64 = 100_000_000
    for byte in rest.dropFirst() {
      guard byte >= 48, byte <= 57 else { return nil }
      nanoseconds += Int64(byte - 48) * unit
      unit /= 10
    }
    return nanoseconds
  }

  /// The date in days since 1970, from `ddmmyy`; nil for other text.
  ///
  /// Years from 80 on are in the 20th century.
  func date(_ index: Int) -> Int? {
    guard !isEmpty(index), fields[index].count == 6, let date = pairs(fields[index]) else {
      return nil
    }
    return Self.days(year: RinexSystem.fullYear(date[2]), month: date[1], day: date[0])
  }

  /// Days since 1970 of a date; nil for an invalid date.
  static func days(year: Int, month: Int, day: Int) -> Int? {
    let moment = CalendarMoment(year: year, month: month, day: day)
    return moment.isValid && year >= 1980 ? moment.daysSince1970 : nil
  }

  /// The position in four fields: `ddmm.mmmm`, N or S, `dddmm.mmmm`, E or W.
  func coordinate(_ index: Int) -> Coordinate? {
    guard let latitude = angle(index, limit: 90), let longitude = angle(index + 2, limit: 180)
    else { return nil }
    let (north, east) = (letter(index + 1), letter(index + 3))
    guard north == UInt8(ascii: "N") || north == UInt8(ascii: "S"),
      east == UInt8(ascii: "E") || east == UInt8(ascii: "W")
    else { return nil }
    return Coordinate(
      latitudeDegrees: north == UInt8(ascii: "S") ? -latitude : latitude,
      longitudeDegrees: east == UInt8(ascii: "W") ? -longitude : longitude)
  }

  /// An out-of-range latitude or longitude in two such fields; nil if both are in range.
  ///
  /// Only checks complete sentences with a valid position: a damaged one says nothing about its receiver,
  /// and without a fix receivers fill the fields arbitrarily.
  func invalidPlace(_ index: Int, isValid: Bool) -> InvalidValue? {
    guard checksum == .right, isValid else { return nil }
    let angles = [
      ("latitude_deg", angle(index, limit: .infinity)),
      ("longitude_deg", angle(index + 2, limit: .infinity)),
    ]
    return angles.lazy.compactMap { name, value in
      value.flatMap { InvalidValue(name, $0) }
    }.first
  }

  /// Parses degrees and minutes written as one number.
  private func angle(_ index: Int, limit: Double) -> Double? {
    guard let value = number(index), value >= 0 else { return nil }
    let degrees = (value / 100).rounded(.down)
    let minutes = value - degrees * 100
    guard minutes < 60, degrees + minutes / 60 <= limit else { return nil }
    return degrees + minutes / 60
  }

  /// Parses three two-digit numbers.
  private func pairs(_ digits: ArraySlice<UInt8>) -> [Int]? {
    guard digits.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    let values = digits.map { Int($0 - 48) }
    return [values[0] * 10 + values[1], values[2] * 10 + values[3], values[4] * 10 + values[5]]
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Unicode.Scalar(byte).properties.isASCIIHexDigit
      ? UInt8(String(Unicode.Scalar(byte)), radix: 16) : nil
  }
}
