import Documents
import Recordings

/// A table of somebody else's as rows of text, whatever separates its fields and whether it has a header.
struct FieldTable {
  private(set) var columns: [String]
  private(set) var rows: [[String]] = []
  /// The line in the file of each row.
  private(set) var lines: [Int] = []
  let file: String
  /// How many of the columns are the table's own.
  private let ownCount: Int

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
    var csv = try CSVReader(bytes: bytes, file: file)
    columns = csv.columns.map { $0.filter { $0 != "\u{FEFF}" } }
    ownCount = columns.count
    self.file = file
    let shift = hasHeader ? 0 : 1
    while try csv.nextRow() {
      rows.append(columns.indices.map { csv.text(at: $0) })
      lines.append(csv.place(ofField: 0).line - shift)
    }
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

  /// Where a field stands, for messages; of a field of another table the start of the line.
  func place(_ row: Int, _ column: Int) -> SourcePlace {
    SourcePlace(file: file, line: lines[row], column: column < ownCount ? column + 1 : 1)
  }

  /// A field's number; nil where it is empty.
  ///
  /// - Throws: That it is none.
  func number(_ row: Int, _ column: Int) throws(DocumentError) -> Double? {
    let text = rows[row][column].trimmingSpaces
    guard !text.isEmpty, text.lowercased() != "nan" else { return nil }
    guard let value = Double(text), value.isFinite else {
      throw DocumentError(
        "expected a number in '\(columns[column])', found '\(text.prefix(40))'",
        at: place(row, column))
    }
    return value
  }

  /// Adds another table's columns, row by row.
  ///
  /// - Throws: That one has more rows.
  mutating func join(_ other: FieldTable) throws(DocumentError) {
    guard other.rows.count == rows.count else {
      throw DocumentError(
        "'\(other.file)' has \(other.rows.count) rows and '\(file)' has \(rows.count): they don't go "
          + "together")
    }
    columns += other.columns
    for index in rows.indices { rows[index] += other.rows[index] }
  }

  /// Adds another table's columns by what both have in one.
  ///
  /// - Throws: That one lacks the column, or the other a row.
  mutating func join(_ other: FieldTable, by name: String) throws(DocumentError) {
    guard let own = try column(name), let key = try other.column(name) else { return }
    let places = Dictionary(
      other.rows.indices.map { (other.rows[$0][key], $0) }, uniquingKeysWith: { first, _ in first })
    let added = other.columns.indices.filter { $0 != key }
    columns += added.map { other.columns[$0] }
    for index in rows.indices {
      guard let found = places[rows[index][own]] else {
        throw DocumentError(
          "'\(rows[index][own].prefix(40))' is in no row of '\(other.file)'",
          at: place(index, own))
      }
      rows[index] += added.map { other.rows[found][$0] }
    }
  }
}

extension String {
  /// The same without blanks at both ends.
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
