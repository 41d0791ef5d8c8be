import Documents
import Kernel
import Reporting
import Synchronization

/// What a verb answers with `--json`, where it prints no object of its own: gathered while it works, and
/// printed when it ends; and what any verb answers that fails.
enum Answer {
  private struct Gathered {
    var tables: [JSONValue] = []
    var files: [JSONValue] = []
    var lines: [JSONValue] = []
  }

  private static let gathered = Mutex<Gathered?>(nil)

  /// Gathers what some work prints, if that is wanted, and prints it as one object.
  ///
  /// - Parameters:
  ///   - verb: What does the work.
  ///   - isWanted: Whether it is gathered; else it is printed as it comes.
  ///   - work: The work.
  /// - Returns: How the work ended.
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

  /// Gathers the lines that some work would print.
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

  /// Prints what has gone wrong as an object, unless some other has been printed.
  ///
  /// - Parameters:
  ///   - verb: What was asked for.
  ///   - status: How the command ends.
  ///   - error: What has gone wrong.
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

  /// What is wrong, as programs read it.
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

  /// Whether an answer is being gathered.
  static var isWanted: Bool { gathered.withLock { $0 != nil } }

  /// Takes in a line that else would be printed; false if it is to be printed.
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

/// Names a file that was written.
func tell(file path: String) {
  if !Answer.take(file: path) { say(path) }
}

/// Names the page that was made.
func tell(page path: String) {
  if !Answer.take(file: path) { say("The page is \(path).") }
}

/// A table for people, and for programs with `--json`.
struct AnswerTable {
  /// A cell: a program gets a figure whole, a person three digits of it.
  enum Cell: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    case text(String)
    case figure(Double)
    case count(Int)
    /// No figure, and what a person reads instead.
    case nothing(String)

    init(stringLiteral value: String) { self = .text(value) }

    /// A figure, or what is shown where there is none.
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

  /// What it is a table of.
  let name: String
  private let columns: [(key: String, heading: String)]
  private var rows: [[Cell]] = []

  /// Starts a table.
  ///
  /// - Parameters:
  ///   - name: What it is a table of.
  ///   - columns: Each column's key for programs, and its heading for people.
  init(_ name: String, _ columns: [(key: String, heading: String)]) {
    (self.name, self.columns) = (name, columns)
  }

  /// Adds a row, with a cell for each column.
  mutating func add(_ row: [Cell]) { rows.append(row) }

  /// Shows it.
  func show() {
    let objects = rows.map { row in
      JSONValue.object(JSONObject(zip(columns, row).map { ($0.key, $1.json) }))
    }
    if Answer.take(table: ["name": .string(name), "rows": .array(objects)]) { return }
    var table = TextTable(columns.map(\.heading))
    for row in rows { table.add(row.map(\.shown)) }
    for line in table.lines { say(line) }
  }

  /// Takes in a table of comma-separated values for programs, and prints a text for people.
  ///
  /// - Parameters:
  ///   - name: What it is a table of.
  ///   - csv: The table's text.
  ///   - figures: The columns of figures; in any other, what looks like one is a name.
  ///   - text: What people read in its place.
  /// - Throws: What is wrong with the table.
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
