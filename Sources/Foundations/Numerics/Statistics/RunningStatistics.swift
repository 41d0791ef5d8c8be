/// Count, mean, spread and extremes of values that arrive one by one, in constant memory.
///
/// Welford's recurrence (Technometrics 4 (1962) 419-420), which keeps its digits where sums of
/// squares lose them. ``merge(_:)`` combines two by the formula of Chan, Golub and LeVeque (1979):
/// count, minimum and maximum come out exactly as if all values had gone to one accumulator, in any
/// order; mean and variance agree to rounding, and bit for bit if the same parts are merged in the
/// same order. Merging with an empty one changes nothing.
public struct RunningStatistics: Hashable, Sendable {
  /// How many values were added.
  public private(set) var count = 0
  private var runningMean = 0.0
  /// The sum of squared deviations from the mean.
  private var deviations = 0.0
  private var smallest = Double.infinity
  private var largest = -Double.infinity

  /// Creates an accumulator of no values.
  public init() {}

  /// Creates an accumulator of the given values.
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

  /// Takes in all values of another accumulator.
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

  /// The mean; `nil` of no values.
  public var mean: Double? { count > 0 ? runningMean : nil }

  /// The unbiased estimate of the variance, with n - 1 below the line; `nil` below two values.
  public var variance: Double? { count > 1 ? deviations / Double(count - 1) : nil }

  /// The square root of ``variance``; `nil` below two values.
  public var standardDeviation: Double? { variance?.squareRoot() }

  /// The standard error of the mean; `nil` below two values.
  public var standardError: Double? {
    variance.map { ($0 / Double(count)).squareRoot() }
  }

  /// The smallest value; `nil` of no values.
  public var minimum: Double? { count > 0 ? smallest : nil }

  /// The largest value; `nil` of no values.
  public var maximum: Double? { count > 0 ? largest : nil }
}
