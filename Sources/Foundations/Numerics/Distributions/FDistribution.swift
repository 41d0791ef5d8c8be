import CGSL
public import Kernel

/// Fisher's F: the distribution of the ratio of two estimates of one variance.
///
/// Tail probabilities below 1e-6 are not to be relied on beyond 1e5 degrees of freedom.
public struct FDistribution: ContinuousDistribution, Hashable {
  /// The degrees of freedom above the line.
  public let numerator: Double
  /// The degrees of freedom below the line.
  public let denominator: Double

  /// Creates the distribution; both degrees of freedom must be at least 0.1.
  public init(numerator: Double, denominator: Double) throws(NumericsError) {
    try requireDegrees(numerator, "numerator")
    try requireDegrees(denominator, "denominator")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Zero and the positive numbers.
  public var support: ClosedRange<Double> { 0 ... .infinity }

  /// Returns one draw; takes a varying number of words.
  public func draw(from stream: inout RandomStream) -> Double {
    stream.withGSL { gsl_ran_fdist($0, numerator, denominator) }
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : gsl_cdf_fdist_P(x, numerator, denominator)
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : gsl_cdf_fdist_Q(x, numerator, denominator)
  }
}
