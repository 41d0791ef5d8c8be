extension JSONValue {
  /// Encodes the value; equal values give equal texts.
  ///
  /// Numbers have the fewest digits that read back exactly, `.number` always with a fraction or an
  /// exponent; a non-finite one becomes null. Control characters, U+2028 and U+2029 are escaped,
  /// everything else is plain UTF-8.
  ///
  /// A pretty text has one element per line, indented by two spaces, and no final line break.
  public func text(pretty: Bool = false) -> String {
    var writer = JSONWriter(isPretty: pretty)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Encoder of JSON text as bytes.
private struct JSONWriter {
  let isPretty: Bool
  var bytes: [UInt8] = []
  var depth = 0

  init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .int(let number): append("\(number)")
    case .number(let number): append(number.isFinite ? "\(number)" : "null")
    case .string(let text): write(text)
    case .array(let elements):
      write(elements, between: ("[", "]")) { writer, element in writer.write(element) }
    case .object(let object):
      write(object.members, between: ("{", "}")) { writer, member in
        writer.write(member.key)
        writer.append(writer.isPretty ? ": " : ":")
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between marks: (String, String),
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    append(marks.0)
    depth += 1
    for (position, element) in elements.enumerated() {
      if position > 0 { append(",") }
      breakLine()
      body(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { breakLine() }
    append(marks.1)
  }

  private mutating func write(_ text: String) {
    append("\"")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      case "\u{8}": append("\\b")
      case "\u{C}": append("\\f")
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        append("\\u" + hexadecimal(scalar.value, digits: 4))
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
      }
    }
    append("\"")
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
