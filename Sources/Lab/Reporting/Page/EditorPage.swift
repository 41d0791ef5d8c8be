import CPage
import Documents

/// The files of the plan editor's page, for a server: a page without data, its script and its style.
public enum EditorPage {
  /// The page; `assets` is the path of the script and the style.
  public static func html(title: String, assets: String) -> [UInt8] {
    let head = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(inXML(title))</title>
      <link rel="stylesheet" href="\(assets)/editor.css">
      </head>

      """
    return Array(
      (head + PageTexts.editorFrame + "<script src=\"\(assets)/editor.js\"></script>\n</body>\n</html>\n")
        .utf8)
  }

  /// The style of a report with that of the editor.
  public static let style = PageTexts.style + "\n" + PageTexts.editorStyle
  public static let script = PageTexts.editorScript
}
