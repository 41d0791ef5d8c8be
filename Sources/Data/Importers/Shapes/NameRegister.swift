/// Assigns unique names.
struct NameRegister {
  private var used: Set<String> = []
  private var nextNumbers: [String: Int] = [:]

  /// Returns an unused name: the wish, or the wish with a number.
  ///
  /// - Parameters:
  ///   - wish: Preferred name; surrounding spaces are removed.
  ///   - fallback: Used for an empty wish; always gets a number.
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

/// The text without white space at both ends.
func trimmed(_ text: some StringProtocol) -> String {
  let isBlank = { (character: Character) in character.isWhitespace }
  var rest = Substring(text).drop(while: isBlank)
  while let last = rest.last, isBlank(last) { rest.removeLast() }
  return String(rest)
}
