/// The trimmed mean of a sample with Yuen's standard error.
///
/// Yuen, Biometrika 61 (1974) 165-170: a fifth of the sample is cut off on each side, the standard
/// error follows from the winsorised variance, and the ratio of both has nearly Student's t
/// distribution. Against the mean it needs half as many values where tails are heavy.
public struct TrimmedMean: Hashable, Sendable {
  public let mean: Double
  /// Zero where more than three fifths of the values are equal; infinite for fewer than two values.
  public let standardError: Double
  public let degreesOfFreedom: Double

  /// The share that is cut off on each side.
  public static let trimmedShare = 0.2

  /// Summarises a sample.
  ///
  /// - Parameter values: At least one, all finite.
  public init(_ values: [Double]) {
    let sorted = values.sorted()
    let count = sorted.count
    let cut = Int(Self.trimmedShare * Double(count))
    let kept = sorted[cut..<(count - cut)]
    mean = kept.reduce(0, +) / Double(kept.count)
    degreesOfFreedom = Double(max(1, kept.count - 1))
    guard count > 1, let low = kept.first, let high = kept.last else {
      standardError = .infinity
      return
    }
    let winsorised = sorted.map { min(max($0, low), high) }
    let centre = winsorised.reduce(0, +) / Double(count)
    let squares = winsorised.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    let keptShare = 1 - 2 * Self.trimmedShare
    standardError = (squares / Double(count - 1) / Double(count)).squareRoot() / keptShare
  }

  /// The upper tail probability that a mean at `centre` or below would give a larger one.
  public func significance(above centre: Double) -> Double {
    guard standardError > 0 else { return mean > centre ? 0 : 1 }
    guard standardError.isFinite,
      let distribution = try? StudentTDistribution(degreesOfFreedom: degreesOfFreedom)
    else { return 1 }
    return distribution.survival((mean - centre) / standardError)
  }

  /// The two-sided confidence interval; nil for a single value.
  public func interval(confidence: Double) -> ClosedRange<Double>? {
    guard standardError.isFinite,
      let distribution = try? StudentTDistribution(degreesOfFreedom: degreesOfFreedom),
      let quantile = try? distribution.quantile(survival: (1 - confidence) / 2)
    else { return nil }
    return (mean - quantile * standardError)...(mean + quantile * standardError)
  }
}
