import Documents
import Recordings

/// A table of somebody else's while it is read, whatever separates its fields and whether it has a header.
///
/// It may be larger than memory likes, so no more than a row of it is held as text; tables beside it are
/// held whole.
struct FieldTable {
  /// A table whose columns are added.
  private struct Joined {
    let file: String
    let rows: [[String]]
    /// The column by which its rows are found, and where each is; nil for row by row.
    var own: Int?
    var places: [String: Int] = [:]
  }

  private(set) var columns: [String]
  /// The line in the file of the current row.
  private(set) var line = 0
  let file: String
  /// How many of the columns are the table's own.
  private let ownCount: Int
  private var csv: CSVReader
  private let shift: Int
  private var count = 0
  private var joined: [Joined] = []
  /// The current row's fields of other tables.
  private var added: [String] = []

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: Its text.
  ///   - file: Its name in messages.
  ///   - hasHeader: Whether its first line names the columns.
  ///   - prefix: What stands before the numbers by which columns without names are called.
  ///   - separator: What stands between two fields.
  /// - Throws: What is wrong with it, and where.
  init(
    _ bytes: [UInt8], file: String, hasHeader: Bool = true, prefix: String = "",
    separator: UInt8 = UInt8(ascii: ",")
  ) throws(DocumentError) {
    var bytes = try unpackedText(bytes, file: file)
    let comma = UInt8(ascii: ",")
    if separator != comma {
      for index in bytes.indices where bytes[index] == separator { bytes[index] = comma }
    }
    if !hasHeader {
      let count = bytes.prefix { $0 != UInt8(ascii: "\n") }.count { $0 == comma } + 1
      let names = (1...count).map { "\(prefix)\($0)" }.joined(separator: ",")
      bytes = Array((names + "\n").utf8) + bytes
    }
    csv = try CSVReader(bytes: bytes, file: file)
    columns = csv.columns.map { $0.filter { $0 != "\u{FEFF}" } }
    ownCount = columns.count
    self.file = file
    shift = hasHeader ? 0 : 1
  }

  /// Goes to the next row; false after the last.
  ///
  /// - Throws: What is wrong with it, or that a table beside it has no such row.
  mutating func next() throws(DocumentError) -> Bool {
    guard try csv.nextRow() else {
      if let other = joined.first(where: { $0.own == nil && $0.rows.count != count }) {
        throw misfit(other)
      }
      return false
    }
    count += 1
    line = csv.place(ofField: 0).line - shift
    added.removeAll(keepingCapacity: true)
    for other in joined {
      guard let own = other.own else {
        guard count <= other.rows.count else { throw misfit(other) }
        added += other.rows[count - 1]
        continue
      }
      guard let found = other.places[text(own)] else {
        throw DocumentError(
          "'\(text(own).prefix(40))' is in no row of '\(other.file)'", at: place(own))
      }
      added += other.rows[found]
    }
    return true
  }

  private func misfit(_ other: Joined) -> DocumentError {
    let more = count > other.rows.count ? "more" : "\(count)"
    return DocumentError(
      "'\(other.file)' has \(other.rows.count) rows and '\(file)' has \(more): they don't go together"
    )
  }

  /// The number of a column; nil without a name.
  ///
  /// - Throws: That there is none of that name.
  func column(_ name: String?) throws(DocumentError) -> Int? {
    guard let name else { return nil }
    if let found = columns.firstIndex(of: name) { return found }
    throw DocumentError(
      "'\(file)' has no column '\(name)'", at: nil,
      suggestion: nearestName(to: name, among: columns))
  }

  /// Where a field of the current row stands, for messages; of another table's the start of the line.
  func place(_ column: Int) -> SourcePlace {
    SourcePlace(file: file, line: line, column: column < ownCount ? column + 1 : 1)
  }

  /// A field of the current row.
  func text(_ column: Int) -> String {
    column < ownCount ? csv.text(at: column) : added[column - ownCount]
  }

  /// A field's number; nil where it is empty.
  ///
  /// - Throws: That it is none.
  func number(_ column: Int) throws(DocumentError) -> Double? {
    // Most fields of wide tables are empty.
    if column < ownCount, csv.isEmpty(at: column) { return nil }
    let whole = text(column)
    if let value = Double(whole), value.isFinite { return value }
    let text = whole.trimmingSpaces
    guard !text.isEmpty, text.lowercased() != "nan" else { return nil }
    guard let value = Double(text), value.isFinite else {
      throw DocumentError(
        "expected a number in '\(columns[column])', found '\(text.prefix(40))'", at: place(column))
    }
    return value
  }

  /// Adds another table's columns, row by row, before the first row is read.
  mutating func join(_ other: FieldTable) throws(DocumentError) {
    columns += other.columns
    joined.append(Joined(file: other.file, rows: try other.allRows()))
  }

  /// Adds another table's columns by what both have in one, before the first row is read.
  ///
  /// - Throws: That one lacks the column.
  mutating func join(_ other: FieldTable, by name: String) throws(DocumentError) {
    guard let own = try column(name), let key = try other.column(name) else { return }
    var rows = try other.allRows()
    let places = Dictionary(
      rows.indices.map { (rows[$0][key], $0) }, uniquingKeysWith: { first, _ in first })
    for index in rows.indices { rows[index].remove(at: key) }
    var names = other.columns
    names.remove(at: key)
    columns += names
    joined.append(Joined(file: other.file, rows: rows, own: own, places: places))
  }

  private func allRows() throws(DocumentError) -> [[String]] {
    var table = self
    var rows: [[String]] = []
    while try table.next() { rows.append(table.columns.indices.map { table.text($0) }) }
    return rows
  }
}

extension String {
  /// The same without blanks at both ends.
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
