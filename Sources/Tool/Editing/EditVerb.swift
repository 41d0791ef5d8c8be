import Documents
import Venues

/// Help text of `edit`.
let editAbout = [
  "Opens the plan editor of a venue's file: prints an address of this machine, for a browser. Walls, rooms,",
  "doors, places, access points and beacons are drawn over the levels, and over pictures of floor plans.",
  "Comments and everything else in the file stay as they are; the page shows the changes before it saves,",
  "and the file is checked as by 'venuesim check'. Ctrl-C ends it.",
  "",
  "  venuesim edit studio.yaml",
  "  venuesim new venue office.yaml --picture plan.png --width '42 m' --origin 47.3769,8.5417",
  "  venuesim edit office.yaml",
]

/// Runs `venuesim edit VENUE`.
@Sendable
func editVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let path = invocation.operands.first else { throw UsageError("edit which venue?") }
  let bytes = try readFile(path, limit: EditableYAML.maxBytes)
  guard isVenue(try YAML.load(bytes, name: path)) else {
    throw DocumentError("'\(path)' isn't a venue; name the file that a scenario's 'venue:' names")
  }
  let found = realPath(path)
  let folder = try ServedFolder(withoutSlash(splitPath(found).folder))
  let name = splitPath(found).name
  let token = interruptible()
  let server = try HTTPServer(port: try servedPort(invocation))
  let site = ServedSite([VenueEditor(folder)])
  let access = SiteAccess(port: server.port)
  say(access.address(of: "/edit", "venue", name))
  server.serve(until: token) { request in
    access.response(to: request, from: site.response(to:))
  }
  return .interrupted
}

extension SiteAccess {
  /// The address of a page with one parameter, and with the token.
  func address(of page: String, _ parameter: String, _ value: String) -> String {
    let encoded = value.utf8.map { byte -> String in
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._/".utf8.contains(byte)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + [byte].hexadecimal
    }
    return "http://127.0.0.1:\(port)\(page)?token=\(token)&\(parameter)=\(encoded.joined())"
  }
}
