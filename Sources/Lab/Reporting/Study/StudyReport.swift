import Documents
public import Scoring

/// Report of a study, as text, Markdown, CSV and chart.
public struct StudyReport: Sendable {
  /// The output formats.
  public enum Format: String, CaseIterable, Sendable {
    case text, markdown, csv
  }

  /// The study's short digest.
  public let run: String
  public let name: String
  /// The description; empty without one.
  public let about: String
  /// A sentence about the units of comparison: the seeds, or the recordings.
  public let units: String
  /// The rows with their statistics.
  public let result: StudyResult

  public init(
    run: String, name: String, about: String, units: String, result: StudyResult
  ) {
    self.run = run
    self.name = name
    self.about = about
    self.units = units
    self.result = result
  }

  /// Returns the report in a format, without a final newline.
  public func text(as format: Format) -> String {
    switch format {
    case .text: lines(markdown: false).joined(separator: "\n")
    case .markdown: lines(markdown: true).joined(separator: "\n")
    case .csv: String(decoding: csv.dropLast(), as: UTF8.self)
    }
  }

  /// The results of the budgets in the report.
  public var verdicts: [BudgetVerdict.Verdict] {
    result.rows.flatMap { $0.verdicts.compactMap { $0 } }
  }

  /// Ranges of adjacent rows with the same figures.
  var blocks: [Range<Int>] {
    var blocks: [Range<Int>] = []
    for (index, row) in result.rows.enumerated() {
      if let last = blocks.last, result.rows[last.lowerBound].figures == row.figures {
        blocks[blocks.count - 1] = last.lowerBound..<(index + 1)
      } else {
        blocks.append(index..<(index + 1))
      }
    }
    return blocks
  }

  /// True if a block's figures are those of budgets, which differ between scenarios.
  func isOfBudgets(_ block: Range<Int>) -> Bool {
    result.rows[block.lowerBound].figures.contains { $0.budget != nil }
  }

  // MARK: Text

  private func lines(markdown: Bool) -> [String] {
    var lines = [(markdown ? "# " : "") + printable(about.isEmpty ? name : "\(name): \(about)")]
    lines += [""] + legend
    for block in blocks {
      if isOfBudgets(block) {
        for index in block {
          let row = result.rows[index]
          lines += ["", (markdown ? "## " : "") + printable(heading(row))]
          lines += (markdown ? [""] : []) + table(budgetTable(index), markdown)
        }
      } else {
        lines += [""] + table(table(of: block), markdown)
      }
    }
    return lines
  }

  private func heading(_ row: StudyRow) -> String {
    let device = row.device == "all" ? "" : ", \(row.device)"
    return "\(row.scenario)\(device), \(row.variant)"
  }

  /// The explanation of the cells.
  private var legend: [String] {
    let cells = result.cells.flatMap { $0 }
    var lines = [units]
    let figures = result.rows.flatMap(\.figures)
    if figures.contains(where: { $0.budget == nil && !$0.isPooled }) {
      lines.append(
        "Medians of the seeds' own figures, with the 95 % interval of the median by order statistics."
      )
      if cells.contains(where: { $0.middle != nil && $0.interval == nil }) {
        lines.append("Fewer than 6 seeds have no such interval.")
      }
    }
    if cells.contains(where: { $0.met != nil }) {
      lines.append("Yes-or-no figures: the number of seeds with yes, with Wilson's 95 % interval.")
    }
    if figures.contains(where: { $0.budget != nil }) {
      lines.append("Budgets are judged by all seeds' values together.")
    }
    if figures.contains(where: \.isPooled) {
      lines.append("Figures with an n pool all seeds' values.")
    }
    if cells.contains(where: \.isSurelyOther) {
      lines.append(
        "* significantly different from the first variant under the same seeds (paired, 95 %, "
          + "corrected for a row's figures).")
    }
    return lines
  }

  private func table(_ rows: [[String]], _ markdown: Bool) -> [String] {
    guard let heading = rows.first else { return [] }
    guard markdown else {
      var table = TextTable(heading.map(printable))
      for row in rows.dropFirst() { table.add(row.map(printable)) }
      return table.lines
    }
    func line(_ cells: [String]) -> String {
      let safe = cells.map { printable($0).split(separator: "|", omittingEmptySubsequences: false) }
      return "| " + safe.map { $0.joined(separator: "\\|") }.joined(separator: " | ") + " |"
    }
    let rule = "|" + String(repeating: "---|", count: heading.count)
    return [line(heading), rule] + rows.dropFirst().map(line)
  }

  /// The table with variants as rows and figures as columns.
  private func table(of block: Range<Int>) -> [[String]] {
    let rows = block.map { result.rows[$0] }
    let hasDevices = rows.contains { $0.device != "all" }
    let figures = rows[0].figures
    var table = [
      ["scenario"] + (hasDevices ? ["device"] : []) + ["variant", "n"] + figures.map(\.title)
    ]
    for index in block {
      let (row, cells) = (result.rows[index], result.cells[index])
      table.append(
        [row.scenario] + (hasDevices ? [row.device] : [])
          + [row.variant, "\(cells.map(\.count).max() ?? 0)"]
          + zip(figures, cells).map { figure, cell in Self.text(of: cell, figure) })
    }
    return table
  }

  /// The table with budgets as rows, and their limits.
  private func budgetTable(_ index: Int) -> [[String]] {
    let row = result.rows[index]
    var table = [["of", "figure", "value", "limit", "verdict"]]
    for (number, figure) in row.figures.enumerated() {
      guard let budget = figure.budget else { continue }
      let (unit, cell) = (figure.figure.metric.unit, result.cells[index][number])
      func quantity(_ value: Double) -> String {
        unit.isEmpty || unit == "share" ? shortFigure(value) : "\(shortFigure(value)) \(unit)"
      }
      let value =
        cell.met == nil
        ? cell.pooled.map { quantity($0.value) } ?? "-" : Self.text(of: cell, figure)
      table.append([
        figure.condition.isEmpty ? "all" : figure.condition, figure.figure.name, value,
        "\(budget.relation.rawValue) \(quantity(budget.limit / budget.metric.unitInSI))",
        row.verdicts[number]?.rawValue ?? "",
      ])
    }
    return table
  }

  /// Formats a cell.
  static func text(of cell: StudyCell, _ figure: StudyFigure) -> String {
    let mark = cell.isSurelyOther ? " *" : ""
    if figure.isPooled {
      return cell.pooled.map { "\(shortFigure($0.value)) (n \($0.count))" } ?? "-"
    }
    guard let middle = cell.middle else { return "-" }
    if let met = cell.met {
      func percent(_ share: Double) -> Int { Int((share * 100).rounded()) }
      let range = cell.interval.map {
        " (\(percent($0.lowerBound)) to \(percent($0.upperBound)) %)"
      }
      return "\(met)/\(cell.count)\(range ?? "")\(mark)"
    }
    let range = cell.interval.map {
      " (\(shortFigure($0.lowerBound)) to \(shortFigure($0.upperBound)))"
    }
    return "\(shortFigure(middle))\(range ?? "")\(mark)"
  }
}
