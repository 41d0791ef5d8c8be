import Glibc

/// A decimal number with an optional exponent, correctly rounded.
///
/// Digits below 2⁵³ and a power of ten up to 22 are both exact doubles, so their product or
/// quotient is rounded once (Clinger, "How to read floating point numbers accurately", PLDI 1990);
/// `strtod` does the rest. Not-a-number for `nan`, `inf` and `null`; nil for any other text.
func decimalNumber(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
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
  guard digitCount > 0 else { return isNoNumber(text) ? .nan : nil }
  guard let exponent = exponent(UnsafeBufferPointer(rebasing: text[cursor...])) else { return nil }
  let power = exponent - decimals
  guard digitCount <= 19, digits < 1 << 53, (-22...22).contains(power) else {
    return libraryNumber(text)
  }
  var factor = 1.0
  for _ in 0..<abs(power) { factor *= 10 }
  let magnitude = power < 0 ? Double(digits) / factor : Double(digits) * factor
  return isNegative ? -magnitude : magnitude
}

/// The exponent after the digits: 0 for nothing, nil for what is none.
private func exponent(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let mark = text.first else { return 0 }
  guard mark | 0x20 == UInt8(ascii: "e") else { return nil }
  var cursor = 1
  let isNegative = text.count > 1 && text[1] == UInt8(ascii: "-")
  if isNegative || (text.count > 1 && text[1] == UInt8(ascii: "+")) { cursor = 2 }
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

/// What C makes of digits, a point and an exponent; not-a-number where it overflows.
private func libraryNumber(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
  guard text.count <= 400 else { return nil }
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { buffer in
    for index in 0..<text.count { buffer.initializeElement(at: index, to: CChar(text[index])) }
    buffer.initializeElement(at: text.count, to: 0)
    guard let start = buffer.baseAddress else { return nil }
    let value = strtod(start, nil)
    return value.isFinite ? value : .nan
  }
}

/// Whether a text is one of those that programs write for a number that isn't there.
private func isNoNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  guard text.count <= 9 else { return false }
  let lower = text.map { $0 | 0x20 }
  let isSigned = lower.first == UInt8(ascii: "-") || lower.first == UInt8(ascii: "+")
  let rest = lower.dropFirst(isSigned ? 1 : 0)
  return ["nan", "inf", "infinity", "null", "na"].contains { rest.elementsEqual($0.utf8) }
}
