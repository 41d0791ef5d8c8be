package import Documents

/// Line reader for text, with a window of it in memory that holds at least the current line.
package struct LineText: Sendable {
  /// The text in the window.
  package private(set) var bytes: [UInt8]
  /// Name of the file, for messages.
  package let file: String
  /// Number of the current line, from 1.
  package private(set) var number = 0
  private var window: ByteWindow
  private var position: Int
  private var mark: WorkMark

  package init(_ window: ByteWindow, file: String) {
    self.window = window
    bytes = window.bytes
    self.file = file
    position = startOfText(bytes)
    mark = WorkMark(reading: file, count: window.size)
  }

  /// The range of the next line, which ends in LF, CRLF or CR; nil at the end.
  package mutating func next() throws(DocumentError) -> Range<Int>? {
    while true {
      let end = endOfLine(bytes.span, from: position)
      // The line, and an LF after its CR, may continue behind the window.
      if end + 1 >= bytes.count, try advance() { continue }
      guard position < bytes.count else { return nil }
      mark.pass(window.offset + position)
      defer {
        let isPair = end + 1 < bytes.count && bytes[end] == 13 && bytes[end + 1] == 10
        position = min(bytes.count, end + (isPair ? 2 : 1))
        number += 1
      }
      return position..<end
    }
  }

  private mutating func advance() throws(DocumentError) -> Bool {
    guard try window.advance(to: position) else { return false }
    bytes = window.bytes
    position = 0
    return true
  }
}
