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
      lines.append(
        "\(printable(comparison.scenario)): \(comparison.seedsText), \(comparison.eventsText)")
      for difference in comparison.differences { lines.append("  \(printable(difference))") }
      if comparison.isIndifferentToSettings {
        lines.append("  note: \(ComparisonReport.indifference)")
      }
      let rows = isWhole ? comparison.rows : comparison.notable
      var table = TextTable([
        "figure", "before", "after", "unit", "change", "worse by (95 %)", "matters", "verdict",
      ])
      for row in rows { table.add(cells(row)) }
      if !rows.isEmpty {
        let shown = table.lines
        lines += shown.prefix(2).map { "  " + $0 }
        for (line, row) in zip(shown.dropFirst(2), rows) {
          lines.append("  " + paint(line, colour(row.verdict)))
        }
      }
      for (names, warning) in comparison.warnings(of: rows) {
        lines.append("  \(names.joined(separator: ", ")): \(warning)")
      }
      if !isWhole {
        for text in [comparison.quietText, comparison.secondaryText] where !text.isEmpty {
          lines.append("  " + paint(text, .faint))
        }
      }
      for (row, moment) in comparison.worstMoments(of: rows) {
        lines.append("  \(row.name): \(printable(moment.sentence))")
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
    case .identical, .notApplicable: .faint
    case .same: nil
    }
  }

  private func cells(_ row: Comparison.FigureComparison) -> [String] {
    let verdict = row.verdict.rawValue + (row.isPrimary ? "" : " (secondary)")
    let margin = row.margin.text(of: row.figure.metric)
    guard let effect = row.effect else {
      return [row.name, "", "", row.shownUnit, "", "", margin, verdict]
    }
    return [
      row.name, row.shown(effect.base), row.shown(effect.new), row.shownUnit, row.relativeText,
      row.intervalText, margin, verdict,
    ]
  }
}

extension Comparison {
  /// The number of seeds: `24 seeds`.
  var seedsText: String {
    let count = rows.map { $0.seeds + max($0.lost, $0.gained) }.max() ?? 0
    return "\(count) \(unit)\(count == 1 ? "" : "s")"
  }

  /// The worst moment of each of some rows that has any.
  func worstMoments(of rows: [FigureComparison]) -> [(row: FigureComparison, moment: Moment)] {
    rows.compactMap { row in moments.first { $0.isAbout(row) }.map { (row, $0) } }
  }

  /// The remarks of some rows, each once, with the names of its figures.
  fileprivate func warnings(
    of rows: [FigureComparison]
  ) -> [(names: [String], warning: String)] {
    rows.reduce(into: []) { warnings, row in
      guard !row.warning.isEmpty else { return }
      if let same = warnings.firstIndex(where: { $0.warning == row.warning }) {
        warnings[same].names.append(row.name)
      } else {
        warnings.append(([row.name], row.warning))
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
