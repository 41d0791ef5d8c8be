import Kernel

/// The normal (Gaussian) distribution.
public struct NormalDistribution: Hashable, Sendable {
  public let mean: Double
  public let standardDeviation: Double

  /// Creates the distribution; the standard deviation must be positive.
  public init(mean: Double = 0, standardDeviation: Double = 1) throws(NumericsError) {
    try requireFinite(mean, "mean")
    try requirePositive(standardDeviation, "standardDeviation")
    self.mean = mean
    self.standardDeviation = standardDeviation
  }

  /// Returns the quantile at `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return mean + standardDeviation * normalQuantile(probability)
  }

  /// Returns the quantile at the upper tail probability `survival`, which may be tiny.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return mean - standardDeviation * normalQuantile(survival)
  }
}
