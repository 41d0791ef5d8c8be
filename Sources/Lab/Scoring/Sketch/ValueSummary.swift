/// Values of a metric that are summed up, from which figures are worked out.
public protocol ValueSummary: Sendable {
  /// How many values there are.
  var count: Int { get }
  /// Their sum.
  var sum: Double { get }
  /// The sum of their squares.
  var sumOfSquares: Double { get }
  /// The least; infinite without values.
  var minimum: Double { get }
  /// The greatest; minus infinity without values.
  var maximum: Double { get }
  /// All values, where all are still known; else empty.
  var values: [Double] { get }

  /// The value at a share of the values; nil without values, or where their spread isn't kept.
  func quantile(_ probability: Double) -> Double?
  /// Several quantiles at once.
  func quantiles(_ probabilities: [Double]) -> [Double?]
}

extension ValueSummary {
  /// Whether there are no values.
  public var isEmpty: Bool { count == 0 }

  /// Whether every value is still known.
  public var isExact: Bool { values.count == count }

  /// The standard deviation, with n - 1 below the line; nil below two values.
  public var standardDeviation: Double? {
    guard count > 1 else { return nil }
    let mean = sum / Double(count)
    return (max(0, sumOfSquares - sum * mean) / Double(count - 1)).squareRoot()
  }
}
