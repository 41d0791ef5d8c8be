public import Documents
import Scenarios
public import Scoring

/// A figure that variants are weighed by.
public struct SweepObjective: Sendable {
  /// The metric.
  public let metric: Metric
  /// The statistic.
  public let statistic: Statistic

  /// The figure's name: `horizontal_error.p95`.
  public var name: String { "\(metric.name).\(statistic.rawValue)" }
  /// Whether more of it is better.
  public var isBetterLarger: Bool { metric.better == .higher }

  /// Understands a figure's name.
  ///
  /// - Parameter name: A metric with its statistic.
  /// - Throws: That there is none such, and what was probably meant.
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

  /// Accuracy, latency and energy: the chosen ones, or the usual ones.
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

/// What is said of a metric that there is not.
func unknownMetric(_ name: String, at place: SourcePlace? = nil) -> DocumentError {
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
  /// The figure that is best, in the metric's unit, where both more and less are worse; else nil.
  public var ideal: Double? {
    switch better {
    case .lower, .higher: nil
    case .nearZero: 0
    case .near68: 0.68
    }
  }

  /// How bad a figure is, in the metric's unit: more is worse.
  func badness(_ figure: Double) -> Double {
    if let ideal { return abs(figure - ideal) }
    return better == .higher ? -figure : figure
  }
}
