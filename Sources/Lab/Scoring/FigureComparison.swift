import Documents

/// A comparison of a figure between two parts of a run, or of two figures: `energy.mean of inside below outside`.
public struct FigureComparison: Hashable, Sendable {
  /// The side of the reference on which the part must be.
  public enum ComparedSide: String, CaseIterable, Sendable {
    case below, above
  }

  /// The part that is compared, and the one that it is compared with; nil for the whole run.
  public let part, reference: ScoreFilter?
  /// The figure of the part, and of the reference.
  private let figure, other: GatedFigure
  public let side: ComparedSide
  /// The text, without the least difference.
  public let name: String

  /// The difference of the part from the reference in one run, as a share of the larger of both; nil without
  /// values.
  func difference(in pool: ScenarioPool) -> Double? {
    func value(_ figure: GatedFigure, _ filter: ScoreFilter?) -> Double? {
      MetricRow.summary(
        figure.statistic, of: filter.map { pool[figure.metric, $0] } ?? pool[figure.metric])
    }
    guard let found = value(figure, part), let other = value(other, reference) else { return nil }
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
    let part = object.optional(
      "of", Self.partForm, "Devices, or a part of the run, that are compared.")
    let below = object.optional(
      "below", Self.referenceForm, "Devices, a part of the run, or a figure, that must be larger.")
    let above = object.optional(
      "above", Self.referenceForm, "Devices, a part of the run, or a figure, that must be smaller.")
    guard let figure else {
      for key in ["of", "below", "above", "by"] {
        object.check(!object.has(key), at: key, "needs 'compare' with the figure")
      }
      return nil
    }
    object.check(
      (below == nil) != (above == nil), at: "compare",
      "needs either 'below' or 'above', with what to compare with")
    guard let reference = below ?? above else { return nil }
    side = below == nil ? .above : .below
    self.figure = figure
    var text = figure.name
    if let part { text += " of \(Self.name(part))" }
    self.part = part?.joined(conditions) ?? conditions
    switch reference {
    case .figure(let other):
      (self.other, self.reference) = (other, self.part)
      text += " \(side.rawValue) \(other.name)"
    case .part(let filter):
      object.check(part != nil, at: "compare", "needs 'of', with the devices that are compared")
      (other, self.reference) = (figure, filter.joined(conditions))
      text += " \(side.rawValue) \(Self.name(filter))"
    }
    name = text + (conditions.map { " (\($0.words))" } ?? "")
    object.check(
      (self.figure, self.part) != (other, self.reference), at: "compare",
      "is compared with itself")
    for (figure, filter) in [(self.figure, self.part), (other, self.reference)] {
      let complaint = figure.metric.complaint(about: filter)
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
      throw MetricCatalogue.unknown(text)
    }
    return GatedFigure(metric, statistic)
  }

  private static let partForm =
    ScoreFilter.patternForm.map(placeholder: ScoreFilter()) { name throws(DocumentFormError) in
      devices(name)
    }.or(.object(ScoreFilter.self), scalar: { $0 }, collection: { $0 })

  /// The reference of a comparison.
  private enum Reference: Sendable {
    case part(ScoreFilter)
    case figure(GatedFigure)
  }

  private static let referenceForm =
    ScoreFilter.patternForm.map(placeholder: Reference.part(ScoreFilter())) {
      name throws(DocumentFormError) in
      MetricCatalogue.parse(name).map { .figure(GatedFigure($0.metric, $0.statistic)) }
        ?? .part(devices(name))
    }.or(.object(ScoreFilter.self), scalar: { $0 }, collection: { .part($0) })

  private static func devices(_ name: String) -> ScoreFilter {
    var filter = ScoreFilter()
    filter.device = name
    return filter
  }
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
    comparisons.compactMap(\.comparison).flatMap { [$0.part, $0.reference].compactMap { $0 } }
  }

  /// Adds the values of a device.
  public mutating func add(_ score: DeviceScore) { pool.add(score) }

  /// The differences, as further values of a device.
  ///
  /// - Parameter device: The device's name.
  /// - Returns: Its score, with nothing else.
  public func score(of device: String) -> DeviceScore {
    var score = DeviceScore(device: device)
    for budget in comparisons {
      guard let filter = budget.filter, let comparison = budget.comparison,
        let difference = comparison.difference(in: pool)
      else { continue }
      score.filtered.append((filter, [(metric: budget.metric, values: ValueSketch([difference]))]))
    }
    return score
  }
}
