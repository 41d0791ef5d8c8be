import Documents
import Recordings

/// A row reader for a foreign table with any separator, with or without a header.
///
/// Tables may exceed memory, so only one row is held as text. Joined tables are held whole.
struct FieldTable {
  /// A table whose columns are appended.
  private struct Joined {
    let file: String
    let rows: [[String]]
    /// The key column, and the row for each key; nil joins row by row.
    var own: Int?
    var places: [String: Int] = [:]
  }

  private(set) var columns: [String]
  /// Line number of the current row in the file.
  private(set) var line = 0
  let file: String
  /// Number of columns of the table itself, without joined tables.
  private let ownCount: Int
  private var csv: CSVReader
  private let shift: Int
  private var count = 0
  private var joined: [Joined] = []
  /// The current row's fields from joined tables.
  private var added: [String] = []

  /// Opens a table.
  ///
  /// - Parameters:
  ///   - bytes: Text of the table.
  ///   - file: Name in messages.
  ///   - hasHeader: True if the first line names the columns.
  ///   - prefix: Prefix of the numbers that name the columns if there is no header.
  ///   - separator: Field separator.
  /// - Throws: The fault and its position.
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

  /// Advances to the next row; false after the last.
  ///
  /// - Throws: The fault of the row, or a missing row in a joined table.
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
      "'\(other.file)' has \(other.rows.count) rows and '\(file)' has \(more): their numbers must be equal"
    )
  }

  /// The index of a column; nil without a name.
  ///
  /// - Throws: An error if no column has that name.
  func column(_ name: String?) throws(DocumentError) -> Int? {
    guard let name else { return nil }
    if let found = columns.firstIndex(of: name) { return found }
    throw DocumentError(
      "'\(file)' has no column '\(name)'", at: nil,
      suggestion: nearestName(to: name, among: columns))
  }

  /// Position of a field of the current row, for messages; for a joined table the start of the line.
  func place(_ column: Int) -> SourcePosition {
    SourcePosition(file: file, line: line, column: column < ownCount ? column + 1 : 1)
  }

  func text(_ column: Int) -> String {
    column < ownCount ? csv.text(at: column) : added[column - ownCount]
  }

  /// The number in a field; nil if the field is empty.
  ///
  /// - Throws: An error if the field is not a number.
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

  /// Appends another table's columns row by row; call before the first row is read.
  mutating func join(_ other: FieldTable) throws(DocumentError) {
    columns += other.columns
    joined.append(Joined(file: other.file, rows: try other.allRows()))
  }

  /// Appends another table's columns by a common key column; call before the first row is read.
  ///
  /// - Throws: An error if a table lacks the column.
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
  /// The string without white space at both ends.
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
