import Glibc
public import Kernel

/// A probability distribution that random streams can be drawn through.
///
/// Parameters are checked once, when the distribution is made; draws cannot fail and allocate
/// nothing.
public protocol RandomVariable: Sendable {
  /// What a draw is: a `Double` or a count.
  associatedtype Value: Sendable

  /// Returns one draw.
  func draw(from stream: inout RandomStream) -> Value
}

/// A distribution over real numbers with known tail probabilities.
public protocol ContinuousDistribution: RandomVariable where Value == Double {
  /// The smallest interval that holds all probability; its ends may be infinite.
  var support: ClosedRange<Double> { get }

  /// Returns the probability that a draw is at most `x`; not-a-number passes through.
  func cumulative(_ x: Double) -> Double

  /// Returns the probability that a draw exceeds `x`, exact also where it is tiny.
  func survival(_ x: Double) -> Double

  /// Returns the value that a draw stays below with probability `probability`.
  func quantile(_ probability: Double) throws(NumericsError) -> Double

  /// Returns the value that a draw exceeds with probability `survival`, which may be tiny.
  func quantile(survival: Double) throws(NumericsError) -> Double
}

extension ContinuousDistribution {
  /// Returns the value that a draw stays below with probability `probability`.
  public func quantile(_ probability: Double) throws(NumericsError) -> Double {
    try requireProbability(probability, "probability")
    return try invert(lower: probability, upper: 1 - probability)
  }

  /// Returns the value that a draw exceeds with probability `survival`, which may be tiny.
  public func quantile(survival: Double) throws(NumericsError) -> Double {
    try requireProbability(survival, "survival")
    return try invert(lower: 1 - survival, upper: survival)
  }

  /// Solves for the x with the given tail probabilities, of which the smaller is the exact one.
  ///
  /// GSL has inverses of its own, but those of the F, t and chi-square distributions fail or are
  /// wrong for few degrees of freedom and in far tails, while its tail probabilities are right. So
  /// the tail is inverted by Brent's method, in the logarithms of both probability and x;
  /// distributions on the whole line are symmetric, and the absolute value is what is sought.
  func invert(lower: Double, upper: Double) throws(NumericsError) -> Double {
    guard lower > 0 else { return support.lowerBound }
    guard upper > 0 else { return support.upperBound }
    if support.lowerBound < 0 {
      guard lower != upper else { return 0 }
      return lower < upper
        ? try -solve(target: lower, isUpper: true) : try solve(target: upper, isUpper: true)
    }
    return lower < upper
      ? try solve(target: lower, isUpper: false) : try solve(target: upper, isUpper: true)
  }

  /// Returns the positive x whose lower or upper tail probability is `target`.
  private func solve(target: Double, isUpper: Bool) throws(NumericsError) -> Double {
    let logTarget = log(target)
    func excess(_ logX: Double) -> Double {
      let x = exp(logX)
      // Rising with x whichever tail is meant, and finite where the tail underflows.
      return isUpper
        ? logTarget - max(log(survival(x)), -1e4)
        : max(log(cumulative(x)), -1e4) - logTarget
    }
    // Between the smallest and largest normal numbers, and no more than the support.
    let floor = -708.0
    let ceiling = min(709.0, log(support.upperBound))
    var low = min(0, ceiling - 1)
    var high = ceiling < 1 ? ceiling : 1
    var atLow = excess(low)
    var atHigh = excess(high)
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
    guard atHigh >= 0 else { return support.upperBound }
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
func requireProbability(
  _ value: Double, _ name: StaticString
) throws(NumericsError) {
  try require(value >= 0 && value <= 1, name, value, "between 0 and 1")
}

/// Throws unless `value` is enough degrees of freedom for a ratio.
///
/// With fewer, the sum of squares below the line would round to zero now and then.
func requireDegrees(_ value: Double, _ name: StaticString) throws(NumericsError) {
  try require(value >= 0.1 && value.isFinite, name, value, "at least 0.1 and finite")
}

extension RandomStream {
  /// Returns a uniform draw from the open interval (0, 1), on the centres of a 2^-53 grid.
  @inline(__always)
  mutating func openUniform() -> Double {
    (Double(next() &>> 11) + 0.5) * 0x1p-53
  }
}
