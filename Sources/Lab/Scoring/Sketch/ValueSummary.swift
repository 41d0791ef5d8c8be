/// Summarised values of a metric, from which statistics are computed.
public protocol ValueSummary: Sendable {
  var count: Int { get }
  var sum: Double { get }
  var sumOfSquares: Double { get }
  /// Infinity without values.
  var minimum: Double { get }
  /// Minus infinity without values.
  var maximum: Double { get }
  /// All values if all are kept; else empty.
  var values: [Double] { get }

  /// Returns a quantile; nil without values or without their distribution.
  func quantile(_ probability: Double) -> Double?
  /// Returns several quantiles at once.
  func quantiles(_ probabilities: [Double]) -> [Double?]
}

extension ValueSummary {
  public var isEmpty: Bool { count == 0 }

  /// True if every value is kept.
  public var isExact: Bool { values.count == count }

  /// The standard deviation, with divisor n - 1; nil for fewer than two values.
  public var standardDeviation: Double? {
    guard count > 1 else { return nil }
    let mean = sum / Double(count)
    return (max(0, sumOfSquares - sum * mean) / Double(count - 1)).squareRoot()
  }
}
