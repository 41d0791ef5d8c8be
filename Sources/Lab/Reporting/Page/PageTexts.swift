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

  /// The page of the plan editor, its style and its script.
  static let editorFrame = withoutHeading(String(cString: editor_frame()))
  static let editorStyle = style(editor_style())
  static let editorScript = script(editor_script())

  /// The script of a report, in a scope of its own.
  static let script = script(page_script())
  /// The script of the pages of a served site.
  static let siteScript = script(site_script())
  /// The script that reloads a served report.
  static let liveScript = script(live_script())
  /// The additional style of the pages of a served site.
  static let siteStyle = style(site_style())
  /// The contents of the list of runs.
  static let runs = withoutHeading(String(cString: runs_frame()))
  /// The contents of the page of an unfinished run.
  static let progress = withoutHeading(String(cString: progress_frame()))

  /// Files of a script in one scope.
  private static func script(_ bytes: UnsafePointer<CChar>) -> String {
    let files = String(cString: bytes).split(separator: "\u{C}")
    return "(() => {\n'use strict';\n" + files.map(withoutHeading).joined() + "})();\n"
  }

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
