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
  public var leastRelative: Double
  /// The smallest change that matters, in `unit`; an estimate of ours.
  public var leastAbsolute: Double

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

// MARK: Making definitions

/// The smallest change that matters, by itself and as a share.
struct Least {
  let relative: Double
  let absolute: Double

  init(_ absolute: Double, relative: Double = 0.05) {
    self.absolute = absolute
    self.relative = relative
  }
}

/// The source of what this project defines itself.
let ownSource = "VenueSim's own definition"

extension MetricDefinition {
  /// All that is told of many values of one kind.
  static let spread: [Statistic] = [.mean, .rmse, .p50, .p67, .p75, .p90, .p95, .p99, .max]
  /// What is told of a few values, such as delays.
  static let few: [Statistic] = [.mean, .p50, .p95, .max]
  /// What is told of one value a device.
  static let one: [Statistic] = [.mean, .max]

  static func length(
    _ name: String, by statistics: [Statistic] = spread, better: Better = .lower, least: Least,
    _ definition: String, source: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, dimension: .length, unit: "m", unitInSI: 1, statistics: statistics,
      definition: definition, source: source, better: better, leastRelative: least.relative,
      leastAbsolute: least.absolute)
  }

  static func time(
    _ name: String, by statistics: [Statistic] = few, better: Better = .lower, least: Least,
    _ definition: String, source: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, dimension: .time, unit: "s", unitInSI: 1, statistics: statistics,
      definition: definition, source: source, better: better, leastRelative: least.relative,
      leastAbsolute: least.absolute)
  }

  static func share(
    _ name: String, by statistics: [Statistic] = [.share], better: Better = .higher,
    least: Least = Least(0.02, relative: 0.02), _ definition: String, source: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, dimension: .ratio, unit: "share", unitInSI: 1, statistics: statistics,
      definition: definition, source: source, better: better, leastRelative: least.relative,
      leastAbsolute: least.absolute)
  }

  static func number(
    _ name: String, _ unit: String, by statistics: [Statistic] = few, better: Better = .lower,
    least: Least, _ definition: String, source: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, dimension: nil, unit: unit, unitInSI: 1, statistics: statistics,
      definition: definition, source: source, better: better, leastRelative: least.relative,
      leastAbsolute: least.absolute)
  }

  static func energy(
    _ name: String, by statistics: [Statistic] = one, least: Least, _ definition: String,
    source: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, dimension: .energy, unit: "J", unitInSI: 1, statistics: statistics,
      definition: definition, source: source, better: .lower, leastRelative: least.relative,
      leastAbsolute: least.absolute)
  }
}
