import Documents

extension RunReport {
  /// Maximum number of rows of single devices on a page.
  private static let maxFigures = 3000

  /// Reads the metrics: all pooled ones, and as many of the others as a page can list.
  mutating func readFigures() throws(DocumentError) {
    let columns = ["metric", "statistic", "value", "unit", "n"]
    guard var table = try open("metrics.csv", TrackKey.columns + columns) else { return }
    var pooled: [JSONValue] = []
    while try table.next() {
      let key = TrackKey(table)
      let isPooled = key.seed == "all" && key.device == "all"
      guard isPooled || figures.count < Self.maxFigures else {
        figuresLeftOut += 1
        continue
      }
      let value = try table.number(5)
      let row: JSONValue = [
        .int(Int64(scenario(key.scenario))), .string(key.seed), .string(key.device),
        .string(table.text(3)), .string(table.text(4)),
        value.isFinite ? .number(value) : .string(table.text(5)), .string(table.text(6)),
        .int(Int64(try table.integer(7) ?? 0)),
      ]
      if isPooled { pooled.append(row) } else { figures.append(row) }
    }
    figures = pooled + figures
  }

  /// Reads the results of the budgets.
  mutating func readBudgets() throws(DocumentError) {
    let columns = [
      "scenario", "metric", "statistic", "value", "unit", "limit", "verdict", "condition",
    ]
    guard var table = try open("budgets.csv", columns) else { return }
    while try table.next() {
      let value = try table.number(3)
      budgets.append([
        .int(Int64(scenario(table.text(0)))), .string("\(table.text(1)).\(table.text(2))"),
        value.isFinite ? .number(value) : .string(table.text(3)), .string(table.text(4)),
        .string(table.text(5)), .string(table.text(6)), .string(table.text(7)),
      ])
    }
  }
}
