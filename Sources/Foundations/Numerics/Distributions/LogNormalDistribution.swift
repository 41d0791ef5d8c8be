import Glibc
public import Kernel

/// The distribution of exp(x) where x is normal.
public struct LogNormalDistribution: ContinuousDistribution, Hashable {
  /// The normal distribution of the logarithm.
  public let logarithm: NormalDistribution

  /// Creates the distribution from the mean and standard deviation of the logarithm.
  public init(logMean: Double, logStandardDeviation: Double) throws(NumericsError) {
    logarithm = try NormalDistribution(
      mean: logMean, standardDeviation: logStandardDeviation)
  }

  /// The positive numbers.
  public var support: ClosedRange<Double> { 0 ... .infinity }

  /// Returns one draw, by inversion of one word of the stream.
  public func draw(from stream: inout RandomStream) -> Double {
    exp(logarithm.draw(from: &stream))
  }

  /// Returns the probability that a draw is at most `x`.
  public func cumulative(_ x: Double) -> Double {
    x <= 0 ? 0 : logarithm.cumulative(log(x))
  }

  /// Returns the probability that a draw exceeds `x`.
  public func survival(_ x: Double) -> Double {
    x <= 0 ? 1 : logarithm.survival(log(x))
  }

  /// Returns the value that a draw stays below with probability `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    exp(try logarithm.quantile(probability))
  }

  /// Returns the value that a draw exceeds with probability `survival`.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    exp(try logarithm.quantile(survival: survival))
  }
}
