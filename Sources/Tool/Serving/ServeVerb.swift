import Kernel

/// Runs `venuesim serve [FOLDER]`.
@Sendable
func serveVerb(_ invocation: Invocation) throws -> ExitStatus {
  let folder = try ServedFolder(withoutSlash(invocation.operands.first ?? "."))
  let token = interruptible()
  let server = try HTTPServer(port: try servedPort(invocation))
  return serve(Site(siteFeatures.map { $0(folder) }), from: server, until: token)
}

/// The features of a served folder, in the order of their links.
private let siteFeatures: [@Sendable (ServedFolder) -> any SiteFeature] = [
  { VenueEditor($0) }
]

/// Prints the address of a site, and serves it until Ctrl-C.
func serve(_ site: Site, from server: HTTPServer, until token: CancellationToken) -> ExitStatus {
  let access = SiteAccess(port: server.port)
  say(access.address)
  server.serve(until: token) { request in
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
