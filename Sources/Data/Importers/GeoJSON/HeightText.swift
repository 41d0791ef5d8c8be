/// Parses heights and levels in the notations of maps.
enum HeightText {
  /// Default storey height, in m; from memory: 3.0 to 3.2 m for homes, 3.5 to 4 m for offices.
  static let storey = 3.2
  /// Default height of a building without data, in m: two storeys and a roof.
  static let unknown = 8.0
  /// Max height of a building, in m.
  static let maximum = 1_000.0

  /// Metres in a text such as `12`, `12.5 m`, `40 ft`, `40'`, `39'11"`; nil for other text.
  static func metres(_ text: String) -> Double? {
    let text = trimmed(text).lowercased()
    if let feet = feetAndInches(text) { return feet }
    for (suffix, factor) in [
      ("metres", 1.0), ("meters", 1.0), ("feet", 0.3048), ("ft", 0.3048), ("m", 1.0), ("", 1.0),
    ] where text.hasSuffix(suffix) {
      let digits = trimmed(text.dropLast(suffix.count)).replacing(",", with: ".")
      guard let value = plainNumber(digits) else { return nil }
      return value * factor
    }
    return nil
  }

  private static func feetAndInches(_ text: String) -> Double? {
    guard let mark = text.firstIndex(of: "'"), let feet = plainNumber(trimmed(text[..<mark])) else {
      return nil
    }
    let rest = trimmed(text[text.index(after: mark)...])
    if rest.isEmpty { return feet * 0.3048 }
    guard rest.hasSuffix("\"") || rest.hasSuffix("''") else { return nil }
    let inches = trimmed(rest.dropLast(rest.hasSuffix("\"") ? 1 : 2))
    return plainNumber(inches).map { (feet + $0 / 12) * 0.3048 }
  }

  /// A finite decimal number; nil for `1e5`, `inf`, `0x1` and the like.
  static func plainNumber(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 20,
      text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2E || $0 == 0x2D })
    else { return nil }
    return Double(text)
  }
}
