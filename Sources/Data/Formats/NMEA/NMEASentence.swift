import Documents
import Observations
import Recordings

/// The comma-separated fields of one sentence, between `$` and `*`.
struct NMEASentence {
  /// The state of the checksum after the fields.
  enum Checksum {
    case right, wrong, missing
  }

  /// The sentences that are read.
  enum Kind {
    case gga, rmc, vtg, gsa, gsv, gst, zda, other
  }

  private var bytes: [UInt8] = []
  /// The first field is talker and kind, such as `GNGGA`.
  private var fields = FieldList()
  private(set) var checksum = Checksum.missing
  private(set) var kind = Kind.other
  /// Line number, from 1.
  private(set) var line = 0

  /// No sentence has more than about thirty fields; the limit bounds the work for a line of commas.
  private static let maxSeparators = 64

  /// Splits a sentence, which ranges from after the `$` to the end of the line or the next `$`.
  mutating func split(_ text: [UInt8], _ range: Range<Int>, line: Int) {
    bytes = text
    self.line = line
    fields.removeAll()
    var (start, index) = (range.lowerBound, range.lowerBound)
    var sum: UInt8 = 0
    let span = text.span
    while index < range.upperBound, span[index] != UInt8(ascii: "*") {
      let byte = span[index]
      sum ^= byte
      if byte == UInt8(ascii: ","), fields.count < Self.maxSeparators {
        fields.append(TextField(start: start, end: index))
        start = index + 1
      }
      index += 1
    }
    checksum = .missing
    if index < range.upperBound {
      let stated = index + 2 < range.upperBound ? hexPair(index + 1) : nil
      checksum = stated == sum ? .right : .wrong
    }
    while index > start, span[index - 1] <= 32 { index -= 1 }
    fields.append(TextField(start: start, end: index))
    kind = knownKind
  }

  /// The byte of two hexadecimal digits; nil for other text.
  private func hexPair(_ index: Int) -> UInt8? {
    guard let high = hexValue(bytes[index]), let low = hexValue(bytes[index + 1]) else {
      return nil
    }
    return high << 4 | low
  }

  /// The kind by the last three letters of the first field; proprietary sentences are others.
  private var knownKind: Kind {
    let name = fields[0]
    guard name.width == 5, bytes[name.start] != UInt8(ascii: "P") else { return .other }
    return switch (bytes[name.start + 2], bytes[name.start + 3], bytes[name.start + 4]) {
    case (UInt8(ascii: "G"), UInt8(ascii: "G"), UInt8(ascii: "A")): .gga
    case (UInt8(ascii: "R"), UInt8(ascii: "M"), UInt8(ascii: "C")): .rmc
    case (UInt8(ascii: "V"), UInt8(ascii: "T"), UInt8(ascii: "G")): .vtg
    case (UInt8(ascii: "G"), UInt8(ascii: "S"), UInt8(ascii: "A")): .gsa
    case (UInt8(ascii: "G"), UInt8(ascii: "S"), UInt8(ascii: "V")): .gsv
    case (UInt8(ascii: "G"), UInt8(ascii: "S"), UInt8(ascii: "T")): .gst
    case (UInt8(ascii: "Z"), UInt8(ascii: "D"), UInt8(ascii: "A")): .zda
    default: .other
    }
  }

  /// The two letters of the talker; empty if there are none.
  var talker: String {
    let name = fields[0]
    guard name.width == 5 else { return "" }
    return String(decoding: bytes[name.start..<name.start + 2], as: UTF8.self)
  }

  var count: Int { fields.count }

  /// True if a field is empty or missing.
  func isEmpty(_ index: Int) -> Bool { index >= fields.count || fields[index].width == 0 }

  /// The first byte of a field; a space for an empty one.
  func letter(_ index: Int) -> UInt8 { isEmpty(index) ? 32 : bytes[fields[index].start] }

  /// The finite number in a field; nil for other text.
  func number(_ index: Int) -> Double? {
    guard !isEmpty(index) else { return nil }
    let value = decimalNumber(bytes, fields[index].start..<fields[index].end)
    return value.flatMap { $0.isFinite && abs($0) < 1e9 ? $0 : nil }
  }

  /// The integer in a field; nil for other text.
  func integer(_ index: Int) -> Int? {
    guard let value = number(index) else { return nil }
    return Int(exactly: value)
  }

  /// The time of day in ns, from `hhmmss.sss`; nil for other text.
  func timeOfDay(_ index: Int) -> Int64? {
    guard !isEmpty(index), fields[index].width >= 6, let clock = threePairs(fields[index].start),
      clock.0 < 24, clock.1 < 60, clock.2 <= 60
    else { return nil }
    let rest = fields[index].start + 6..<fields[index].end
    var nanoseconds = Int64(clock.0 * 3600 + clock.1 * 60 + clock.2) * 1_000_000_000
    guard !rest.isEmpty else { return nanoseconds }
    guard bytes[rest.lowerBound] == UInt8(ascii: "."), rest.count <= 10 else { return nil }
    var unit: Int64 = 100_000_000
    for place in rest.dropFirst() {
      let digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      nanoseconds += Int64(digit) * unit
      unit /= 10
    }
    return nanoseconds
  }

  /// The date in days since 1970, from `ddmmyy`; nil for other text.
  ///
  /// Years from 80 on are in the 20th century.
  func date(_ index: Int) -> Int? {
    guard !isEmpty(index), fields[index].width == 6, let date = threePairs(fields[index].start)
    else { return nil }
    return Self.days(year: RinexSystem.fullYear(date.2), month: date.1, day: date.0)
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
    return fault("latitude_deg", index, limit: 90) ?? fault("longitude_deg", index + 2, limit: 180)
  }

  private func fault(_ name: String, _ index: Int, limit: Double) -> InvalidValue? {
    guard let value = angle(index, limit: .infinity), value > limit else { return nil }
    return InvalidValue(name, value)
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
  private func threePairs(_ start: Int) -> (Int, Int, Int)? {
    guard let first = pair(start), let second = pair(start + 2), let third = pair(start + 4) else {
      return nil
    }
    return (first, second, third)
  }

  private func pair(_ start: Int) -> Int? {
    let (high, low) = (bytes[start] &- 48, bytes[start + 1] &- 48)
    return high < 10 && low < 10 ? Int(high) * 10 + Int(low) : nil
  }
}
