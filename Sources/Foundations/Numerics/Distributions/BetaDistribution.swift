import CGSL
public import Kernel

/// The beta distribution, with density proportional to x^(alpha - 1) (1 - x)^(beta - 1).
public struct BetaDistribution: ContinuousDistribution, Hashable {
  /// One more than the exponent of x.
  public let alpha: Double
  /// One more than the exponent of 1 - x.
  public let beta: Double

  /// Creates the distribution; both parameters must be positive.
  public init(alpha: Double, beta: Double) throws(NumericsError) {
    try requirePositive(alpha, "alpha")
    try requirePositive(beta, "beta")
    self.alpha = alpha
    self.beta = beta
  }

  /// From zero to one.
  public var support: ClosedRange<Double> { 0...1 }

  /// Returns one draw; takes a varying number of words.
  public func draw(from stream: inout RandomStream) -> Double {
    stream.withGSL { gsl_ran_beta($0, alpha, beta) }
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : x >= 1 ? 1 : gsl_cdf_beta_P(x, alpha, beta)
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : x >= 1 ? 0 : gsl_cdf_beta_Q(x, alpha, beta)
  }
}
