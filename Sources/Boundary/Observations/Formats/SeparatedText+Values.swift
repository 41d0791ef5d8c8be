import Documents
import Glibc

// Values straight from the bytes of a field.

extension SeparatedText {
  /// The text of a field, what isn't UTF-8 replaced; empty beyond the record's end.
  func text(_ index: Int) -> String {
    guard index < fields.count else { return "" }
    return String(decoding: bytes[fields[index].start..<fields[index].end], as: UTF8.self)
  }

  /// The text from a field to another one, separators and all.
  func text(_ first: Int, through last: Int) -> String {
    guard first <= last, last < fields.count else { return "" }
    return String(decoding: bytes[fields[first].start..<fields[last].end], as: UTF8.self)
  }

  /// Whether a field is just that text.
  func has(_ index: Int, _ text: StaticString) -> Bool {
    guard index < fields.count, fields[index].width == text.utf8CodeUnitCount else { return false }
    return starts(index, with: text)
  }

  /// Whether a field begins with a text.
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

  /// The whole number in a field; nil for anything else, or too much.
  func integer(_ index: Int) -> Int64? {
    guard index < fields.count else { return nil }
    let field = fields[index]
    return bytes.withUnsafeBufferPointer { text in
      var cursor = field.start
      let isNegative = cursor < field.end && text[cursor] == UInt8(ascii: "-")
      if isNegative { cursor += 1 }
      // 18 digits are always below 2⁶³.
      guard (1...18).contains(field.end - cursor) else { return nil }
      var value: Int64 = 0
      while cursor < field.end {
        let digit = text[cursor] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value &* 10 &+ Int64(digit)
        cursor += 1
      }
      return isNegative ? -value : value
    }
  }

  /// The whole number in a field if it lies in a range.
  func integer(_ index: Int, in range: ClosedRange<Int64>) -> Int? {
    guard let value = integer(index), range.contains(value) else { return nil }
    return Int(value)
  }

  /// The number in a field, correctly rounded.
  ///
  /// Not-a-number for a field that is blank, missing or says that it holds none (`nan`, `inf`); nil
  /// for any other text.
  func number(_ index: Int) -> Double? {
    guard index < fields.count, fields[index].width > 0 else { return .nan }
    let field = fields[index]
    return bytes.withUnsafeBufferPointer { text in
      decimalNumber(UnsafeBufferPointer(rebasing: text[field.start..<field.end]))
    }
  }

  /// The seconds in a field as whole nanoseconds; nil for what is no number or beyond 280 years.
  ///
  /// Exact, for plain decimals of up to nine decimals.
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

  /// The address in a field, as six pairs of hexadecimal digits between colons or hyphens.
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

  /// The identifier in a field: 32 hexadecimal digits with hyphens as in 8-4-4-4-12, or without.
  func identifier(_ index: Int) -> Identifier128? {
    guard index < fields.count, [32, 36].contains(fields[index].width) else { return nil }
    let field = fields[index]
    var value: UInt128 = 0
    for offset in 0..<field.width {
      let byte = bytes[field.start + offset]
      if field.width == 36, [8, 13, 18, 23].contains(offset) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexValue(byte) else { return nil }
      value = value << 4 | UInt128(digit)
    }
    return Identifier128(
      high: UInt64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
  }
}

/// What a hexadecimal digit counts.
func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
