/// Returns `text` for a message: one line, no control characters, limited length.
func excerpt(_ text: some StringProtocol, limit: Int = 40) -> String {
  var result = ""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == limit { return result + "…" }
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      let isInvisible =
        scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format
        || scalar == "\u{2028}" || scalar == "\u{2029}"
      if let byte = PathName.shown(scalar) {
        result += byte
      } else if isInvisible {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result
}
