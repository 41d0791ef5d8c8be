import Kernel

/// Validated text for the parser: UTF-8 without a byte order mark, with only characters allowed in YAML.
///
/// Validated here and not by libyaml, whose reports of bad bytes have no line.
struct SourceText {
  /// A line break for the parser but not for editors: U+0085, U+2028 or U+2029.
  struct ExtraBreak {
    /// The parser's number of the line after it, from 0.
    var parserLine: Int
    /// The real position of its start, from 0.
    var line: Int
    var column: Int
  }

  let name: String
  let bytes: [UInt8]
  private var extraBreaks: [ExtraBreak] = []
  /// The position of the text's end, from 0.
  private var end = (line: 0, column: 0)

  init(_ raw: [UInt8], name: String) throws(DocumentError) {
    self.name = name
    if raw.starts(with: [0xFF, 0xFE]) {
      bytes = try utf8(fromUTF16: raw, isBigEndian: false, name: name)
    } else if raw.starts(with: [0xFE, 0xFF]) {
      bytes = try utf8(fromUTF16: raw, isBigEndian: true, name: name)
    } else if raw.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes = Array(raw[3...])
    } else {
      bytes = raw
    }
    try check()
  }

  /// Converts the parser's line and column to the real ones, all from 0.
  func place(line: Int, column: Int) -> (line: Int, column: Int) {
    let (line, column) = withoutExtraBreaks(line: line, column: column)
    // At the end of a last line without a line break, the parser assumes one.
    return line > end.line ? end : (line, column)
  }

  private func withoutExtraBreaks(line: Int, column: Int) -> (line: Int, column: Int) {
    guard !extraBreaks.isEmpty else { return (line, column) }
    let count = extraBreaks.partitioningIndex { $0.parserLine > line }
    guard count > 0 else { return (line, column) }
    let last = extraBreaks[count - 1]
    if last.parserLine == line { return (last.line, last.column + column) }
    return (last.line + line - last.parserLine, column)
  }

  /// The character at the parser's `index`, in Unicode scalars.
  func scalar(at index: Int) -> Unicode.Scalar? {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(index).first
  }

  /// Validates all characters, and records unusual line breaks.
  private mutating func check() throws(DocumentError) {
    let bytes = bytes
    let span = bytes.span
    var position = 0
    var line = 0
    var lineStart = 0
    // Continuation bytes since the start of the line, which aren't columns.
    var continuations = 0
    var directives = 0
    var found: [ExtraBreak] = []
    while position < span.count {
      let byte = span[position]
      if byte >= 0x20 && byte < 0x7F {
        position += 1
        continue
      }
      if byte == 0x0A || byte == 0x0D {
        position += 1
        if byte == 0x0D, position < span.count, span[position] == 0x0A { position += 1 }
        line += 1
        lineStart = position
        continuations = 0
        try count(&directives, span, at: position, line: line)
        continue
      }
      let (value, length) = decodeScalar(span, at: position)
      let column = position - lineStart - continuations
      guard value == 0x09 || value >= 0xA0 || value == 0x85,
        value != 0xFEFF, value != 0xFFFE, value != 0xFFFF, value <= 0x10FFFF
      else {
        throw DocumentError(
          describe(badValue: value, byte: byte, at: position),
          at: SourcePosition(file: name, line: line + 1, column: column + 1))
      }
      position += length
      continuations += length - 1
      if value == 0x85 || value == 0x2028 || value == 0x2029 {
        found.append(
          ExtraBreak(parserLine: line + found.count + 1, line: line, column: column + 1))
        try count(&directives, span, at: position, line: line)
      }
    }
    extraBreaks = found
    end = (line, span.count - lineStart - continuations)
  }

  /// Throws for too many lines that may be directives, for which the parser takes quadratic time.
  private func count(
    _ directives: inout Int, _ bytes: Span<UInt8>, at position: Int, line: Int
  ) throws(DocumentError) {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "%") else { return }
    directives += 1
    guard directives > 1000 else { return }
    throw DocumentError(
      "more than 1000 lines begin with '%'",
      at: SourcePosition(file: name, line: line + 1, column: 1))
  }

  /// Returns the error message for a character that YAML doesn't allow.
  private func describe(badValue value: UInt32, byte: UInt8, at position: Int) -> String {
    switch value {
    case 0:
      let neighbours = bytes[max(0, position - 3)..<min(bytes.count, position + 4)]
      let isWide = neighbours.count { $0 == 0 } > 1
      return "a NUL character is not allowed"
        + (isWide ? "; is this UTF-16 without a byte order mark, or not a text file?" : "")
    case 0xFEFF: return "a byte order mark is allowed only at the beginning"
    case invalidScalar:
      return "invalid UTF-8: byte 0x\(hexadecimal(UInt32(byte), digits: 2))"
    default:
      return "the control character U+\(hexadecimal(value, digits: 4)) is not allowed"
    }
  }
}

/// The result of ``decodeScalar(_:at:)`` for invalid bytes.
let invalidScalar: UInt32 = .max

/// Decodes the scalar at `position`; `invalidScalar` and length 1 for invalid UTF-8.
func decodeScalar(_ bytes: Span<UInt8>, at position: Int) -> (value: UInt32, length: Int) {
  let first = bytes[position]
  let length: Int
  let lowest: UInt32
  var value: UInt32
  switch first {
  case 0..<0x80: return (UInt32(first), 1)
  case 0xC2..<0xE0: (length, lowest, value) = (2, 0x80, UInt32(first & 0x1F))
  case 0xE0..<0xF0: (length, lowest, value) = (3, 0x800, UInt32(first & 0x0F))
  case 0xF0..<0xF5: (length, lowest, value) = (4, 0x10000, UInt32(first & 0x07))
  default: return (invalidScalar, 1)
  }
  guard position + length <= bytes.count else { return (invalidScalar, 1) }
  for offset in 1..<length {
    let byte = bytes[position + offset]
    guard byte & 0xC0 == 0x80 else { return (invalidScalar, 1) }
    value = value << 6 | UInt32(byte & 0x3F)
  }
  let isSurrogate = value >= 0xD800 && value < 0xE000
  guard value >= lowest, value <= 0x10FFFF, !isSurrogate else { return (invalidScalar, 1) }
  return (value, length)
}

/// Converts UTF-16 with a byte order mark to UTF-8.
private func utf8(
  fromUTF16 raw: [UInt8], isBigEndian: Bool, name: String
) throws(DocumentError) -> [UInt8] {
  var units = [UInt16]()
  units.reserveCapacity(raw.count / 2)
  for position in stride(from: 2, to: raw.count - 1, by: 2) {
    let (first, second) = (UInt16(raw[position]), UInt16(raw[position + 1]))
    units.append(isBigEndian ? first << 8 | second : second << 8 | first)
  }
  var result = [UInt8]()
  result.reserveCapacity(raw.count)
  var decoder = UTF16()
  var input = units.makeIterator()
  var line = 1
  var column = 1
  var wasReturn = false
  while true {
    switch decoder.decode(&input) {
    case .scalarValue(let scalar):
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
      if scalar == "\n" && wasReturn {
        wasReturn = false
        continue
      }
      wasReturn = scalar == "\r"
      (line, column) = wasReturn || scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    case .emptyInput where raw.count.isMultiple(of: 2):
      return result
    case .emptyInput, .error:
      throw DocumentError(
        "invalid UTF-16", at: SourcePosition(file: name, line: line, column: column))
    }
  }
}

/// Formats a number in upper-case hexadecimal digits, padded with zeros.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
