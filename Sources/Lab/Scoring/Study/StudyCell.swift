import Kernel
import Numerics

/// A study's statistics of one figure of one row.
public struct StudyCell: Hashable, Sendable {
  /// The number of seeds with the figure.
  public var count = 0
  /// The median of the seeds' figures, in the metric's unit; for figures of 0 or 1, the share of
  /// seeds with 1; nil without seeds.
  public var middle: Double?
  /// The 95 % confidence interval; nil for too few seeds.
  public var interval: ClosedRange<Double>?
  /// The number of seeds with 1, for figures of 0 or 1.
  public var met: Int?
  /// The figure of all seeds' values together.
  public var pooled: StudyValue?
  /// The paired difference from the first variant; nil for the first variant.
  public var effect: PairedEffect?
  /// The p-value of the difference, corrected for the number of the row's figures.
  public var significance = 1.0
  /// True if the difference from the first variant is significant, whatever its size.
  public var isSurelyOther = false

  /// Summarises the seeds of a figure.
  init(_ values: [StudyValue], pooled: StudyValue?, statistic: Statistic, _ rules: JudgeRules) {
    count = values.count
    self.pooled = pooled
    guard !values.isEmpty else { return }
    let figures = values.map(\.value)
    let confidence = rules.confidence
    // One yes or no per seed: their median would be meaningless.
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

/// A study's rows with the statistics of each figure.
public struct StudyResult: Hashable, Sendable {
  /// Scenario by scenario, the first variant first.
  public let rows: [StudyRow]
  /// For each row, a cell for each figure.
  public private(set) var cells: [[StudyCell]] = []

  /// Summarises rows, and compares each variant with the first one of its scenario and device, by
  /// seed.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rules: The evidence that significance takes.
  public init(_ rows: [StudyRow], rules: JudgeRules = JudgeRules()) {
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

  /// Pairs a figure of two variants by seed; nil if no seed has both.
  private static func effect(
    _ base: StudyRow, _ new: StudyRow, _ index: Int, _ rules: JudgeRules
  ) -> PairedEffect? {
    let before = Dictionary(
      base.values[index].map { ($0.unit, $0.value) }, uniquingKeysWith: { first, _ in first })
    let pairs = new.values[index].compactMap { value -> (base: Double, new: Double)? in
      guard let old = before[value.unit], old.isFinite, value.value.isFinite else { return nil }
      return (old, value.value)
    }
    guard !pairs.isEmpty else { return nil }
    return PairedEffect(
      pairs, metric: new.figures[index].figure.metric, confidence: rules.confidence)
  }

  /// Judges all figures of a row with a Holm correction.
  private static func judge(_ cells: inout [StudyCell], _ rules: JudgeRules) {
    let tested = cells.indices.filter { cells[$0].effect?.isIdentical == false }
    let corrected = holmCorrected(tested.map { cells[$0].effect?.significance ?? 1 })
    for (index, significance) in zip(tested, corrected) {
      cells[index].significance = significance
      cells[index].isSurelyOther = significance <= 1 - rules.confidence
    }
  }
}
