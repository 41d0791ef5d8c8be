/// A probability distribution of a quantity: `normal(1.34 m/s, 0.26 m/s) clip 0.5..2.2 m/s`.
///
/// All parameters are in SI units. A clipped distribution is the truncated law, conditional on the
/// limits; no probability accumulates at the limits.
public struct Distribution: Hashable, Sendable {
  /// The law before clipping.
  public enum Law: Hashable, Sendable {
    /// A constant value.
    case constant(Double)
    /// The uniform law.
    case uniform(low: Double, high: Double)
    /// The normal law with mean and standard deviation.
    case normal(mean: Double, sd: Double)
    /// The lognormal law; `sigma` is the standard deviation of the logarithm.
    case lognormal(median: Double, sigma: Double)
    /// The exponential law.
    case exponential(mean: Double)
  }

  public let law: Law
  /// The limits of draws; infinite if unlimited.
  public let limits: ClosedRange<Double>

  /// Cumulative probabilities at the limits, of the law or of its mirror image.
  ///
  /// The variant with the limits in its lower tail is used, where probabilities keep their digits.
  let lowProbability: Double
  let highProbability: Double
  let isMirrored: Bool

  /// A constant distribution; the value must be finite.
  public static func constant(_ value: Double) -> Distribution {
    Distribution(unchecked: .constant(value), limits: -.infinity ... .infinity)
  }

  /// Creates a distribution, truncated to `limits` if given.
  ///
  /// Fails if a parameter is not finite or out of its range, or if the law has no value within the
  /// limits.
  public init(_ law: Law, clippedTo limits: ClosedRange<Double>? = nil) throws(QuantityError) {
    try law.validate()
    let limits = limits ?? -.infinity ... .infinity
    let support = law.support
    guard limits.upperBound >= support.lowerBound, limits.lowerBound <= support.upperBound else {
      throw QuantityError("the distribution has no value within its limits")
    }
    self.init(unchecked: law, limits: limits)
  }

  private init(unchecked law: Law, limits: ClosedRange<Double>) {
    self.law = law
    self.limits = limits
    let (low, high) = law.standardised(limits)
    isMirrored = low > 0
    lowProbability = isMirrored ? normalProbability(below: -high) : normalProbability(below: low)
    highProbability = isMirrored ? normalProbability(below: -low) : normalProbability(below: high)
  }
}

extension Distribution.Law {
  /// The support of the law before clipping.
  var support: ClosedRange<Double> {
    switch self {
    case .constant(let value): value...value
    case .uniform(let low, let high): low...high
    case .normal(let mean, let sd): sd == 0 ? mean...mean : -.infinity ... .infinity
    case .lognormal(let median, let sigma): sigma == 0 ? median...median : 0 ... .infinity
    case .exponential: 0 ... .infinity
    }
  }

  /// A central value: the mean or the median, as named by the law.
  var centre: Double {
    switch self {
    case .constant(let value): value
    case .uniform(let low, let high): low + (high - low) / 2
    case .normal(let mean, _): mean
    case .lognormal(let median, _): median
    case .exponential(let mean): mean
    }
  }

  fileprivate func validate() throws(QuantityError) {
    let parameters: [Double]
    var complaint: String?
    switch self {
    case .constant(let value):
      parameters = [value]
    case .uniform(let low, let high):
      parameters = [low, high]
      if low > high { complaint = "a uniform distribution must not begin above its end" }
    case .normal(let mean, let sd):
      parameters = [mean, sd]
      if sd < 0 { complaint = "a standard deviation must not be negative" }
    case .lognormal(let median, let sigma):
      parameters = [median, sigma]
      if median <= 0 { complaint = "the median of a lognormal distribution must be above 0" }
      if sigma < 0 { complaint = "the sigma of a lognormal distribution must not be negative" }
    case .exponential(let mean):
      parameters = [mean]
      if mean <= 0 { complaint = "the mean of an exponential distribution must be above 0" }
    }
    guard parameters.allSatisfy(\.isFinite) else {
      throw QuantityError("the parameters of a distribution must be finite")
    }
    if let complaint { throw QuantityError(complaint) }
  }

  /// The limits in standard deviations, for laws derived from the normal one.
  fileprivate func standardised(_ limits: ClosedRange<Double>) -> (low: Double, high: Double) {
    switch self {
    case .normal(let mean, let sd) where sd > 0:
      ((limits.lowerBound - mean) / sd, (limits.upperBound - mean) / sd)
    case .lognormal(let median, let sigma) where sigma > 0:
      (
        logarithm(max(0, limits.lowerBound) / median) / sigma,
        logarithm(max(0, limits.upperBound) / median) / sigma
      )
    default: (-.infinity, .infinity)
    }
  }
}
