public import Documents

/// What a metric measures and how.
public struct MetricDefinition: Hashable, Sendable {
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
  /// What exactly is measured, and whose definition that is.
  public let definition: String
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

/// The metrics there are.
public enum MetricCatalogue {
  private static let spread: [Statistic] = [
    .mean, .rmse, .p50, .p67, .p75, .p90, .p95, .p99, .max,
  ]

  /// All metrics, in the order of the reports.
  public static let all: [MetricDefinition] = [
    MetricDefinition(
      name: "horizontal_error", dimension: .length, unit: "m", unitInSI: 1, statistics: spread,
      definition: "Geodesic distance from a location told to the true place at the moment it was "
        + "told, so that what is late counts as wrong."),
    MetricDefinition(
      name: "cross_track_error", dimension: .length, unit: "m", unitInSI: 1, statistics: spread,
      definition: "Geodesic distance from a location told to the nearest place of the true route; "
        + "for recordings that know the route but not when it was where, so that what is late or "
        + "early along it doesn't count."),
    MetricDefinition(
      name: "floor.accuracy", dimension: .ratio, unit: "share", unitInSI: 1, statistics: [.share],
      definition: "Share of the locations told whose floor, or absence of one, is the true one."),
    MetricDefinition(
      name: "availability", dimension: .ratio, unit: "share", unitInSI: 1, statistics: [.share],
      definition: "Share of whole seconds at which a location told no more than 5 s ago exists."),
    MetricDefinition(
      name: "within_accuracy", dimension: .ratio, unit: "share", unitInSI: 1,
      statistics: [.share],
      definition: "Share of the locations told whose error is within the horizontal accuracy "
        + "told; an honest stack has 0.68 (Android's getAccuracy, Core Location's practice)."),
    MetricDefinition(
      name: "ttff", dimension: .time, unit: "s", unitInSI: 1,
      statistics: [.mean, .p50, .p95, .max],
      definition: "Time from the start to the first location told."),
    MetricDefinition(
      name: "steps.error", dimension: .ratio, unit: "share", unitInSI: 1,
      statistics: [.mean, .p50, .p95, .max],
      definition: "Steps told less steps taken, over steps taken, signed; where none were taken, "
        + "not defined and left out."),
    MetricDefinition(
      name: "steps.false_per_hour", dimension: nil, unit: "1/h", unitInSI: 1,
      statistics: [.mean, .p50, .p95, .max],
      definition: "Steps told an hour by a device whose bearer took none: by the count of steps, "
        + "or, where nobody counted, because all the time spent is known to be at rest."),
    MetricDefinition(
      name: "activity.accuracy", dimension: .ratio, unit: "share", unitInSI: 1,
      statistics: [.share],
      definition: "Share of whole seconds of known activity at which the latest activity told "
        + "has the true one's flag; left out for a stack that tells no activity."),
    MetricDefinition(
      name: "energy", dimension: .energy, unit: "J", unitInSI: 1, statistics: [.mean, .max],
      definition: "What the device spent on the stack and its radios, by the energy ledger."),
    MetricDefinition(
      name: "power", dimension: .power, unit: "mW", unitInSI: 1e-3, statistics: [.mean, .max],
      definition: "Energy over the scenario's duration."),
  ]

  /// The metric with a name, or nil.
  public static func metric(_ name: String) -> MetricDefinition? {
    all.first { $0.name == name }
  }

  /// Splits `horizontal_error.p95` into metric and statistic; nil if there is no such pair.
  public static func parse(_ text: String) -> (metric: MetricDefinition, statistic: Statistic)? {
    for metric in all where text.hasPrefix(metric.name + ".") {
      let rest = String(text.dropFirst(metric.name.utf8.count + 1))
      if let statistic = Statistic(rawValue: rest), metric.statistics.contains(statistic) {
        return (metric, statistic)
      }
    }
    return nil
  }

  /// Every metric with every statistic that it has: what a budget may name.
  public static var names: [String] {
    all.flatMap { metric in metric.statistics.map { "\(metric.name).\($0.rawValue)" } }
  }
}
