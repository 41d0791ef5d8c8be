import CPage

/// The texts of pages: files in `Assets` that are compiled into the program.
enum PageTexts {
  /// The static HTML of a report.
  static let frame = withoutHeading(String(cString: page_frame()))
  /// The style of a report, light and dark.
  static let style = style(page_style())
  /// The style of a sweep's chart, light and dark.
  static let paretoStyle = style(pareto_style())
  /// The style of a validation page, light and dark.
  static let signalStyle = style(signals_style())

  /// The additional style of the page over weeks, light and dark.
  static let weeksStyle = style(weeks_style())
  /// The script of the page over weeks.
  static let weeksScript =
    "(() => {\n'use strict';\n" + withoutHeading(String(cString: weeks_script())) + "})();\n"

  /// The script of a report, in a scope of its own.
  static let script: String = {
    let files = String(cString: page_script()).split(separator: "\u{C}")
    return "(() => {\n'use strict';\n" + files.map(withoutHeading).joined() + "})();\n"
  }()

  /// A style without its final newline.
  private static func style(_ bytes: UnsafePointer<CChar>) -> String {
    String(withoutHeading(String(cString: bytes)).dropLast())
  }

  /// A file without its first paragraph, a comment for readers of the source.
  private static func withoutHeading(_ file: some StringProtocol) -> String {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.isEmpty }.dropFirst().joined(separator: "\n")
  }
}
