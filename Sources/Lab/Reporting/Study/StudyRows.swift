import Documents
public import Scoring

/// Exact storage of a part of a study, for resuming.
public enum StudyRows {
  private static let columns = [
    "run", "scenario", "variant", "device", "figure", "kind", "unit", "value", "n",
  ]

  /// Writes the rows of a part as a table.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - run: The study's short digest.
  /// - Returns: The table.
  public static func bytes(_ rows: [StudyRow], run: String) -> [UInt8] {
    var csv = CSVWriter(columns: columns)
    for row in rows {
      func line(_ kind: String, figure: Int? = nil, _ value: StudyValue? = nil, text: String = "") {
        for text in [run, row.scenario, row.variant, row.device] { csv.field(text) }
        if let figure { csv.field(figure) } else { csv.emptyField() }
        csv.field(kind)
        csv.field(value?.unit ?? text)
        if let value {
          csv.field(value.value)
          csv.field(value.count)
        }
        csv.endRow()
      }
      line("row")
      for figure in row.figures.indices {
        for value in row.values[figure] { line("seed", figure: figure, value) }
        if let value = row.pooled[figure] { line("all", figure: figure, value) }
        if let verdict = row.verdicts[figure] {
          line("verdict", figure: figure, text: verdict.rawValue)
        }
      }
    }
    return csv.takeBytes()
  }

  /// Reads the rows of a part.
  ///
  /// - Parameters:
  ///   - bytes: The table.
  ///   - run: The expected study.
  ///   - scenario: The expected scenario.
  ///   - variant: The expected variant.
  ///   - figures: The figures of the study.
  /// - Returns: The rows; nil for a table of another study or part, or a damaged one.
  public static func rows(
    _ bytes: [UInt8], run: String, scenario: String, variant: String, figures: [StudyFigure]
  ) -> [StudyRow]? {
    guard var reader = try? CSVReader(bytes: bytes, file: "variant"), reader.columns == columns
    else { return nil }
    var rows: [StudyRow] = []
    do {
      while try reader.nextRow() {
        guard reader.text(at: 0) == run, reader.text(at: 1) == scenario,
          reader.text(at: 2) == variant
        else { return nil }
        let device = reader.text(at: 3)
        let kind = reader.text(at: 5)
        if kind == "row" {
          rows.append(
            StudyRow(scenario: scenario, variant: variant, device: device, figures: figures))
          continue
        }
        guard let last = rows.indices.last, rows[last].device == device,
          let figure = Int(reader.text(at: 4)), figures.indices.contains(figure)
        else { return nil }
        if kind == "verdict" {
          rows[last].verdicts[figure] = BudgetVerdict.Verdict(rawValue: reader.text(at: 6))
          continue
        }
        guard let value = Double(reader.text(at: 7)), let count = Int(reader.text(at: 8)) else {
          return nil
        }
        let found = StudyValue(unit: reader.text(at: 6), value: value, count: count)
        if kind == "all" {
          rows[last].pooled[figure] = found
        } else {
          rows[last].values[figure].append(found)
        }
      }
    } catch {
      return nil
    }
    return rows
  }
}
