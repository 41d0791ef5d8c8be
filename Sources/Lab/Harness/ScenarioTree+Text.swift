// YAML output of trees.

extension ScenarioTree {
  /// Maximum line length of a collection on one line.
  private static var lineLength: Int { 88 }

  /// The tree as a YAML document.
  public var yaml: String {
    var lines: [String] = []
    write(indent: 0, first: "", to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The tree on one line, in flow style.
  public var flow: String {
    switch self {
    case .scalar(let text, let isPlain):
      Self.scalar(text, isPlain: isPlain, inFlow: true)
    case .list(let elements):
      "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let pairs):
      "{"
        + pairs.map { "\(Self.scalar($0.key, isPlain: true, inFlow: true)): \($0.value.flow)" }
        .joined(separator: ", ") + "}"
    }
  }

  /// Collections in flow style, scalars in block style.
  private var line: String {
    guard case .scalar(let text, let isPlain) = self else { return flow }
    return Self.scalar(text, isPlain: isPlain, inFlow: false)
  }

  /// True if it fits on one line, with nothing nested deeper than a list in a mapping.
  private func fits(indent: Int) -> Bool {
    if count == 0 { return true }
    return depth <= 2 && flow.count + indent <= Self.lineLength
  }

  private var depth: Int {
    switch self {
    case .scalar: 0
    case .list(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .mapping(let pairs): 1 + (pairs.map(\.value.depth).max() ?? 0)
    }
  }

  /// Writes the tree at an indentation; `first` precedes the first line.
  private func write(indent: Int, first: String, to lines: inout [String]) {
    let blanks = String(repeating: " ", count: indent)
    switch self {
    case .mapping(let pairs) where !pairs.isEmpty:
      for (number, pair) in pairs.enumerated() {
        let start = (number == 0 && !first.isEmpty ? first : blanks)
        let key = start + Self.scalar(pair.key, isPlain: true, inFlow: false) + ":"
        if pair.value.count == 0 || (indent > 0 && pair.value.fits(indent: key.count)) {
          lines.append(key + " " + pair.value.line)
        } else {
          lines.append(key)
          pair.value.write(indent: indent + 2, first: "", to: &lines)
        }
      }
    case .list(let elements) where !elements.isEmpty:
      for element in elements {
        // An agent takes several lines; an activity is one line.
        let isLine = element.count == 0 || (indent > 2 && element.fits(indent: indent + 2))
        if isLine {
          lines.append(blanks + "- " + element.lineText)
        } else if case .mapping = element {
          element.write(indent: indent + 2, first: blanks + "- ", to: &lines)
        } else {
          lines.append(blanks + "- " + element.line)
        }
      }
    default: lines.append((first.isEmpty ? blanks : first) + line)
    }
  }

  /// A mapping of one key without its braces, else flow style.
  private var lineText: String {
    guard case .mapping(let pairs) = self, let pair = pairs.first, pairs.count == 1 else {
      return line
    }
    return "\(Self.scalar(pair.key, isPlain: true, inFlow: false)): \(pair.value.line)"
  }

  /// Quotes a scalar where needed, so that it parses back unchanged, in block or flow style.
  private static func scalar(_ text: String, isPlain: Bool, inFlow: Bool) -> String {
    if isPlain, isSafe(text, inFlow: inFlow) { return text }
    if isPlain, text.isEmpty { return "null" }
    guard !text.unicodeScalars.allSatisfy(isPrintable) else {
      return "'" + text.replacing("'", with: "''") + "'"
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where !isPrintable(scalar):
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xFFFF ? 8 : 4
        result += (width == 8 ? "\\U" : "\\u")
        result += String(repeating: "0", count: width - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFDFF, 0xFE00...0xFEFE,
      0xFF00...0xFFFD, 0x10000...0x1FFFD:
      true
    default: false
    }
  }

  /// True if plain text needs no quotes, even at the start of a line.
  private static func isSafe(_ text: String, inFlow: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      text.unicodeScalars.allSatisfy(isPrintable), first != " ", last != " ", last != ":",
      !text.contains(": "), !text.contains(" #")
    else { return false }
    if text == "-" || text == "?" || text == "---" || text == "..." { return false }
    if text.hasPrefix("- ") || text.hasPrefix("? ") { return false }
    let indicators = Set("[]{},&*!|>'\"%@`#".unicodeScalars)
    if indicators.contains(first) { return false }
    return !inFlow || !text.unicodeScalars.contains { Set("[]{},".unicodeScalars).contains($0) }
  }
}
