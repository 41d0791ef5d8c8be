// Names, values and text from their bytes.

extension XMLReader {
  func text(_ range: Range<Int>) throws(DocumentError) -> String {
    // Most text is ASCII, which needs no validation.
    let span = bytes.span
    var every: UInt8 = 0
    for index in range { every |= span[index] }
    if every < 0x80 { return String(decoding: bytes[range], as: UTF8.self) }
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw error("invalid UTF-8", at: range.lowerBound)
    }
    return text
  }

  /// The text of a value with its references resolved.
  func unescaped(_ range: Range<Int>) throws(DocumentError) -> String {
    var result: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "&") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let rest = bytes[index..<min(range.upperBound, index + 16)]
      guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
        throw error("'&' that does not begin a reference", at: index)
      }
      let reference = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      guard let scalar = Self.scalar(reference) else {
        throw error("unknown reference '&\(excerpt(reference));'", at: index)
      }
      result += UTF8.encode(scalar) ?? UTF8.EncodedScalar()
      index = end + 1
    }
    guard let text = String(validating: result, as: UTF8.self) else {
      throw error("invalid UTF-8", at: range.lowerBound)
    }
    return text
  }

  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.hasPrefix("#") else { return nil }
      let digits = reference.dropFirst()
      let number =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }
}
