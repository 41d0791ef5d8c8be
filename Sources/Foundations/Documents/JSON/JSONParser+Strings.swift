extension JSONParser {
  /// Parses a string from its opening quote to past its closing one.
  mutating func string() throws(DocumentError) -> String {
    let opening = position
    position += 1
    var text: [UInt8] = []
    var runStart = position
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        // Most strings have no escape and are made in one step.
        if text.isEmpty { return String(decoding: bytes[runStart..<position], as: UTF8.self) }
        text += bytes[runStart..<position]
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[runStart..<position]
        try takeEscape(into: &text)
        runStart = position
      case 0..<0x20:
        throw error("a control character in a string must be escaped")
      case 0x80...:
        let (value, length) = decodeScalar(bytes.span, at: position)
        guard value != invalidScalar else {
          throw error("invalid UTF-8: byte 0x\(hexadecimal(UInt32(byte), digits: 2))")
        }
        position += length
      default:
        position += 1
      }
    }
    throw error("this string is never closed", at: opening)
  }

  private mutating func takeEscape(into text: inout [UInt8]) throws(DocumentError) {
    let start = position
    position += 1
    guard position < bytes.count else { throw error("the text ends too early") }
    let mark = bytes[position]
    position += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(mark)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try unicodeEscape(from: start)
      text += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
    default: throw error("unknown escape in a string", at: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(DocumentError) -> Unicode.Scalar {
    var value = try fourHexDigits(from: start)
    if value >= 0xD800, value < 0xDC00, position + 1 < bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let low = try fourHexDigits(from: start)
      if low >= 0xDC00, low < 0xE000 {
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw error("an unpaired surrogate", at: start)
    }
    return scalar
  }

  private mutating func fourHexDigits(from start: Int) throws(DocumentError) -> UInt32 {
    var value: UInt64 = 0
    for _ in 0..<4 {
      guard position < bytes.count, let digit = hexDigit(bytes[position]) else {
        throw error("expected four hexadecimal digits after '\\u'", at: start)
      }
      value = value * 16 + digit
      position += 1
    }
    return UInt32(value)
  }

  /// The character at the position, for messages.
  var found: String {
    guard position < bytes.count else { return "the end of the text" }
    let (value, _) = decodeScalar(bytes.span, at: position)
    guard let scalar = Unicode.Scalar(value) else { return "a byte that is not UTF-8" }
    return "'\(excerpt(String(scalar)))'"
  }

  func error(_ message: String) -> DocumentError { error(message, at: position) }

  /// Creates an error at a byte; line and column are counted only here.
  func error(_ message: String, at offset: Int) -> DocumentError {
    var line = 1
    var column = 1
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < offset {
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if (bytes[index] == 0x0A || bytes[index] == 0x0D) && !isPair {
        (line, column) = (line + 1, 1)
      } else if bytes[index] & 0xC0 != 0x80 && !isPair {
        column += 1
      }
      index += 1
    }
    return DocumentError(message, at: SourcePosition(file: name, line: line, column: column))
  }
}
