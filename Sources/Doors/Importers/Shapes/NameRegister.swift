/// Hands out names, each once.
struct NameRegister {
  private var used: Set<String> = []
  private var nextNumbers: [String: Int] = [:]

  /// Returns a name that was not handed out before: the one wished for, or that with a number.
  ///
  /// - Parameters:
  ///   - wish: The name to have; blanks around it are taken off.
  ///   - fallback: What to use where the wish is empty; it always gets a number.
  /// - Returns: The name.
  mutating func name(_ wish: String, or fallback: String) -> String {
    let wish = brief(trimmed(wish), limit: 80)
    if !wish.isEmpty, used.insert(wish).inserted { return wish }
    let stem = wish.isEmpty ? fallback : wish
    var number = nextNumbers[stem] ?? (wish.isEmpty ? 1 : 2)
    while !used.insert("\(stem) \(number)").inserted { number += 1 }
    nextNumbers[stem] = number + 1
    return "\(stem) \(number)"
  }
}

/// A text without blanks at its ends.
func trimmed(_ text: some StringProtocol) -> String {
  let isBlank = { (character: Character) in character.isWhitespace }
  var rest = Substring(text).drop(while: isBlank)
  while let last = rest.last, isBlank(last) { rest.removeLast() }
  return String(rest)
}
