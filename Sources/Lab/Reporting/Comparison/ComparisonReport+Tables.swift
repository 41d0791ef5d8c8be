import Documents
import Kernel
import Scoring

// CSV, and Markdown for summary pages.

extension ComparisonReport {
  /// The columns of the CSV: figures, budgets and moments in one table, distinguished by `kind`.
  public static let columns = [
    "kind", "scenario", "device", "figure", "unit", "base", "new", "difference", "worsening",
    "worsening_low", "worsening_high", "least", "significance", "seeds", "seeds_needed", "verdict",
    "events", "seed", "time_s", "text", "role",
  ]

  /// The report as CSV.
  var csv: [UInt8] {
    var csv = CSVWriter(columns: Self.columns)
    func number(_ value: Double?) {
      if let value { csv.field(value) } else { csv.emptyField() }
    }
    func skip(_ count: Int) { for _ in 0..<count { csv.emptyField() } }
    for comparison in comparisons {
      for row in comparison.rows {
        for text in [
          "figure", comparison.scenario, row.device, row.figure.name, row.figure.metric.unit,
        ] { csv.field(text) }
        let effect = row.effect
        number(effect?.base)
        number(effect?.new)
        number(effect?.difference)
        number(effect?.worsening)
        number(effect?.interval?.lowerBound)
        number(effect?.interval?.upperBound)
        number(effect?.minimum)
        csv.field(row.significance)
        csv.field(row.seeds)
        if let needed = row.seedsNeeded { csv.field(needed) } else { csv.emptyField() }
        csv.field(row.verdict.rawValue)
        csv.field(comparison.areEventsIdentical.map { $0 ? "identical" : "changed" } ?? "")
        csv.field(row.outstandingSeed.map(comparison.name(ofSeed:)) ?? "")
        csv.emptyField()
        csv.field(row.warning)
        csv.field(row.isPrimary ? "primary" : "secondary")
        csv.endRow()
      }
      for moment in comparison.moments {
        for text in ["moment", comparison.scenario, moment.device, moment.figure.name] {
          csv.field(text)
        }
        skip(13)
        csv.field(comparison.name(ofSeed: moment.seed))
        if let time = moment.time { csv.field(secondsOf: time.nanoseconds) } else { skip(1) }
        csv.field(moment.place.isEmpty ? moment.text : "\(moment.place): \(moment.text)")
        skip(1)
        csv.endRow()
      }
    }
    for row in budgets {
      let budget = row.verdict.budget
      for text in ["budget", row.scenario, "all"] { csv.field(text) }
      csv.field("\(budget.metric.name).\(budget.statistic.rawValue)")
      csv.field(budget.metric.unit)
      skip(1)
      number(row.verdict.value)
      skip(8)
      csv.field(row.verdict.verdict.rawValue)
      skip(3)
      csv.field(budget.text)
      csv.field("primary")
      csv.endRow()
    }
    return csv.bytes
  }

  /// The report in Markdown, for example for GitHub's job summaries.
  var markdown: String {
    var lines = ["### \(inMarkdown(new)) vs \(inMarkdown(base))", "", "**\(summary)**"]
    for comparison in comparisons {
      lines += [
        "",
        "#### \(inMarkdown(comparison.scenario)) (\(comparison.seedsText), \(comparison.eventsText))",
        "",
      ]
      for difference in comparison.differences { lines += [inMarkdown(difference), ""] }
      let rows = isWhole ? comparison.rows : comparison.notable
      if !rows.isEmpty {
        lines += [
          "| figure | before | after | change | worse by (95 %) | matters | verdict |",
          "|---|---:|---:|---:|---:|---:|---|",
        ]
      }
      for row in rows {
        lines.append("| " + inMarkdown(cellsOf: row).joined(separator: " | ") + " |")
      }
      var items = rows.filter { !$0.warning.isEmpty }.map {
        "- \($0.figure.name): \(inMarkdown($0.warning))"
      }
      items += comparison.worstMoments(of: rows).map {
        "- \($0.row.name): \(inMarkdown($0.moment.sentence))"
      }
      if !isWhole {
        items += [comparison.quietText, comparison.secondaryText].filter { !$0.isEmpty }.map {
          "- \(inMarkdown($0))"
        }
      }
      if !items.isEmpty { lines += [""] + items }
    }
    if !budgets.isEmpty { lines += ["", "| scenario | budget | verdict |", "|---|---|---|"] }
    for row in budgets {
      let cells = [row.scenario, row.verdict.budget.text, row.verdict.outcome].map(inMarkdown)
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return (lines + notes.flatMap { ["", inMarkdown($0)] }).joined(separator: "\n")
  }
}

/// The cells of a figure's row.
private func inMarkdown(cellsOf row: Comparison.FigureComparison) -> [String] {
  var cells = [
    row.name, "", "", row.relativeText, row.intervalText, row.margin.text(of: row.figure.metric),
  ]
  if let effect = row.effect {
    cells[1] = row.shown(effect.base) + row.figureUnit
    cells[2] = row.shown(effect.new) + row.figureUnit
  }
  let mark = row.verdict == .worse && row.isPrimary ? "**worse**" : row.verdict.rawValue
  return cells.map(inMarkdown) + [row.isPrimary ? mark : mark + " (secondary)"]
}

/// Escapes text for Markdown and HTML, on one line.
public func inMarkdown(_ text: String) -> String {
  var safe = ""
  for scalar in printable(text).unicodeScalars {
    switch scalar {
    case "<": safe += "&lt;"
    case ">": safe += "&gt;"
    case "&": safe += "&amp;"
    case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "$", "@":
      safe += "\\"
      safe.unicodeScalars.append(scalar)
    default: safe.unicodeScalars.append(scalar)
    }
  }
  return safe
}
