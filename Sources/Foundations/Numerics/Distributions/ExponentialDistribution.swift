import Glibc
public import Kernel

/// The exponential distribution: waiting times of events without memory.
public struct ExponentialDistribution: ContinuousDistribution, Hashable {
  /// The mean, which is also the standard deviation.
  public let mean: Double

  /// Creates the distribution; the mean must be positive.
  public init(mean: Double) throws(NumericsError) {
    try requirePositive(mean, "mean")
    self.mean = mean
  }

  /// Zero and the positive numbers.
  public var support: ClosedRange<Double> { 0 ... .infinity }

  /// Returns one draw, by inversion of one word of the stream.
  public func draw(from stream: inout RandomStream) -> Double {
    -mean * log(stream.openUniform())
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : -expm1(-x / mean)
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : exp(-x / mean)
  }

  /// Returns the value that a draw stays below with probability `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return -mean * log1p(-probability)
  }

  /// Returns the value that a draw exceeds with probability `survival`.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return -mean * log(survival)
  }
}
