import CGSL
import Glibc

/// Student's t: the distribution of a sample's mean over its own estimated error.
public struct StudentTDistribution: Hashable, Sendable {
  /// The degrees of freedom of the estimated error; need not be whole.
  public let degreesOfFreedom: Double

  /// Creates the distribution; the degrees of freedom must be at least 0.1.
  ///
  /// With fewer, the sum of squares below the line would round to zero now and then.
  public init(degreesOfFreedom: Double) throws(NumericsError) {
    try require(
      degreesOfFreedom >= 0.1 && degreesOfFreedom.isFinite, "degreesOfFreedom", degreesOfFreedom,
      "at least 0.1 and finite")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Returns the probability that a draw is at most `x`; not-a-number passes through.
  public func cumulative(_ x: Double) -> Double {
    survival(-x)
  }

  /// Returns the probability that a draw exceeds `x`, exact also where it is tiny.
  public func survival(_ x: Double) -> Double {
    // Above 30 degrees GSL expands in series that are off by up to 1e-6 in far tails, until with many
    // degrees they are good again; in between, the square of t is distributed as F.
    guard degreesOfFreedom > 30, degreesOfFreedom < 1000, !x.isNaN else {
      return gsl_cdf_tdist_Q(x, degreesOfFreedom)
    }
    let half = 0.5 * gsl_cdf_fdist_Q(min(x * x, 1e300), 1, degreesOfFreedom)
    return x < 0 ? 1 - half : half
  }

  /// Returns the value that a draw stays below with probability `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return try quantile(lower: probability, upper: 1 - probability)
  }

  /// Returns the value that a draw exceeds with probability `survival`, which may be tiny.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return try quantile(lower: 1 - survival, upper: survival)
  }

  /// Finds the x with the given tail probabilities, of which the smaller is the exact one.
  ///
  /// GSL has an inverse of its own, but it fails or is wrong for few degrees of freedom and in far tails,
  /// while the tail probabilities are right.
  private func quantile(lower: Double, upper: Double) throws(NumericsError) -> Double {
    guard lower > 0 else { return -.infinity }
    guard upper > 0 else { return .infinity }
    guard lower != upper else { return 0 }
    return lower < upper ? try -solve(tail: lower) : try solve(tail: upper)
  }

  /// Returns the positive x whose upper tail probability is `tail`, by Brent's method in the logarithms
  /// of both.
  private func solve(tail: Double) throws(NumericsError) -> Double {
    let logTail = log(tail)
    // Rising with x, and finite where the tail underflows.
    func excess(_ logX: Double) -> Double { logTail - max(log(survival(exp(logX))), -1e4) }
    // Between the smallest and largest normal numbers.
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
    // Beyond the range of `Double`, its end is the nearest answer.
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
