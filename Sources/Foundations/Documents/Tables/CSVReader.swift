/// Reader of RFC 4180 tables, row by row, from bytes, without a string per field.
///
/// Accepted: a byte order mark, CRLF and CR line ends, blank lines, rows with missing last columns.
/// Rejected, with the line and the field's number as column: a row with too many fields, an
/// unclosed quote, text after a closing quote, a repeated or empty column name, an empty file.
public struct CSVReader: Sendable {
  /// The file's name in messages.
  public let file: String
  /// The column names, in order.
  public private(set) var columns: [String] = []
  /// The line on which the current row starts, from 1.
  public private(set) var line = 0

  let bytes: [UInt8]
  private var position = 0
  private var nextLine = 1
  private var mark: WorkMark
  /// True if eight bytes are read at a time; the result is equal without, but slower.
  package var usesWords = true
  /// The byte ranges of the current row's fields, without quotes.
  var fields = FieldList()

  /// Opens a table and reads its header; `file` appears in messages.
  public init(bytes: [UInt8], file: String) throws(DocumentError) {
    self.bytes = bytes
    self.file = file
    mark = WorkMark(reading: file, count: bytes.count)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    guard try nextRow() else {
      throw DocumentError("an empty file, where a header was expected", at: place(ofField: 0))
    }
    for index in 0..<fields.count {
      let name = text(at: index)
      guard !name.isEmpty, !columns.contains(name) else {
        throw DocumentError(
          name.isEmpty ? "a column without a name" : "duplicate column '\(excerpt(name))'",
          at: place(ofField: index))
      }
      columns.append(name)
    }
  }

  /// Opens the table in a file of at most `limit` bytes; throws if it can't be read or its header is invalid.
  public init(path: String, limit: Int = 1 << 31) throws(DocumentError) {
    try self.init(bytes: readFile(path, limit: limit), file: path)
  }

  /// Advances to the next row; false after the last.
  ///
  /// - Throws: ``DocumentError`` for an invalid row.
  public mutating func nextRow() throws(DocumentError) -> Bool {
    while position < bytes.count {
      line = nextLine
      mark.pass(position)
      fields.removeAll()
      if !readRowByWords(), !readPlainRow() { while try readField() {} }
      if fields.count == 1, fields[0].start == fields[0].end { continue }
      guard columns.isEmpty || fields.count <= columns.count else {
        throw DocumentError(
          "\(fields.count) fields, where the header names \(columns.count) columns",
          at: place(ofField: columns.count))
      }
      return true
    }
    return false
  }

  /// The source position of a field: the row's line, and the field's number as column.
  public func place(ofField index: Int) -> SourcePosition {
    SourcePosition(file: file, line: max(line, 1), column: index + 1)
  }

  /// The text of a field; empty beyond the row's end.
  public func text(at index: Int) -> String {
    guard index < fields.count else { return "" }
    let field = fields[index]
    let slice = bytes[field.start..<field.end]
    guard field.hasEscapes else { return String(decoding: slice, as: UTF8.self) }
    var unescaped: [UInt8] = []
    var isDoubled = false
    for byte in slice {
      if byte == UInt8(ascii: "\""), !isDoubled {
        isDoubled = true
      } else {
        unescaped.append(byte)
        isDoubled = false
      }
    }
    return String(decoding: unescaped, as: UTF8.self)
  }

  public func isEmpty(at index: Int) -> Bool {
    index >= fields.count || fields[index].start == fields[index].end
  }

  /// Reads an unquoted row, eight bytes at a time.
  ///
  /// Returns false without reading anything if a field is quoted or the text ends.
  private mutating func readRowByWords() -> Bool {
    guard usesWords else { return false }
    let bytes = bytes
    let end = fields.splitByWords(
      bytes.span, from: position, separator: UInt8(ascii: ","), quote: UInt8(ascii: "\""))
    guard let end else { return false }
    let isPair = bytes[end] == 13 && end + 1 < bytes.count && bytes[end + 1] == 10
    position = end + (isPair ? 2 : 1)
    nextLine += 1
    return true
  }

  /// Reads an unquoted row; returns false without reading anything if a field is quoted.
  private mutating func readPlainRow() -> Bool {
    let isPlain = bytes.withUnsafeBufferPointer { text in
      var start = position
      var index = start
      while true {
        let byte = index < text.count ? text[index] : UInt8(ascii: "\n")
        // Digits, letters and the point are the most frequent bytes.
        if byte > UInt8(ascii: ",") {
          index += 1
          continue
        }
        switch byte {
        case UInt8(ascii: ","):
          fields.append(TextField(start: start, end: index))
          start = index + 1
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
          fields.append(TextField(start: start, end: index))
          let isReturn = byte == UInt8(ascii: "\r")
          let isPair =
            isReturn && index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n")
          position = min(index + (isPair ? 2 : 1), text.count)
          if index < text.count { nextLine += 1 }
          return true
        case UInt8(ascii: "\"") where index == start: return false
        default: break
        }
        index += 1
      }
    }
    if !isPlain { fields.removeAll() }
    return isPlain
  }

  /// Reads one field and its separator; true if another field follows in the row.
  private mutating func readField() throws(DocumentError) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      return endField(from: position)
    }
    position += 1
    let start = position
    var hasEscapes = false
    while true {
      guard position < bytes.count else {
        throw DocumentError("a quote that never closes", at: place(ofField: fields.count))
      }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        guard position + 1 < bytes.count, bytes[position + 1] == byte else { break }
        hasEscapes = true
        position += 1
      } else if byte == UInt8(ascii: "\n") {
        nextLine += 1
      }
      position += 1
    }
    let end = position
    position += 1
    let more = endField(from: position)
    let trailing = fields.removeLast()
    guard trailing.start == trailing.end else {
      throw DocumentError("text after a closing quote", at: place(ofField: fields.count))
    }
    fields.append(TextField(start: start, end: end, hasEscapes: hasEscapes))
    return more
  }

  /// Reads the bytes from `start` to the next comma or line end as a field.
  private mutating func endField(from start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var index = start
      while index < text.count {
        let byte = text[index]
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          break
        }
        index += 1
      }
      position = index
    }
    fields.append(TextField(start: start, end: position))
    guard position < bytes.count else { return false }
    let terminator = bytes[position]
    position += 1
    if terminator == UInt8(ascii: ",") { return true }
    nextLine += 1
    if terminator == UInt8(ascii: "\r"), position < bytes.count,
      bytes[position] == UInt8(ascii: "\n")
    {
      position += 1
    }
    return false
  }
}
