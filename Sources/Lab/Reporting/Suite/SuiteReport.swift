import Documents
public import Scoring

/// The card of a suite, as text, Markdown, CSV and a page.
public struct SuiteReport: Sendable {
  /// The title: the suite with its version, and the stack.
  public let title: String
  /// The subject of each part.
  public let abouts: [String: String]
  /// The sets of recordings that are left out.
  public let missing: [String]
  /// The short digest of the run.
  public let run: String
  public let result: SuiteResult

  public init(
    title: String, abouts: [String: String], missing: [String], run: String, result: SuiteResult
  ) {
    self.title = title
    self.abouts = abouts
    self.missing = missing
    self.run = run
    self.result = result
  }

  // MARK: Tables

  private static func text(_ cell: StudyCell) -> String {
    cell.middle.map(figureText) ?? "-"
  }

  /// The table of a part, with its heading; the verdict stands beside each compared figure.
  private func table(of part: String) -> [[String]] {
    let lines = result.lines.filter { $0.part == part }
    let others = lines.reduce(into: [String]()) { names, line in
      if !names.contains(line.otherStack) { names.append(line.otherStack) }
    }
    let figures = result.figures.filter { $0.part == part }
    return [["scenario", "figure", "n", result.stack] + others]
      + figures.map { own in
        [own.scenario, own.figure.title, "\(own.cell.count)", Self.text(own.cell)]
          + others.map { other in
            let line = lines.first {
              $0.scenario == own.scenario && $0.figure == own.figure && $0.otherStack == other
            }
            guard let line else { return "-" }
            let mark = line.verdict == .equal ? "" : " \(line.verdict.rawValue)"
            return Self.text(line.other) + mark
          }
      }
  }

  /// The numbers of verdicts by part.
  private var totals: [[String]] {
    let kinds = SuiteLine.Verdict.allCases
    let parts = result.parts.map { part in
      [part] + kinds.map { "\(result.count($0, in: part))" }
    }
    return [["part"] + kinds.map(\.rawValue)] + parts
      + [["all"] + kinds.map { "\(result.count($0))" }]
  }

  private var legend: [String] {
    var lines = [
      "Medians over seeds or recordings. 'ahead' and 'behind' say how '\(result.stack)' compares with the "
        + "column, where the paired difference is significant (95 %, corrected for a row's figures)."
    ]
    if !result.unanswered.isEmpty {
      lines.append("Not answered: \(result.unanswered.joined(separator: ", ")).")
    }
    if !missing.isEmpty {
      lines.append("Left out, without their recordings: \(missing.joined(separator: ", ")).")
    }
    return lines
  }

  // MARK: Formats

  /// The card as text.
  public var text: String {
    var lines = [title, ""] + legend
    for part in result.parts {
      lines += ["", "\(part): \(abouts[part] ?? "")", ""] + Self.aligned(table(of: part))
    }
    lines += [""] + Self.aligned(totals)
    return lines.map(printable).joined(separator: "\n")
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    var table = TextTable(rows[0])
    for row in rows.dropFirst() { table.add(row) }
    return table.lines
  }

  /// The card as Markdown.
  public var markdown: String {
    func table(_ rows: [[String]]) -> [String] {
      let lines = rows.map { row in
        "| "
          + row.map {
            printable($0).split(separator: "|", omittingEmptySubsequences: false)
              .joined(separator: "\\|")
          }.joined(separator: " | ") + " |"
      }
      return [lines[0], "|" + String(repeating: "---|", count: rows[0].count)] + lines.dropFirst()
    }
    var lines = ["# " + printable(title), ""] + legend.map(printable)
    lines += [""] + table(totals)
    for part in result.parts {
      lines +=
        ["", "## " + part, "", printable(abouts[part] ?? ""), ""] + table(self.table(of: part))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines as CSV.
  public var csv: [UInt8] {
    var csv = CSVWriter(columns: [
      "run", "part", "scenario", "figure", "unit", "stack", "n", "value", "low", "high", "other",
      "other_n", "other_value", "other_low", "other_high", "worsening", "worsening_low",
      "worsening_high", "significance", "verdict",
    ])
    for line in result.lines {
      csv.field(run)
      for text in [
        line.part, line.scenario, line.figure.figure.name, line.figure.figure.metric.unit,
        result.stack,
      ] { csv.field(text) }
      func add(_ cell: StudyCell) {
        csv.field(cell.count)
        csv.optional(cell.middle)
        csv.optional(cell.interval?.lowerBound)
        csv.optional(cell.interval?.upperBound)
      }
      add(line.own)
      csv.field(line.otherStack)
      add(line.other)
      csv.optional(line.other.effect?.worsening)
      csv.optional(line.other.effect?.interval?.lowerBound)
      csv.optional(line.other.effect?.interval?.upperBound)
      csv.field(line.other.significance)
      csv.field(line.verdict.rawValue)
      csv.endRow()
    }
    return csv.takeBytes()
  }

  /// The card as a page without other files.
  public var page: String {
    func safe(_ text: String) -> String {
      printable(text).reduce(into: "") { result, character in
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        default: result.append(character)
        }
      }
    }
    func table(_ rows: [[String]], texts: Int) -> String {
      func line(_ row: [String]) -> [StackedTable.Cell] {
        row.enumerated().map { index, cell in
          let words = cell.split(separator: " ").map(String.init)
          let verdict = index < texts ? nil : words.last.flatMap(SuiteLine.Verdict.init)
          return StackedTable.Cell(
            text: printable(cell), kind: verdict?.rawValue ?? (index < texts ? "text" : ""))
        }
      }
      let table = StackedTable(heads: line(rows[0]), rows: rows.dropFirst().map(line))
      return "<div class=\"wide\">\(table.html)</div>"
    }
    let parts = result.parts.map { part in
      "<h2>\(safe(part))</h2><p>\(safe(abouts[part] ?? ""))</p>\n"
        + table(self.table(of: part), texts: 2)
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(safe(title))</title>
      <style>\(Self.style)\(StackedTable.style)</style></head><body><main>
      <h1>\(safe(title))</h1>
      \(legend.map { "<p>\(safe($0))</p>" }.joined(separator: "\n"))
      \(table(totals, texts: 1))
      \(parts.joined(separator: "\n"))
      <p class="soft">Run \(run). suite.csv has every line with its interval.</p>
      </main></body></html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #23272e; --paper: #fbfaf7; --line: #e4e2dc; --ahead: #0b7a75;
    --behind: #b4470f }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --paper: #14171c; --line: #2b3038;
    --ahead: #4cc5bd; --behind: #ff9a5c } }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
    main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem }
    h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2rem 0 0 } .wide { overflow-x: auto }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums }
    th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line); text-align: right;
    white-space: nowrap } .text { text-align: left } .soft, .unanswered { opacity: 0.7 }
    td.ahead { color: var(--ahead) } td.behind { color: var(--behind); font-weight: 600 }
    """
}
