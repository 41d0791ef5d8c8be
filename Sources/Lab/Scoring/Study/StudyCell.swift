import Kernel
import Numerics

/// What a study says of one figure of one row.
public struct StudyCell: Hashable, Sendable {
  /// How many seeds have the figure.
  public var count = 0
  /// The median of the seeds' figures, in the metric's unit; for what each seed either has or has not,
  /// the share of seeds that have it; nil without seeds.
  public var middle: Double?
  /// Where the true one lies with a probability of 95 %; nil where the seeds are too few to say.
  public var interval: ClosedRange<Double>?
  /// How many seeds have it, of what each seed either has or has not.
  public var met: Int?
  /// What all seeds' values together come to.
  public var pooled: StudyValue?
  /// How it differs from the first variant under the same seeds; nil for the first variant.
  public var effect: PairedEffect?
  /// How surely it differs, corrected for the number of the row's figures.
  public var significance = 1.0
  /// Whether it surely differs from the first variant, by any amount.
  public var isSurelyOther = false

  /// Sums up the seeds of a figure.
  init(_ values: [StudyValue], pooled: StudyValue?, statistic: Statistic, _ rules: ComparisonRules)
  {
    count = values.count
    self.pooled = pooled
    guard !values.isEmpty else { return }
    let figures = values.map(\.value)
    let confidence = 1 - rules.level
    // One yes or no a seed: a median of these says nothing.
    if statistic == .share, values.allSatisfy({ $0.count == 1 && ($0.value == 0 || $0.value == 1) })
    {
      let met = figures.count { $0 == 1 }
      self.met = met
      middle = Double(met) / Double(count)
      interval = try? shareInterval(met, of: count, confidence: confidence)
      return
    }
    middle = figures.median
    interval = (try? medianInterval(of: figures, confidence: confidence)) ?? nil
  }
}

/// A study's rows with what is said of each figure.
public struct StudyResult: Hashable, Sendable {
  /// The rows, scenario by scenario, the first variant first.
  public let rows: [StudyRow]
  /// For each row, a cell for each figure.
  public private(set) var cells: [[StudyCell]] = []

  /// Sums up rows, and compares each variant with the first one of its scenario and device, seed by seed.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rules: How much evidence it takes.
  public init(_ rows: [StudyRow], rules: ComparisonRules = ComparisonRules()) {
    self.rows = rows
    for row in rows {
      var cells = row.figures.indices.map { index in
        StudyCell(
          row.values[index], pooled: row.pooled[index],
          statistic: row.figures[index].figure.statistic, rules)
      }
      let base = rows.first {
        $0.scenario == row.scenario && $0.device == row.device && $0.figures == row.figures
      }
      if let base, base.variant != row.variant {
        for index in cells.indices { cells[index].effect = Self.effect(base, row, index, rules) }
        Self.judge(&cells, rules)
      }
      self.cells.append(cells)
    }
  }

  /// Pairs a figure of two variants by their seeds; nil if no seed has both.
  private static func effect(
    _ base: StudyRow, _ new: StudyRow, _ index: Int, _ rules: ComparisonRules
  ) -> PairedEffect? {
    let before = Dictionary(
      base.values[index].map { ($0.unit, $0.value) }, uniquingKeysWith: { first, _ in first })
    let pairs = new.values[index].compactMap { value -> (base: Double, new: Double)? in
      guard let old = before[value.unit], old.isFinite, value.value.isFinite else { return nil }
      return (old, value.value)
    }
    guard !pairs.isEmpty else { return nil }
    let figure = new.figures[index]
    // Addressed by name, so that no other figure's or variant's presence moves the resamples of this one.
    let stream = RandomStream(
      seed: 0,
      entity: stableHash(
        "\(new.scenario) \(new.variant) \(new.device) \(figure.figure.name) \(figure.condition)"),
      purpose: "study")
    return PairedEffect(pairs, metric: figure.figure.metric, rules: rules, from: stream)
  }

  /// Decides all figures of a row together.
  private static func judge(_ cells: inout [StudyCell], _ rules: ComparisonRules) {
    let tested = cells.indices.filter { cells[$0].effect?.isIdentical == false }
    let corrected = holmCorrected(tested.map { cells[$0].effect?.significance ?? 1 })
    for (index, significance) in zip(tested, corrected) {
      cells[index].significance = significance
      let excludesZero = cells[index].effect?.interval.map { !$0.contains(0) } ?? false
      cells[index].isSurelyOther = significance <= rules.level && excludesZero
    }
  }
}
