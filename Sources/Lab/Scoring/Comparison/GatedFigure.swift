/// A metric with one of its statistics, as comparisons judge it.
public struct GatedFigure: Hashable, Sendable {
  public let metric: Metric
  public let statistic: Statistic
  /// The part of a run; nil for the whole run.
  public let filter: ScoreFilter?

  public init(_ metric: Metric, _ statistic: Statistic, filter: ScoreFilter? = nil) {
    self.metric = metric
    self.statistic = statistic
    self.filter = filter
  }

  /// The part of a run, in a budget's words; empty for the whole run.
  public var condition: String { filter?.words ?? "" }

  /// Creates the figure that a budget limits.
  public init(_ budget: Budget) {
    self.init(budget.metric, budget.statistic, filter: budget.filter)
  }

  /// The dotted name with its condition, such as `horizontal_error.p95` or `indoor.error.p95 (floor 2)`.
  public var name: String {
    let dotted = "\(metric.name).\(statistic.rawValue)"
    return condition.isEmpty ? dotted : "\(dotted) (\(condition))"
  }

  /// Parses a name in the format of ``name``; nil for an unknown metric or statistic.
  public init?(name: String) {
    let dotted = name.prefix { $0 != " " }
    guard let (metric, statistic) = MetricCatalogue.parse(String(dotted)) else { return nil }
    let rest = name.dropFirst(dotted.count)
    guard rest.isEmpty || rest.hasPrefix(" (") && rest.hasSuffix(")") else { return nil }
    self.init(
      metric, statistic, filter: ScoreFilter(words: String(rest.dropFirst(2).dropLast())))
  }

  /// Returns the figures with a name: `horizontal_error.p95` for one, `horizontal_error` for all
  /// judged statistics of the metric; empty for an unknown name.
  public static func named(_ name: String) -> [GatedFigure] {
    if let (metric, statistic) = MetricCatalogue.parse(name) {
      return [GatedFigure(metric, statistic)]
    }
    guard let metric = MetricCatalogue.metric(name) else { return [] }
    let usual = standard.filter { $0.metric == metric }
    return usual.isEmpty ? metric.statistics.prefix(1).map { GatedFigure(metric, $0) } : usual
  }

  /// The figures that are primary where a scenario names none, in the catalogue's order.
  public static let headlines = MetricCatalogue.all.filter(\.isPrimary).flatMap(judged)

  /// The figures of the whole run that are judged by default, in the catalogue's order.
  ///
  /// Median and tail for errors, the mean for metrics with one value per device, the share for
  /// shares. Figures that follow from another one (energy from power) or detail one (F1 of one
  /// activity) are left out.
  public static let standard = MetricCatalogue.all.flatMap(judged)

  private static func judged(_ metric: Metric) -> [GatedFigure] {
    metric.entry.judged.map { GatedFigure(metric, $0) }
  }

  /// Further figures: latencies, flags, regions, pauses and other messages to apps.
  public static let watched: [GatedFigure] = MetricCatalogue.all.compactMap { metric in
    let isWanted = watchedFamilies.contains { metric.name.hasPrefix($0) }
    guard isWanted, !standard.contains(where: { $0.metric == metric }) else { return nil }
    let statistic = [Statistic.share, .p50, .mean].first(where: metric.statistics.contains)
    return statistic.map { GatedFigure(metric, $0) }
  }

  /// Prefixes of the watched metrics' names.
  private static let watchedFamilies = [
    "activity.latency.", "activity.f1.", "activity.drive_off_latency", "region.", "pause.",
    "resume.", "visit.", "journal.", "wayfinding.", "stage.", "indoor.", "expectation.met",
  ]
}
