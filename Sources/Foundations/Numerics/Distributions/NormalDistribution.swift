import CGSL
public import Kernel

/// The normal (Gaussian) distribution.
public struct NormalDistribution: ContinuousDistribution, Hashable {
  /// The mean.
  public let mean: Double
  /// The standard deviation.
  public let standardDeviation: Double

  /// Creates the distribution; the standard deviation must be positive.
  public init(mean: Double = 0, standardDeviation: Double = 1) throws(NumericsError) {
    try requireFinite(mean, "mean")
    try requirePositive(standardDeviation, "standardDeviation")
    self.mean = mean
    self.standardDeviation = standardDeviation
  }

  /// All real numbers.
  public var support: ClosedRange<Double> { -.infinity ... .infinity }

  /// Returns one draw, by inversion of one word of the stream.
  public func draw(from stream: inout RandomStream) -> Double {
    mean + standardDeviation * stream.gaussian()
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    gsl_cdf_ugaussian_P((x - mean) / standardDeviation)
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    gsl_cdf_ugaussian_Q((x - mean) / standardDeviation)
  }

  /// Returns the value that a draw stays below with probability `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return mean + standardDeviation * normalQuantile(probability)
  }

  /// Returns the value that a draw exceeds with probability `survival`.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return mean - standardDeviation * normalQuantile(survival)
  }
}
