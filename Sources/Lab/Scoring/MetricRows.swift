import Numerics

/// One figure of a report.
public struct MetricRow: Hashable, Sendable {
  /// The metric.
  public var metric: MetricDefinition
  /// The statistic.
  public var statistic: Statistic
  /// The figure, in the metric's unit.
  public var value: Double
  /// How many values it sums up.
  public var count: Int

  /// Sums up values, in SI units, by each statistic that the metric has; none without values.
  public static func rows(_ metric: MetricDefinition, values: [Double]) -> [MetricRow] {
    metric.statistics.compactMap { statistic in
      guard let value = summary(statistic, of: values) else { return nil }
      return MetricRow(
        metric: metric, statistic: statistic, value: value / metric.unitInSI, count: values.count)
    }
  }

  /// A statistic of some values; nil without values.
  public static func summary(_ statistic: Statistic, of values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    // Infinities would be refused by the quantile's arithmetic; a largest finite number is not.
    let finite = values.map {
      $0.isFinite ? $0 : Double.greatestFiniteMagnitude * ($0 < 0 ? -1 : 1)
    }
    let count = Double(values.count)
    switch statistic {
    case .mean, .share: return values.reduce(0, +) / count
    case .rmse: return (values.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    case .max: return values.max()
    case .min: return values.min()
    case .count: return count
    case .sd:
      var running = RunningStatistics()
      for value in finite { try? running.add(value) }
      return running.standardDeviation
    default:
      guard let probability = statistic.probability else { return nil }
      return try? quantile(probability, of: finite)
    }
  }
}

/// What has become of a budget.
public struct BudgetVerdict: Hashable, Sendable {
  /// A verdict.
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
  public init(_ budget: Budget, values: [Double]) {
    self.budget = budget
    guard let value = MetricRow.summary(budget.statistic, of: values) else {
      self.value = nil
      verdict = .undecided
      return
    }
    self.value = value / budget.metric.unitInSI
    verdict = budget.isKept(by: value) ? .kept : .missed
  }
}

/// All values of a scenario's metrics, over its seeds and devices.
public struct ScenarioPool: Sendable {
  private var values: [String: [Double]] = [:]

  /// Creates a pool with nothing in it.
  public init() {}

  /// Adds what one device's run came to.
  public mutating func add(_ score: DeviceScore) {
    for (metric, samples) in score.samples { values[metric.name, default: []] += samples }
  }

  /// The values of a metric, in SI units, in the order in which they were added.
  public subscript(metric: MetricDefinition) -> [Double] { values[metric.name] ?? [] }

  /// The figures of all metrics.
  public var rows: [MetricRow] {
    MetricCatalogue.all.flatMap { MetricRow.rows($0, values: self[$0]) }
  }
}
