import CGSL
public import Kernel

/// The number of independent events in an interval where `mean` are expected.
public struct PoissonDistribution: RandomVariable, Hashable {
  /// The mean, which is also the variance.
  public let mean: Double

  /// Creates the distribution; the mean must lie between zero and 1e9.
  public init(mean: Double) throws(NumericsError) {
    try require(mean >= 0 && mean <= 1e9, "mean", mean, "between 0 and 1e9")
    self.mean = mean
  }

  /// Returns one draw; takes a varying number of words.
  public func draw(from stream: inout RandomStream) -> Int {
    Int(stream.withGSL { gsl_ran_poisson($0, mean) })
  }

  /// Returns the probability that a draw is at most `count`.
  public func cumulative(_ count: Int) -> Double {
    guard count >= 0 else { return 0 }
    // GSL's tail functions want a positive mean and a count of 32 bits.
    guard mean > 0, count < UInt32.max else { return 1 }
    return gsl_cdf_poisson_P(UInt32(count), mean)
  }

  /// Returns the probability that a draw exceeds `count`.
  public func survival(_ count: Int) -> Double {
    guard count >= 0 else { return 1 }
    guard mean > 0, count < UInt32.max else { return 0 }
    return gsl_cdf_poisson_Q(UInt32(count), mean)
  }
}
