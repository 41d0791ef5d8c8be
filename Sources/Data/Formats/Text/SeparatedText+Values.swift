import Documents
import Glibc
import Observations
import Recordings

// Values decoded from the bytes of a field: nil if there is no such value.

extension SeparatedText {
  /// The text of a field, with invalid UTF-8 replaced; empty beyond the record's end.
  package func text(_ index: Int) -> String {
    guard index < fields.count else { return "" }
    let slice = bytes[fields[index].start..<fields[index].end]
    guard fields[index].hasEscapes else { return String(decoding: slice, as: UTF8.self) }
    var unescaped: [UInt8] = []
    var isDoubled = false
    for byte in slice {
      isDoubled = byte == UInt8(ascii: "\"") && !isDoubled
      if !isDoubled { unescaped.append(byte) }
    }
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// The text from one field to another, separators included.
  func text(_ first: Int, through last: Int) -> String {
    guard first <= last, last < fields.count else { return "" }
    return String(decoding: bytes[fields[first].start..<fields[last].end], as: UTF8.self)
  }

  /// True if a field is exactly a text.
  func has(_ index: Int, _ text: StaticString) -> Bool {
    guard index < fields.count, fields[index].width == text.utf8CodeUnitCount else { return false }
    return starts(index, with: text)
  }

  /// True if a field begins with a text.
  func starts(_ index: Int, with text: StaticString) -> Bool {
    guard index < fields.count, fields[index].width >= text.utf8CodeUnitCount else { return false }
    let start = fields[index].start
    return bytes.withUnsafeBufferPointer { bytes in
      text.withUTF8Buffer { text in
        for offset in 0..<text.count where bytes[start + offset] != text[offset] { return false }
        return true
      }
    }
  }

  /// The integer in a field; nil for other text or an overflow.
  func integer(_ index: Int) -> Int64? {
    guard index < fields.count else { return nil }
    let value = wholeNumber(bytes.span, fields[index].start..<fields[index].end)
    // Excludes Int64.min, which has no magnitude.
    return value == .min ? nil : value
  }

  /// The integer in a field; nil if out of range.
  func integer(_ index: Int, in range: ClosedRange<Int64>) -> Int? {
    guard let value = integer(index), range.contains(value) else { return nil }
    return Int(value)
  }

  /// The correctly rounded number in a field: NaN if it is empty, missing, `nan` or `null`; infinite for
  /// `inf`; nil for other text.
  func number(_ index: Int) -> Double? {
    guard index < fields.count, fields[index].width > 0 else { return .nan }
    return decimalNumber(bytes, fields[index].start..<fields[index].end)
  }

  /// The numbers in three fields, as `number` returns them; nil if one is other text.
  func vector(_ index: Int) -> SIMD3<Double>? {
    guard let x = number(index), let y = number(index + 1), let z = number(index + 2) else {
      return nil
    }
    return SIMD3(x, y, z)
  }

  /// True if there are more than `most` fields, apart from empty ones at the end.
  func hasMore(than maximum: Int) -> Bool {
    count > maximum && fields.all[maximum...].contains { $0.width > 0 }
  }

  /// The seconds in a field as ns, exact up to nine decimals; nil for other text or beyond 280 years.
  func nanoseconds(_ index: Int) -> Int64? {
    guard index < fields.count else { return nil }
    let field = fields[index]
    let exact: Int64? = bytes.withUnsafeBufferPointer { text in
      var value: Int64 = 0
      var (digits, decimals) = (0, -1)
      for cursor in field.start..<field.end {
        let byte = text[cursor]
        if byte == UInt8(ascii: "."), decimals < 0 {
          decimals = 0
          continue
        }
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10, digits < 18, decimals < 9 else { return nil }
        value = value &* 10 &+ Int64(digit)
        digits += 1
        if decimals >= 0 { decimals += 1 }
      }
      guard digits > 0, digits - max(decimals, 0) <= 9 else { return nil }
      for _ in max(decimals, 0)..<9 { value &*= 10 }
      return value
    }
    if let exact, exact >= 0 { return exact }
    guard let seconds = number(index), abs(seconds) < 8.8e9 else { return nil }
    return Int64((seconds * 1e9).rounded())
  }

  /// The position whose latitude and longitude, in degrees, are in a field and the next.
  func coordinate(_ index: Int) -> Coordinate? {
    guard let latitude = number(index), let longitude = number(index + 1),
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// The address in a field, as six pairs of hexadecimal digits separated by colons or hyphens.
  func hardwareAddress(_ index: Int) -> HardwareAddress? {
    guard index < fields.count, fields[index].width == 17 else { return nil }
    let start = fields[index].start
    var value: UInt64 = 0
    for pair in 0..<6 {
      let place = start + 3 * pair
      guard let high = hexValue(bytes[place]), let low = hexValue(bytes[place + 1]),
        pair == 5 || bytes[place + 2] == UInt8(ascii: ":")
          || bytes[place + 2] == UInt8(ascii: "-")
      else { return nil }
      value = value << 8 | UInt64(high << 4 | low)
    }
    return HardwareAddress(value)
  }

  /// The identifier in a field: 32 hexadecimal digits, with hyphens as in 8-4-4-4-12 or without.
  func identifier(_ index: Int) -> Identifier128? {
    guard index < fields.count else { return nil }
    let field = fields[index]
    guard field.width == 36 else { return field.width == 32 ? hexIdentifier(index) : nil }
    var plain: [UInt8] = []
    for offset in 0..<36 {
      let byte = bytes[field.start + offset]
      let isHyphen = [8, 13, 18, 23].contains(offset)
      guard isHyphen == (byte == UInt8(ascii: "-")) else { return nil }
      if !isHyphen { plain.append(byte) }
    }
    return Self.identifier(plain[...])
  }

  /// The identifier whose lower 1 to 32 hexadecimal digits are in a field.
  func hexIdentifier(_ index: Int) -> Identifier128? {
    guard index < fields.count, (1...32).contains(fields[index].width) else { return nil }
    return Self.identifier(bytes[fields[index].start..<fields[index].end])
  }

  private static func identifier(_ digits: ArraySlice<UInt8>) -> Identifier128? {
    var value: UInt128 = 0
    for byte in digits {
      guard let digit = hexValue(byte) else { return nil }
      value = value << 4 | UInt128(digit)
    }
    return Identifier128(
      high: UInt64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
  }
}

/// The value of a hexadecimal digit.
func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
