import Kernel

/// Makes random text that a regular expression matches, for the library's patterns.
///
/// It supports literals, escapes, character classes, groups that don't capture, alternatives, and the
/// quantifiers `?`, `*` and `+`.
struct PatternGenerator {
  private let pattern: [Character]
  private var position = 0
  private var stream: RandomStream

  init(_ pattern: String, _ stream: RandomStream) {
    self.pattern = pattern.filter { !"$".contains($0) }.dropFirst()
      .map { $0 }
    self.stream = stream
  }

  mutating func text() -> String {
    position = 0
    return alternatives()
  }

  private var next: Character? { position < pattern.count ? pattern[position] : nil }

  private mutating func alternatives() -> String {
    var texts = [sequence()]
    while next == "|" {
      position += 1
      texts.append(sequence())
    }
    return texts[stream.integer(below: texts.count)]
  }

  private mutating func sequence() -> String {
    var text = ""
    while let character = next, character != "|", character != ")" {
      let start = position
      var piece = atom()
      guard let mark = next, "?*+".contains(mark) else {
        text += piece
        continue
      }
      let end = position
      let minimum = mark == "+" ? 1 : 0
      let count = minimum + stream.integer(below: mark == "?" ? 2 : 3)
      if count == 0 { piece = "" }
      text += piece
      for _ in 0..<max(0, count - 1) {
        position = start
        text += atom()
      }
      position = end + 1
    }
    return text
  }

  private mutating func atom() -> String {
    guard let character = next else { return "" }
    position += 1
    switch character {
    case "(":
      position += 2
      let text = alternatives()
      position += 1
      return text
    case "[":
      var choices: [Character] = []
      while let member = next, member != "]" {
        position += 1
        if member == "-", let last = choices.last, let end = next, end != "]" {
          position += 1
          choices += characters(after: last, through: end)
        } else {
          choices.append(member)
        }
      }
      position += 1
      return String(choices[stream.integer(below: choices.count)])
    case "\\":
      defer { position += 1 }
      return next.map(String.init) ?? ""
    default: return String(character)
    }
  }

  private func characters(after first: Character, through last: Character) -> [Character] {
    guard let low = first.asciiValue, let high = last.asciiValue, low < high else { return [] }
    return (low + 1...high).map { Character(Unicode.Scalar($0)) }
  }
}
