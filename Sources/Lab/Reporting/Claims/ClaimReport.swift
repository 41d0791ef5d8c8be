import Documents

/// Table of claims with their statements, evidence and status.
public struct ClaimReport: Sendable {
  /// The output formats.
  public enum Format: String, CaseIterable, Sendable {
    case text, markdown, csv
  }

  /// A statement as a row of the table.
  public struct Row: Hashable, Sendable {
    /// The talk's short name and title.
    public var talk, title: String
    /// The claim's name; empty for a statement out of scope.
    public var name: String
    /// The scenario's description of the claim, or the reason why it is out of scope.
    public var states: String
    /// The verbatim statement.
    public var says: String
    /// The status: `holds`, `fails`.
    public var standing: String
    /// The result, and the result without the cause.
    public var found, without: String

    public init(
      talk: String, title: String, name: String = "", states: String, says: String,
      standing: String, found: String = "", without: String = ""
    ) {
      (self.talk, self.title, self.name, self.states) = (talk, title, name, states)
      (self.says, self.standing, self.found, self.without) = (says, standing, found, without)
    }
  }

  private let rows: [Row]
  private let seeds: String
  /// The talks and the statuses, in the order of presentation.
  private let talks: [String]
  private let standings: [String]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - rows: The statements.
  ///   - talks: The titles of the talks, in order.
  ///   - standings: The statuses, in order.
  ///   - seeds: The seeds in words.
  public init(_ rows: [Row], talks: [String], standings: [String], seeds: String) {
    (self.rows, self.talks, self.standings, self.seeds) = (rows, talks, standings, seeds)
  }

  /// The number of statements by status: `130 statements: 118 holds, 2 by construction`.
  public var summary: String {
    let counts = standings.compactMap { standing -> String? in
      let count = rows.count { $0.standing == standing }
      return count == 0 ? nil : "\(count) \(standing)"
    }
    return "\(rows.count) statements: " + counts.joined(separator: ", ")
  }

  /// The report in a format, without a final newline.
  public func text(as format: Format) -> String {
    switch format {
    case .text: table.lines.joined(separator: "\n") + "\n\n" + summary
    case .markdown: markdown
    case .csv: String(decoding: csv.dropLast(), as: UTF8.self)
    }
  }

  private var table: TextTable {
    var table = TextTable(["standing", "talk", "claim", "statement"])
    for row in rows { table.add([row.standing, row.talk, row.name, row.states]) }
    return table
  }

  private var csv: [UInt8] {
    var csv = CSVWriter(columns: [
      "standing", "talk", "claim", "states", "says", "found", "without_its_cause",
    ])
    for row in rows {
      for text in [
        row.standing, row.talk, row.name, row.states, row.says, row.found, row.without,
      ] { csv.field(text) }
      csv.endRow()
    }
    return csv.bytes
  }

  private var markdown: String {
    var lines = ["# Claims", "", "\(summary). \(seeds)", ""]
    for title in talks {
      let own = rows.filter { $0.title == title }
      guard !own.isEmpty else { continue }
      lines += ["## \(title)", ""]
      let shown = own.filter { !$0.name.isEmpty }
      if !shown.isEmpty {
        lines += [
          "| claim | statement | quotation | found | without its cause | standing |",
          "|---|---|---|---|---|---|",
        ]
        lines += shown.map { row in
          Self.line([
            "`\(row.name)`", row.states, "“\(row.says)”", row.found, row.without, row.standing,
          ])
        }
        lines.append("")
      }
      let outside = own.filter(\.name.isEmpty)
      guard !outside.isEmpty else { continue }
      lines += ["Out of scope:", "", "| quotation | why |", "|---|---|"]
      lines += outside.map { Self.line(["“\($0.says)”", $0.states]) }
      lines.append("")
    }
    return lines.dropLast().joined(separator: "\n")
  }

  private static func line(_ cells: [String]) -> String {
    let safe = cells.map { cell in
      String(cell.map { $0 == "\n" ? " " : $0 == "|" ? "/" : $0 })
    }
    return "| " + safe.joined(separator: " | ") + " |"
  }
}
