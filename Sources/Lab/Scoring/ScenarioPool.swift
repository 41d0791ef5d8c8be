/// The values of a scenario's metrics over its seeds and devices, in bounded memory.
public struct ScenarioPool: Sendable {
  private var whole = SampleSet()
  private var parts: [(filter: ScoreFilter, samples: SampleSet)] = []

  public init() {}

  /// Adds the score of one device's run.
  public mutating func add(_ score: DeviceScore) {
    whole.merge(score.samples)
    for (filter, samples) in score.filtered { add(samples, of: filter) }
  }

  /// Adds the values within a filter.
  public mutating func add(
    _ samples: [(metric: Metric, values: ValueSketch)], of filter: ScoreFilter
  ) {
    if let index = parts.firstIndex(where: { $0.filter == filter }) {
      parts[index].samples.merge(samples)
    } else {
      var part = SampleSet()
      part.merge(samples)
      parts.append((filter, part))
    }
  }

  /// The filters with values, in the order of first use.
  public var filters: [ScoreFilter] { parts.map(\.filter) }

  /// The values of a metric, in SI units.
  public subscript(metric: Metric) -> ValueSketch { whole[metric] }

  /// The values of a metric within a filter, in SI units; empty for an unknown filter.
  public subscript(metric: Metric, filter: ScoreFilter) -> ValueSketch {
    parts.first { $0.filter == filter }?.samples[metric] ?? ValueSketch()
  }

  /// The values that a budget is judged on, in SI units.
  public func values(of budget: Budget) -> ValueSketch {
    budget.filter.map { self[budget.metric, $0] } ?? self[budget.metric]
  }

  /// The figures of all metrics.
  public var rows: [MetricRow] {
    MetricCatalogue.all.flatMap { MetricRow.rows($0, values: self[$0]) }
  }

  /// Returns the figures of all metrics within a filter.
  public func rows(_ filter: ScoreFilter) -> [MetricRow] {
    MetricCatalogue.all.flatMap { MetricRow.rows($0, values: self[$0, filter]) }
  }
}
