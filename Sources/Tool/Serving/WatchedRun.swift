import Documents
import Kernel
import Reporting

/// The report of one run, which is made again whenever the run's folder changes.
struct WatchedRun: SiteFeature {
  private let sources: RunPages.Sources
  private let pages: RunPages

  /// - Parameters:
  ///   - sources: The folders.
  ///   - onMade: Receives each report that was made.
  init(_ sources: RunPages.Sources, onMade: @escaping @Sendable (ReportContents) -> Void) {
    self.sources = sources
    pages = RunPages(within: nil, links: [], onMade: onMade)
  }

  var routes: [SiteRoute] {
    [
      SiteRoute(.get, "/") { _ in try pages.page(of: sources) },
      SiteRoute(.get, "/api/progress") { _ in
        .json(pages.progressJSON(of: sources.run, shown: sources.run))
      },
    ]
  }

  /// Makes the report if the folder has changed; an error is shown by the page.
  func update() { _ = try? pages.page(of: sources) }
}

/// Runs `venuesim report RUN --watch`.
///
/// - Parameters:
///   - sources: The folders.
///   - file: The page's file, which is written whenever the page is made.
///   - invocation: The command's options.
/// - Returns: The status of Ctrl-C.
/// - Throws: ``UsageError`` if a folder is missing, ``ServeError`` if the port can't be used.
func watch(
  _ sources: RunPages.Sources, file: String, _ invocation: Invocation
) throws -> ExitStatus {
  for option in [Option.quiet, .json] where invocation.has(option) {
    throw UsageError("--watch prints the page's address; leave out --\(option.name)")
  }
  for path in [sources.run] + sources.bases {
    guard isFolder(realPath(path)) else {
      throw UsageError("there is no folder '\(PathName.shown(path))' to watch")
    }
  }
  let token = interruptible()
  let server = try HTTPServer(port: try servedPort(invocation))
  let run = WatchedRun(sources) { contents in
    do {
      try writeFile(contents.page(), to: file)
      announce(page: file)
    } catch {
      complain("note: the page is served, but not written: \(error)")
    }
  }
  return serve(ServedSite([SiteAssets(), run]), from: server, until: token, idle: run.update)
}

let watchAbout = [
  "",
  "With --watch, the page is served on this machine, and made again whenever the run's folder changes: a run in",
  "progress shows its metrics so far, and then its report. Ctrl-C ends it, with status 130.",
  "",
  "  venuesim report out --watch",
]

extension Option {
  static let watch = Option(
    "watch", "Serve the page, and make it again when the run's folder changes.")
}
