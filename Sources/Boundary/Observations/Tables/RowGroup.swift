package import Documents
package import Kernel

/// The rows of one item of a table: all have its number in the first column.
///
/// Fields are requested by the column's name. Requests follow the table's order, so the search for a
/// name almost always succeeds at once.
package struct RowGroup {
  private var reader: CSVReader
  private let columns: [String]
  /// The item's number; nil at the end of the table.
  package private(set) var sequence: Int64?
  private var cursor = 0

  package init(_ reader: CSVReader) throws(DocumentError) {
    self.reader = reader
    columns = reader.columns
    _ = try readRow()
  }

  /// Advances to the next row of the item; false if the next item begins or the table ends.
  package mutating func nextRow() throws(DocumentError) -> Bool {
    let previous = sequence
    return try readRow() && sequence == previous
  }

  private mutating func readRow() throws(DocumentError) -> Bool {
    cursor = 0
    guard try reader.nextRow() else {
      sequence = nil
      return false
    }
    let number: Int64 = try integer("sequence")
    if let last = sequence, number < last {
      throw error("'sequence' goes back from \(last) to \(number)", at: 0)
    }
    sequence = number
    return true
  }

  /// True if the table has the column.
  package func has(_ name: String) -> Bool { columns.contains(name) }

  /// The source position of a column in the current row; nil if the table lacks it.
  package func place(of name: String) -> SourcePosition? {
    columns.firstIndex(of: name).map { reader.place(ofField: $0) }
  }

  // MARK: Fields

  @inline(__always)
  private mutating func index(of name: String) throws(DocumentError) -> Int {
    for _ in columns.indices {
      let index = cursor
      cursor = cursor + 1 == columns.count ? 0 : cursor + 1
      if columns[index] == name { return index }
    }
    throw DocumentError(
      "no column '\(name)'", at: SourcePosition(file: reader.file, line: 1, column: 1),
      suggestion: nearestName(to: name, among: columns))
  }

  private func error(_ message: String, at index: Int) -> DocumentError {
    DocumentError(message, at: reader.place(ofField: index))
  }

  private func unexpected(_ expected: String, _ name: String, at index: Int) -> DocumentError {
    let found = reader.isEmpty(at: index) ? "nothing" : "'\(reader.text(at: index).prefix(40))'"
    return error("expected \(expected) in '\(name)', found \(found)", at: index)
  }

  package mutating func isEmpty(_ name: String) throws(DocumentError) -> Bool {
    try reader.isEmpty(at: index(of: name))
  }

  package mutating func text(_ name: String) throws(DocumentError) -> String {
    try reader.text(at: index(of: name))
  }

  package mutating func time(_ name: String) throws(DocumentError) -> SimTime {
    let index = try index(of: name)
    guard let nanoseconds = reader.nanoseconds(at: index) else {
      throw unexpected("a time in seconds", name, at: index)
    }
    return SimTime(nanoseconds: nanoseconds)
  }

  package mutating func optionalTime(_ name: String) throws(DocumentError) -> SimTime? {
    try isEmpty(name) ? nil : time(name)
  }

  /// A finite number.
  package mutating func number(_ name: String) throws(DocumentError) -> Double {
    let index = try index(of: name)
    guard let value = reader.number(at: index), value.isFinite else {
      throw unexpected("a number", name, at: index)
    }
    return value
  }

  package mutating func optionalNumber(_ name: String) throws(DocumentError) -> Double? {
    try isEmpty(name) ? nil : number(name)
  }

  package mutating func single(_ name: String) throws(DocumentError) -> Float {
    let index = try index(of: name)
    guard let value = reader.single(at: index), value.isFinite else {
      throw unexpected("a number", name, at: index)
    }
    return value
  }

  package mutating func integer<Value: FixedWidthInteger>(
    _ name: String
  ) throws(DocumentError) -> Value {
    let index = try index(of: name)
    guard let number = reader.integer(at: index), let value = Value(exactly: number) else {
      throw unexpected("a whole number", name, at: index)
    }
    return value
  }

  package mutating func optionalInteger<Value: FixedWidthInteger>(
    _ name: String
  ) throws(DocumentError) -> Value? {
    try isEmpty(name) ? nil : integer(name)
  }

  package mutating func flag(_ name: String) throws(DocumentError) -> Bool {
    let index = try index(of: name)
    switch reader.text(at: index) {
    case "1", "true": return true
    case "0", "false": return false
    default: throw unexpected("0 or 1", name, at: index)
    }
  }

  /// A value with its own text format.
  package mutating func parsed<Value>(
    _ name: String, as expected: String, _ parse: (String) -> Value?
  ) throws(DocumentError) -> Value {
    let index = try index(of: name)
    guard let value = parse(reader.text(at: index)) else {
      throw unexpected(expected, name, at: index)
    }
    return value
  }

  /// A word of a closed list.
  package mutating func word<Value: CaseIterable & RawRepresentable<String>>(
    _ name: String
  ) throws(DocumentError) -> Value {
    let index = try index(of: name)
    let text = reader.text(at: index)
    if let value = Value(rawValue: text) { return value }
    let words = Value.allCases.map(\.rawValue)
    throw DocumentError(
      "expected one of \(words.joined(separator: ", ")) in '\(name)', found '\(text.prefix(40))'",
      at: reader.place(ofField: index), suggestion: nearestName(to: text, among: words))
  }
}
