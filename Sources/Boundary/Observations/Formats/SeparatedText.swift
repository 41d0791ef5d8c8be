import Documents

/// Records of fields between one-byte separators, read without making a string of every field.
///
/// For logs that have no header, or separators other than the comma; `CSVReader` reads RFC 4180.
/// Records end in LF or CRLF; empty ones are skipped.
struct SeparatedText: Sendable {
  /// How fields and records are told apart.
  struct Layout: Sendable {
    /// What stands between fields.
    var separator: UInt8
    /// What may end a record beside the end of its line.
    var recordEnd: UInt8 = 10
    /// Whether empty fields don't count, as where columns stand between runs of blanks.
    var skipsEmptyFields = false
  }

  /// Where a field lies in the bytes.
  struct Field: Sendable {
    var start: Int
    var end: Int
    var width: Int { end - start }
  }

  /// More fields than any format has; what follows them in a record isn't looked at.
  static let mostFields = 256

  let bytes: [UInt8]
  /// The name for messages.
  let file: String
  /// The line of the current record, from 1.
  private(set) var line = 0
  /// The fields of the current record, at least one.
  private(set) var fields: [Field] = []
  private let layout: Layout
  /// What `endRecord` has left of a line.
  private var rest: [Field] = []
  private var position = 0
  private var nextLine = 1

  init(bytes: [UInt8], file: String, layout: Layout) {
    self.bytes = bytes
    self.file = file
    self.layout = layout
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// How many fields the current record has.
  var count: Int { fields.count }

  /// Goes to the next record that isn't empty; false after the last.
  mutating func next() -> Bool {
    if !rest.isEmpty {
      fields = rest
      rest = []
      return true
    }
    while position < bytes.count {
      line = nextLine
      split()
      if fields.count > 1 || (fields.first.map { $0.width > 0 } ?? false) { return true }
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
    rest = [Field(start: offset, end: fields[index].end)] + fields[(index + 1)...]
    fields.removeSubrange((index + 1)...)
    fields[index].end = offset
  }

  /// An error at a field of the current record, or about the whole file before the first.
  func failure(_ message: String, field: Int = 0) -> DocumentError {
    guard line > 0 else { return DocumentError("\(file): \(message)") }
    return DocumentError(message, at: SourcePlace(file: file, line: line, column: field + 1))
  }

  /// Finds the fields from the position to the record's end.
  private mutating func split() {
    fields.removeAll(keepingCapacity: true)
    let layout = layout
    bytes.withUnsafeBufferPointer { text in
      var start = position
      var index = start
      while index < text.count {
        let byte = text[index]
        if byte == layout.separator {
          append(start, index)
          start = index + 1
        } else if byte == 10 || byte == layout.recordEnd {
          break
        }
        index += 1
      }
      let isLineEnd = index < text.count && text[index] == 10
      let hasReturn = index > start && text[index - 1] == 13
      append(start, hasReturn ? index - 1 : index)
      position = index + 1
      if isLineEnd { nextLine += 1 }
    }
  }

  private mutating func append(_ start: Int, _ end: Int) {
    guard !(layout.skipsEmptyFields && start == end), fields.count < Self.mostFields else { return }
    fields.append(Field(start: start, end: end))
  }
}
