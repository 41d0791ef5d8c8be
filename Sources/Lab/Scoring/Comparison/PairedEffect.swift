public import Kernel
import Numerics

/// How a figure moved between two runs under the same seeds, for the worse being positive.
public struct PairedEffect: Hashable, Sendable {
  /// The figure's median over the seeds of the base, and of the new run, in the metric's unit.
  public var base, new: Double
  /// The median difference over the seeds, new less base, in the metric's unit.
  public var difference: Double
  /// The median change for the worse, in the metric's unit: by the sense in which it is better.
  public var worsening: Double
  /// Where the change for the worse lies with the confidence of the rules; nil for a single seed.
  public var interval: ClosedRange<Double>?
  /// How surely there is a change at all, before any correction.
  public var significance: Double
  /// The least change that matters.
  public var least: Double
  /// The change for the worse of each seed, in the order of the seeds.
  public var worsenings: [Double]
  /// The standard error of the median change.
  var standardError: Double

  /// Whether every seed has the same figure.
  public var isIdentical: Bool { worsenings.allSatisfy { $0 == 0 } }

  /// Judges pairs of figures.
  ///
  /// - Parameters:
  ///   - pairs: The figures of each seed, in the metric's unit; at least one, all finite.
  ///   - metric: The metric.
  ///   - rules: How much evidence it takes.
  ///   - stream: Where the resamples come from.
  public init(
    _ pairs: [(base: Double, new: Double)], metric: Metric, rules: ComparisonRules,
    from stream: RandomStream
  ) {
    base = pairs.map(\.base).median
    new = pairs.map(\.new).median
    difference = pairs.map { $0.new - $0.base }.median
    worsenings = pairs.map { metric.better.badness($0.new) - metric.better.badness($0.base) }
    worsening = worsenings.median
    least = max(metric.leastRelative * abs(base), metric.leastAbsolute)
    (interval, significance, standardError) = (nil, 1, 0)
    guard !isIdentical else {
      if pairs.count > 1 { interval = 0...0 }
      return
    }
    let bootstrap = try? BCaBootstrap(
      worsenings, resamples: rules.resamples, from: stream,
      statistic: { values in
        values.sort()
        return values.medianOfSorted
      })
    guard let bootstrap else { return }
    interval = try? bootstrap.interval(confidence: 1 - rules.level)
    // The bootstrap of a median promises too much where seeds are few; the signs' own chances don't.
    significance = max(
      bootstrap.significance(against: 0), signedRankSignificance(worsenings))
    standardError = bootstrap.standardError
    if standardError == 0 {
      var spread = RunningStatistics()
      for value in worsenings { try? spread.add(value) }
      // The standard error of a normal sample's median (Kenney and Keeping, 1951).
      standardError =
        1.2533 * (spread.standardDeviation ?? 0) / Double(worsenings.count).squareRoot()
    }
  }

  /// How many seeds would find a change that must not be missed, by the spread seen.
  ///
  /// - Parameters:
  ///   - rules: How surely.
  ///   - figures: How many figures are compared.
  /// - Returns: The number, larger than that of the seeds there are.
  func seedsNeeded(_ rules: ComparisonRules, figures: Int) -> Int {
    let normal = try? NormalDistribution()
    let tail = rules.level / 2 / Double(max(1, figures))
    let deviations =
      ((try? normal?.quantile(survival: tail)) ?? 3)
      + ((try? normal?.quantile(rules.power)) ?? 1.3)
    // The change must also pass the least that matters, which takes half of the alarm's size.
    let size = max(rules.alarmFactor * least, abs(worsening))
    let count = Double(worsenings.count)
    let wanted =
      size > 0
      ? count * (deviations * standardError / size) * (deviations * standardError / size) : 0
    let floor = max(rules.fewestSeeds(figures: figures), worsenings.count + 1)
    return wanted < 1e6 ? max(floor, Int(wanted.rounded(.up))) : 1_000_000
  }
}

extension MetricDefinition.Better {
  /// How bad a figure is, in its own unit: what a change for the worse raises.
  public func badness(_ value: Double) -> Double {
    switch self {
    case .lower: value
    case .higher: -value
    case .nearZero: abs(value)
    // The share within one standard deviation of an honest stack, 0.68 by Android's getAccuracy.
    case .near68: abs(value - 0.68)
    }
  }
}
