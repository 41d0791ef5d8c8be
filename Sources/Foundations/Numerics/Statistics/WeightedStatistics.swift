/// Mean and variance of weighted values that arrive one by one, in constant memory.
///
/// West's recurrence (Communications of the ACM 22 (1979) 532-535). Weights say how much a value
/// counts for, not how often it occurred; values of weight zero are ignored.
public struct WeightedStatistics: Hashable, Sendable {
  /// How many values of positive weight were added.
  public private(set) var count = 0
  /// The sum of the weights.
  public private(set) var totalWeight = 0.0
  private var squaredWeights = 0.0
  private var runningMean = 0.0
  /// The weighted sum of squared deviations from the mean.
  private var deviations = 0.0

  /// Creates an accumulator of no values.
  public init() {}

  /// Adds a value with its weight, both at most 1e140 in magnitude and the weight not negative.
  public mutating func add(_ value: Double, weight: Double) throws(NumericsError) {
    guard value.magnitude <= largestMagnitude else {
      throw .notFinite(name: "values", index: count, value: value)
    }
    try require(
      weight >= 0 && weight <= largestMagnitude, "weight", weight, "between 0 and 1e140")
    guard weight > 0 else { return }
    count += 1
    totalWeight += weight
    squaredWeights += weight * weight
    let before = value - runningMean
    runningMean += before * (weight / totalWeight)
    deviations += weight * (before * (value - runningMean))
  }

  /// The weighted mean; `nil` without weight.
  public var mean: Double? { totalWeight > 0 ? runningMean : nil }

  /// The weighted mean of squared deviations; `nil` without weight.
  public var populationVariance: Double? { totalWeight > 0 ? deviations / totalWeight : nil }

  /// The unbiased estimate of the variance, for weights of reliability; `nil` below two values.
  ///
  /// The divisor is W - (sum of w^2) / W, which is n - 1 when all weights are one.
  public var variance: Double? {
    guard count > 1 else { return nil }
    let divisor = totalWeight - squaredWeights / totalWeight
    return divisor > 0 ? deviations / divisor : nil
  }

  /// The number of equally weighted values that would pin the mean as well (Kish).
  public var effectiveCount: Double? {
    totalWeight > 0 ? totalWeight * (totalWeight / squaredWeights) : nil
  }
}
