/// A decimal of up to 19 digits, and the double nearest to it.
struct PlainDecimal {
  private var digits: UInt64 = 0
  private var exponent = 0
  private var isNegative = false

  /// Reads `-12.5e-3` and the like; nil for longer numbers and for all that is no such number.
  @inline(__always)
  init?(_ text: UnsafePointer<UInt8>, count: Int) {
    var cursor = 0
    if cursor < count, text[cursor] == UInt8(ascii: "-") {
      isNegative = true
      cursor += 1
    }
    var digitCount = 0
    var hasPoint = false
    while cursor < count {
      let byte = text[cursor]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        digitCount += 1
        if hasPoint { exponent -= 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      cursor += 1
    }
    guard digitCount > 0, digitCount <= 19 else { return nil }
    if cursor < count {
      guard text[cursor] | 0x20 == UInt8(ascii: "e") else { return nil }
      guard let power = Self.power(text + (cursor + 1), count: count - cursor - 1) else {
        return nil
      }
      exponent += power
    }
  }

  /// What stands after the `e`.
  private static func power(_ text: UnsafePointer<UInt8>, count: Int) -> Int? {
    let hasSign = count > 0 && (text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+"))
    let start = hasSign ? 1 : 0
    guard count > start, count - start <= 4 else { return nil }
    var power = 0
    for index in start..<count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      power = power * 10 + Int(digit)
    }
    return hasSign && text[0] == UInt8(ascii: "-") ? -power : power
  }

  /// The nearest double, ties to even; nil where that takes more care, which is rare.
  @inline(__always)
  var nearestDouble: Double? {
    // Digits and power of ten are both exact doubles, and so their quotient is correctly rounded
    // (Clinger, "How to read floating point numbers accurately", PLDI 1990).
    if digits < 1 << 53, exponent <= 0, exponent >= -22 {
      let magnitude = Double(digits) / Self.exactPower(-exponent)
      return isNegative ? -magnitude : magnitude
    }
    return product.map { isNegative ? -$0 : $0 }
  }

  private static func exactPower(_ exponent: Int) -> Double {
    var result = 1.0
    var factor = 10.0
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }

  /// By a product of 128 bits, which nearly always tells how to round.
  ///
  /// D. Lemire, "Number parsing at a gigabyte per second", 2021.
  private var product: Double? {
    guard digits > 0, exponent >= PowersOfTen.least, exponent <= 308 else { return nil }
    let shift = digits.leadingZeroBitCount
    let scaled = digits << UInt64(shift)
    var power = PowersOfTen.significand(exponent)
    // The method wants powers above 10^55, the last exact one, rounded down.
    if exponent > 55 {
      if power.low == 0 { power.high -= 1 }
      power.low &-= 1
    }
    var (high, low) = scaled.multipliedFullWidth(by: power.high)
    if high & 0x1FF == 0x1FF {
      let more = scaled.multipliedFullWidth(by: power.low).high
      let (sum, overflows) = low.addingReportingOverflow(more)
      low = sum
      if overflows { high += 1 }
    }
    guard low != .max else { return nil }
    let top = high >> 63
    var significand = high >> (top + 9)
    let binary =
      PowersOfTen.binaryLogarithm(exponent) + 63 + Int(top) - shift + 1023
    guard binary > 0 else { return nil }
    // Halfway between two doubles, to the even one.
    if low <= 1, exponent >= -4, exponent <= 23, significand & 3 == 1,
      significand << (top + 9) == high
    {
      significand &= ~1
    }
    significand = (significand + (significand & 1)) >> 1
    let carries = significand >> 53
    guard binary + Int(carries) < 0x7FF else { return nil }
    if carries > 0 { significand = 1 << 52 }
    return Double(
      bitPattern: UInt64(binary + Int(carries)) << 52 | significand & 0xF_FFFF_FFFF_FFFF)
  }
}
