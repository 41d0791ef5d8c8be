import CGSL
import Glibc

/// Student's t distribution.
public struct StudentTDistribution: Hashable, Sendable {
  /// The degrees of freedom; need not be whole.
  public let degreesOfFreedom: Double

  /// Creates the distribution; the degrees of freedom must be at least 0.1.
  ///
  /// With fewer, the sum of squares in the denominator could round to zero.
  public init(degreesOfFreedom: Double) throws(NumericsError) {
    try require(
      degreesOfFreedom >= 0.1 && degreesOfFreedom.isFinite, "degreesOfFreedom", degreesOfFreedom,
      "at least 0.1 and finite")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Returns the cumulative probability at `x`; not-a-number passes through.
  public func cumulative(_ x: Double) -> Double {
    survival(-x)
  }

  /// Returns the upper tail probability at `x`, accurate even if tiny.
  public func survival(_ x: Double) -> Double {
    // Above 30 degrees GSL uses series that are off by up to 1e-6 in far tails, until they are good
    // again for many degrees; in between, the F distribution of t squared is used.
    guard degreesOfFreedom > 30, degreesOfFreedom < 1000, !x.isNaN else {
      return gsl_cdf_tdist_Q(x, degreesOfFreedom)
    }
    let half = 0.5 * gsl_cdf_fdist_Q(min(x * x, 1e300), 1, degreesOfFreedom)
    return x < 0 ? 1 - half : half
  }

  /// Returns the quantile at `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return try quantile(lower: probability, upper: 1 - probability)
  }

  /// Returns the quantile at the upper tail probability `survival`, which may be tiny.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return try quantile(lower: 1 - survival, upper: survival)
  }

  /// Returns the quantile with the given tail probabilities, of which the smaller is exact.
  ///
  /// GSL's own inverse fails or is wrong for few degrees of freedom and in far tails; its tail
  /// probabilities are right.
  private func quantile(lower: Double, upper: Double) throws(NumericsError) -> Double {
    guard lower > 0 else { return -.infinity }
    guard upper > 0 else { return .infinity }
    guard lower != upper else { return 0 }
    return lower < upper ? try -solve(tail: lower) : try solve(tail: upper)
  }

  /// Returns the positive x whose upper tail probability is `tail`, by Brent's method on the logarithms
  /// of both.
  private func solve(tail: Double) throws(NumericsError) -> Double {
    let logTail = log(tail)
    // Increases with x, and is finite if the tail underflows.
    func excess(_ logX: Double) -> Double { logTail - max(log(survival(exp(logX))), -1e4) }
    // Logarithms of the smallest and largest normal numbers.
    let (floor, ceiling) = (-708.0, 709.0)
    var (low, high) = (0.0, 1.0)
    var (atLow, atHigh) = (excess(low), excess(high))
    var step = 1.0
    while atLow > 0, low > floor {
      (high, atHigh) = (low, atLow)
      low = max(low - step, floor)
      atLow = excess(low)
      step *= 2
    }
    // Beyond the range of `Double`, its limit is the nearest answer.
    guard atLow <= 0 else { return 0 }
    while atHigh < 0, high < ceiling {
      (low, atLow) = (high, atHigh)
      high = min(high + step, ceiling)
      atHigh = excess(high)
      step *= 2
    }
    guard atHigh >= 0 else { return .infinity }
    var bracket = BrentBracket(low, atLow, high, atHigh, tolerance: 0)
    let limit = 500
    for _ in 0..<limit {
      guard let logX = bracket.next() else { return exp(bracket.best) }
      bracket.accept(excess(logX))
    }
    throw .noConvergence(operation: "quantile", iterations: limit)
  }
}

/// Throws unless `value` lies in [0, 1].
func requireProbability(_ value: Double, _ name: StaticString) throws(NumericsError) {
  try require(value >= 0 && value <= 1, name, value, "between 0 and 1")
}
