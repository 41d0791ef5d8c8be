import Kernel

extension Quantity {
  /// Max duration in nanoseconds: a hundred Julian years.
  static let longestDuration: Int64 = 36_525 * 86_400 * 1_000_000_000

  static func parseDuration(_ bytes: Span<UInt8>) throws(QuantityError) -> SimDuration {
    var scanner = QuantityScanner(.time)
    let duration = try scanner.duration(bytes)
    try scanner.end(bytes)
    return duration
  }
}

extension QuantityScanner {
  /// Reads a duration in whole nanoseconds.
  mutating func duration(_ bytes: Span<UInt8>) throws(QuantityError) -> SimDuration {
    let first = try term(bytes)
    var sum = try nanoseconds(of: first, bytes)
    var last = first
    while let next = try followingTerm(bytes, after: last) {
      sum += try nanoseconds(of: next, bytes)
      guard sum <= Quantity.longestDuration else { throw tooLong(bytes) }
      last = next
    }
    return SimDuration(nanoseconds: first.number.isNegative ? -sum : sum)
  }

  /// The magnitude of a term in nanoseconds.
  func nanoseconds(of term: Term, _ bytes: Span<UInt8>) throws(QuantityError) -> Int64 {
    guard let unit = term.unit else { throw missingUnit(term.number, bytes) }
    let limit = UInt128(Quantity.longestDuration)
    // Units of time are whole multiples of a power of ten of a second, so the computation is exact.
    var value = UInt128(term.number.mantissa) * UInt128(unit.numerator)
    var power = term.number.exponent + unit.scale + 9
    guard value > 0 else { return 0 }
    while power > 0 {
      value *= 10
      power -= 1
      guard value <= limit else { throw tooLong(bytes) }
    }
    if power < 0 { value = dividedByPowerOfTen(value, -power) }
    guard value <= limit else { throw tooLong(bytes) }
    return Int64(value)
  }

  private func tooLong(_ bytes: Span<UInt8>) -> QuantityError {
    QuantityError("\(whole(bytes)) is longer than 100 years")
  }
}

/// Divides by 10^`power`, rounding to nearest, halves to even.
private func dividedByPowerOfTen(_ value: UInt128, _ power: Int) -> UInt128 {
  guard power <= 37 else { return 0 }
  var divisor: UInt128 = 1
  for _ in 0..<power { divisor *= 10 }
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  let half = divisor / 2
  let roundsUp = remainder > half || (remainder == half && !quotient.isMultiple(of: 2))
  return roundsUp ? quotient + 1 : quotient
}
