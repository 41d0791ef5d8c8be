import Numerics

/// One figure of a report.
public struct MetricRow: Hashable, Sendable {
  /// The metric.
  public var metric: Metric
  /// The statistic.
  public var statistic: Statistic
  /// The figure, in the metric's unit.
  public var value: Double
  /// How many values it sums up.
  public var count: Int

  /// Creates a figure.
  public init(metric: Metric, statistic: Statistic, value: Double, count: Int) {
    (self.metric, self.statistic) = (metric, statistic)
    (self.value, self.count) = (value, count)
  }

  /// Sums up values, in SI units, by each statistic that the metric has; none without values.
  public static func rows(_ metric: Metric, values: ValueSketch) -> [MetricRow] {
    rows(metric, of: values)
  }

  /// The same of values that were summed up in another way.
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

  /// A statistic of some values; nil without values.
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

  /// A statistic of some values; nil without values.
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

extension Metric {
  /// Whether a short summary shows it; the others are in the tables.
  public var isHeadline: Bool { Self.headlines.contains(self) }

  private static let headlines: Set<Metric> = [
    .fix.horizontalError, .fix.crossTrackError, .route.matchedLength, .height.verticalError,
    .height.floorAccuracy,
    .freshness.availability, .ttff.whole, .withinAccuracy.whole, .activity.accuracy,
    .activity.f1Macro, .pedometer.stepsError, .pedometer.stepsFalsePerHour,
    .pedometer.distanceError, .pedometer.floorsError, .region.latency, .region.falsePerDay,
    .ranging.nearestRight, .visit.arrivalError, .pause.delay, .pause.wrongPerHour, .energy.whole,
    .energy.power, .energy.battery,
  ]
}

/// What has become of a budget.
public struct BudgetVerdict: Hashable, Sendable {
  /// A verdict; undecided is a budget `if any` of which there was nothing to judge.
  public enum Verdict: String, Sendable {
    case kept, missed, undecided
  }

  /// The budget.
  public var budget: Budget
  /// The figure, in the metric's unit; nil if there was nothing to sum up.
  public var value: Double?
  /// The verdict.
  public var verdict: Verdict

  /// Judges a budget by values in SI units.
  ///
  /// Where there are none, it is missed, unless it says `if any`: a stack that tells nothing keeps nothing.
  public init(_ budget: Budget, values: ValueSketch) { self.init(budget, of: values) }

  /// The same by values that were summed up in another way.
  public init(_ budget: Budget, of values: some ValueSummary) {
    self.budget = budget
    let figure = MetricRow.summary(budget.statistic, of: values)
    value = figure.map { $0 / budget.metric.unitInSI }
    verdict =
      figure.map { budget.isKept(by: $0) ? .kept : .missed }
      ?? (budget.isOptional ? .undecided : .missed)
  }
}
