/// Escapes text for XML 1.0 and HTML, in an attribute or between tags.
///
/// Characters that XML can't represent become U+FFFD.
public func inXML(_ text: String) -> String {
  var safe = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "<": safe += "&lt;"
    case ">": safe += "&gt;"
    case "&": safe += "&amp;"
    case "\"": safe += "&quot;"
    case "'": safe += "&apos;"
    case "\n": safe += "&#10;"
    case "\t": safe += "&#9;"
    default:
      // The Char production of XML 1.0, section 2.2, without the control characters it discourages.
      let isAllowed =
        scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
        && scalar.value & 0xFFFE != 0xFFFE
      safe.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
    }
  }
  return safe
}
