import Kernel

/// The links in the header of a served folder's pages.
let siteLinks: [SiteLink] = [("Runs", "/"), ("Venues", "/venues")]

/// The features of a served folder.
private let siteFeatures: [@Sendable (ServedFolder) -> any SiteFeature] = [
  { RunSite($0, links: siteLinks) }, { VenueEditor($0, links: siteLinks) },
]

/// Runs `venuesim serve [FOLDER]`.
@Sendable
func serveVerb(_ invocation: Invocation) throws -> ExitStatus {
  let folder = try ServedFolder(withoutSlash(invocation.operands.first ?? "."))
  let token = interruptible()
  let server = try HTTPServer(port: try servedPort(invocation))
  let site = ServedSite([SiteAssets()] + siteFeatures.map { $0(folder) })
  return serve(site, from: server, until: token)
}

/// Prints the address of a site, and serves it until Ctrl-C.
///
/// - Parameters:
///   - site: The site.
///   - server: The server.
///   - token: Ends the service.
///   - idle: Called twice per second.
/// - Returns: The status of Ctrl-C.
func serve(
  _ site: ServedSite, from server: HTTPServer, until token: CancellationToken,
  idle: @escaping @Sendable () -> Void = {}
) -> ExitStatus {
  let access = SiteAccess(port: server.port)
  say(access.address)
  server.serve(until: token, idle: idle) { request in
    access.response(to: request, from: site.response(to:))
  }
  return .interrupted
}

/// The port of `--port`; 0 for a free one.
func servedPort(_ invocation: Invocation) throws(UsageError) -> UInt16 {
  guard let text = invocation.value(.port) else { return 0 }
  guard let port = UInt16(text) else {
    throw UsageError("--port takes a number from 1 to 65535, or 0 for a free port, not '\(text)'")
  }
  return port
}

extension Option {
  static let port = Option(
    "port", taking: "N", "The port on this machine; by default, or with 0, a free one.")
}

let serveAbout = [
  "FOLDER is '.' by default. Open the address that is printed: the page lists all runs below FOLDER, newest",
  "first, opens the report of each, compares two, and follows runs in progress. The server listens on this",
  "machine only. Every request needs the token of the address, which a cookie holds afterwards.",
  "Ctrl-C ends it, with status 130. With --port the address is the same each time, apart from the token.",
]
