package import Documents

/// Metric values of a scenario over any set of seeds, merged in any order.
///
/// Serves runs that are assembled from shards; ``ScenarioPool`` serves runs whose units come in
/// sequence.
public struct ScenarioAccumulator: Sendable, Equatable {
  private var whole: [Metric: MergeableSketch] = [:]
  private var parts: [ScoreFilter: [Metric: MergeableSketch]] = [:]

  public init() {}

  /// Adds the score of one device's run.
  public mutating func add(_ score: DeviceScore) {
    Self.add(score.samples, to: &whole)
    for (filter, samples) in score.filtered { Self.add(samples, to: &parts[filter, default: [:]]) }
  }

  /// Merges the values of other seeds.
  public mutating func merge(_ other: ScenarioAccumulator) {
    Self.merge(other.whole, into: &whole)
    for (filter, samples) in other.parts {
      Self.merge(samples, into: &parts[filter, default: [:]])
    }
  }

  /// The values of a metric, in SI units.
  public subscript(metric: Metric) -> MergeableSketch { whole[metric] ?? MergeableSketch() }

  /// The values that a budget is judged on, in SI units.
  public func values(of budget: Budget) -> MergeableSketch {
    guard let filter = budget.filter else { return self[budget.metric] }
    return parts[filter]?[budget.metric] ?? MergeableSketch()
  }

  /// The figures of all metrics.
  public var rows: [MetricRow] {
    MetricCatalogue.all.flatMap { MetricRow.rows($0, of: self[$0]) }
  }

  private static func add(
    _ samples: [(metric: Metric, values: ValueSketch)],
    to accumulators: inout [Metric: MergeableSketch]
  ) {
    for (metric, values) in samples where !values.isEmpty {
      accumulators[metric, default: MergeableSketch(values.detail)].add(values)
    }
  }

  private static func merge(
    _ others: [Metric: MergeableSketch], into accumulators: inout [Metric: MergeableSketch]
  ) {
    for (metric, values) in others {
      accumulators[metric, default: MergeableSketch(values.detail)].merge(values)
    }
  }
}

extension ScenarioAccumulator {
  /// Writes the canonical encoding.
  package func add(to writer: inout PackedWriter) {
    Self.add(whole, to: &writer)
    let sorted = parts.map { ($0.key.text, $0.value) }.sorted { $0.0 < $1.0 }
    writer.add(sorted.count)
    for (text, samples) in sorted {
      writer.add(text)
      Self.add(samples, to: &writer)
    }
  }

  /// Reads the encoding of ``add(to:)``; nil for anything else.
  package init?(from reader: inout PackedReader) {
    guard let whole = Self.samples(&reader),
      let parts = reader.list({ reader -> (ScoreFilter, [Metric: MergeableSketch])? in
        guard let text = reader.text(), let filter = ScoreFilter(text: text),
          let samples = Self.samples(&reader)
        else { return nil }
        return (filter, samples)
      })
    else { return nil }
    self.whole = whole
    for (filter, samples) in parts { self.parts[filter] = samples }
    guard self.parts.count == parts.count else { return nil }
  }

  private static func add(_ samples: [Metric: MergeableSketch], to writer: inout PackedWriter) {
    let sorted = samples.sorted { $0.key.index < $1.key.index }
    writer.add(sorted.count)
    for (metric, values) in sorted {
      writer.add(metric.name)
      values.add(to: &writer)
    }
  }

  private static func samples(_ reader: inout PackedReader) -> [Metric: MergeableSketch]? {
    let list = reader.list { reader -> (Metric, MergeableSketch)? in
      guard let name = reader.text(), let metric = MetricCatalogue.metric(name),
        let values = MergeableSketch(from: &reader)
      else { return nil }
      return (metric, values)
    }
    guard let list else { return nil }
    let samples = Dictionary(list) { first, _ in first }
    return samples.count == list.count ? samples : nil
  }
}
