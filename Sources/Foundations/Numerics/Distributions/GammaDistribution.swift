import CGSL
public import Kernel

/// The gamma distribution, with density proportional to x^(shape - 1) exp(-x / scale).
public struct GammaDistribution: ContinuousDistribution, Hashable {
  /// The exponent: the number of events waited for when it is whole.
  public let shape: Double
  /// The unit of x: the mean is shape · scale.
  public let scale: Double

  /// Creates the distribution; both parameters must be positive.
  public init(shape: Double, scale: Double) throws(NumericsError) {
    try requirePositive(shape, "shape")
    try requirePositive(scale, "scale")
    self.shape = shape
    self.scale = scale
  }

  /// Zero and the positive numbers.
  public var support: ClosedRange<Double> { 0 ... .infinity }

  /// Returns one draw, by the method of Marsaglia and Tsang; takes a varying number of words.
  public func draw(from stream: inout RandomStream) -> Double {
    stream.withGSL { gsl_ran_gamma($0, shape, scale) }
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : gsl_cdf_gamma_P(x, shape, scale)
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : gsl_cdf_gamma_Q(x, shape, scale)
  }
}
