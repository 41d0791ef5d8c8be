import Kernel
public import Numerics

/// One quantity of a signal, as real recordings have it and as the simulator makes it.
public struct SignalFigure: Hashable, Sendable {
  /// What a comparison says.
  public enum Verdict: String, CaseIterable, Sendable {
    /// The synthetic values are as near to the real ones as these are to each other, also to those that had no say
    /// in their level, and those of wrong models aren't.
    case within
    /// They are, but so are those of a model that is wrong on purpose: it says little.
    case weak
    /// It is not.
    case apart
    /// Nothing real to hold it against.
    case modelled
  }

  /// What a sample's distribution comes down to.
  public struct Summary: Hashable, Sendable {
    /// How many values.
    public let count: Int
    /// The quantiles of type 7.
    public let p10, p50, p90: Double

    /// Sums up a sample.
    public init(_ sample: SortedSample) throws(NumericsError) {
      count = sample.values.count
      p10 = try sample.quantile(0.1)
      p50 = sample.median
      p90 = try sample.quantile(0.9)
    }
  }

  /// The signal: `accelerometer`, `beacon`.
  public let signal: String
  /// Under what circumstances: `walking, front_pocket`.
  public let situation: String
  /// What is measured: `step rate`.
  public let quantity: String
  /// Its unit; empty for a plain number.
  public let unit: String
  /// Where the real values come from: data sets, or a paper; empty if there are none.
  public let source: String
  /// What real recordings have.
  public let real: Summary?
  /// What the simulator makes.
  public let synthetic: Summary
  /// How many recordings, people or devices the real values are from.
  public let recordings: Int
  /// How far the two distributions are apart: Kolmogorov and Smirnov's distance, 0 to 1, and
  /// Wasserstein's, in the quantity's unit.
  public let kolmogorovSmirnov, wasserstein: Double?
  /// Kolmogorov's distance where each recording is judged by a level learned from the others; nil where there are
  /// too few.
  public let leftOut: Double?
  /// How far Kolmogorov's distance may be: as far as real values are from each other, recording by
  /// recording; nil where a range decides.
  public let limit: Double?
  /// Where the synthetic median should lie, if few recordings or a paper leave nothing but a range.
  public let wanted: ClosedRange<Double>?
  /// The wrong models that are told from the real values, and those that aren't.
  public private(set) var rejected: [String] = []
  /// See ``rejected``.
  public private(set) var passed: [String] = []

  private let found: SortedSample?
  private let made: SortedSample

  /// From so many recordings on they tell how far they are from each other.
  public static let fewestRecordings = 5
  /// Distributions so near count as alike, however many recordings would tell them apart; the mark that
  /// the project set itself for radios.
  private static let near = 0.15
  /// By which distance, or share of the median, a wrong model must move a figure to be one that this
  /// figure has to find.
  private static let touch = (distance: 0.15, share: 0.2)

  /// Compares samples.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - situation: Under what circumstances.
  ///   - quantity: What is measured.
  ///   - unit: Its unit.
  ///   - real: The real values; nil or empty if there are none.
  ///   - synthetic: The simulator's values; at least one.
  ///   - source: Where the real ones come from.
  ///   - wanted: Where the synthetic median should lie; nil to hold the distributions against each other.
  /// - Throws: ``NumericsError`` if a sample holds what is no finite number.
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
    if wanted == nil, real.count >= Self.fewestRecordings {
      limit = max(Self.near, try real.chance())
      leftOut = try real.leftOut(made, isLevel: unit.hasPrefix("dB"))
      self.wanted = nil
    } else {
      limit = nil
      leftOut = nil
      // Of fewer than eight values the whole range counts: they are too few to tell tails.
      let isFew = found.values.count < 8
      let (low, high) = (try found.quantile(isFew ? 0 : 0.1), try found.quantile(isFew ? 1 : 0.9))
      self.wanted = wanted ?? low...high
    }
  }

  /// What the comparison says.
  public var verdict: Verdict {
    guard limit != nil || wanted != nil else { return .modelled }
    guard accepts(made), limit.map({ (leftOut ?? 0) <= $0 }) ?? true else { return .apart }
    return passed.isEmpty ? .within : .weak
  }

  /// Whether it is the same quantity in the same situation.
  public func isSame(as other: SignalFigure) -> Bool {
    signal == other.signal && situation == other.situation && quantity == other.quantity
  }

  /// Holds it against half and twice of what was made: the plainest wrong models.
  public mutating func scale() {
    for (name, factor) in [("half", 0.5), ("double", 2)] {
      // In order still, as the factor is positive.
      if let scaled = try? SortedSample(sorted: made.values.map { $0 * factor }) {
        hold(against: scaled, name)
      }
    }
  }

  /// Holds it against what a wrong model made.
  ///
  /// - Parameters:
  ///   - wrong: The same figure by that model; nil where it made nothing, which is told at once.
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

  /// Whether a model changes the figure by enough for it to be found.
  private func isMoved(to wrong: SortedSample) -> Bool {
    guard limit != nil else {
      let (own, other) = (made.median, wrong.median)
      return abs(other - own) > Self.touch.share * max(abs(own), abs(other))
    }
    let distance = try? TwoSampleDistance(made, wrong).kolmogorovSmirnov
    return (distance ?? 1) > Self.touch.distance
  }

  /// Whether values could be real ones, as far as the figure knows.
  private func accepts(_ values: SortedSample) -> Bool {
    if let limit, let found {
      return ((try? TwoSampleDistance(found, values).kolmogorovSmirnov) ?? 1) <= limit
    }
    return wanted?.contains(values.median) ?? false
  }
}
