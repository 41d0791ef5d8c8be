import CGSL
public import Kernel

/// The distribution of a sum of squares of standard normal variables.
public struct ChiSquareDistribution: ContinuousDistribution, Hashable {
  /// How many squares are summed; need not be whole.
  public let degreesOfFreedom: Double

  /// Creates the distribution; the degrees of freedom must be positive.
  public init(degreesOfFreedom: Double) throws(NumericsError) {
    try requirePositive(degreesOfFreedom, "degreesOfFreedom")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Zero and the positive numbers.
  public var support: ClosedRange<Double> { 0 ... .infinity }

  /// Returns one draw; takes a varying number of words.
  public func draw(from stream: inout RandomStream) -> Double {
    stream.withGSL { gsl_ran_chisq($0, degreesOfFreedom) }
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : gsl_cdf_chisq_P(x, degreesOfFreedom)
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : gsl_cdf_chisq_Q(x, degreesOfFreedom)
  }
}
