public import Documents

/// Definition of a metric: name, unit, statistics, description and source.
public struct MetricDefinition: Hashable, Sendable {
  /// The direction of improvement of a figure.
  public enum Better: String, Sendable {
    case lower
    case higher
    /// Nearer to zero is better, from either side.
    case nearZero
    /// Nearer to 0.68 is better: the share of locations within a 68 % radius.
    case near68
  }

  public let name: String
  /// Nil for plain numbers.
  public let dimension: Dimension?
  /// The unit in reports; empty for plain numbers.
  public let unit: String
  /// The value of one `unit` in SI.
  public let unitInSI: Double
  /// The reported statistics.
  public let statistics: [Statistic]
  /// The description of the metric.
  public let definition: String
  /// The source of the definition: a paper, a tool or a contest's rule with its year.
  public let source: String
  /// The direction of improvement.
  public let better: Better
  /// The least change that matters, where a scenario names none; estimated.
  public let margin: EquivalenceMargin
  /// The valid range of a value, in SI units.
  let range: ClosedRange<Double>
  /// True if short summaries show it; the tables show all metrics.
  public internal(set) var isHeadline = false
  /// True if each value belongs to a moment, so that parts of a run have values, too; false for one
  /// value for each device and run.
  var hasMoments = true
  /// The statistics that are judged by default.
  var judged: [Statistic] = []
  /// True if they are primary where a scenario names no figures.
  var isPrimary = false

  /// True if its rows need the distribution of values, not only their number and sum.
  var needsSpread: Bool { !statistics.allSatisfy { $0 == .share || $0 == .count } }
}

/// A statistic over many values.
public enum Statistic: String, CaseIterable, Sendable {
  case mean, rmse, p50, p67, p75, p90, p95, p99, max, min, sd, share, count

  /// The quantile of a percentile (type 7 of Hyndman and Fan); nil for other statistics.
  public var probability: Double? {
    switch self {
    case .p50: 0.50
    case .p67: 0.67
    case .p75: 0.75
    case .p90: 0.90
    case .p95: 0.95
    case .p99: 0.99
    default: nil
    }
  }
}
