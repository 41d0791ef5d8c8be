public import Kernel

/// Parser and formatter of quantities with units: "1.4 m/s", "-59 dBm", "1 h 30 min".
public enum Quantity {
  /// Parses a quantity and returns its value in the dimension's SI unit, correctly rounded or nearly.
  public static func parse(
    _ text: String, as dimension: Dimension
  ) throws(QuantityError) -> Double {
    let text = text
    return try parse(text.utf8Span.span, as: dimension)
  }

  /// Parses a duration, exact or rounded to the nearest nanosecond.
  ///
  /// The magnitude is at most 100 years (36,525 days).
  public static func parseDuration(_ text: String) throws(QuantityError) -> SimDuration {
    let text = text
    return try parseDuration(text.utf8Span.span)
  }

  /// Parses a range such as "3..8 min" or "800 m..2 km", in ascending order, in the SI unit.
  public static func parseRange(
    _ text: String, as dimension: Dimension
  ) throws(QuantityError) -> ClosedRange<Double> {
    let text = text
    return try parseRange(text.utf8Span.span, as: dimension)
  }

  static func parse(
    _ bytes: Span<UInt8>, as dimension: Dimension
  ) throws(QuantityError) -> Double {
    var scanner = QuantityScanner(dimension)
    let value = try scanner.quantity(bytes)
    try scanner.end(bytes)
    return value
  }

  static func parseRange(
    _ bytes: Span<UInt8>, as dimension: Dimension
  ) throws(QuantityError) -> ClosedRange<Double> {
    var scanner = QuantityScanner(dimension)
    let range = try scanner.range(bytes)
    try scanner.end(bytes)
    return range
  }
}

extension QuantityScanner {
  /// Parses a range with a unit at the end or at both ends.
  mutating func range(_ bytes: Span<UInt8>) throws(QuantityError) -> ClosedRange<Double> {
    let start = position
    var first = try term(bytes)
    if first.unit != nil {
      position = start
      let low = try quantity(bytes)
      try takeMark(bytes)
      return try ordered(low, quantity(bytes), bytes)
    }
    try takeMark(bytes)
    let upperStart = position
    let last = try term(bytes)
    position = upperStart
    let high = try quantity(bytes)
    first.unit = last.unit
    return try ordered(value(of: first, bytes), high, bytes)
  }

  private mutating func takeMark(_ bytes: Span<UInt8>) throws(QuantityError) {
    skipSpaces(bytes)
    guard takeRangeMark(bytes) else {
      throw QuantityError("expected \(rangeExpectation), found \(whole(bytes))")
    }
  }

  private func ordered(
    _ low: Double, _ high: Double, _ bytes: Span<UInt8>
  ) throws(QuantityError) -> ClosedRange<Double> {
    guard low <= high else {
      throw QuantityError("the range \(whole(bytes)) begins above its end")
    }
    return low...high
  }

  /// The expected form of a range: `a range of time such as '3..8 min'`.
  var rangeExpectation: String {
    let parts = dimension.example.split(separator: " ")
    let unit = parts.count > 1 ? " " + parts[1] : ""
    let range = dimension == .decibelMilliwatts ? "-90..-60" : "3..8"
    return "a range of \(dimension.name) such as '\(range)\(unit)'"
  }
}
