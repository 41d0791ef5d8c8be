import CPage

/// The texts that pages are made of: files in `Assets`, which are built into the program.
enum PageTexts {
  /// All that stands on a report before its script fills it.
  static let frame = withoutHeading(String(cString: page_frame()))
  /// How a report looks, light and dark.
  static let style = style(page_style())
  /// How the picture of a sweep looks, light and dark.
  static let paretoStyle = style(pareto_style())
  /// How the page of a validation looks, light and dark.
  static let signalStyle = style(signals_style())

  /// How the page over weeks looks besides, light and dark.
  static let weeksStyle = style(weeks_style())
  /// All that the page over weeks does.
  static let weeksScript =
    "(() => {\n'use strict';\n" + withoutHeading(String(cString: weeks_script())) + "})();\n"

  /// All that a report does, in one scope so that nothing of it is anybody else's.
  static let script: String = {
    let files = String(cString: page_script()).split(separator: "\u{C}")
    return "(() => {\n'use strict';\n" + files.map(withoutHeading).joined() + "})();\n"
  }()

  /// A style without the end of its last line.
  private static func style(_ bytes: UnsafePointer<CChar>) -> String {
    String(withoutHeading(String(cString: bytes)).dropLast())
  }

  /// A file without its first paragraph, which is for those who read the file.
  private static func withoutHeading(_ file: some StringProtocol) -> String {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.isEmpty }.dropFirst().joined(separator: "\n")
  }
}
