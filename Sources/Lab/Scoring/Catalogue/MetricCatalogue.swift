/// The metrics there are.
public enum MetricCatalogue {
  /// All metrics, in the order of the reports.
  public static let all = joined([position, honesty, motion, services, energy])

  /// One list of several.
  static func joined(_ lists: [[MetricDefinition]]) -> [MetricDefinition] {
    lists.flatMap { $0 }
  }

  private static let places: [String: Int] = Dictionary(
    all.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })

  /// Where a metric stands among all, or nil.
  static func place(_ name: String) -> Int? { places[name] }

  /// The metric with a name, or nil.
  public static func metric(_ name: String) -> MetricDefinition? {
    places[name].map { all[$0] }
  }

  /// Splits `horizontal_error.p95` into metric and statistic; nil if there is no such pair.
  public static func parse(_ text: String) -> (metric: MetricDefinition, statistic: Statistic)? {
    guard let dot = text.lastIndex(of: "."), let metric = metric(String(text[..<dot])),
      let statistic = Statistic(rawValue: String(text[text.index(after: dot)...])),
      metric.statistics.contains(statistic)
    else { return nil }
    return (metric, statistic)
  }

  /// Every metric with every statistic that it has: what a budget may name.
  public static var names: [String] {
    all.flatMap { metric in metric.statistics.map { "\(metric.name).\($0.rawValue)" } }
  }

  /// The source of what this project defines itself.
  static let own = "VenueSim's own definition"
}
