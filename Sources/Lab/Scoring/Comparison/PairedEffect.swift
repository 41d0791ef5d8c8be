import Glibc
import Kernel
import Numerics

/// The change of a figure between two runs under the same seeds; positive for a worsening.
///
/// Two tests look at the changes of the seeds. The first finds a change of the typical seed: the
/// trimmed mean of the changes with Student's t. The second finds few seeds with large changes, which
/// a trimmed mean ignores: an exact test of the signs of the changes, weighted by their sizes.
public struct PairedEffect: Hashable, Sendable {
  /// The medians over the seeds of the base and of the new run, in the metric's unit.
  public let base, new: Double
  /// The change of the typical seed, new less base, in the metric's unit.
  public let difference: Double
  /// The worsening of the typical seed, in the metric's unit, by the metric's direction of improvement.
  public let worsening: Double
  /// The confidence interval of the worsening; nil for a single seed.
  public let interval: ClosedRange<Double>?
  /// The least change that matters, in the metric's unit.
  public let minimum: Double
  /// The worsening of each seed, in the order of the seeds: logarithms of ratios, or differences in
  /// the metric's unit.
  public let worsenings: [Double]
  /// The least change that matters, in the scale of ``worsenings``.
  public let scaledMargin: Double
  /// True if the changes are logarithms of ratios.
  public let isRatio: Bool
  /// The change of the typical seed, in the scale of ``worsenings``.
  let typical: TrimmedMean
  /// The one-sided p-values of a worsening and of an improvement: of the typical seed, and of all.
  let worse, better: SidedSignificance

  /// The p-values of both tests against one side.
  struct SidedSignificance: Hashable, Sendable {
    var typical, all: Double

    /// The p-value of both tests together, by Bonferroni; three quarters of the error are for changes
    /// of the typical seed, which are more frequent.
    var both: Double { min(1, typical / 0.75, all / 0.25) }
  }

  /// True if every seed has the same figure in both runs.
  public var isIdentical: Bool { worsenings.allSatisfy { $0 == 0 } }

  /// True if few seeds with large changes are better evidence than the typical seed.
  public var isRare: Bool {
    let side = worse.both <= better.both ? worse : better
    return side.all < side.typical && side.typical > 0.05
  }

  /// The two-sided p-value of a change, uncorrected.
  public var significance: Double { min(1, 2 * min(worse.both, better.both)) }

  /// Tests pairs of figures.
  ///
  /// - Parameters:
  ///   - pairs: The figures of each seed, in the metric's unit; at least one, all finite.
  ///   - metric: The metric.
  ///   - margin: The least change that matters; nil for the metric's.
  ///   - lost: The number of seeds that no longer have the figure; each counts as the largest worsening.
  ///   - gained: The number of seeds that newly have it; each counts as the largest improvement.
  ///   - confidence: The confidence of the interval.
  public init(
    _ pairs: [(base: Double, new: Double)], metric: Metric, margin: EquivalenceMargin? = nil,
    lost: Int = 0, gained: Int = 0, confidence: Double = 0.95
  ) {
    let margin = margin ?? metric.margin
    let middle = pairs.map(\.base).median
    base = middle
    new = pairs.map(\.new).median
    minimum = margin.size(at: middle)
    if case .relative(let share) = margin, pairs.allSatisfy({ $0.base > 0 && $0.new > 0 }) {
      isRatio = true
      scaledMargin = log(1 + share)
      let sign = metric.better == .higher ? -1.0 : 1
      worsenings = pairs.map { sign * log($0.new / $0.base) }
    } else {
      isRatio = false
      scaledMargin = margin.size(at: middle)
      worsenings = pairs.map { metric.better.badness($0.new) - metric.better.badness($0.base) }
    }
    let typical = TrimmedMean(worsenings)
    self.typical = typical
    // With so few seeds, even changes of one sign in all of them are chance.
    let floor = pow(0.5, Double(pairs.count))
    let largest = worsenings.map(abs).max() ?? 0
    let size = largest > 0 ? largest : 1
    let all =
      worsenings + Array(repeating: size, count: lost) + Array(repeating: -size, count: gained)
    worse = SidedSignificance(
      typical: max(floor, typical.significance(above: 0)), all: signFlipSignificance(all))
    better = SidedSignificance(
      typical: max(floor, TrimmedMean(worsenings.map { -$0 }).significance(above: 0)),
      all: signFlipSignificance(all.map { -$0 }))
    let isRatio = isRatio
    /// A worsening in the metric's unit.
    func inUnit(_ change: Double) -> Double {
      guard isRatio else { return change }
      return metric.better == .higher ? middle * (1 - exp(-change)) : middle * (exp(change) - 1)
    }
    worsening = inUnit(typical.mean)
    interval = typical.interval(confidence: confidence).map {
      inUnit($0.lowerBound)...inUnit($0.upperBound)
    }
    // Where zero or 68 % is best, a worsening has no direction.
    difference =
      switch metric.better {
      case .lower: worsening
      case .higher: -worsening
      case .nearZero, .near68: TrimmedMean(pairs.map { $0.new - $0.base }).mean
      }
  }

  /// True if the change of the typical seed is less than the least change that matters, with an error
  /// of at most `level` on either side, and so is the mean change, which few seeds with large changes
  /// would raise.
  func isEquivalent(level: Double) -> Bool {
    let mean = worsenings.reduce(0, +) / Double(worsenings.count)
    guard scaledMargin > 0, typical.standardError.isFinite, abs(mean) < scaledMargin else {
      return false
    }
    guard typical.standardError > 0 else { return abs(typical.mean) < scaledMargin }
    return typical.significance(above: scaledMargin) >= 1 - level
      && typical.significance(above: -scaledMargin) <= level
  }

  /// Describes few seeds with large changes: `worse in 7 seeds, better in 1, and large there`.
  func rareText(_ unit: String) -> String {
    let worse = worsenings.count { $0 > 0 }
    let better = worsenings.count { $0 < 0 }
    return
      "by few \(unit)s with large changes: worse in \(worse), better in \(better) of \(worsenings.count)"
  }

  /// Returns the number of seeds that would detect the least change with a power of `power`, at the
  /// observed spread.
  func seedsNeeded(level: Double, power: Double) -> Int {
    neededSeeds(
      spread: typical.standardError * Double(worsenings.count).squareRoot(), margin: scaledMargin,
      level: level, power: power)
  }
}

/// The number of seeds that detect a change with a power.
///
/// - Parameters:
///   - spread: The standard deviation of one seed's change.
///   - margin: The change.
///   - level: The one-sided level of the test.
///   - power: The wanted probability.
/// - Returns: At least the number with which all seeds' signs can be significant; a million if none
///   suffice.
func neededSeeds(spread: Double, margin: Double, level: Double, power: Double) -> Int {
  let floor = Int((-log2(level)).rounded(.up)) + 1
  guard spread > 0 else { return floor }
  guard margin > 0, spread.isFinite, let normal = try? NormalDistribution(),
    let tail = try? normal.quantile(survival: level), let reach = try? normal.quantile(power)
  else { return 1_000_000 }
  let count = spread * (tail + reach) / margin
  return count * count < 1e6 ? max(floor, Int((count * count).rounded(.up))) : 1_000_000
}

extension MetricDefinition.Better {
  /// Returns the badness of a figure in its own unit; a worsening raises it.
  public func badness(_ value: Double) -> Double {
    switch self {
    case .lower: value
    case .higher: -value
    case .nearZero: abs(value)
    // The share within the 68 % radius of a consistent accuracy (Android's getAccuracy).
    case .near68: abs(value - 0.68)
    }
  }
}
