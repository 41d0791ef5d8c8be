import Documents

/// The pages and files of a served site, besides reports.
public enum SitePage {
  /// Path of the style of all pages.
  public static let stylePath = "/assets/site.css"
  /// Path of the script of all pages.
  public static let scriptPath = "/assets/site.js"
  /// Path of the script that reloads a report.
  public static let livePath = "/assets/live.js"

  /// The style of a site's pages, light and dark.
  public static var style: String { PageTexts.style + "\n" + PageTexts.siteStyle + "\n" }
  /// The script of a site's pages.
  public static var script: String { PageTexts.siteScript }
  /// The script that reloads a report.
  public static var liveScript: String { PageTexts.liveScript }

  /// The list of runs.
  public static func runs(links: [(title: String, path: String)]) -> [UInt8] {
    html(title: "Runs", content: PageTexts.runs, links: links)
  }

  /// The page of a run that is not finished.
  public static func progress(links: [(title: String, path: String)]) -> [UInt8] {
    html(title: "Run", content: PageTexts.progress, links: links)
  }

  /// A page with a message.
  public static func message(
    title: String, _ text: String, links: [(title: String, path: String)]
  ) -> [UInt8] {
    let content = """
      <div class="title"><h1>\(inXML(title))</h1><p>\(inXML(text))</p></div>
      """
    return html(title: title, content: content, links: links)
  }

  /// Creates a page of the site, with the site's header, style and script.
  ///
  /// - Parameters:
  ///   - title: The title, as text.
  ///   - content: The contents of `main`, as HTML, which begin with a `div` of class `title`.
  ///   - links: The pages in the header.
  ///   - scripts: Paths of further scripts.
  ///   - styles: Paths of further styles.
  /// - Returns: The page.
  public static func html(
    title: String, content: String, links: [(title: String, path: String)],
    scripts: [String] = [], styles: [String] = []
  ) -> [UInt8] {
    let sheets = ([stylePath] + styles).map { "<link rel=\"stylesheet\" href=\"\($0)\">\n" }
    let programs = ([scriptPath] + scripts).map { "<script defer src=\"\($0)\"></script>\n" }
    let items = links.map { "<a href=\"\(inXML($0.path))\">\(inXML($0.title))</a>\n" }
    let page = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(inXML(title)) · VenueSim</title>
      \(sheets.joined())\(programs.joined())</head>
      <body>
      <a class="skip" href="#main">Skip to the contents</a>
      <header class="top">
      <div class="wrap bar">
      <p class="brand">VenueSim</p>
      <nav aria-label="Site">
      \(items.joined())</nav>
      <button type="button" id="theme" class="quiet">Dark</button>
      </div>
      </header>
      <main id="main" class="wrap" tabindex="-1">
      \(content)
      <noscript><p class="panel">This page needs JavaScript, which is switched off here.</p></noscript>
      </main>
      </body>
      </html>

      """
    return Array(page.utf8)
  }
}

/// The script that reloads a served report when its run changes.
public struct LiveScript: Sendable {
  /// The version of what the page shows, as in the ETag of its response.
  public var version: String
  /// True if the page belongs to a site with a list of runs.
  public var hasList: Bool

  public init(version: String, hasList: Bool) {
    (self.version, self.hasList) = (version, hasList)
  }

  var element: String {
    "<script src=\"\(SitePage.livePath)\" data-version=\"\(inXML(version))\""
      + (hasList ? " data-list=\"/\"" : "") + "></script>\n"
  }
}
