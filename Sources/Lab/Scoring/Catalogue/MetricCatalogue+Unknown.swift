public import Documents

extension MetricCatalogue {
  /// The error for a name that isn't a metric with a statistic, with the one that was probably meant.
  public static func unknown(_ name: String) -> DocumentFormError {
    if let metric = metric(name) { return needsStatistic(metric) }
    if let dot = name.lastIndex(of: "."), let metric = metric(String(name[..<dot])) {
      return unknownStatistic(String(name[name.index(after: dot)...]), of: metric)
    }
    return DocumentFormError(
      "unknown metric '\(name.prefix(60))'", suggestion: nearestName(to: name, among: names),
      correction: .init(name, to: certainName(for: name, among: names)))
  }

  private static func needsStatistic(_ metric: Metric) -> DocumentFormError {
    let statistics = metric.statistics.map(\.rawValue)
    let only = statistics.count == 1 ? "\(metric.name).\(statistics[0])" : nil
    return DocumentFormError(
      "'\(metric.name)' needs a statistic, such as \(metric.name).\(statistics[0])"
        + (only == nil ? "; it has \(statistics.joined(separator: ", "))" : ""),
      suggestion: only, correction: .init(metric.name, to: only))
  }

  private static func unknownStatistic(_ word: String, of metric: Metric) -> DocumentFormError {
    let statistics = metric.statistics.map(\.rawValue)
    let meant = statistics.count == 1 ? statistics[0] : nearestName(to: word, among: statistics)
    return DocumentFormError(
      "unknown metric '\(metric.name).\(word.prefix(40))': "
        + "'\(metric.name)' has \(statistics.joined(separator: ", "))",
      suggestion: meant.map { "\(metric.name).\($0)" })
  }
}
