import Numerics

/// A figure of a metric in a report.
public struct MetricRow: Hashable, Sendable {
  public var metric: Metric
  public var statistic: Statistic
  /// In the metric's unit.
  public var value: Double
  /// The number of values in the figure.
  public var count: Int

  public init(metric: Metric, statistic: Statistic, value: Double, count: Int) {
    (self.metric, self.statistic) = (metric, statistic)
    (self.value, self.count) = (value, count)
  }

  /// Computes each statistic of the metric from values in SI units; empty without values.
  public static func rows(_ metric: Metric, values: ValueSketch) -> [MetricRow] {
    rows(metric, of: values)
  }

  /// Computes each statistic of the metric from any summary of values in SI units; empty without
  /// values.
  public static func rows(_ metric: Metric, of values: some ValueSummary) -> [MetricRow] {
    guard !values.isEmpty else { return [] }
    let quantiles = values.quantiles(metric.statistics.compactMap(\.probability))
    var next = 0
    return metric.statistics.compactMap { statistic in
      var value: Double?
      if statistic.probability == nil {
        value = summary(statistic, of: values)
      } else {
        value = quantiles[next]
        next += 1
      }
      return value.map {
        MetricRow(
          metric: metric, statistic: statistic, value: $0 / metric.unitInSI, count: values.count)
      }
    }
  }

  /// Returns a statistic of summarised values; nil without values.
  public static func summary(_ statistic: Statistic, of values: some ValueSummary) -> Double? {
    guard !values.isEmpty else { return nil }
    let count = Double(values.count)
    switch statistic {
    case .mean, .share: return values.sum / count
    case .rmse: return (values.sumOfSquares / count).squareRoot()
    case .max: return values.isExact ? values.values.max() : values.maximum
    case .min: return values.isExact ? values.values.min() : values.minimum
    case .count: return count
    case .sd:
      return values.isExact
        ? summary(.sd, of: values.values) : values.standardDeviation
    default: return statistic.probability.flatMap { values.quantile($0) }
    }
  }

  /// Returns a statistic of some values; nil without values.
  public static func summary(_ statistic: Statistic, of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let count = Double(values.count)
    switch statistic {
    case .mean, .share: return values.reduce(0, +) / count
    case .rmse: return (values.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    case .max: return values.max()
    case .min: return values.min()
    case .count: return count
    case .sd:
      var running = RunningStatistics()
      for value in values { try? running.add(ValueSketch.ordered(value)) }
      return running.standardDeviation
    default:
      guard let probability = statistic.probability else { return nil }
      return try? quantile(probability, of: values.map(ValueSketch.ordered))
    }
  }
}

/// The result of a budget.
public struct BudgetVerdict: Hashable, Sendable {
  /// Undecided is a budget `if any` without values.
  public enum Verdict: String, Sendable {
    case kept, missed, undecided
  }

  public var budget: Budget
  /// In the metric's unit; nil without values.
  public var value: Double?
  /// The 95 % interval of a comparison's mean difference over several runs, by Student's t distribution.
  public var interval: ClosedRange<Double>?
  public var verdict: Verdict

  /// Judges a budget on values in SI units.
  ///
  /// Without values the budget is missed, unless it says `if any`: a silent stack satisfies
  /// nothing.
  public init(_ budget: Budget, values: ValueSketch) { self.init(budget, of: values) }

  private static func interval(of values: some ValueSummary) -> ClosedRange<Double>? {
    let count = Double(values.count)
    guard count > 1, let mean = MetricRow.summary(.mean, of: values),
      let deviation = MetricRow.summary(.sd, of: values),
      let quantile = try? StudentTDistribution(degreesOfFreedom: count - 1).quantile(0.975)
    else { return nil }
    let half = quantile * deviation / count.squareRoot()
    return mean - half...mean + half
  }

  /// Judges a budget on any summary of values in SI units.
  public init(_ budget: Budget, of values: some ValueSummary) {
    self.budget = budget
    let figure = MetricRow.summary(budget.statistic, of: values)
    value = figure.map { $0 / budget.metric.unitInSI }
    verdict =
      figure.map { budget.isKept(by: $0) ? .kept : .missed }
      ?? (budget.isOptional ? .undecided : .missed)
    if budget.comparison != nil { interval = Self.interval(of: values) }
  }
}
