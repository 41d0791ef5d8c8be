import CPage
import Documents

/// The files of the plan editor's page, for a server: a page without data, its script and its style.
public enum EditorPage {
  /// The page; `assets` is the path of the script and the style, `links` are the pages in its header.
  public static func html(
    title: String, assets: String, links: [(title: String, path: String)]
  ) -> [UInt8] {
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
    let items = links.map { "<a href=\"\(inXML($0.path))\">\(inXML($0.title))</a>\n" }
    let nav = items.isEmpty ? "" : "<nav aria-label=\"Site\">\n\(items.joined())</nav>\n"
    let frame = PageTexts.editorFrame.split(separator: "<!-- links -->\n").joined(separator: nav)
    return Array(
      (head + frame + "<script src=\"\(assets)/editor.js\"></script>\n</body>\n</html>\n")
        .utf8)
  }

  /// The style of a report with that of the editor.
  public static let style = PageTexts.style + "\n" + PageTexts.editorStyle
  public static let script = PageTexts.editorScript
}
