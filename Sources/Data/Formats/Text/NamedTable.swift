import Documents
import Recordings

/// A row reader for a data set's table, plain or gzipped, with columns found by name.
///
/// The format is RFC 4180 with the tolerance of ``SeparatedText``. A short row has empty fields at its end;
/// a row with more fields than the header and a duplicate column name are rejected.
struct NamedTable {
  /// Fields of the current row.
  private(set) var row: SeparatedText
  /// Column names; empty for a column without one.
  private(set) var columns: [String] = []

  /// Opens a table and parses its header.
  init(_ text: ByteWindow, file: String) throws(DocumentError) {
    row = SeparatedText(
      try unpackedText(text, file: file), file: file,
      layout: SeparatedText.Layout(separator: UInt8(ascii: ","), hasQuotes: true))
    guard try row.next() else {
      throw DocumentError(
        "an empty file, where a header was expected",
        at: SourcePosition(file: file, line: 1, column: 1))
    }
    guard row.count < SeparatedText.maxFields else {
      throw row.failure("a header of \(row.count) columns or more")
    }
    var names: Set<String> = []
    for index in 0..<row.count {
      let name = row.text(index)
      guard name.isEmpty || names.insert(name).inserted else {
        throw row.failure("duplicate column '\(brief(name.utf8))'", field: index)
      }
      columns.append(name)
    }
  }

  /// Line number of the current row's start, from 1.
  var line: Int { row.line }

  /// The index of a column.
  func column(_ name: String) throws(DocumentError) -> Int {
    guard let index = columns.firstIndex(of: name) else {
      throw DocumentError(
        "there is no column '\(name)'", at: SourcePosition(file: row.file, line: 1, column: 1))
    }
    return index
  }

  /// The indices of several columns.
  func columns(_ names: [String]) throws(DocumentError) -> [Int] {
    var found: [Int] = []
    for name in names { found.append(try column(name)) }
    return found
  }

  /// Advances to the next row; false after the last.
  mutating func next() throws(DocumentError) -> Bool {
    guard try row.next() else { return false }
    try row.checkCount(columns.count)
    return true
  }

  func text(_ column: Int) -> String { row.text(column) }

  /// The finite number in a field; nil if the field is empty or `nan`.
  func number(_ column: Int, in range: ClosedRange<Double>) throws(DocumentError) -> Double? {
    try row.demandNumber(column, in: range)
  }

  /// An error at a field of the current row, with its text and the expected value.
  func misfit(_ column: Int, _ expected: String) -> DocumentError { row.misfit(column, expected) }
}
