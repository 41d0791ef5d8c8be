public import Documents

/// What a metric measures and how.
public struct MetricDefinition: Hashable, Sendable {
  /// Which way a figure gets better.
  public enum Better: String, Sendable {
    /// The less the better.
    case lower
    /// The more the better.
    case higher
    /// The nearer to zero the better, from either side.
    case nearZero
    /// The nearer to 0.68 the better: the share of locations within a 68 % radius.
    case near68
  }

  /// The dotted name.
  public let name: String
  /// The dimension of its values; nil for plain numbers.
  public let dimension: Dimension?
  /// The unit in which reports write it; empty for plain numbers.
  public let unit: String
  /// What one unit of `unit` is in SI.
  public let unitInSI: Double
  /// The statistics that are reported.
  public let statistics: [Statistic]
  /// What exactly is measured.
  public let definition: String
  /// Whose definition that is: a paper, a tool or a contest's rule with its year.
  public let source: String
  /// Which way it gets better.
  public let better: Better
  /// The smallest change that matters, as a share of the figure; an estimate of ours.
  public let leastRelative: Double
  /// The smallest change that matters, in `unit`; an estimate of ours.
  public let leastAbsolute: Double
  /// Between which values, in SI units, each of its values always is.
  let range: ClosedRange<Double>

  /// Whether its rows need the values' spread, or only how many there are and their sum.
  var needsSpread: Bool { !statistics.allSatisfy { $0 == .share || $0 == .count } }
}

/// A figure that sums up many values.
public enum Statistic: String, CaseIterable, Sendable {
  case mean, rmse, p50, p67, p75, p90, p95, p99, max, min, sd, share, count

  /// The share of values below, for a percentile; type 7 of Hyndman and Fan.
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
