public import Documents

/// A figure that a study wants of every seed: a column of its table.
public struct StudyFigure: Hashable, Sendable {
  /// The metric with its statistic.
  public let figure: GatedFigure
  /// The part of the run that it is of; nil for all of it.
  public let filter: ScoreFilter?
  /// What people call it.
  public let title: String
  /// Whether a seed's figure counts without its sign.
  public let isMagnitude: Bool
  /// Whether the table shows all seeds' values together, and not the median of the seeds' own.
  public let isPooled: Bool
  /// The budget that it is held against; nil without one.
  public let budget: Budget?

  /// Creates a figure.
  ///
  /// - Parameters:
  ///   - figure: The metric with its statistic.
  ///   - filter: The part of the run that it is of; nil for all of it.
  ///   - title: What it is called; its name with its unit if nil.
  ///   - isMagnitude: Whether a seed's figure counts without its sign.
  ///   - isPooled: Whether all seeds' values are taken together.
  /// - Throws: That the metric has no moments, of which a filter could choose some.
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

  /// Takes a budget's figure.
  public init(_ budget: Budget) {
    figure = GatedFigure(budget.metric, budget.statistic)
    filter = budget.filter
    title = Self.title(figure, filter)
    (isMagnitude, isPooled) = (false, false)
    self.budget = budget
  }

  private static func title(_ figure: GatedFigure, _ filter: ScoreFilter?) -> String {
    let unit = figure.metric.unit
    // A share's name says what it is.
    let shown = unit.isEmpty || unit == "share" ? figure.name : "\(figure.name), \(unit)"
    return shown + (filter.map { " (\($0.words))" } ?? "")
  }

  /// The condition in words; empty for all of a run.
  public var condition: String { filter?.words ?? "" }

  /// What the values of a pool come to, in the metric's unit; nil if it has none.
  ///
  /// - Parameters:
  ///   - pool: The values.
  ///   - unit: What they are of: a seed, a recording, or `all`.
  /// - Returns: The figure.
  public func value(in pool: ScenarioPool, of unit: String) -> StudyValue? {
    let values = filter.map { pool[figure.metric, $0] } ?? pool[figure.metric]
    guard let found = MetricRow.summary(figure.statistic, of: values), !found.isNaN else {
      return nil
    }
    let value = found / figure.metric.unitInSI
    return StudyValue(unit: unit, value: isMagnitude ? abs(value) : value, count: values.count)
  }
}

/// What a seed, or a recording, came to.
public struct StudyValue: Hashable, Sendable {
  /// The seed, or the recording's name; `all` for all of them together.
  public var unit: String
  /// The figure, in the metric's unit.
  public var value: Double
  /// How many values it sums up.
  public var count: Int

  /// Creates a value.
  public init(unit: String, value: Double, count: Int) {
    self.unit = unit
    self.value = value
    self.count = count
  }
}

/// A row of a study: a variant of a scenario, or one device of it, with its figures seed by seed.
public struct StudyRow: Hashable, Sendable {
  /// The scenario's name, or that of the recordings.
  public var scenario: String
  /// The variant's name.
  public var variant: String
  /// The device; `all` for all of a seed's devices together.
  public var device: String
  /// The figures.
  public var figures: [StudyFigure]
  /// For each figure, the seeds' values, in the order of the seeds; seeds without one are left out.
  public var values: [[StudyValue]]
  /// For each figure, what all seeds' values together come to.
  public var pooled: [StudyValue?]
  /// For each figure, what became of its budget over all seeds.
  public var verdicts: [BudgetVerdict.Verdict?]

  /// Creates a row without values.
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
  /// The rows without the figures that none of them has any value of; all have the same figures.
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
