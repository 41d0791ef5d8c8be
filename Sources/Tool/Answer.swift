import Documents
import Kernel
import Reporting
import Synchronization

/// Collects a verb's output for `--json` and prints it as one object when the verb ends; also prints errors
/// as an object.
enum Answer {
  private struct Gathered {
    var tables: [JSONValue] = []
    var files: [JSONValue] = []
    var lines: [JSONValue] = []
  }

  private static let gathered = Mutex<Gathered?>(nil)

  /// Collects the output of some work, if wanted, and prints it as one object.
  ///
  /// - Parameters:
  ///   - verb: Name of the verb.
  ///   - isWanted: True to collect the output; false to print it at once.
  ///   - work: The work.
  /// - Returns: The status of the work.
  static func gathering(
    _ verb: String, if isWanted: Bool, _ work: () throws -> ExitStatus
  ) rethrows -> ExitStatus {
    guard isWanted else { return try work() }
    gathered.withLock { $0 = Gathered() }
    defer { gathered.withLock { $0 = nil } }
    let status = try work()
    finish(verb, status)
    return status
  }

  /// Captures the lines that some work would print.
  ///
  /// - Parameter work: The work.
  /// - Returns: The lines.
  static func lines(of work: () throws -> Void) rethrows -> [String] {
    let before = gathered.withLock { gathered in
      defer { gathered = Gathered() }
      return gathered
    }
    defer { gathered.withLock { $0 = before } }
    try work()
    return gathered.withLock { $0?.lines ?? [] }.compactMap {
      if case .string(let line) = $0 { line } else { nil }
    }
  }

  /// Prints an error as an object, unless data have been printed.
  ///
  /// - Parameters:
  ///   - verb: Name of the verb.
  ///   - status: Exit status of the command.
  ///   - error: The error.
  static func fail(_ verb: String, _ status: ExitStatus, _ error: any Error) {
    guard !hasPrinted else { return }
    let found = error as? DocumentError
    let errors =
      found?.diagnostics
      ?? [Diagnostic(place: nil, message: error is Cancelled ? "interrupted" : "\(error)")]
    let object: JSONObject = [
      "verb": .string(verb), "status": .int(Int64(status.rawValue)), "errors": objects(errors),
      "unlisted": .int(Int64(found?.unlisted ?? 0)),
    ]
    say(JSONValue.object(object).text(pretty: false))
  }

  /// Diagnostics as JSON.
  static func objects(_ diagnostics: [Diagnostic]) -> JSONValue {
    .array(
      diagnostics.map { diagnostic in
        [
          "file": diagnostic.place.map { .string(PathName.shown($0.file)) } ?? .null,
          "line": diagnostic.place.map { .int(Int64($0.line)) } ?? .null,
          "column": diagnostic.place.map { .int(Int64($0.column)) } ?? .null,
          "message": .string(PathName.shown(diagnostic.message)),
          "suggestion": diagnostic.suggestion.map { .string(PathName.shown($0)) } ?? .null,
        ]
      })
  }

  /// True while output is collected.
  static var isWanted: Bool { gathered.withLock { $0 != nil } }

  /// Collects a line; false if it must be printed.
  static func take(line: String) -> Bool {
    gathered.withLock {
      guard !line.isEmpty else { return $0 != nil }
      $0?.lines.append(.string(PathName.shown(line)))
      return $0 != nil
    }
  }

  fileprivate static func take(file: String) -> Bool {
    gathered.withLock {
      $0?.files.append(.string(PathName.shown(file)))
      return $0 != nil
    }
  }

  fileprivate static func take(table: JSONValue) -> Bool {
    gathered.withLock {
      $0?.tables.append(table)
      return $0 != nil
    }
  }

  private static func finish(_ verb: String, _ status: ExitStatus) {
    let answer = gathered.withLock { gathered in
      defer { gathered = nil }
      return gathered
    }
    guard let answer else { return }
    let object: JSONObject = [
      "verb": .string(verb), "status": .int(Int64(status.rawValue)),
      "tables": .array(answer.tables), "files": .array(answer.files),
      "lines": .array(answer.lines),
    ]
    say(JSONValue.object(object).text(pretty: false))
  }
}

/// Reports the path of a written file.
func announce(file path: String) {
  if !Answer.take(file: path) { say(path) }
}

/// Reports the path of a written page.
func announce(page path: String) {
  if !Answer.take(file: path) { say("The page is \(path).") }
}

/// A table, printed as text or collected for `--json`.
struct AnswerTable {
  /// A cell: full precision in JSON, three digits in text.
  enum Cell: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case text(String)
    case figure(Double)
    case count(Int)
    /// No figure, with the text that replaces it.
    case nothing(String)

    init(stringLiteral value: String) { self = .text(value) }

    /// A figure, or a text if there is none.
    init(_ value: Double?, else missing: String) {
      self = value.map { .figure($0) } ?? .nothing(missing)
    }

    fileprivate var shown: String {
      switch self {
      case .text(let text), .nothing(let text): text
      case .figure(let value): figureText(value)
      case .count(let count): "\(count)"
      }
    }

    fileprivate var json: JSONValue {
      switch self {
      case .text(let text): .string(PathName.shown(text))
      case .figure(let value): value.isFinite ? .number(value) : .null
      case .count(let count): .int(Int64(count))
      case .nothing: .null
      }
    }
  }

  /// Title of the table.
  let name: String
  private let columns: [(key: String, heading: String)]
  private var rows: [[Cell]] = []

  /// Starts a table.
  ///
  /// - Parameters:
  ///   - name: Title of the table.
  ///   - columns: Key in JSON and heading in text of each column.
  init(_ name: String, _ columns: [(key: String, heading: String)]) {
    (self.name, self.columns) = (name, columns)
  }

  /// Adds a row with one cell per column.
  mutating func add(_ row: [Cell]) { rows.append(row) }

  /// Prints or collects the table.
  func show() {
    let objects = rows.map { row in
      JSONValue.object(JSONObject(zip(columns, row).map { ($0.key, $1.json) }))
    }
    if Answer.take(table: ["name": .string(name), "rows": .array(objects)]) { return }
    var table = TextTable(columns.map(\.heading))
    for row in rows { table.add(row.map(\.shown)) }
    for line in table.lines { say(line) }
  }

  /// Collects a CSV table for JSON, or prints a text.
  ///
  /// - Parameters:
  ///   - name: Title of the table.
  ///   - csv: The table in CSV.
  ///   - figures: Numeric columns; other columns hold names, even if they look like numbers.
  ///   - text: The text form.
  /// - Throws: ``DocumentError`` if the CSV is invalid.
  static func show(
    _ name: String, csv: String, figures: Set<String>, text: String
  ) throws(DocumentError) {
    guard Answer.isWanted else { return say(text) }
    var reader = try CSVReader(bytes: Array((csv + "\n").utf8), file: name)
    var rows: [JSONValue] = []
    while try reader.nextRow() {
      let cells = reader.columns.enumerated().map { column, key in
        let field = reader.text(at: column)
        let figure = figures.contains(key) ? Double(field) : nil
        return (key, field.isEmpty ? JSONValue.null : figure.map { .number($0) } ?? .string(field))
      }
      rows.append(.object(JSONObject(cells)))
    }
    _ = Answer.take(table: ["name": .string(name), "rows": .array(rows)])
  }
}
