import Kernel
public import Numerics

/// Comparison of one signal quantity between real recordings and the simulator.
public struct SignalFigure: Hashable, Sendable {
  /// The result of the comparison.
  public enum Verdict: String, CaseIterable, Sendable {
    /// The synthetic values are as near to the real ones as these are to each other, also with the
    /// level fitted to the other recordings only; values of wrong models aren't.
    case within
    /// Within the limit, but so is a model that is wrong on purpose: weak evidence.
    case weak
    /// Beyond the limit.
    case apart
    /// No real values to compare with.
    case modelled
  }

  /// Summary of a sample's distribution.
  public struct Summary: Hashable, Sendable {
    /// The number of values.
    public let count: Int
    /// Quantiles of type 7.
    public let p10, p50, p90: Double

    public init(_ sample: SortedSample) throws(NumericsError) {
      count = sample.values.count
      p10 = try sample.quantile(0.1)
      p50 = sample.median
      p90 = try sample.quantile(0.9)
    }
  }

  /// The signal: `accelerometer`, `beacon`.
  public let signal: String
  /// The circumstances: `walking, front_pocket`.
  public let situation: String
  /// The measured quantity: `step rate`.
  public let quantity: String
  /// Empty for plain numbers.
  public let unit: String
  /// The source of the real values: data sets, or a paper; empty without real values.
  public let source: String
  /// The real values; nil without any.
  public let real: Summary?
  /// The simulator's values.
  public let synthetic: Summary
  /// The number of recordings, people or devices of the real values.
  public let recordings: Int
  /// The distances of the two distributions: Kolmogorov-Smirnov, 0 to 1, and Wasserstein, in the
  /// quantity's unit.
  public let kolmogorovSmirnov, wasserstein: Double?
  /// Leave-one-out Kolmogorov-Smirnov distance, with the level fitted to the other recordings; nil
  /// for too few.
  public let leftOut: Double?
  /// Maximum Kolmogorov-Smirnov distance: the distance by chance among real recordings; nil where a
  /// range decides.
  public let limit: Double?
  /// Range for the synthetic median, if there are few recordings or only a paper.
  public let wanted: ClosedRange<Double>?
  /// The wrong models that the real values reject, and those that they don't.
  public private(set) var rejected: [String] = []
  /// See ``rejected``.
  public private(set) var passed: [String] = []

  private let found: SortedSample?
  private let made: SortedSample

  /// Minimum number of recordings for a limit by their own spread.
  public static let minRecordings = 5
  /// Distance below which distributions count as equal, whatever the number of recordings; the
  /// project's goal for radio signals.
  private static let near = 0.15
  /// Minimum change of a figure by a wrong model, as a distance or as a share of the median, for
  /// the model to be detectable by this figure.
  private static let touch = (distance: 0.15, share: 0.2)

  /// Compares samples.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - situation: The circumstances.
  ///   - quantity: The measured quantity.
  ///   - unit: Its unit.
  ///   - real: The real values; nil or empty without any.
  ///   - synthetic: The simulator's values; at least one.
  ///   - source: The source of the real values.
  ///   - wanted: Range for the synthetic median; nil to compare the distributions.
  /// - Throws: ``NumericsError`` if a value is not finite.
  public init(
    signal: String, situation: String, quantity: String, unit: String, real: RecordedValues?,
    synthetic: [Double], source: String, wanted: ClosedRange<Double>? = nil
  ) throws(NumericsError) {
    self.signal = signal
    self.situation = situation
    self.quantity = quantity
    self.unit = unit
    self.source = source
    made = try SortedSample(synthetic)
    self.synthetic = try Summary(made)
    guard let real, !real.values.isEmpty else {
      self.real = nil
      found = nil
      recordings = 0
      kolmogorovSmirnov = nil
      wasserstein = nil
      leftOut = nil
      limit = nil
      self.wanted = wanted
      return
    }
    let found = try SortedSample(real.values)
    self.found = found
    self.real = try Summary(found)
    recordings = real.count
    let distance = try TwoSampleDistance(found, made)
    kolmogorovSmirnov = distance.kolmogorovSmirnov
    wasserstein = distance.wasserstein
    if wanted == nil, real.count >= Self.minRecordings {
      limit = max(Self.near, try real.chance())
      leftOut = try real.leftOut(made, isLevel: unit.hasPrefix("dB"))
      self.wanted = nil
    } else {
      limit = nil
      leftOut = nil
      // Fewer than eight values have no tails to cut off: their whole range counts.
      let isFew = found.values.count < 8
      let (low, high) = (try found.quantile(isFew ? 0 : 0.1), try found.quantile(isFew ? 1 : 0.9))
      self.wanted = wanted ?? low...high
    }
  }

  /// The result of the comparison.
  public var verdict: Verdict {
    guard limit != nil || wanted != nil else { return .modelled }
    guard accepts(made), limit.map({ (leftOut ?? 0) <= $0 }) ?? true else { return .apart }
    return passed.isEmpty ? .within : .weak
  }

  /// True for the same quantity in the same situation.
  public func isSame(as other: SignalFigure) -> Bool {
    signal == other.signal && situation == other.situation && quantity == other.quantity
  }

  /// Tests the figure against half and twice the synthetic values, the simplest wrong models.
  public mutating func scale() {
    for (name, factor) in [("half", 0.5), ("double", 2)] {
      // Still sorted, as the factor is positive.
      if let scaled = try? SortedSample(sorted: made.values.map { $0 * factor }) {
        hold(against: scaled, name)
      }
    }
  }

  /// Tests the figure against a wrong model.
  ///
  /// - Parameters:
  ///   - wrong: The model's figure; nil if it makes no values, which counts as rejected.
  ///   - name: The model's name.
  public mutating func hold(against wrong: SignalFigure?, _ name: String) {
    if let wrong {
      hold(against: wrong.made, name)
    } else if limit != nil || wanted != nil {
      rejected.append(name)
    }
  }

  private mutating func hold(against wrong: SortedSample, _ name: String) {
    guard limit != nil || wanted != nil, isMoved(to: wrong) else { return }
    if accepts(wrong) { passed.append(name) } else { rejected.append(name) }
  }

  /// True if a model changes the figure enough to be detectable.
  private func isMoved(to wrong: SortedSample) -> Bool {
    guard limit != nil else {
      let (own, other) = (made.median, wrong.median)
      return abs(other - own) > Self.touch.share * max(abs(own), abs(other))
    }
    let distance = try? TwoSampleDistance(made, wrong).kolmogorovSmirnov
    return (distance ?? 1) > Self.touch.distance
  }

  /// True if values are compatible with the real ones.
  private func accepts(_ values: SortedSample) -> Bool {
    if let limit, let found {
      return ((try? TwoSampleDistance(found, values).kolmogorovSmirnov) ?? 1) <= limit
    }
    return wanted?.contains(values.median) ?? false
  }
}
