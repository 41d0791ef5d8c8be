/// Streaming count, mean, variance and extremes in constant memory, by Welford's recurrence.
///
/// Technometrics 4 (1962) 419-420; it keeps digits that sums of squares lose. ``merge(_:)`` combines
/// two accumulators by the formula of Chan, Golub and LeVeque (1979): count, min and max are exactly
/// those of one accumulator over all values, in any order; mean and variance agree to rounding, and
/// bit for bit if equal parts are merged in equal order. Merging an empty one changes nothing.
public struct RunningStatistics: Hashable, Sendable {
  /// The number of values.
  public private(set) var count = 0
  private var runningMean = 0.0
  /// The sum of squared deviations from the mean.
  private var deviations = 0.0
  private var smallest = Double.infinity
  private var largest = -Double.infinity

  public init() {}

  public init(_ values: some Sequence<Double>) throws(NumericsError) {
    for value in values {
      try add(value)
    }
  }

  /// Adds a value, which must be finite and at most 1e140 in magnitude.
  public mutating func add(_ value: Double) throws(NumericsError) {
    guard value.magnitude <= largestMagnitude else {
      throw .notFinite(name: "values", index: count, value: value)
    }
    count += 1
    let before = value - runningMean
    runningMean += before / Double(count)
    deviations += before * (value - runningMean)
    smallest = min(smallest, value)
    largest = max(largest, value)
  }

  /// Merges the values of another accumulator.
  public mutating func merge(_ other: RunningStatistics) {
    guard other.count > 0 else { return }
    guard count > 0 else {
      self = other
      return
    }
    let total = Double(count + other.count)
    let difference = other.runningMean - runningMean
    let share = Double(other.count) / total
    deviations += other.deviations + difference * difference * Double(count) * share
    runningMean += difference * share
    count += other.count
    smallest = min(smallest, other.smallest)
    largest = max(largest, other.largest)
  }

  /// The mean; `nil` if empty.
  public var mean: Double? { count > 0 ? runningMean : nil }

  /// The unbiased sample variance, with denominator n - 1; `nil` below two values.
  public var variance: Double? { count > 1 ? deviations / Double(count - 1) : nil }

  /// The square root of ``variance``; `nil` below two values.
  public var standardDeviation: Double? { variance?.squareRoot() }

  /// The standard error of the mean; `nil` below two values.
  public var standardError: Double? {
    variance.map { ($0 / Double(count)).squareRoot() }
  }

  /// The smallest value; `nil` if empty.
  public var minimum: Double? { count > 0 ? smallest : nil }

  /// The largest value; `nil` if empty.
  public var maximum: Double? { count > 0 ? largest : nil }
}
