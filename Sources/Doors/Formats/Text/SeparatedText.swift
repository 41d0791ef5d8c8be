package import Documents
import Recordings

/// Records of fields between one-byte separators, read without making a string of every field.
///
/// The one splitter of all logs and tables: with or without quotes, with any separator. Records end
/// in LF, CRLF or CR; empty ones are skipped; a byte order mark is passed over. ``TextTable`` adds
/// names to the columns.
package struct SeparatedText: Sendable {
  /// How fields and records are told apart.
  package struct Layout: Sendable {
    /// What stands between fields.
    package var separator: UInt8
    /// What may end a record beside the end of its line.
    package var recordEnd: UInt8
    /// Whether empty fields don't count, as where columns stand between runs of blanks.
    package var skipsEmptyFields: Bool
    /// Whether fields may stand in quotes, as RFC 4180 has it.
    package var hasQuotes: Bool
    /// Whether eight bytes at a time are looked at; the same comes out without, more slowly.
    package var usesWords = true

    /// Fields between separators.
    package init(
      separator: UInt8, recordEnd: UInt8 = 10, skipsEmptyFields: Bool = false,
      hasQuotes: Bool = false
    ) {
      (self.separator, self.recordEnd) = (separator, recordEnd)
      (self.skipsEmptyFields, self.hasQuotes) = (skipsEmptyFields, hasQuotes)
    }
  }

  /// More fields than any format has; what follows them in a record isn't looked at.
  static let mostFields = 4096

  let bytes: [UInt8]
  /// The name for messages.
  let file: String
  /// The line on which the current record starts, from 1.
  package private(set) var line = 0
  /// The fields of the current record, at least one.
  private(set) var fields = FieldList()
  private let layout: Layout
  /// What `endRecord` has left of a line.
  private var rest: [TextField] = []
  private var position: Int
  private var nextLine = 1
  /// Where the current record's line starts.
  private var lineStart = 0
  private var nextLineStart: Int
  private var mark: WorkMark

  package init(bytes: [UInt8], file: String, layout: Layout) {
    self.bytes = bytes
    self.file = file
    self.layout = layout
    mark = WorkMark(reading: file, count: bytes.count)
    position = startOfText(bytes)
    nextLineStart = position
  }

  /// How many fields the current record has.
  package var count: Int { fields.count }

  /// Goes to the next record that isn't empty; false after the last.
  ///
  /// - Throws: A quote that never closes, or text behind one; nothing where there are no quotes.
  package mutating func next() throws(DocumentError) -> Bool {
    if !rest.isEmpty {
      fields = FieldList(rest)
      rest = []
      return true
    }
    while position < bytes.count {
      (line, lineStart) = (nextLine, nextLineStart)
      mark.pass(position)
      if !splitByWords() {
        if layout.hasQuotes { try splitQuoted() } else { split() }
      }
      if fields.count > 1 || (fields.count == 1 && fields[0].width > 0) { return true }
    }
    return false
  }

  /// Ends the current record before a byte of one of its fields, with which the next will begin.
  ///
  /// The fields behind become the next record's; they aren't looked for again, so that a line of
  /// very many records costs no more than as many lines.
  mutating func endRecord(at offset: Int, inField index: Int) {
    guard index < fields.count, fields[index].start <= offset, offset <= fields[index].end else {
      return
    }
    rest = [TextField(start: offset, end: fields[index].end)] + fields.all[(index + 1)...]
    fields.shorten(to: index + 1)
    fields[index].end = offset
  }

  /// Where a field of the current record stands; beyond the record's end, where that is.
  func place(_ index: Int) -> SourcePlace {
    let offset = index < fields.count ? fields[index].start : fields.all.last?.end ?? lineStart
    return sourcePlace(bytes, lineStart: lineStart, offset: offset, file: file, line: line)
  }

  /// An error at a field of the current record, or about the whole file before the first.
  func failure(_ message: String, field: Int = 0) -> DocumentError {
    guard line > 0 else { return DocumentError("\(file): \(message)") }
    return DocumentError(message, at: place(field))
  }

  /// Finds the fields of a record without quotes, eight bytes at a time; false, with nothing done, where
  /// a quote begins a field, where the text ends, and in layouts that end records by a sign of their own.
  private mutating func splitByWords() -> Bool {
    guard layout.recordEnd == 10, layout.usesWords else { return false }
    let bytes = bytes
    let end = fields.splitByWords(
      bytes.span, from: position, separator: layout.separator,
      quote: layout.hasQuotes ? UInt8(ascii: "\"") : nil, skipsEmpty: layout.skipsEmptyFields,
      most: Self.mostFields)
    guard let end else { return false }
    position = end
    endLine()
    return true
  }

  /// Finds the fields from the position to the record's end.
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

  /// The same where fields may stand in quotes.
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

  /// Takes a field in quotes, up to what follows the closing one.
  private mutating func splitQuotedField() throws(DocumentError) {
    let start = position + 1
    var field = TextField(start: start, end: start)
    var index = start
    while true {
      guard index < bytes.count else {
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
    if fields.count < Self.mostFields { fields.append(field) }
    guard
      position == bytes.count || bytes[position] == layout.separator || bytes[position] == 10
        || bytes[position] == 13
    else { throw failure("text after a closing quote", field: fields.count - 1) }
  }

  /// Steps over what ends a record.
  private mutating func endLine() {
    guard position < bytes.count else { return }
    let end = bytes[position]
    position += 1
    if end == 13, position < bytes.count, bytes[position] == 10 { position += 1 }
    if end == 10 || end == 13 { (nextLine, nextLineStart) = (nextLine + 1, position) }
  }

  private mutating func append(_ start: Int, _ end: Int) {
    guard !(layout.skipsEmptyFields && start == end), fields.count < Self.mostFields else { return }
    fields.append(TextField(start: start, end: end))
  }
}
