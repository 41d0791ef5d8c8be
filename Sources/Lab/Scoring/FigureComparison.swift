public import Documents

/// A comparison of a figure between two parts of a run: `energy.mean of inside below outside`.
public struct FigureComparison: Hashable, Sendable {
  /// The side of the reference on which the part must be.
  public enum Side: String, CaseIterable, Sendable {
    case below, above
  }

  public let metric: Metric
  public let statistic: Statistic
  /// The part that is compared, and the one that it is compared with.
  public let part, reference: ScoreFilter
  public let side: Side
  /// The text, without the least difference.
  public let name: String

  /// The difference of the part from the reference in one run, as a share of the larger of both; nil without
  /// values.
  func difference(_ values: (ScoreFilter) -> ValueSketch) -> Double? {
    guard let found = MetricRow.summary(statistic, of: values(part)),
      let other = MetricRow.summary(statistic, of: values(reference))
    else { return nil }
    let larger = max(abs(found), abs(other))
    return larger > 0 ? (found - other) / larger : 0
  }
}

extension FigureComparison {
  /// Reads a comparison from keys beside the conditions of both sides.
  ///
  /// - Parameters:
  ///   - object: The keys.
  ///   - conditions: The conditions of both sides.
  init?(from object: inout ObjectReader, within conditions: ScoreFilter?) {
    let figure = object.optional(
      "compare", Self.figureForm, "Figure that is compared, such as 'energy.mean'.")
    let part = object.optional("of", Self.sideForm, "Devices, or a part of the run, that are compared.")
    let below = object.optional(
      "below", Self.sideForm, "Devices, or a part of the run, whose figure must be larger.")
    let above = object.optional(
      "above", Self.sideForm, "Devices, or a part of the run, whose figure must be smaller.")
    guard let figure else {
      for key in ["of", "below", "above", "by"] {
        object.check(!object.has(key), at: key, "needs 'compare' with the figure")
      }
      return nil
    }
    object.check(part != nil, at: "compare", "needs 'of', with the devices that are compared")
    object.check(
      (below == nil) != (above == nil), at: "compare",
      "needs either 'below' or 'above', with the devices to compare with")
    guard let part, let reference = below ?? above else { return nil }
    let side: Side = below == nil ? .above : .below
    self.init(
      metric: figure.metric, statistic: figure.statistic, part: part.joined(conditions),
      reference: reference.joined(conditions), side: side,
      name: "\(figure.name) of \(Self.name(part)) \(side.rawValue) \(Self.name(reference))"
        + (conditions.map { " (\($0.words))" } ?? ""))
    object.check(self.part != self.reference, at: "of", "is compared with itself")
    for filter in [self.part, self.reference] {
      let complaint = metric.complaint(about: filter)
      object.check(complaint == nil, at: "compare", complaint ?? "")
    }
  }

  /// The devices, or the conditions in words.
  private static func name(_ part: ScoreFilter) -> String {
    var alone = ScoreFilter()
    alone.device = part.device
    return part == alone ? part.device ?? "all" : part.words
  }

  private static let figureForm = TextForm(
    "a figure such as 'energy.mean'", pattern: "^[^ ]+$", example: "energy.mean",
    accepts: { !$0.isEmpty && !$0.contains(" ") }
  ).map(placeholder: GatedFigure(.fix.horizontalError, .p95)) { text throws(DocumentFormError) in
    guard let (metric, statistic) = MetricCatalogue.parse(text) else {
      throw DocumentFormError(
        "unknown metric '\(text.prefix(60))'",
        suggestion: nearestName(to: text, among: MetricCatalogue.names))
    }
    return GatedFigure(metric, statistic)
  }

  private static let sideForm =
    ScoreFilter.patternForm.map(placeholder: ScoreFilter()) { name throws(DocumentFormError) in
      var filter = ScoreFilter()
      filter.device = name
      return filter
    }.or(.object(ScoreFilter.self), scalar: { $0 }, collection: { $0 })
}

/// The values of the comparisons of a run, gathered device by device.
public struct ComparedFigures: Sendable {
  private let comparisons: [Budget]
  private var pool = ScenarioPool()

  /// Creates an empty collection for the comparisons among budgets.
  public init(_ budgets: [Budget]) { comparisons = budgets.filter { $0.comparison != nil } }

  /// True without comparisons.
  public var isEmpty: Bool { comparisons.isEmpty }

  /// The parts of the run that must be scored.
  public var filters: [ScoreFilter] {
    comparisons.compactMap(\.comparison).flatMap { [$0.part, $0.reference] }
  }

  /// Adds the values of a device.
  public mutating func add(_ values: [DeviceScore.FilteredSamples]) {
    let wanted = filters
    for (filter, samples) in values where wanted.contains(filter) { pool.add(samples, of: filter) }
  }

  /// The differences, as further values of a device.
  ///
  /// - Parameter device: The device's name.
  /// - Returns: Its score, with nothing else.
  public func score(of device: String) -> DeviceScore {
    var score = DeviceScore(device: device)
    for budget in comparisons {
      guard let filter = budget.filter, let comparison = budget.comparison,
        let difference = comparison.difference({ pool[comparison.metric, $0] })
      else { continue }
      score.filtered.append((filter, [(metric: budget.metric, values: ValueSketch([difference]))]))
    }
    return score
  }
}
