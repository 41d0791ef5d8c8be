import Documents
import Recordings

/// A table of a public data set while it is read: plain or gzipped, with columns known by name.
///
/// The form is RFC 4180's, with what ``SeparatedText`` tolerates. Rows may end early, which counts as
/// empty fields; a row with more fields than the header is refused, as is a repeated name.
struct NamedTable {
  /// The rows as fields without names.
  private(set) var row: SeparatedText
  /// The columns' names; empty for a column without one.
  private(set) var columns: [String] = []

  /// Opens a table and reads its header.
  init(_ bytes: [UInt8], file: String) throws(DocumentError) {
    row = SeparatedText(
      bytes: try unpackedText(bytes, file: file), file: file,
      layout: SeparatedText.Layout(separator: UInt8(ascii: ","), hasQuotes: true))
    guard try row.next() else {
      throw DocumentError(
        "an empty file, where a header was expected",
        at: SourcePlace(file: file, line: 1, column: 1))
    }
    guard row.count < SeparatedText.mostFields else {
      throw row.failure("a header of \(row.count) columns or more")
    }
    var names: Set<String> = []
    for index in 0..<row.count {
      let name = row.text(index)
      guard name.isEmpty || names.insert(name).inserted else {
        throw row.failure("the column '\(brief(name.utf8))' stands twice", field: index)
      }
      columns.append(name)
    }
  }

  /// The line on which the current row starts, from 1.
  var line: Int { row.line }

  /// The number of a column.
  func column(_ name: String) throws(DocumentError) -> Int {
    guard let index = columns.firstIndex(of: name) else {
      throw DocumentError(
        "there is no column '\(name)'", at: SourcePlace(file: row.file, line: 1, column: 1))
    }
    return index
  }

  /// The numbers of several columns.
  func columns(_ names: [String]) throws(DocumentError) -> [Int] {
    var found: [Int] = []
    for name in names { found.append(try column(name)) }
    return found
  }

  /// Goes to the next row; false after the last.
  mutating func next() throws(DocumentError) -> Bool {
    guard try row.next() else { return false }
    try row.checkCount(columns.count)
    return true
  }

  /// The text of a field.
  func text(_ column: Int) -> String { row.text(column) }

  /// The finite number in a field; nil if the field is empty or holds no number (`nan`).
  func number(_ column: Int, in range: ClosedRange<Double>) throws(DocumentError) -> Double? {
    try row.demandNumber(column, in: range)
  }

  /// An error about a field of the current row: what stands there, and what belongs there.
  func misfit(_ column: Int, _ expected: String) -> DocumentError { row.misfit(column, expected) }
}
