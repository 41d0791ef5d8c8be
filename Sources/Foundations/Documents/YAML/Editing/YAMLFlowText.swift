/// Values written in YAML's flow style, on one line.
enum YAMLFlowText {
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .number(let value): Quantity.plain(value)
    case .string(let text): scalar(text)
    case .array(let elements): "[" + elements.map(Self.text).joined(separator: ", ") + "]"
    case .object(let object): "{" + pairs(object).joined(separator: ", ") + "}"
    }
  }

  static func pairs(_ object: JSONObject) -> [String] {
    object.members.map { "\(scalar($0.key)): \(text($0.value))" }
  }

  /// Text as a plain scalar if it stays text and has no character with a meaning, else in double quotes.
  static func scalar(_ text: String) -> String { isSafe(text) ? text : quoted(text) }

  /// Text in the quotes of the scalar that it replaces.
  static func scalar(_ text: String, as style: YAMLOutline.NodeStyle) -> String {
    switch style {
    case .single where text.unicodeScalars.allSatisfy(isPrintable):
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
    case .double: quoted(text)
    default: scalar(text)
    }
  }

  private static func quoted(_ text: String) -> String {
    // JSON's escapes are also YAML's.
    JSONValue.string(text).text(pretty: false)
  }

  /// Words that are truth values in YAML 1.1.
  private static let oldWords: Set = ["y", "n", "yes", "no", "on", "off"]

  private static func isSafe(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return false
    }
    let rest = text.unicodeScalars.dropFirst()
    let begins =
      isLetterOrDigit(first) || (first == "-" && rest.first.map(isLetterOrDigit) == true)
    let marks: Set<Unicode.Scalar> = [" ", "_", ".", "/", "(", ")", "+", "%", "°", "-"]
    return begins && last != " " && !oldWords.contains(text.lowercased())
      && rest.allSatisfy { isLetterOrDigit($0) || marks.contains($0) }
      && isCoreText(plain: text.utf8Span.span)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) && scalar.value != 0x2028
      && scalar.value != 0x2029
  }
}
