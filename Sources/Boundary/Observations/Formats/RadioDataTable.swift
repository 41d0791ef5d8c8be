import Documents

/// A table of a public data set while it is read: plain or gzipped, with columns known by name.
struct RadioDataTable {
  /// The most bytes that a table may unpack to.
  private static let limit = 1 << 30

  private var reader: CSVReader

  /// Opens a table.
  init(_ bytes: [UInt8], file: String) throws(DocumentError) {
    guard Gzip.isGzip(bytes) else {
      reader = try CSVReader(bytes: bytes, file: file)
      return
    }
    var limits = ArchiveLimits()
    limits.entrySize = Self.limit
    let plain: [UInt8]
    do throws(ArchiveError) {
      plain = try Gzip.decompress(bytes, name: file, limits: limits)
    } catch {
      throw DocumentError("\(error)")
    }
    reader = try CSVReader(bytes: plain, file: file)
  }

  /// The line on which the current row starts, from 1.
  var line: Int { reader.line }
  /// The columns' names.
  var columns: [String] { reader.columns }

  /// The number of a column.
  func column(_ name: String) throws(DocumentError) -> Int {
    guard let index = reader.columns.firstIndex(of: name) else {
      throw DocumentError(
        "there is no column '\(name)'", at: SourcePlace(file: reader.file, line: 1, column: 1))
    }
    return index
  }

  /// Goes to the next row; false after the last.
  mutating func next() throws(DocumentError) -> Bool { try reader.nextRow() }

  /// The text of a field.
  func text(_ column: Int) -> String { reader.text(at: column) }

  /// The finite number in a field; nil if the field is empty or holds no number (`nan`).
  func number(_ column: Int, in range: ClosedRange<Double>) throws(DocumentError) -> Double? {
    guard let value = reader.number(at: column) else {
      throw error("'\(brief(text(column)))', where a number belongs", at: column)
    }
    if value.isNaN { return nil }
    guard range.contains(value) else {
      throw error(
        "\(brief(text(column))) is not between \(range.lowerBound) and \(range.upperBound)",
        at: column)
    }
    return value
  }

  /// The whole milliseconds since 1970 in a field.
  func unixMilliseconds(_ column: Int) throws(DocumentError) -> Int64 {
    // To the year 9999: beyond, something else is meant.
    guard let value = reader.integer(at: column), (0...253_402_300_799_999).contains(value) else {
      throw error("a time in whole milliseconds since 1970 belongs here", at: column)
    }
    return value
  }

  /// An error about a field of the current row.
  func error(_ message: String, at column: Int) -> DocumentError {
    DocumentError(message, at: reader.place(ofField: column))
  }

  private func brief(_ text: String) -> String {
    text.utf8.count <= 40 ? text : text.prefix(39) + "…"
  }

  /// The elements by a key, ascending; those with one key keep their order.
  static func inOrder<Element>(_ elements: [Element], of key: (Element) -> Int) -> [Element] {
    elements.enumerated().sorted { left, right in
      let (first, second) = (key(left.element), key(right.element))
      return first != second ? first < second : left.offset < right.offset
    }.map(\.element)
  }
}
