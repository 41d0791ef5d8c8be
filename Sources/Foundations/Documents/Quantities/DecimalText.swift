/// A decimal number read from text: an exact mantissa and exponent, converted to `Double` on demand.
///
/// In decimal form, "4.07 km" and "2.5 s" are scaled to metres and nanoseconds before any rounding.
struct DecimalText {
  /// The number syntax.
  enum NumberSyntax {
    /// `12`, `1.5`, `2e-3`: a point needs digits on both sides, so `3..8` is two numbers.
    case strict
    /// Also `.5` and `5.`, as YAML allows.
    case lenient
    /// Like strict, but without leading zeros and a plus sign, as RFC 8259 demands.
    case json
  }

  var isNegative = false
  /// The first 19 significant digits.
  var mantissa: UInt64 = 0
  /// The power of ten of the mantissa.
  var exponent = 0
  /// True if non-zero digits beyond the mantissa's 19 were dropped.
  var isTruncated = false
  /// True if the text has neither point nor exponent.
  var isWhole = true
  /// The byte ranges of the complete number, and of its part before the exponent.
  var range = 0..<0
  var significand = 0..<0

  /// Reads the longest number at `position` and moves past it; `nil` if there is none.
  init?(_ bytes: Span<UInt8>, at position: inout Int, style: NumberSyntax) {
    let start = position
    var cursor = position
    if cursor < bytes.count {
      let isMinus = bytes[cursor] == UInt8(ascii: "-")
      if isMinus || (bytes[cursor] == UInt8(ascii: "+") && style != .json) {
        isNegative = isMinus
        cursor += 1
      }
    }
    let wholeDigits = take(bytes, at: &cursor, isFraction: false)
    if style == .json, wholeDigits > 1, bytes[cursor - wholeDigits] == UInt8(ascii: "0") {
      return nil
    }
    if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "."),
      style == .lenient || wholeDigits > 0
    {
      var afterPoint = cursor + 1
      let fractionDigits = take(bytes, at: &afterPoint, isFraction: true)
      if fractionDigits > 0 || (style == .lenient && wholeDigits > 0) {
        isWhole = false
        cursor = afterPoint
      }
      if wholeDigits + fractionDigits == 0 { return nil }
    } else if wholeDigits == 0 {
      return nil
    }
    significand = start..<cursor
    takeExponent(bytes, at: &cursor)
    range = start..<cursor
    position = cursor
  }

  /// Reads a run of digits into the mantissa and returns their number.
  private mutating func take(
    _ bytes: Span<UInt8>, at cursor: inout Int, isFraction: Bool
  ) -> Int {
    let start = cursor
    while cursor < bytes.count, isDigit(bytes[cursor]) {
      let digit = UInt64(bytes[cursor] &- 0x30)
      if mantissa < 1_000_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ digit
        if isFraction { exponent -= 1 }
      } else {
        if digit != 0 { isTruncated = true }
        if !isFraction { exponent += 1 }
      }
      cursor += 1
    }
    return cursor - start
  }

  /// Reads a complete exponent; `3 eV` has none.
  private mutating func takeExponent(_ bytes: Span<UInt8>, at cursor: inout Int) {
    guard cursor < bytes.count, bytes[cursor] | 0x20 == UInt8(ascii: "e") else { return }
    var digits = cursor + 1
    var isDown = false
    if digits < bytes.count {
      isDown = bytes[digits] == UInt8(ascii: "-")
      if isDown || bytes[digits] == UInt8(ascii: "+") { digits += 1 }
    }
    guard digits < bytes.count, isDigit(bytes[digits]) else { return }
    var power = 0
    while digits < bytes.count, isDigit(bytes[digits]) {
      // Saturates far beyond the range of Double, so that it can't overflow.
      power = min(power * 10 + Int(bytes[digits] - 0x30), 1_000_000)
      digits += 1
    }
    exponent += isDown ? -power : power
    isWhole = false
    cursor = digits
  }

  /// The value as a 64-bit integer, if it is written as a whole number and fits.
  var int64: Int64? {
    guard isWhole, !isTruncated, exponent == 0 else { return nil }
    if isNegative { return mantissa <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- mantissa) : nil }
    return Int64(exactly: mantissa)
  }

  /// The nearest `Double` to the value times a power of ten; infinite if out of range.
  func value(_ bytes: Span<UInt8>, scale: Int = 0) -> Double {
    let power = exponent + scale
    // Clinger's fast path: both factors are exact, so one operation rounds once.
    if !isTruncated, mantissa <= 1 << 53, abs(power) <= 22 {
      let magnitude =
        power < 0
        ? Double(mantissa) / powersOfTen[-power] : Double(mantissa) * powersOfTen[power]
      return isNegative ? -magnitude : magnitude
    }
    if mantissa == 0 { return isNegative ? -0.0 : 0 }
    // The exponent is rewritten so that the library rounds once, with the scale included.
    let digits = String(copying: UTF8Span(unchecked: bytes.extracting(significand)))
    let written = exponent - significandExponent(bytes)
    return Double("\(digits)e\(written + scale)") ?? .infinity
  }

  /// The part of the exponent that stems from the written digits.
  private func significandExponent(_ bytes: Span<UInt8>) -> Int {
    var cursor = significand.lowerBound
    return DecimalText(bytes.extracting(0..<significand.upperBound), at: &cursor, style: .lenient)?
      .exponent ?? 0
  }
}

/// 10^0 to 10^22, all of which are exact.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
