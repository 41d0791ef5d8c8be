import Documents
import Scoring

extension StudyReport {
  /// The columns of the CSV.
  ///
  /// Rows are distinguished by `kind`: `seed` has a seed's own figure and its number of values;
  /// `median` (or `share`, for figures of 0 or 1) that of all `n` seeds with its 95 % interval;
  /// `pooled` that of all seeds' values together, with the budget's verdict; `worsening` the median
  /// worsening from the first variant, paired by seed, with its 95 % interval and corrected
  /// significance.
  public static let columns = [
    "run", "study", "scenario", "variant", "device", "figure", "condition", "title", "kind", "seed",
    "value", "low", "high", "unit", "n", "significance", "verdict",
  ]

  /// The report as CSV.
  public var csv: [UInt8] {
    var csv = CSVWriter(columns: Self.columns)
    for (row, cells) in zip(result.rows, result.cells) {
      for index in row.figures.indices { add(row, index, cells[index], to: &csv) }
    }
    return csv.takeBytes()
  }

  private func add(_ row: StudyRow, _ index: Int, _ cell: StudyCell, to csv: inout CSVWriter) {
    let figure = row.figures[index]
    func line(
      _ kind: String, seed: String = "all", _ value: Double, _ interval: ClosedRange<Double>? = nil,
      count: Int, significance: Double? = nil, verdict: BudgetVerdict.Verdict? = nil
    ) {
      for text in [
        run, name, row.scenario, row.variant, row.device, figure.figure.name, figure.condition,
        figure.title, kind, seed,
      ] { csv.field(text) }
      csv.field(value)
      if let interval {
        csv.field(interval.lowerBound)
        csv.field(interval.upperBound)
      } else {
        csv.emptyField()
        csv.emptyField()
      }
      csv.field(figure.figure.metric.unit)
      csv.field(count)
      if let significance { csv.field(significance) } else { csv.emptyField() }
      if let verdict { csv.field(verdict.rawValue) }
      csv.endRow()
    }
    for value in row.values[index] {
      line("seed", seed: value.unit, value.value, count: value.count)
    }
    if let middle = cell.middle {
      line(cell.met == nil ? "median" : "share", middle, cell.interval, count: cell.count)
    }
    let verdict = row.verdicts[index]
    if cell.pooled != nil || verdict != nil {
      line(
        "pooled", cell.pooled?.value ?? .nan, count: cell.pooled?.count ?? 0, verdict: verdict)
    }
    if let effect = cell.effect {
      line(
        "worsening", effect.worsening, effect.interval, count: effect.worsenings.count,
        significance: cell.significance)
    }
  }
}
