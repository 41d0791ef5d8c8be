/// A mechanical correction of a file: one word of a line is replaced by another.
public struct TextFix: Hashable, Sendable {
  /// The position of the value; the word is the first of its kind from here to the end of the line.
  public var place: SourcePosition
  public var old: String
  public var new: String

  public init(place: SourcePosition, old: String, new: String) {
    self.place = place
    self.old = old
    self.new = new
  }

  /// Replaces the name that a key or a value is.
  public init?(of node: Node, to name: String) {
    guard let text = node.text else { return nil }
    self.init(place: node.place, old: text, new: name)
  }

  /// The line with the correction; nil if the word isn't there, or the result would need quotes.
  public func applied(to line: String) -> String? {
    let scalars = line.unicodeScalars
    guard place.column >= 1, place.column - 1 <= scalars.count, !old.isEmpty else { return nil }
    let start = scalars.index(scalars.startIndex, offsetBy: place.column - 1)
    guard let found = Self.word(old, in: line, from: start) else { return nil }
    return String(line[..<found.lowerBound]) + new + String(line[found.upperBound...])
  }

  /// The first occurrence that isn't a part of a longer word.
  private static func word(
    _ word: String, in line: String, from start: String.Index
  ) -> Range<String.Index>? {
    var rest = start
    while let found = line[rest...].firstRange(of: word) {
      let before = found.lowerBound > start ? line[..<found.lowerBound].last : nil
      let after = line[found.upperBound...].first
      if !isOfWord(before), !isOfWord(after) { return found }
      rest = line.index(after: found.lowerBound)
    }
    return nil
  }

  private static func isOfWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }
}
