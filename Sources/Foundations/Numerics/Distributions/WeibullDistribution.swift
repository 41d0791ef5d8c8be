import Glibc
public import Kernel

/// The Weibull distribution, with survival exp(-(x / scale)^shape).
public struct WeibullDistribution: ContinuousDistribution, Hashable {
  /// The exponent: below one the hazard falls with x, above one it rises.
  public let shape: Double
  /// The x that a share 1/e of draws exceeds.
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

  /// Returns one draw, by inversion of one word of the stream.
  public func draw(from stream: inout RandomStream) -> Double {
    scale * pow(-log(stream.openUniform()), 1 / shape)
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : -expm1(-pow(x / scale, shape))
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : exp(-pow(x / scale, shape))
  }

  /// Returns the value that a draw stays below with probability `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return scale * pow(-log1p(-probability), 1 / shape)
  }

  /// Returns the value that a draw exceeds with probability `survival`.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return scale * pow(-log(survival), 1 / shape)
  }
}
