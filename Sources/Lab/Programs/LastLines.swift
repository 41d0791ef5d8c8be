/// Ring buffer of the last lines of a stream of any length.
struct LastLines {
  /// Maximum number of lines.
  static let count = 20
  /// Maximum length of a kept line, in bytes.
  static let width = 1000

  private var finished: [[UInt8]] = []
  private var current: [UInt8] = []

  /// The lines, oldest first, made safe for a terminal.
  var lines: [String] {
    let all = current.isEmpty ? finished : finished + [current]
    return all.suffix(Self.count).map { line in
      // Control characters could affect the terminal.
      let bytes = line.map { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Adds the next piece.
  mutating func process(_ piece: ArraySlice<UInt8>) {
    for byte in piece {
      if byte == UInt8(ascii: "\n") {
        if current.last == UInt8(ascii: "\r") { current.removeLast() }
        if finished.count == Self.count { finished.removeFirst() }
        finished.append(current)
        current.removeAll(keepingCapacity: true)
      } else if current.count < Self.width {
        current.append(byte)
      }
    }
  }
}
