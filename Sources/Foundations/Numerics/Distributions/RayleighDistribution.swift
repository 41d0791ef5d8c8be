import Glibc
public import Kernel

/// The length of a two-dimensional vector of independent normal components of zero mean.
public struct RayleighDistribution: ContinuousDistribution, Hashable {
  /// The standard deviation of one component.
  public let scale: Double

  /// Creates the distribution; the scale must be positive.
  public init(scale: Double) throws(NumericsError) {
    try requirePositive(scale, "scale")
    self.scale = scale
  }

  /// Zero and the positive numbers.
  public var support: ClosedRange<Double> { 0 ... .infinity }

  /// Returns one draw, by inversion of one word of the stream.
  public func draw(from stream: inout RandomStream) -> Double {
    scale * (-2 * log(stream.openUniform())).squareRoot()
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : -expm1(exponent(x))
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : exp(exponent(x))
  }

  /// Returns the value that a draw stays below with probability `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return scale * (-2 * log1p(-probability)).squareRoot()
  }

  /// Returns the value that a draw exceeds with probability `survival`.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return scale * (-2 * log(survival)).squareRoot()
  }

  private func exponent(_ x: Double) -> Double {
    -0.5 * (x / scale) * (x / scale)
  }
}
