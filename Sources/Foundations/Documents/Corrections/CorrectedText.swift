/// The text of a YAML file with mechanical corrections; comments and everything else stay.
public struct CorrectedText: Sendable {
  /// The widths of a tab that are tried.
  private static let tabWidths = [2, 4, 8]

  private let original: [String]
  private var lines: [String]
  private let mark: [UInt8]
  private var applied: Set<TextFix> = []

  /// Reads a text; nil if it isn't UTF-8, or has line ends other than those of Unix and Windows.
  public init?(_ bytes: [UInt8]) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    mark = hasMark ? Array(bytes.prefix(3)) : []
    guard let text = String(validating: bytes.dropFirst(mark.count), as: UTF8.self),
      !Self.hasOtherLineEnds(text)
    else { return nil }
    // Scalars, because a Windows line end is one character.
    lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0)
    }
    original = lines
  }

  private static func hasOtherLineEnds(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.indices.contains { index in
      switch scalars[index].value {
      case 0x85, 0x2028, 0x2029: true
      case 0x0D:
        scalars.index(after: index) == scalars.endIndex
          || scalars[scalars.index(after: index)] != "\n"
      default: false
      }
    }
  }

  /// The corrected file.
  public var bytes: [UInt8] { mark + Array(lines.joined(separator: "\n").utf8) }

  /// Applies corrections, at most one to each line, because they move what follows.
  ///
  /// A correction is left out if it was applied before, or if the file can't be read with it.
  ///
  /// - Returns: True if the text has changed.
  public mutating func apply(_ fixes: [TextFix]) -> Bool {
    var changed: Set<Int> = []
    for fix in fixes where !changed.contains(fix.place.line) && !applied.contains(fix) {
      guard lines.indices.contains(fix.place.line - 1),
        let line = fix.applied(to: lines[fix.place.line - 1])
      else { continue }
      var next = self
      next.lines[fix.place.line - 1] = line
      guard next.isReadable else { continue }
      next.applied.insert(fix)
      changed.insert(fix.place.line)
      self = next
    }
    return !changed.isEmpty
  }

  /// Replaces tabs in the indentation by spaces, if the file is then readable in one way only.
  ///
  /// - Returns: True if the text has changed.
  public mutating func replaceTabs() -> Bool {
    var readable: [(text: CorrectedText, digest: SHA256.Digest)] = []
    for width in Self.tabWidths {
      guard let text = indented(by: width) else { return false }
      guard let node = try? YAML.load(text.bytes, name: "") else { continue }
      var hash = SHA256()
      node.hash(into: &hash)
      readable.append((text, hash.digest()))
    }
    guard let first = readable.first, readable.allSatisfy({ $0.digest == first.digest }) else {
      return false
    }
    self = first.text
    return true
  }

  /// The text with spaces in place of tabs; nil without such tabs, or if a line has both in its indentation.
  private func indented(by width: Int) -> CorrectedText? {
    var text = self
    for (number, line) in lines.enumerated() {
      let indentation = line.prefix { $0 == " " || $0 == "\t" }
      let tabs = indentation.count { $0 == "\t" }
      guard tabs > 0 else { continue }
      guard tabs == indentation.count else { return nil }
      let spaces = String(repeating: " ", count: tabs * width)
      text.lines[number] = spaces + line.dropFirst(tabs)
    }
    return text.lines == lines ? nil : text
  }

  private var isReadable: Bool { (try? YAML.load(bytes, name: "")) != nil }

  /// The corrections as a unified difference without context; empty without any.
  public func difference(_ path: String) -> [String] {
    let changes = zip(original, lines).enumerated().filter { $0.element.0 != $0.element.1 }
    guard !changes.isEmpty else { return [] }
    return ["--- \(path)", "+++ \(path)"]
      + changes.flatMap { number, change in
        ["@@ -\(number + 1) +\(number + 1) @@", "-" + change.0, "+" + change.1]
      }
  }

  /// Number of corrected lines.
  public var changeCount: Int { zip(original, lines).count { $0 != $1 } }
}
