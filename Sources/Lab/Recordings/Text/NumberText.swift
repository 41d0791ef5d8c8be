import Documents
import Glibc

/// Accepted forms of an exponent.
package enum ExponentForm {
  /// `e` or `E`.
  case plain
  /// Also Fortran's `D`, or only a sign.
  case fortran
}

/// Parses the number in a range of a text, like the overload without a range.
///
/// Plain decimals, which are nearly all numbers in files, are parsed eight digits at a time.
package func decimalNumber(
  _ text: [UInt8], _ range: Range<Int>, exponents: ExponentForm = .plain
) -> Double? {
  PlainDecimal.nearestDouble(text.span, range, takesD: exponents == .fortran)
    ?? text.withUnsafeBufferPointer {
      decimalNumber(UnsafeBufferPointer(rebasing: $0[range]), exponents: exponents)
    }
}

/// Parses a decimal number with an optional exponent, correctly rounded.
///
/// Digits below 2⁵³ and a power of ten up to 22 are both exact doubles, so their product or quotient is
/// rounded once (Clinger, "How to read floating point numbers accurately", PLDI 1990); `strtod` parses all
/// others. The result is NaN for `nan`, `null` and `na`, infinite for `inf` and for overflows, and nil for
/// any other text.
package func decimalNumber(
  _ text: UnsafeBufferPointer<UInt8>, exponents: ExponentForm = .plain
) -> Double? {
  var cursor = 0
  let isNegative = text.first == UInt8(ascii: "-")
  if isNegative || text.first == UInt8(ascii: "+") { cursor = 1 }
  var digits: UInt64 = 0
  var (digitCount, decimals) = (0, 0)
  var hasPoint = false
  while cursor < text.count {
    let byte = text[cursor]
    if byte == UInt8(ascii: "."), !hasPoint {
      hasPoint = true
    } else {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      digits = digits &* 10 &+ UInt64(digit)
      digitCount += 1
      if hasPoint { decimals += 1 }
    }
    cursor += 1
  }
  guard digitCount > 0 else { return namedNumber(text) }
  let mantissa = UnsafeBufferPointer(rebasing: text[..<cursor])
  guard let exponent = exponent(UnsafeBufferPointer(rebasing: text[cursor...]), exponents) else {
    return nil
  }
  let power = exponent - decimals
  guard digitCount <= 19, digits < 1 << 53, (-22...22).contains(power) else {
    return libraryNumber(mantissa, exponent: exponent)
  }
  let magnitude =
    power < 0 ? Double(digits) / powersOfTen[-power] : Double(digits) * powersOfTen[power]
  return isNegative ? -magnitude : magnitude
}

/// The exponent after the digits: 0 if there is none, nil if it is invalid.
private func exponent(_ text: UnsafeBufferPointer<UInt8>, _ form: ExponentForm) -> Int? {
  guard let mark = text.first else { return 0 }
  var cursor = 1
  if mark | 0x20 != UInt8(ascii: "e") {
    guard form == .fortran else { return nil }
    if mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+") {
      cursor = 0
    } else if mark | 0x20 != UInt8(ascii: "d") {
      return nil
    }
  }
  let isNegative = text.count > cursor && text[cursor] == UInt8(ascii: "-")
  if isNegative || (text.count > cursor && text[cursor] == UInt8(ascii: "+")) { cursor += 1 }
  guard (1...4).contains(text.count - cursor) else { return nil }
  var value = 0
  while cursor < text.count {
    let digit = text[cursor] &- UInt8(ascii: "0")
    guard digit < 10 else { return nil }
    value = value * 10 + Int(digit)
    cursor += 1
  }
  return isNegative ? -value : value
}

/// Parses a number with `strtod`; nil for more than 400 characters.
private func libraryNumber(_ mantissa: UnsafeBufferPointer<UInt8>, exponent: Int) -> Double? {
  guard mantissa.count <= 400 else { return nil }
  let suffix = "e\(exponent)".utf8
  let length = mantissa.count + suffix.count
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { buffer in
    for index in mantissa.indices {
      buffer.initializeElement(at: index, to: CChar(mantissa[index]))
    }
    for (index, byte) in suffix.enumerated() {
      buffer.initializeElement(at: mantissa.count + index, to: CChar(byte))
    }
    buffer.initializeElement(at: length, to: 0)
    return buffer.baseAddress.map { strtod($0, nil) }
  }
}

/// Common spellings of a missing, undefined or infinite number; nil for any other text.
private func namedNumber(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
  guard text.count <= 9 else { return nil }
  let isNegative = text.first == UInt8(ascii: "-")
  let isSigned = isNegative || text.first == UInt8(ascii: "+")
  let rest = text.dropFirst(isSigned ? 1 : 0).map { $0 | 0x20 }
  if ["nan", "null", "na"].contains(where: { rest.elementsEqual($0.utf8) }) { return .nan }
  guard ["inf", "infinity"].contains(where: { rest.elementsEqual($0.utf8) }) else { return nil }
  return isNegative ? -.infinity : .infinity
}

private let powersOfTen: [23 of Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
