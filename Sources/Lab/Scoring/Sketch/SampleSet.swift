/// A sketch for every metric of the catalogue.
struct SampleSet: Sendable {
  private var sketches: [ValueSketch]

  /// Empty sketches, each with the detail that the metric's rows need.
  private static let blank = MetricCatalogue.all.map { metric in
    ValueSketch(metric.needsSpread ? .spread : .sums)
  }

  init() {
    sketches = Self.blank
  }

  subscript(metric: Metric) -> ValueSketch {
    get { sketches[metric.index] }
    _modify { yield &sketches[metric.index] }
  }

  mutating func add(_ value: Double, to metric: Metric) {
    sketches[metric.index].add(value)
  }

  mutating func add(_ value: Double, times: Int, to metric: Metric) {
    if times > 0 { sketches[metric.index].add(value, times: times) }
  }

  /// Merges values by metric.
  mutating func merge(_ samples: [(metric: Metric, values: ValueSketch)]) {
    for (metric, values) in samples where !values.isEmpty {
      sketches[metric.index].merge(values)
    }
  }

  /// Removes a metric's values.
  mutating func clear(_ metric: Metric) { sketches[metric.index] = Self.blank[metric.index] }

  /// The metrics with their values, in the catalogue's order.
  var samples: [(metric: Metric, values: ValueSketch)] {
    zip(MetricCatalogue.all, sketches).map { ($0, $1) }
  }
}
