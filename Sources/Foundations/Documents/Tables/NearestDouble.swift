/// A decimal number of up to 19 digits, and its nearest double.
package struct PlainDecimal {
  private var digits: UInt64 = 0
  private var exponent = 0
  private var isNegative = false

  /// Parses `-12.5e-3` and the like; nil for more significant digits, and for any other text.
  ///
  /// `takesD` accepts Fortran's `D` as exponent letter.
  @inline(__always)
  init?(_ text: Span<UInt8>, _ range: Range<Int>, takesD: Bool = false) {
    var run = DigitRun(range)
    if run.next(text) == UInt8(ascii: "-") {
      isNegative = true
      run.cursor += 1
    }
    let start = run.cursor
    run.read(text)
    if run.next(text) == UInt8(ascii: ".") {
      run.cursor += 1
      let whole = run.count
      run.read(text)
      exponent = whole - run.count
    }
    guard run.count > 0 else { return nil }
    digits = run.value
    if run.count > 19 {
      guard let short = Self.shortened(text, start..<run.cursor) else { return nil }
      (digits, exponent) = short
    }
    if let mark = run.next(text) {
      let letter = mark | 0x20
      guard letter == UInt8(ascii: "e") || (takesD && letter == UInt8(ascii: "d")),
        let power = Self.power(text, run.cursor + 1..<range.upperBound)
      else { return nil }
      exponent += power
    }
  }

  /// Parses a number and returns its nearest double; see ``nearestDouble``.
  package static func nearestDouble(
    _ text: Span<UInt8>, _ range: Range<Int>, takesD: Bool = false
  ) -> Double? {
    Self(text, range, takesD: takesD)?.nearestDouble
  }

  /// Reduces long numbers to at most 19 digits and a power of ten by dropping leading and trailing zeros.
  ///
  /// Returns nil if more digits are significant.
  @inline(never)
  private static func shortened(
    _ text: Span<UInt8>, _ range: Range<Int>
  ) -> (digits: UInt64, exponent: Int)? {
    var (digits, count, exponent): (UInt64, Int, Int) = (0, 0, 0)
    var hasPoint = false
    for index in range {
      guard text[index] != UInt8(ascii: ".") else {
        hasPoint = true
        continue
      }
      let digit = text[index] &- UInt8(ascii: "0")
      if count < 19 {
        digits = digits * 10 + UInt64(digit)
        if digits > 0 { count += 1 }
        if hasPoint { exponent -= 1 }
      } else {
        guard digit == 0 else { return nil }
        if !hasPoint { exponent += 1 }
      }
    }
    return (digits, exponent)
  }

  /// Parses the digits after the `e`.
  private static func power(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var run = DigitRun(range)
    let sign = run.next(text)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { run.cursor += 1 }
    run.read(text)
    guard run.next(text) == nil, (1...4).contains(run.count) else { return nil }
    return sign == UInt8(ascii: "-") ? -Int(run.value) : Int(run.value)
  }

  /// The nearest double, ties to even; nil in rare cases that need more precision.
  @inline(__always)
  var nearestDouble: Double? {
    // Digits and power of ten are both exact doubles, so their quotient is correctly rounded
    // (Clinger, "How to read floating point numbers accurately", PLDI 1990).
    if digits < 1 << 53, exponent <= 0, exponent >= -22 {
      let magnitude = Double(digits) / exactPowersOfTen[-exponent]
      return isNegative ? -magnitude : magnitude
    }
    return product.map { isNegative ? -$0 : $0 }
  }

  /// The double from a 128-bit product, which nearly always decides the rounding.
  ///
  /// D. Lemire, "Number parsing at a gigabyte per second", 2021.
  private var product: Double? {
    guard digits > 0, exponent >= PowersOfTen.minimum, exponent <= 308 else { return nil }
    let shift = digits.leadingZeroBitCount
    let scaled = digits << UInt64(shift)
    var power = PowersOfTen.significand(exponent)
    // The method needs powers above 10^55, the last exact one, rounded down.
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
    // Halfway between two doubles: round to the even one.
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

/// The powers of ten that are exact doubles.
private let exactPowersOfTen: [23 of Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
