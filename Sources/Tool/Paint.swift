import Glibc

/// Colours of words on a terminal.
///
/// No information is conveyed by colour alone.
enum Paint: String, CaseIterable {
  case good = "32"
  case bad = "31"
  case doubtful = "33"
  case dim = "2"

  /// True if standard output is a terminal that allows colours (https://no-color.org).
  static let isOn = isatty(STDOUT_FILENO) == 1 && minds == false

  private static var minds: Bool {
    environment("NO_COLOR") != nil || (environment("TERM") ?? "dumb") == "dumb"
  }

  /// A text in a colour, if colours are on, padded with blanks to a width.
  static func shown(_ text: String, as paint: Paint, width: Int = 0) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return (isOn ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text) + blanks
  }
}
