public import Numerics

/// One quantity of a signal, as real recordings have it and as the simulator makes it.
public struct SignalFigure: Hashable, Sendable {
  /// What a comparison says.
  public enum Verdict: String, CaseIterable, Sendable {
    /// The synthetic median is where the real recordings want it, and those of wrong models aren't.
    case within
    /// It is, but so is that of a model that is wrong on purpose: it says little.
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
  /// How far the two distributions are apart: Kolmogorov and Smirnov's distance, 0 to 1, and
  /// Wasserstein's, in the quantity's unit.
  public let kolmogorovSmirnov, wasserstein: Double?
  /// Where the synthetic median should lie: as stated, else between the real 10 and 90 %.
  public let wanted: ClosedRange<Double>?
  /// The wrong models whose medians are told from the real ones, and those whose aren't.
  public private(set) var rejected: [String] = []
  /// See ``rejected``.
  public private(set) var passed: [String] = []

  /// By which share a wrong model must move the median to be one that this figure has to find.
  private static let touch = 0.2

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
  ///   - wanted: Where the synthetic median should lie; nil for the real 10 to 90 % range.
  /// - Throws: ``NumericsError`` if a sample holds what is no finite number.
  public init(
    signal: String, situation: String, quantity: String, unit: String, real: [Double]?,
    synthetic: [Double], source: String, wanted: ClosedRange<Double>? = nil
  ) throws(NumericsError) {
    self.signal = signal
    self.situation = situation
    self.quantity = quantity
    self.unit = unit
    self.source = source
    let made = try SortedSample(synthetic)
    self.synthetic = try Summary(made)
    guard let real, !real.isEmpty else {
      self.real = nil
      kolmogorovSmirnov = nil
      wasserstein = nil
      self.wanted = wanted
      return
    }
    let found = try SortedSample(real)
    let summary = try Summary(found)
    self.real = summary
    let distance = try TwoSampleDistance(found, made)
    kolmogorovSmirnov = distance.kolmogorovSmirnov
    wasserstein = distance.wasserstein
    self.wanted = wanted ?? summary.p10...summary.p90
  }

  /// What the comparison says.
  public var verdict: Verdict {
    guard let wanted else { return .modelled }
    guard wanted.contains(synthetic.p50) else { return .apart }
    return passed.isEmpty ? .within : .weak
  }

  /// Whether it is the same quantity in the same situation.
  public func isSame(as other: SignalFigure) -> Bool {
    signal == other.signal && situation == other.situation && quantity == other.quantity
  }

  /// Holds it against half and twice of what was made: the plainest wrong models.
  public mutating func scale() {
    guard synthetic.p50 != 0 else { return }
    note("half", synthetic.p50 / 2)
    note("double", synthetic.p50 * 2)
  }

  /// Holds it against what a wrong model made.
  ///
  /// - Parameters:
  ///   - wrong: The same figure by that model; nil where it made nothing, which is told at once.
  ///   - name: The model's name.
  public mutating func hold(against wrong: SignalFigure?, _ name: String) {
    guard let wrong else {
      if wanted != nil { rejected.append(name) }
      return
    }
    let (own, other) = (synthetic.p50, wrong.synthetic.p50)
    // What hardly moves the figure isn't for it to find.
    guard abs(other - own) > Self.touch * max(abs(own), abs(other)) else { return }
    note(name, other)
  }

  private mutating func note(_ name: String, _ median: Double) {
    guard let wanted else { return }
    if wanted.contains(median) { passed.append(name) } else { rejected.append(name) }
  }
}
