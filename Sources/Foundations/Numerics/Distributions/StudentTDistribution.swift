import CGSL
public import Kernel

/// Student's t: the distribution of a sample's mean over its own estimated error.
public struct StudentTDistribution: ContinuousDistribution, Hashable {
  /// The degrees of freedom of the estimated error; need not be whole.
  public let degreesOfFreedom: Double

  /// Creates the distribution; the degrees of freedom must be at least 0.1.
  public init(degreesOfFreedom: Double) throws(NumericsError) {
    try requireDegrees(degreesOfFreedom, "degreesOfFreedom")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// All real numbers.
  public var support: ClosedRange<Double> { -.infinity ... .infinity }

  /// Returns one draw; takes a varying number of words.
  public func draw(from stream: inout RandomStream) -> Double {
    stream.withGSL { gsl_ran_tdist($0, degreesOfFreedom) }
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    survival(-x)
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    // Above 30 degrees GSL expands in series that are off by up to 1e-6 in far tails, until with many
    // degrees they are good again; in between, the square of t is distributed as F.
    guard degreesOfFreedom > 30, degreesOfFreedom < 1000, !x.isNaN else {
      return gsl_cdf_tdist_Q(x, degreesOfFreedom)
    }
    let half = 0.5 * gsl_cdf_fdist_Q(min(x * x, 1e300), 1, degreesOfFreedom)
    return x < 0 ? 1 - half : half
  }
}
