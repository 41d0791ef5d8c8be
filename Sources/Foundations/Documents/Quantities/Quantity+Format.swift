public import Kernel

extension Quantity {
  /// Writes a value in the unit with the shortest number; it reads back exactly.
  ///
  /// `value` is in the SI unit and finite.
  public static func format(_ value: Double, as dimension: Dimension) -> String {
    format(value, as: dimension, isDifference: false)
  }

  /// Writes a duration exactly, in the largest unit with a whole or short number.
  public static func format(_ duration: SimDuration) -> String {
    let size = duration.nanoseconds.magnitude
    let sign = duration.nanoseconds < 0 ? "-" : ""
    let second: UInt64 = 1_000_000_000
    for (unit, symbol) in [(86_400 * second, "d"), (3_600 * second, "h"), (60 * second, "min")]
    where size >= unit && size.isMultiple(of: unit) {
      return "\(sign)\(size / unit) \(symbol)"
    }
    if size >= second || size == 0 { return sign + decimal(size, digits: 9) + " s" }
    if size >= 1_000_000 { return sign + decimal(size, digits: 6) + " ms" }
    return size >= 1000 ? sign + decimal(size, digits: 3) + " us" : "\(sign)\(size) ns"
  }

  /// Writes `value` / 10^`digits` without trailing zeros.
  private static func decimal(_ value: UInt64, digits: Int) -> String {
    var divisor: UInt64 = 1
    for _ in 0..<digits { divisor *= 10 }
    let (whole, rest) = value.quotientAndRemainder(dividingBy: divisor)
    guard rest > 0 else { return "\(whole)" }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: digits - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }

  static func format(_ value: Double, as dimension: Dimension, isDifference: Bool) -> String {
    let dimension = isDifference ? dimension.ofDifferences : dimension
    let units = UnitTable.of(dimension).units
    var best = dimension.allowsBareNumber ? plain(value) : "\(plain(value)) \(units[0].symbol)"
    var bestLength = plain(value).utf8.count
    for (position, unit) in units.enumerated() where unit.isWritten {
      // 0.5 m is preferred to 50 cm, but 1 h to 3600 s.
      let penalty = dimension == .time || (position == 0 && !dimension.allowsBareNumber) ? 0 : 1
      for candidate in unit.numbers(near: value, isDifference: isDifference) {
        let number = plain(candidate)
        let text = "\(number) \(unit.symbol)"
        if number.utf8.count + penalty < bestLength,
          readsBack(text, as: value, dimension, isDifference: isDifference)
        {
          best = text
          bestLength = number.utf8.count + penalty
        }
      }
    }
    return best
  }

  private static func readsBack(
    _ text: String, as value: Double, _ dimension: Dimension, isDifference: Bool
  ) -> Bool {
    var scanner = QuantityScanner(dimension)
    scanner.isDifference = isDifference
    return (try? scanner.quantity(text.utf8Span.span)) == value
  }

  /// The shortest text of a number, without a fraction of zero.
  static func plain(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension UnitOfMeasure {
  /// The value in this unit, with neighbouring numbers, which may be shorter.
  fileprivate func numbers(near value: Double, isDifference: Bool) -> [Double] {
    var number = value * denominator / numerator
    if offset != 0, !isDifference { number -= offset }
    var power = 1.0
    for _ in 0..<abs(scale) { power *= 10 }
    number = scale < 0 ? number * power : number / power
    let (up, down) = (number.nextUp, number.nextDown)
    // Subtracting an offset loses digits, so a round number may be farther off.
    let rounded = (number * 1e6).rounded() / 1e6
    return [number, up, down, up.nextUp, down.nextDown, rounded]
  }
}
