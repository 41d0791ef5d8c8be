/// A metric with one of its statistics: what a comparison judges.
public struct GatedFigure: Hashable, Sendable {
  /// The metric.
  public let metric: Metric
  /// The statistic.
  public let statistic: Statistic
  /// The part of a run that it is about, in a budget's words; empty for all of it.
  public let condition: String

  /// Creates a figure.
  public init(_ metric: Metric, _ statistic: Statistic, condition: String = "") {
    self.metric = metric
    self.statistic = statistic
    self.condition = condition
  }

  /// The figure that a budget limits.
  public init(_ budget: Budget) {
    self.init(budget.metric, budget.statistic, condition: budget.filter?.words ?? "")
  }

  /// The dotted name with its condition, such as `horizontal_error.p95` or `indoor.error.p95 (floor 2)`.
  public var name: String {
    let dotted = "\(metric.name).\(statistic.rawValue)"
    return condition.isEmpty ? dotted : "\(dotted) (\(condition))"
  }

  /// Reads a name as ``name`` writes it.
  ///
  /// - Returns: The figure; nil for an unknown metric or statistic.
  public init?(name: String) {
    let dotted = name.prefix { $0 != " " }
    guard let (metric, statistic) = MetricCatalogue.parse(String(dotted)) else { return nil }
    let rest = name.dropFirst(dotted.count)
    guard rest.isEmpty || rest.hasPrefix(" (") && rest.hasSuffix(")") else { return nil }
    self.init(metric, statistic, condition: String(rest.dropFirst(2).dropLast()))
  }

  /// Finds figures by name: a metric's with its statistic, or by the metric alone all that are judged.
  ///
  /// - Parameter name: `horizontal_error.p95`, or `horizontal_error`.
  /// - Returns: The figures; none for an unknown name.
  public static func named(_ name: String) -> [GatedFigure] {
    if let (metric, statistic) = MetricCatalogue.parse(name) {
      return [GatedFigure(metric, statistic)]
    }
    guard let metric = MetricCatalogue.metric(name) else { return [] }
    let usual = standard.filter { $0.metric == metric }
    return usual.isEmpty ? metric.statistics.prefix(1).map { GatedFigure(metric, $0) } : usual
  }

  /// The figures that are judged unless others are asked for, in the catalogue's order.
  ///
  /// They are few, since every further one makes all others harder to prove (Holm): for errors the
  /// middle and the tail, for what each device has one value of its mean, for shares the share. What
  /// follows from another figure, such as energy from power, or is a detail of one, such as the F1 of
  /// one activity, is left out.
  public static let standard: [GatedFigure] = MetricCatalogue.all.flatMap { metric in
    wanted.filter { $0.metric == metric }.flatMap { entry in
      entry.alternatives.compactMap { alternatives in
        alternatives.first(where: metric.statistics.contains).map { GatedFigure(metric, $0) }
      }
    }
  }

  /// What a gate watches besides: every latency, flag, region and pause, and what else an app is told.
  ///
  /// They are judged among themselves, so that they make none of the others harder to prove.
  public static let watched: [GatedFigure] = MetricCatalogue.all.compactMap { metric in
    let isWanted = watchedFamilies.contains { metric.name.hasPrefix($0) }
    guard isWanted, !standard.contains(where: { $0.metric == metric }) else { return nil }
    let statistic = [Statistic.share, .p50, .mean].first(where: metric.statistics.contains)
    return statistic.map { GatedFigure(metric, $0) }
  }

  /// How the names of those begin that are watched.
  private static let watchedFamilies = [
    "activity.latency.", "activity.f1.", "activity.drive_off_latency", "region.", "pause.",
    "resume.", "visit.", "journal.", "wayfinding.", "stage.", "indoor.", "expectation.met",
  ]

  /// Which statistics of which metrics, each with what stands in where the metric lacks it.
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
