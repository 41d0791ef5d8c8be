public import Documents

/// A figure of every seed in a study: a column of its table.
public struct StudyFigure: Hashable, Sendable {
  /// The metric with its statistic.
  public let figure: GatedFigure
  /// The part of the run; nil for the whole run.
  public let filter: ScoreFilter?
  /// The column's title.
  public let title: String
  /// True if the absolute values of the seeds' figures count.
  public let isMagnitude: Bool
  /// True if the table shows the figure of all seeds' values together, not the median over seeds.
  public let isPooled: Bool
  /// The budget to compare with; nil without one.
  public let budget: Budget?

  /// Creates a figure.
  ///
  /// - Parameters:
  ///   - figure: The metric with its statistic.
  ///   - filter: The part of the run; nil for the whole run.
  ///   - title: The column's title; nil for the name with its unit.
  ///   - isMagnitude: True if the absolute values of the seeds' figures count.
  ///   - isPooled: True if all seeds' values are taken together.
  /// - Throws: An error if the metric has no values per moment, but the filter needs them.
  public init(
    _ figure: GatedFigure, filter: ScoreFilter? = nil, title: String? = nil,
    isMagnitude: Bool = false, isPooled: Bool = false
  ) throws(DocumentFormError) {
    if let complaint = figure.metric.complaint(about: filter) {
      throw DocumentFormError(complaint)
    }
    self.figure = figure
    self.filter = filter
    self.title = title ?? Self.title(figure, filter)
    self.isMagnitude = isMagnitude
    self.isPooled = isPooled
    budget = nil
  }

  /// Creates the figure of a budget.
  public init(_ budget: Budget) {
    figure = GatedFigure(budget.metric, budget.statistic)
    filter = budget.filter
    title = Self.title(figure, filter)
    (isMagnitude, isPooled) = (false, false)
    self.budget = budget
  }

  private static func title(_ figure: GatedFigure, _ filter: ScoreFilter?) -> String {
    let unit = figure.metric.unit
    // The name of a share includes its unit.
    let shown = unit.isEmpty || unit == "share" ? figure.name : "\(figure.name), \(unit)"
    return shown + (filter.map { " (\($0.words))" } ?? "")
  }

  /// The condition in words; empty for the whole run.
  public var condition: String { filter?.words ?? "" }

  /// Computes the figure from a pool of values.
  ///
  /// - Parameters:
  ///   - pool: The values.
  ///   - unit: Their seed or recording, or `all`.
  /// - Returns: The figure, in the metric's unit; nil without values.
  public func value(in pool: ScenarioPool, of unit: String) -> StudyValue? {
    let values = filter.map { pool[figure.metric, $0] } ?? pool[figure.metric]
    guard let found = MetricRow.summary(figure.statistic, of: values), !found.isNaN else {
      return nil
    }
    let value = found / figure.metric.unitInSI
    return StudyValue(unit: unit, value: isMagnitude ? abs(value) : value, count: values.count)
  }
}

/// The figure of a seed or a recording.
public struct StudyValue: Hashable, Sendable {
  /// The seed, or the recording's name; `all` for all together.
  public var unit: String
  /// In the metric's unit.
  public var value: Double
  /// The number of values in the figure.
  public var count: Int

  public init(unit: String, value: Double, count: Int) {
    self.unit = unit
    self.value = value
    self.count = count
  }
}

/// A row of a study: a variant of a scenario, or one device of it, with its figures by seed.
public struct StudyRow: Hashable, Sendable {
  /// The name of the scenario, or of the recordings.
  public var scenario: String
  public var variant: String
  /// `all` for all devices of a seed together.
  public var device: String
  public var figures: [StudyFigure]
  /// For each figure, the seeds' values, in the order of the seeds; seeds without one are left out.
  public var values: [[StudyValue]]
  /// For each figure, its value over all seeds' values together.
  public var pooled: [StudyValue?]
  /// For each figure, the result of its budget over all seeds.
  public var verdicts: [BudgetVerdict.Verdict?]

  public init(scenario: String, variant: String, device: String, figures: [StudyFigure]) {
    self.scenario = scenario
    self.variant = variant
    self.device = device
    self.figures = figures
    values = figures.map { _ in [] }
    pooled = figures.map { _ in nil }
    verdicts = figures.map { _ in nil }
  }
}

extension [StudyRow] {
  /// The variants with the first variant's value of each figure in each run, other than the first.
  public var variantsWithoutEffect: [String] {
    guard let first, first.values.contains(where: { !$0.isEmpty }) else { return [] }
    let others = Dictionary(grouping: self) { $0.variant }
    func values(_ variant: String) -> [[[StudyValue]]]? { others[variant]?.map(\.values) }
    var found: [String] = []
    for row in self where row.variant != first.variant && !found.contains(row.variant) {
      if values(row.variant) == values(first.variant) { found.append(row.variant) }
    }
    return found
  }

  /// The rows without figures that have no values at all; all rows must have the same figures.
  public var withoutEmptyFigures: [StudyRow] {
    let kept = (first?.figures ?? []).indices.filter { number in
      contains { !$0.values[number].isEmpty }
    }
    return map { row in
      var row = row
      row.figures = kept.map { row.figures[$0] }
      row.values = kept.map { row.values[$0] }
      row.pooled = kept.map { row.pooled[$0] }
      row.verdicts = kept.map { row.verdicts[$0] }
      return row
    }
  }
}
