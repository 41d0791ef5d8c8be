import Glibc
public import Kernel

extension Distribution {
  /// Draws a value by inversion; every draw takes one word of the stream.
  public func sample(_ stream: inout RandomStream) -> Double {
    // Centred on the cells of a 2^-53 grid: never 0 or 1.
    let share = (Double(stream.next() &>> 11) + 0.5) * 0x1p-53
    return value(atShare: share)
  }

  /// Returns the quantile at a share strictly between 0 and 1.
  public func value(atShare share: Double) -> Double {
    let value: Double
    switch law {
    case .constant(let constant):
      value = constant
    case .uniform(let low, let high):
      let (first, last) = (max(low, limits.lowerBound), min(high, limits.upperBound))
      value = first * (1 - share) + last * share
    case .normal(let mean, let sd):
      value = sd == 0 ? mean : mean + sd * deviate(atShare: share)
    case .lognormal(let median, let sigma):
      value = sigma == 0 ? median : median * exp(sigma * deviate(atShare: share))
    case .exponential(let mean):
      // Memoryless: the law above a limit is the shifted law.
      let start = max(0, limits.lowerBound)
      value = start - mean * log1p(share * expm1((start - limits.upperBound) / mean))
    }
    return min(max(value, limits.lowerBound), limits.upperBound)
  }

  /// Returns the standard normal quantile of a share of draws within the limits.
  private func deviate(atShare share: Double) -> Double {
    // So far out that probabilities underflow to zero, all draws lie at the nearer limit.
    guard highProbability > 0 else { return isMirrored ? -.infinity : .infinity }
    guard isMirrored else {
      return normalQuantile(lowProbability + share * (highProbability - lowProbability))
    }
    return -normalQuantile(highProbability - share * (highProbability - lowProbability))
  }
}

/// The standard normal cumulative probability at `z`.
func normalProbability(below z: Double) -> Double {
  0.5 * erfc(-z * 0.5.squareRoot())
}

/// The natural logarithm; minus infinity at zero.
func logarithm(_ x: Double) -> Double { log(x) }
