package import Documents
package import Kernel

/// Visitor of the fields of a row, to write, read or name them.
///
/// A value passes each of its fields once, with the column's name, so that writing and reading agree.
package protocol RowFields {
  /// The error type: `Never` for writing.
  associatedtype Failure: Error

  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) throws(Failure)
  /// Passes a column that older recordings lack; a missing column is nil.
  mutating func field<Value: RowValue>(
    ifThere name: String, _ value: inout Value?
  ) throws(Failure)
}

/// A value of one row of a table, or of the first fields of several rows.
package protocol FieldRow: Sendable {
  /// Any value, as the target of reading.
  static var blank: Self { get }
  /// Passes each field, in the order of the columns.
  mutating func pass<Fields: RowFields>(_ row: inout Fields) throws(Fields.Failure)
}

extension FieldRow {
  /// The names of the columns.
  static var columns: [String] {
    var (names, value) = (RowNames(), blank)
    value.pass(&names)
    return names.names
  }

  func write(to csv: inout CSVWriter) {
    var copy = self
    copy.pass(&csv)
  }

  init(reading row: inout RowGroup) throws(DocumentError) {
    self = Self.blank
    try pass(&row)
  }
}

/// Collects the names of the fields.
private struct RowNames: RowFields {
  var names: [String] = []

  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) { names.append(name) }
  mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {
    names.append(name)
  }
}

extension CSVWriter: RowFields {
  package mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    value.write(to: &self)
  }
  package mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {
    value.write(to: &self)
  }
}

extension RowGroup: RowFields {
  package mutating func field<Value: RowValue>(
    _ name: String, _ value: inout Value
  ) throws(DocumentError) { value = try Value.read(name, in: &self) }
  package mutating func field<Value: RowValue>(
    ifThere name: String, _ value: inout Value?
  ) throws(DocumentError) {
    value = has(name) ? try Value?.read(name, in: &self) : nil
  }
}

/// A value that a field can hold.
package protocol RowValue {
  func write(to csv: inout CSVWriter)
  static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Self
  /// Writes an empty field.
  static func writeNone(to csv: inout CSVWriter)
  /// The value as a number; nil for other types and missing values.
  var number: Double? { get }
  /// The type of the column in the scheme of columns.
  static var columnType: ColumnType { get }
  func write(to rows: inout ColumnRows)
  /// Writes a missing value.
  static func writeNone(to rows: inout ColumnRows)
}

extension RowValue {
  package static func writeNone(to csv: inout CSVWriter) { csv.emptyField() }
  package static func writeNone(to rows: inout ColumnRows) { rows.append(.nan) }
  package var number: Double? { nil }
}

extension Optional: RowValue where Wrapped: RowValue {
  package func write(to csv: inout CSVWriter) {
    if let self { self.write(to: &csv) } else { Wrapped.writeNone(to: &csv) }
  }
  package func write(to rows: inout ColumnRows) {
    if let self { self.write(to: &rows) } else { Wrapped.writeNone(to: &rows) }
  }
  package static var columnType: ColumnType { Wrapped.columnType }
  package var number: Double? { self?.number }
  package static func read(
    _ name: String, in row: inout RowGroup
  ) throws(DocumentError) -> Wrapped? {
    try row.isEmpty(name) ? nil : Wrapped.read(name, in: &row)
  }
}

extension Double: RowValue {
  package var number: Double? { self }
  package static var columnType: ColumnType { .number }
  package func write(to csv: inout CSVWriter) { csv.field(self) }
  package func write(to rows: inout ColumnRows) { rows.append(self) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Double {
    try row.number(name)
  }
}

extension Float: RowValue {
  package static var columnType: ColumnType { .number }
  package func write(to csv: inout CSVWriter) { csv.field(self) }
  package func write(to rows: inout ColumnRows) { rows.append(Double(self)) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Float {
    try row.single(name)
  }
}

/// In seconds, exact to the nanosecond.
extension SimTime: RowValue {
  package static var columnType: ColumnType { .number }
  package func write(to csv: inout CSVWriter) { csv.field(self) }
  package func write(to rows: inout ColumnRows) { rows.append(seconds) }
  package static func read(
    _ name: String, in row: inout RowGroup
  ) throws(DocumentError) -> SimTime { try row.time(name) }
}

extension String: RowValue {
  package static var columnType: ColumnType { .text }
  package func write(to csv: inout CSVWriter) { csv.field(self) }
  package func write(to rows: inout ColumnRows) { rows.append(self) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> String {
    try row.text(name)
  }
}

/// As 1 or 0.
extension Bool: RowValue {
  package static var columnType: ColumnType { .integer }
  package func write(to csv: inout CSVWriter) { csv.field(self) }
  package func write(to rows: inout ColumnRows) { rows.append(self ? 1 : 0) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Bool {
    try row.flag(name)
  }
}

extension RowValue where Self: FixedWidthInteger {
  package var number: Double? { Double(self) }
  package static var columnType: ColumnType { .integer }
  package func write(to csv: inout CSVWriter) { csv.field(self) }
  package func write(to rows: inout ColumnRows) { rows.append(Double(self)) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Self {
    try row.integer(name)
  }
}

extension Int: RowValue {}
extension Int64: RowValue {}
extension UInt16: RowValue {}
extension UInt32: RowValue {}

/// A word of a closed list.
extension RowValue where Self: CaseIterable & RawRepresentable<String> {
  package static var columnType: ColumnType { .text }
  package func write(to csv: inout CSVWriter) { csv.field(rawValue) }
  package func write(to rows: inout ColumnRows) { rows.append(rawValue) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Self {
    try row.word(name)
  }
}

/// A value with its own text format.
protocol RowText: RowValue {
  /// The expected format, for messages.
  static var form: String { get }
  var rowText: String { get }
  init?(rowText: String)
}

extension RowText {
  package static var columnType: ColumnType { .text }
  package func write(to csv: inout CSVWriter) { csv.field(rowText) }
  package func write(to rows: inout ColumnRows) { rows.append(rowText) }
  package static func read(_ name: String, in row: inout RowGroup) throws(DocumentError) -> Self {
    try row.parsed(name, as: form) { Self(rowText: $0) }
  }
  // Over the pipe, a missing text is an empty one.
  package static func writeNone(to csv: inout CSVWriter) { csv.field("") }
  package static func writeNone(to rows: inout ColumnRows) { rows.append("") }
}
