/// Catalogue of all metrics.
public enum MetricCatalogue {
  package static let sections = MetricSections()

  /// In the order of the reports.
  public static var all: [Metric] { sections.metrics }

  private static let byName: [String: Metric] = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the metric with a name, or nil.
  public static func metric(_ name: String) -> Metric? { byName[name] }

  /// Splits `horizontal_error.p95` into metric and statistic; nil if there is no such pair.
  public static func parse(_ text: String) -> (metric: Metric, statistic: Statistic)? {
    guard let dot = text.lastIndex(of: "."), let metric = metric(String(text[..<dot])),
      let statistic = Statistic(rawValue: String(text[text.index(after: dot)...])),
      metric.statistics.contains(statistic)
    else { return nil }
    return (metric, statistic)
  }

  /// Every metric with each of its statistics: the valid figures of a budget.
  public static var names: [String] {
    all.flatMap { metric in metric.statistics.map { "\(metric.name).\($0.rawValue)" } }
  }
}
