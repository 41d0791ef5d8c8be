import CGSL

/// Binomial distribution: the number of successes in independent trials of equal probability.
public struct BinomialDistribution: Hashable, Sendable {
  public let trials: Int
  public let probability: Double

  /// Creates the distribution; `trials` must lie between 0 and 2^31 - 1.
  public init(trials: Int, probability: Double) throws(NumericsError) {
    try require(
      trials >= 0 && trials <= Int32.max, "trials", Double(trials), "between 0 and 2147483647")
    try requireProbability(probability, "probability")
    self.trials = trials
    self.probability = probability
  }

  /// Returns the probability that a draw is at most `count`.
  public func cumulative(_ count: Int) -> Double {
    guard count >= 0 else { return 0 }
    guard count < trials else { return 1 }
    return gsl_cdf_binomial_P(UInt32(count), probability, UInt32(trials))
  }
}
