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

  /// The headlines of the catalogue, the most important first: primary where a scenario names none.
  public static let headlines: [GatedFigure] = [
    GatedFigure(.fix.horizontalError, .p50), GatedFigure(.fix.horizontalError, .p95),
    GatedFigure(.freshness.availability, .share), GatedFigure(.height.floorAccuracy, .share),
    GatedFigure(.activity.f1Macro, .mean),
    GatedFigure(.pedometer.stepsError, .mean), GatedFigure(.region.latency, .p50),
    GatedFigure(.pause.delay, .p50), GatedFigure(.visit.arrivalError, .p50),
    GatedFigure(.energy.power, .mean),
  ]

  /// The figures of the whole run that are judged by default, in the catalogue's order.
  ///
  /// Median and tail for errors, the mean for metrics with one value per device, the share for
  /// shares. Figures that follow from another one (energy from power) or detail one (F1 of one
  /// activity) are left out.
  public static let standard: [GatedFigure] = MetricCatalogue.all.flatMap { metric in
    wanted.filter { $0.metric == metric }.flatMap { entry in
      entry.alternatives.compactMap { alternatives in
        alternatives.first(where: metric.statistics.contains).map { GatedFigure(metric, $0) }
      }
    }
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

  /// The judged statistics by metric, each with substitutes for metrics without it.
  private static let wanted: [(metric: Metric, alternatives: [[Statistic]])] = [
    (.fix.horizontalError, [[.p50], [.p95]]), (.height.verticalError, [[.p95, .rmse, .mean]]),
    (.height.floorAccuracy, [[.share, .mean]]), (.floor.latency, [[.p50, .mean]]),
    (.freshness.availability, [[.share, .mean]]), (.withinAccuracy.whole, [[.share, .mean]]),
    (.ttff.whole, [[.mean, .p50]]), (.pedometer.stepsError, [[.mean, .p50]]),
    (.pedometer.stepsFalsePerHour, [[.mean, .p50]]), (.pedometer.distanceError, [[.mean, .p50]]),
    (.activity.accuracy, [[.share, .mean]]), (.activity.f1Macro, [[.share, .mean]]),
    (.region.latency, [[.p50, .mean]]), (.region.falsePerDay, [[.mean]]),
    (.ranging.nearestRight, [[.share, .mean]]), (.visit.arrivalError, [[.p50, .mean]]),
    (.pause.delay, [[.p50, .mean]]), (.pause.wrongPerHour, [[.mean]]), (.energy.power, [[.mean]]),
  ]
}
