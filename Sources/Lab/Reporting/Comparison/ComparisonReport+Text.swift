import Scoring

// Terminal output.

extension ComparisonReport {
  private enum Colour: String {
    case red = "31"
    case green = "32"
    case yellow = "33"
    case faint = "2"
  }

  /// The lines of the report.
  func lines(colours: Bool) -> [String] {
    func paint(_ text: String, _ colour: Colour?) -> String {
      guard colours, let colour else { return text }
      return "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m"
    }
    var lines = ["\(printable(new)) vs \(printable(base)): \(summary)"]
    for comparison in comparisons {
      lines.append("")
      lines.append("\(printable(comparison.scenario)): \(comparison.eventsText)")
      for difference in comparison.differences { lines.append("  \(printable(difference))") }
      var table = TextTable([
        "figure", "before", "after", "unit", "change", "worse by (95 %)",
        "\(comparison.unit)s", "verdict",
      ])
      for row in comparison.rows { table.add(cells(row)) }
      let shown = table.lines
      lines += shown.prefix(2).map { "  " + $0 }
      for (line, row) in zip(shown.dropFirst(2), comparison.rows) {
        lines.append("  " + paint(line, colour(row.verdict)))
      }
      for (names, warning) in comparison.warnings {
        lines.append("  \(names.joined(separator: ", ")): \(warning)")
      }
      for moment in comparison.moments {
        lines.append("  \(moment.figure.name): \(printable(moment.sentence))")
      }
    }
    if !budgets.isEmpty { lines.append("") }
    for row in budgets {
      let colour: Colour? =
        switch row.verdict.verdict {
        case .kept: nil
        case .missed: .red
        case .undecided: .yellow
        }
      lines.append(paint("\(printable(row.scenario)): \(printable(row.verdict.sentence))", colour))
    }
    if !notes.isEmpty { lines.append("") }
    return lines + notes.map(printable)
  }

  private func colour(_ verdict: FigureVerdict) -> Colour? {
    switch verdict {
    case .worse: .red
    case .better: .green
    case .undecided: .yellow
    case .identical: .faint
    case .unchanged: nil
    }
  }

  private func cells(_ row: Comparison.FigureComparison) -> [String] {
    let name = row.device == "all" ? row.figure.name : "\(row.figure.name) \(row.device)"
    guard let effect = row.effect else {
      return [name, "", "", row.figure.metric.unit, "", "", "0", row.verdict.rawValue]
    }
    let interval = effect.interval.map {
      "\(shortFigure($0.lowerBound)) to \(shortFigure($0.upperBound))"
    }
    return [
      name, shortFigure(effect.base), shortFigure(effect.new), row.figure.metric.unit,
      row.relativeText, effect.isIdentical ? "" : interval ?? "", "\(row.seeds)",
      row.verdict.rawValue,
    ]
  }
}

extension Comparison {
  /// The figures' remarks, each once, with the names of its figures.
  fileprivate var warnings: [(names: [String], warning: String)] {
    rows.reduce(into: []) { warnings, row in
      guard !row.warning.isEmpty else { return }
      let name = row.device == "all" ? row.figure.name : "\(row.figure.name) \(row.device)"
      if let same = warnings.firstIndex(where: { $0.warning == row.warning }) {
        warnings[same].names.append(name)
      } else {
        warnings.append(([name], row.warning))
      }
    }
  }
}

/// Replaces control characters, which a terminal would interpret.
func printable(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? "\u{FFFD}" : scalar
      }))
}
