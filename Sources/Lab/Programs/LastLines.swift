/// The last lines of a stream of any length.
///
/// Only bytes are kept while the stream goes on, without work for each line: a program may write millions.
package struct LastLines {
  /// Maximum number of lines.
  package static let count = 20
  /// Maximum length of a line, in bytes.
  package static let width = 1000
  /// Number of kept bytes: all lines at full width, and more.
  private static let capacity = 1 << 16

  private var tail: [UInt8] = []

  package init() {}

  /// The lines, oldest first, made safe for a terminal.
  package var lines: [String] {
    var lines = tail.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.suffix(Self.count).map { line in
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      // Control characters could affect the terminal.
      let bytes = text.prefix(Self.width).map {
        $0 < 0x20 && $0 != 0x09 || $0 == 0x7F ? UInt8(ascii: "?") : $0
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Adds the next piece.
  package mutating func process(_ piece: ArraySlice<UInt8>) {
    if piece.count >= Self.capacity { tail.removeAll(keepingCapacity: true) }
    tail += piece.suffix(Self.capacity)
    if tail.count > 2 * Self.capacity { tail.removeFirst(tail.count - Self.capacity) }
  }
}
