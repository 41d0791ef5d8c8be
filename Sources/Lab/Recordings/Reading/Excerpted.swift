/// A text for messages: cut to a length, without control characters.
package func excerpted(_ text: String, limit: Int = 60) -> String {
  let shown = String(
    text.prefix(limit).map { character in
      character.unicodeScalars.allSatisfy { $0.value >= 32 } ? character : "?"
    })
  return text.count > limit ? shown + "…" : shown
}
