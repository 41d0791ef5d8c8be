package import Documents
import Recordings

/// A splitter of text into records and fields, without a string for each field.
///
/// All logs and tables use it: with or without quotes, with any one-byte separator. Records end in LF,
/// CRLF or CR; empty ones and a byte order mark are skipped. ``NamedTable`` adds column names. A window of the
/// text is in memory, which holds at least the current record.
package struct SeparatedText: Sendable {
  /// Separators and quoting of a text.
  package struct Layout: Sendable {
    package var separator: UInt8
    /// A record separator in addition to the end of line.
    package var recordEnd: UInt8
    /// True if empty fields are skipped, for columns separated by runs of spaces.
    package var skipsEmptyFields: Bool
    /// True if fields may be quoted, as in RFC 4180.
    package var hasQuotes: Bool
    /// True to scan eight bytes at a time; false gives the identical result more slowly.
    package var usesWords = true

    package init(
      separator: UInt8, recordEnd: UInt8 = 10, skipsEmptyFields: Bool = false,
      hasQuotes: Bool = false
    ) {
      (self.separator, self.recordEnd) = (separator, recordEnd)
      (self.skipsEmptyFields, self.hasQuotes) = (skipsEmptyFields, hasQuotes)
    }
  }

  /// Max fields of a record, above that of any format; further fields are ignored.
  static let maxFields = 4096

  /// The text in the window.
  private(set) var bytes: [UInt8]
  private var window: ByteWindow
  let file: String
  /// Line number of the current record's start, from 1.
  package private(set) var line = 0
  /// Fields of the current record, at least one.
  private(set) var fields = FieldList()
  private let layout: Layout
  /// Fields of the line after a call of `endRecord`.
  private var rest: [TextField] = []
  private var position: Int
  private var nextLine = 1
  /// Offset of the current record's line, or of its part in the window.
  private var lineStart = 0
  private var nextLineStart: Int
  /// Number of columns of that line before the window.
  private var columnsBefore = 0
  private var mark: WorkMark

  package init(bytes: [UInt8], file: String, layout: Layout) {
    self.init(ByteWindow(bytes), file: file, layout: layout)
  }

  package init(_ window: ByteWindow, file: String, layout: Layout) {
    self.window = window
    bytes = window.bytes
    self.file = file
    self.layout = layout
    mark = WorkMark(reading: file, count: window.size)
    position = startOfText(bytes)
    nextLineStart = position
  }

  package var count: Int { fields.count }

  /// Advances to the next record that isn't empty; false after the last.
  ///
  /// - Throws: An error for an unclosed quote, or text after a closing one; never without quotes.
  package mutating func next() throws(DocumentError) -> Bool {
    if !rest.isEmpty {
      fields = FieldList(rest)
      rest = []
      return true
    }
    while try hasMore() {
      if nextLine != line { columnsBefore = 0 }
      (line, lineStart) = (nextLine, nextLineStart)
      mark.pass(window.offset + position)
      var start = position
      try splitRecord()
      // A record that ends with the window may continue behind it.
      while position == bytes.count, !window.isAtEnd {
        (nextLine, nextLineStart) = (line, lineStart)
        if try advance(to: start) { start = 0 }
        position = start
        lineStart = nextLineStart
        try splitRecord()
      }
      if fields.count > 1 || (fields.count == 1 && fields[0].width > 0) { return true }
    }
    return false
  }

  private mutating func hasMore() throws(DocumentError) -> Bool {
    if position < bytes.count { return true }
    if nextLine != line { columnsBefore = 0 }
    guard try advance(to: position) else { return false }
    position = 0
    return true
  }

  /// Moves the window; false without effect at the end of the file.
  private mutating func advance(to start: Int) throws(DocumentError) -> Bool {
    let cut = nextLineStart..<max(nextLineStart, start)
    let columns = bytes[cut].count(where: isStartOfCharacter)
    guard try window.advance(to: start) else { return false }
    bytes = window.bytes
    columnsBefore += columns
    nextLineStart = max(0, nextLineStart - start)
    return true
  }

  private mutating func splitRecord() throws(DocumentError) {
    guard !splitByWords() else { return }
    if layout.hasQuotes { try splitQuoted() } else { split() }
  }

  /// Ends the current record before a byte within one of its fields; the next record begins there.
  ///
  /// The fields after it become the next record's without another scan, so a line with very many records
  /// costs no more than as many lines.
  ///
  /// - Parameters:
  ///   - offset: The byte.
  ///   - index: Index of the field.
  mutating func endRecord(at offset: Int, inField index: Int) {
    guard index < fields.count, fields[index].start <= offset, offset <= fields[index].end else {
      return
    }
    rest = [TextField(start: offset, end: fields[index].end)] + fields.all[(index + 1)...]
    fields.shorten(to: index + 1)
    fields[index].end = offset
  }

  /// Position of a field of the current record; of the record's end for a missing field.
  func place(_ index: Int) -> SourcePosition {
    let offset = index < fields.count ? fields[index].start : fields.all.last?.end ?? lineStart
    return sourcePosition(
      bytes, lineStart: lineStart, columnsBefore: columnsBefore, offset: offset, file: file,
      line: line)
  }

  /// An error at a field of the current record, or about the file before the first record.
  func failure(_ message: String, field: Int = 0) -> DocumentError {
    guard line > 0 else { return DocumentError("\(file): \(message)") }
    return DocumentError(message, at: place(field))
  }

  /// Splits a record eight bytes at a time; false without effect if a quote begins a field, the text ends, or
  /// the layout has its own record separator.
  private mutating func splitByWords() -> Bool {
    guard layout.recordEnd == 10, layout.usesWords else { return false }
    let bytes = bytes
    let end = fields.splitByWords(
      bytes.span, from: position, separator: layout.separator,
      quote: layout.hasQuotes ? UInt8(ascii: "\"") : nil, skipsEmpty: layout.skipsEmptyFields,
      maximum: Self.maxFields)
    guard let end else { return false }
    position = end
    endLine()
    return true
  }

  /// Splits the record at the position.
  private mutating func split() {
    fields.removeAll()
    let layout = layout
    bytes.withUnsafeBufferPointer { text in
      var start = position
      var index = start
      while index < text.count {
        let byte = text[index]
        if byte == layout.separator {
          append(start, index)
          start = index + 1
        } else if byte == 10 || byte == 13 || byte == layout.recordEnd {
          break
        }
        index += 1
      }
      append(start, index)
      position = index
    }
    endLine()
  }

  /// Splits the record at the position, with quoted fields.
  private mutating func splitQuoted() throws(DocumentError) {
    fields.removeAll()
    while true {
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
        try splitQuotedField()
      } else {
        let start = position
        position = bytes.withUnsafeBufferPointer { text in
          var index = start
          while index < text.count, text[index] != layout.separator, text[index] != 10,
            text[index] != 13
          {
            index += 1
          }
          return index
        }
        append(start, position)
      }
      guard position < bytes.count, bytes[position] == layout.separator else { break }
      position += 1
    }
    endLine()
  }

  /// Splits a quoted field, up to the byte after its closing quote.
  private mutating func splitQuotedField() throws(DocumentError) {
    let start = position + 1
    var field = TextField(start: start, end: start)
    var index = start
    while true {
      guard index < bytes.count else {
        position = bytes.count
        if !window.isAtEnd { return }
        throw failure("a quote that never closes", field: fields.count)
      }
      if bytes[index] == UInt8(ascii: "\"") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { break }
        field.hasEscapes = true
        index += 1
      } else if bytes[index] == 10 {
        (nextLine, nextLineStart) = (nextLine + 1, index + 1)
      }
      index += 1
    }
    field.end = index
    position = index + 1
    if fields.count < Self.maxFields { fields.append(field) }
    guard
      position == bytes.count || bytes[position] == layout.separator || bytes[position] == 10
        || bytes[position] == 13
    else { throw failure("text after a closing quote", field: fields.count - 1) }
  }

  /// Skips the end of a record.
  private mutating func endLine() {
    guard position < bytes.count else { return }
    let end = bytes[position]
    position += 1
    if end == 13, position < bytes.count, bytes[position] == 10 { position += 1 }
    if end == 10 || end == 13 { (nextLine, nextLineStart) = (nextLine + 1, position) }
  }

  private mutating func append(_ start: Int, _ end: Int) {
    guard !(layout.skipsEmptyFields && start == end), fields.count < Self.maxFields else { return }
    fields.append(TextField(start: start, end: end))
  }
}
