package import Documents

/// Line reader for text with fixed columns, as Fortran programs write it.
package struct ColumnText: Sendable {
  /// A line, without its line ending.
  package struct Line: Sendable {
    /// Offset of its first byte.
    package let start: Int
    /// Offset behind its last byte.
    package let end: Int
    /// Its number, from 1.
    package let number: Int
    /// Number of columns.
    package var width: Int { end - start }
  }

  /// Contents of a field.
  package enum Field: Equatable {
    case blank
    case value(Double)
    /// Not a finite number.
    case bad
  }

  package let bytes: [UInt8]
  /// Name of the file, for messages.
  package let file: String
  private var position: Int
  private var mark: WorkMark
  package private(set) var lineNumber = 0

  package init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    position = startOfText(bytes)
    mark = WorkMark(reading: file, count: bytes.count)
  }

  /// The next line, which ends in LF, CRLF or CR; nil at the end.
  package mutating func next() -> Line? {
    guard position < bytes.count else { return nil }
    mark.pass(position)
    let start = position
    let end = endOfLine(bytes.span, from: start)
    position = end
    if position < bytes.count {
      let isPair = bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10
      position += isPair ? 2 : 1
    }
    lineNumber += 1
    return Line(start: start, end: end, number: lineNumber)
  }

  /// Moves back, so that the line is the next one again.
  package mutating func goBack(to line: Line) {
    position = line.start
    lineNumber = line.number - 1
  }

  /// The byte in a column, from 0; a space beyond the line's end.
  package func byte(_ line: Line, _ column: Int) -> UInt8 {
    column < line.width ? bytes[line.start + column] : 32
  }

  /// True if the columns are blank.
  package func isBlank(_ line: Line, _ columns: Range<Int>) -> Bool {
    trimmed(line, columns).isEmpty
  }

  /// The text in the columns, trimmed; invalid UTF-8 is replaced.
  package func text(_ line: Line, _ columns: Range<Int>) -> String {
    String(decoding: bytes[trimmed(line, columns)], as: UTF8.self)
  }

  /// True if the columns from 60 on begin with a label, as in RINEX headers.
  package func hasLabel(_ line: Line, _ label: StaticString) -> Bool {
    guard line.width >= 60 + label.utf8CodeUnitCount else { return false }
    return label.withUTF8Buffer { $0.elementsEqual(bytes[(line.start + 60)...].prefix($0.count)) }
  }

  /// The integer in the columns; nil if they hold anything else, or nothing.
  package func integer(_ line: Line, _ columns: Range<Int>) -> Int? {
    var range = trimmed(line, columns)
    let isNegative = !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "-")
    if isNegative { range = range.lowerBound + 1..<range.upperBound }
    guard (1...9).contains(range.count) else { return nil }
    var value = 0
    for byte in bytes[range] {
      guard byte >= 48, byte <= 57 else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return isNegative ? -value : value
  }

  /// The number in the columns, with `E` or Fortran's `D` as exponent letter.
  package func number(_ line: Line, _ columns: Range<Int>) -> Field {
    let range = trimmed(line, columns)
    guard !range.isEmpty else { return .blank }
    guard let value = decimalNumber(bytes, range, exponents: .fortran), value.isFinite else {
      return .bad
    }
    return .value(value)
  }

  /// Creates an error at a column of a line.
  package func failure(_ message: String, _ line: Line?, column: Int = 0) -> DocumentError {
    let place = line.map {
      sourcePosition(
        bytes, lineStart: $0.start, offset: min($0.end, $0.start + column), file: file,
        line: $0.number)
    }
    return DocumentError(place == nil ? "\(file): \(message)" : message, at: place)
  }

  /// Byte range of the columns, trimmed.
  private func trimmed(_ line: Line, _ columns: Range<Int>) -> Range<Int> {
    var start = line.start + min(columns.lowerBound, line.width)
    var end = line.start + min(columns.upperBound, line.width)
    while start < end, bytes[start] == 32 || bytes[start] == 9 { start += 1 }
    while start < end, bytes[end - 1] == 32 || bytes[end - 1] == 9 { end -= 1 }
    return start..<end
  }
}
