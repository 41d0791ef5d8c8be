public import Documents
import Scenarios
public import Scoring

/// A figure that ranks variants.
public struct SweepObjective: Sendable {
  public let metric: Metric
  /// The statistic.
  public let statistic: Statistic

  /// Name of the figure, such as `horizontal_error.p95`.
  public var name: String { "\(metric.name).\(statistic.rawValue)" }
  /// True if larger is better.
  public var isBetterLarger: Bool { metric.better == .higher }

  /// Parses a metric with its statistic.
  ///
  /// - Parameter name: The figure's name.
  /// - Throws: ``DocumentError`` with a suggestion if there is no such figure.
  public init(_ name: Located<String>) throws(DocumentError) {
    guard let (metric, statistic) = MetricCatalogue.parse(name.value) else {
      throw unknownMetric(name.value, at: name.place)
    }
    self.metric = metric
    self.statistic = statistic
  }

  private init(_ metric: Metric, _ statistic: Statistic) {
    self.metric = metric
    self.statistic = statistic
  }

  /// Accuracy, latency and energy: the given figures, or the defaults.
  static func all(_ entry: ParetoEntry) throws(DocumentError) -> [SweepObjective] {
    [
      try entry.accuracy.map { name throws(DocumentError) in try SweepObjective(name) }
        ?? SweepObjective(.fix.horizontalError, .p95),
      try entry.latency.map { name throws(DocumentError) in try SweepObjective(name) }
        ?? SweepObjective(.ttff.whole, .p95),
      try entry.energy.map { name throws(DocumentError) in try SweepObjective(name) }
        ?? SweepObjective(.energy.power, .mean),
    ]
  }
}

/// The error for an unknown metric, with a suggestion.
func unknownMetric(_ name: String, at place: SourcePosition? = nil) -> DocumentError {
  if let metric = MetricCatalogue.metric(name) {
    let statistics = metric.statistics.map(\.rawValue).joined(separator: ", ")
    return DocumentError("'\(name)' needs a statistic: one of \(statistics)", at: place)
  }
  if let dot = name.lastIndex(of: "."), let metric = MetricCatalogue.metric(String(name[..<dot])) {
    let word = String(name[name.index(after: dot)...])
    let statistics = metric.statistics.map(\.rawValue)
    let meant = statistics.count == 1 ? statistics[0] : nearestName(to: word, among: statistics)
    return DocumentError(
      "'\(metric.name)' has no '\(word.prefix(40))'; it has \(statistics.joined(separator: ", "))",
      at: place, suggestion: meant.map { "\(metric.name).\($0)" })
  }
  return DocumentError(
    "unknown metric '\(name.prefix(60))'; 'venuesim list metrics' lists them", at: place,
    suggestion: nearestName(to: name, among: MetricCatalogue.names))
}

extension MetricDefinition {
  /// The ideal figure, in the metric's unit, if both more and less are worse; else nil.
  public var ideal: Double? {
    switch better {
    case .lower, .higher: nil
    case .nearZero: 0
    case .near68: 0.68
    }
  }

  /// Badness of a figure in the metric's unit; higher is worse.
  func badness(_ figure: Double) -> Double {
    if let ideal { return abs(figure - ideal) }
    return better == .higher ? -figure : figure
  }
}
