import Documents
import Reporting

/// The list of runs of a served folder, their pages, comparisons and other files.
struct RunSite: SiteFeature {
  let folder: ServedFolder
  let links: [SiteLink]
  private let pages: RunPages
  private let listing: RunListing

  /// - Parameters:
  ///   - folder: The served folder.
  ///   - links: The pages of all features.
  init(_ folder: ServedFolder, links: [SiteLink]) {
    (self.folder, self.links) = (folder, links)
    pages = RunPages(within: folder, links: links)
    listing = RunListing(folder, pages)
  }

  var routes: [SiteRoute] {
    [
      SiteRoute(.get, "/") { _ in .html(SitePage.runs(links: links)) },
      SiteRoute(.get, "/api/runs") { _ in .json(listing.json) },
      SiteRoute(.get, "/runs", page), SiteRoute(.get, "/runs/*", page),
      SiteRoute(.get, "/api/progress", progress), SiteRoute(.get, "/api/progress/*", progress),
      SiteRoute(.get, "/compare", comparison), SiteRoute(.get, "/files/*", file),
    ]
  }

  @Sendable
  private func page(_ request: HTTPRequest) throws -> HTTPResponse {
    try pages.page(of: RunPages.Sources(run: try run(request.path.dropFirst())))
  }

  @Sendable
  private func progress(_ request: HTTPRequest) throws -> HTTPResponse {
    let parts = request.path.dropFirst(2)
    return .json(
      pages.progressJSON(
        of: try run(parts), shown: parts.joined(separator: "/")))
  }

  @Sendable
  private func comparison(_ request: HTTPRequest) throws -> HTTPResponse {
    func given(_ name: String) throws(HTTPError) -> String {
      guard let path = request.value(name) else {
        throw HTTPError(400, "compare which two runs? /compare?base=A&new=B")
      }
      return try run(path.split(separator: "/").map(String.init))
    }
    return try pages.report(
      of: RunPages.Sources(run: try given("new"), bases: [try given("base")]))
  }

  /// The canonical path of a folder.
  private func run(_ parts: some Collection<String>) throws(HTTPError) -> String {
    let path = try folder.existing(parts)
    guard isFolder(path) else {
      throw .notFound("folder '\(PathName.shown(parts.joined(separator: "/")))'")
    }
    return path
  }

  /// A page, a picture or a table that a command has made.
  @Sendable
  private func file(_ request: HTTPRequest) throws -> HTTPResponse {
    let path = try folder.existing(request.path.dropFirst())
    let name = splitPath(path).name
    guard let type = Self.types.first(where: { name.hasSuffix($0.ending) })?.type else {
      throw HTTPError(
        403, "only these files are served: \(Self.types.map(\.ending).joined(separator: ", "))")
    }
    var response = HTTPResponse(
      contentType: type + "; charset=utf-8", body: try readFile(path, limit: 256 << 20))
    // A file's scripts run, but without access to the site.
    response.policy = .sandboxed
    return response
  }

  private static let types = [
    (".html", "text/html"), (".svg", "image/svg+xml"), (".csv", "text/plain"),
    (".md", "text/plain"), (".txt", "text/plain"), (".json", "application/json"),
  ].map { (ending: $0.0, type: $0.1) }
}

/// The style and the scripts of a site's pages.
struct SiteAssets: SiteFeature {
  var routes: [SiteRoute] {
    [
      SiteRoute(.get, SitePage.stylePath) { _ in .text(SitePage.style, type: "text/css") },
      SiteRoute(.get, SitePage.scriptPath) { _ in .text(SitePage.script, type: "text/javascript") },
      SiteRoute(.get, SitePage.livePath) { _ in .text(SitePage.liveScript, type: "text/javascript")
      },
    ]
  }
}
