public import Kernel
import Numerics

/// The change of a figure between two runs under the same seeds; positive for a worsening.
public struct PairedEffect: Hashable, Sendable {
  /// The medians over the seeds of the base and of the new run, in the metric's unit.
  public var base, new: Double
  /// The median of new less base over the seeds, in the metric's unit.
  public var difference: Double
  /// The median worsening, in the metric's unit, by the metric's direction of improvement.
  public var worsening: Double
  /// The confidence interval of the worsening; nil for a single seed.
  public var interval: ClosedRange<Double>?
  /// The p-value of the change, uncorrected.
  public var significance: Double
  /// The smallest relevant change.
  public var minimum: Double
  /// The worsening of each seed, in the order of the seeds.
  public var worsenings: [Double]
  /// The standard error of the median worsening.
  var standardError: Double

  /// True if every seed has the same figure in both runs.
  public var isIdentical: Bool { worsenings.allSatisfy { $0 == 0 } }

  /// Tests pairs of figures by a BCa bootstrap of the median and a signed-rank test.
  ///
  /// - Parameters:
  ///   - pairs: The figures of each seed, in the metric's unit; at least one, all finite.
  ///   - metric: The metric.
  ///   - rules: The evidence that a verdict takes.
  ///   - stream: The random stream of the resamples.
  public init(
    _ pairs: [(base: Double, new: Double)], metric: Metric, rules: ComparisonRules,
    from stream: RandomStream
  ) {
    base = pairs.map(\.base).median
    new = pairs.map(\.new).median
    difference = pairs.map { $0.new - $0.base }.median
    worsenings = pairs.map { metric.better.badness($0.new) - metric.better.badness($0.base) }
    worsening = worsenings.median
    minimum = max(metric.minRelative * abs(base), metric.minAbsolute)
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
    // The bootstrap of a median is too optimistic for few seeds; the signed-rank test is not.
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

  /// Returns the number of seeds that would detect a relevant change with the rules' power, at the
  /// observed spread; more than the present number.
  func seedsNeeded(_ rules: ComparisonRules, figures: Int) -> Int {
    let normal = try? NormalDistribution()
    let tail = rules.level / 2 / Double(max(1, figures))
    let deviations =
      ((try? normal?.quantile(survival: tail)) ?? 3)
      + ((try? normal?.quantile(rules.power)) ?? 1.3)
    // The change must also exceed the smallest relevant one, which takes half of the alarm's size.
    let size = max(rules.alarmFactor * minimum, abs(worsening))
    let count = Double(worsenings.count)
    let wanted =
      size > 0
      ? count * (deviations * standardError / size) * (deviations * standardError / size) : 0
    let floor = max(rules.minSeeds(figures: figures), worsenings.count + 1)
    return wanted < 1e6 ? max(floor, Int(wanted.rounded(.up))) : 1_000_000
  }
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
