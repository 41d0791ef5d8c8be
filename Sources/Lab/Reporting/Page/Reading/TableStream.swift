import Documents
import Glibc

/// Streaming reader of a run's table, in little memory for any length.
struct TableStream {
  private let path: String
  private let file: OpenTable
  private let header: [UInt8]
  /// The position in the table of each requested column.
  private let places: [Int]
  private let names: [String]
  private var reader: CSVReader
  /// The bytes after the last complete row.
  private var rest: [UInt8] = []
  /// The number of lines before the reader's piece.
  private var linesBefore = 0
  private static let chunk = 4 << 20
  /// Maximum length of a row, in bytes.
  private static let longestRow = 64 << 20

  /// Opens a table; nil if the file doesn't exist.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - columns: The requested columns, which must all exist.
  /// - Throws: An error of the table.
  init?(_ path: String, columns: [String]) throws(DocumentError) {
    guard access(path, F_OK) == 0 else { return nil }
    guard let file = OpenTable(path) else {
      throw DocumentError("cannot read '\(path)'")
    }
    self.path = path
    self.file = file
    let first = try Self.rows(of: file, after: [], path)
    reader = try CSVReader(bytes: first.rows, file: path)
    rest = first.rest
    let end = first.rows.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? first.rows.count
    header = Array(first.rows[..<end])
    names = columns
    var places: [Int] = []
    for column in columns {
      guard let index = reader.columns.firstIndex(of: column) else {
        throw DocumentError("no column '\(column)'", at: reader.place(ofField: 0))
      }
      places.append(index)
    }
    self.places = places
  }

  /// Advances to the next row; false after the last one.
  ///
  /// - Throws: An error of the row.
  mutating func next() throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      while !(try reader.nextRow()) {
        let lines = reader.line
        let more = try Self.rows(of: file, after: rest, path)
        guard !more.rows.isEmpty else { return false }
        // Each piece is preceded by the header, which doesn't count as a line.
        linesBefore += max(0, lines - 1)
        rest = more.rest
        reader = try CSVReader(bytes: header + more.rows, file: path)
      }
      return true
    } catch {
      throw moved(error)
    }
  }

  /// The text in a requested column, by index.
  func text(_ column: Int) -> String { reader.text(at: places[column]) }

  func isEmpty(_ column: Int) -> Bool { reader.isEmpty(at: places[column]) }

  /// The number in a column; not-a-number if empty.
  ///
  /// - Throws: An error for other contents.
  func number(_ column: Int) throws(DocumentError) -> Double {
    guard let number = reader.number(at: places[column]) else { throw wrong(column, "a number") }
    return number
  }

  /// The integer in a column; nil if empty.
  ///
  /// - Throws: An error for other contents.
  func integer(_ column: Int) throws(DocumentError) -> Int? {
    if isEmpty(column) { return nil }
    guard let number = reader.integer(at: places[column]) else {
      throw wrong(column, "a whole number")
    }
    return Int(number)
  }

  private func wrong(_ column: Int, _ wanted: String) -> DocumentError {
    moved(
      DocumentError(
        "'\(text(column).prefix(40))' in column '\(names[column])', where \(wanted) was expected",
        at: reader.place(ofField: places[column])))
  }

  /// The error with its line number in the whole file.
  private func moved(_ error: DocumentError) -> DocumentError {
    DocumentError(
      error.diagnostics.map { diagnostic in
        guard let place = diagnostic.place else { return diagnostic }
        let moved = SourcePosition(
          file: place.file, line: place.line + linesBefore, column: place.column)
        return Diagnostic(
          place: moved, message: diagnostic.message, suggestion: diagnostic.suggestion)
      })
  }

  /// Reads the next complete rows, and returns the bytes after them.
  private static func rows(
    of file: OpenTable, after rest: [UInt8], _ path: String
  ) throws(DocumentError) -> (rows: [UInt8], rest: [UInt8]) {
    var bytes = rest
    while true {
      let wasAtEnd = !file.read(chunk, into: &bytes)
      if wasAtEnd { return (bytes, []) }
      if let end = endOfRows(bytes) { return (Array(bytes[..<end]), Array(bytes[end...])) }
      guard bytes.count < longestRow else {
        throw DocumentError("a row of '\(path)' is longer than \(longestRow) bytes")
      }
    }
  }

  /// Returns the end of the last row: a newline outside quotes.
  private static func endOfRows(_ bytes: [UInt8]) -> Int? {
    var isQuoted = false
    var end: Int?
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\n"), !isQuoted {
        end = index + 1
      }
    }
    return end
  }
}

/// A file open for sequential reading; the destructor closes it.
private final class OpenTable {
  private let descriptor: Int32

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Appends up to a number of bytes; false at the end of the file.
  func read(_ count: Int, into bytes: inout [UInt8]) -> Bool {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    var done = 0
    while done < count {
      let step = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + start + done }, count - done)
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { break }
      done += step
    }
    bytes.removeLast(count - done)
    return done > 0
  }
}
