import Documents
import Glibc
import Reporting
import Synchronization
import Venues

/// The plan editor of a served folder: a list of its venues, and a page that edits one of them.
struct VenueEditor: SiteFeature {
  private let folder: ServedFolder
  /// Path of the page's script and style.
  private static let assets = "/edit/assets"
  /// Saves follow one another, each with a check of the file's digest.
  private static let saving = Mutex(())

  private let links: [SiteLink]

  /// Creates the editor; `links` are those of the pages beside it.
  init(_ folder: ServedFolder, links: [SiteLink] = []) {
    (self.folder, self.links) = (folder, links)
  }

  var routes: [SiteRoute] {
    [
      SiteRoute(.get, "/venues") { _ in page("Venues") },
      SiteRoute(.get, "/edit") { request in
        page("\(request.value("venue") ?? "Venue") · plan editor")
      },
      SiteRoute(.get, "/edit/assets/editor.js") { _ in
        .text(EditorPage.script, type: "text/javascript")
      },
      SiteRoute(.get, "/edit/assets/editor.css") { _ in .text(EditorPage.style, type: "text/css") },
      SiteRoute(.get, "/edit/venues") { _ in .json(["venues": .array(venues())]) },
      SiteRoute(.get, "/edit/venue") { request in try venue(request) },
      SiteRoute(.get, "/edit/picture") { request in try picture(request) },
      SiteRoute(.post, "/edit/preview") { request in try preview(request) },
      SiteRoute(.post, "/edit/save") { request in try save(request) },
    ]
  }

  private func page(_ title: String) -> HTTPResponse {
    .html(EditorPage.html(title: title + " · VenueSim", assets: Self.assets, links: links))
  }
}

// MARK: - Venues

extension VenueEditor {
  /// Max depth of folders, and max number of files, that are searched for venues.
  private static let (maxDepth, maxFiles) = (5, 5000)

  private func venues() -> [JSONValue] {
    var found: [JSONValue] = []
    var count = 0
    search([], &found, &count)
    return found
  }

  private func search(_ parts: [String], _ found: inout [JSONValue], _ count: inout Int) {
    let path = parts.isEmpty ? folder.path : folder.path + "/" + parts.joined(separator: "/")
    for name in folderContents(path) ?? [] where !name.hasPrefix(".") && count < Self.maxFiles {
      count += 1
      let inner = parts + [name]
      // Links may lead outside of the folder, or in a circle.
      guard !isLink(path + "/" + name), !PathName.isForeign(name) else { continue }
      if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        if let title = title(path + "/" + name) {
          found.append(["path": .string(inner.joined(separator: "/")), "name": .string(title)])
        }
      } else if parts.count < Self.maxDepth, !name.contains(".") {
        search(inner, &found, &count)
      }
    }
  }

  /// The name of a venue; nil for another file.
  private func title(_ path: String) -> String? {
    guard let bytes = try? readFile(path, limit: EditableYAML.maxBytes),
      bytes.firstRange(of: Array("origin".utf8)) != nil,
      let node = try? YAML.load(bytes, name: path), isVenue(node)
    else { return nil }
    return node["name"]?.text ?? path
  }

  /// A venue's file, by the parameter or member `venue`.
  private func opened(_ name: String?) throws -> (path: String, name: String, bytes: [UInt8]) {
    guard let name, !name.isEmpty else { throw HTTPError(400, "which venue? Give 'venue'") }
    let path = try folder.existing(name.split(separator: "/").map(String.init))
    let bytes = try readFile(path, limit: EditableYAML.maxBytes)
    return (path, name, bytes)
  }

  private func venue(_ request: HTTPRequest) throws -> HTTPResponse {
    let (_, name, bytes) = try opened(request.value("venue"))
    return .json(try state(of: EditableVenue(bytes, file: name), from: bytes))
  }

  /// The drawing, the problems and the changes of a venue under edit.
  private func state(of venue: EditableVenue, from bytes: [UInt8]) throws -> JSONValue {
    let node = try YAML.load(venue.contents, name: venue.file)
    guard isVenue(node) else {
      throw DocumentError(
        "'\(venue.file)' isn't a venue; name the file that a scenario's 'venue:' names")
    }
    var plan: JSONValue = .null
    if let drawn = try? venue.plan() { plan = drawn.json }
    let diff = LineDiff(from: String(decoding: bytes, as: UTF8.self), to: venue.text)
    return [
      "file": .string(venue.file), "digest": .string(SHA256.digest(of: bytes).hexadecimal),
      "plan": plan, "problems": Answer.objects(venue.problems()),
      "diff": .array(diff.lines.map(\.json)),
    ]
  }

  private func picture(_ request: HTTPRequest) throws -> HTTPResponse {
    let (_, name, bytes) = try opened(request.value("venue"))
    let venue = try EditableVenue(bytes, file: name)
    guard let file = request.value("file"), venue.pictures().contains(file) else {
      throw HTTPError.notFound("picture of this name in the venue")
    }
    let parts = (name.split(separator: "/").dropLast() + file.split(separator: "/")).map(
      String.init)
    let picture = try readFile(try folder.existing(parts), limit: PictureHeader.maxBytes)
    let header = try PictureHeader(picture, name: file)
    var response = HTTPResponse(contentType: header.format.mediaType, body: picture)
    // A picture opened as a page of its own runs nothing.
    response.headers.append(("Content-Disposition", "inline; filename=\"picture\""))
    return response
  }
}

// MARK: - Edits

extension VenueEditor {
  /// Max number of edits of one request.
  private static let maxEdits = 10_000

  /// The venue of a request with the edits applied, and the bytes of its file.
  private func edited(
    _ request: HTTPRequest
  ) throws -> (venue: EditableVenue, path: String, bytes: [UInt8]) {
    let body = try request.json()
    guard case .string(let name)? = body["venue"], case .string(let digest)? = body["digest"],
      case .array(let edits)? = body["edits"], edits.count <= Self.maxEdits
    else {
      throw HTTPError(400, "expected 'venue', 'digest', and at most \(Self.maxEdits) 'edits'")
    }
    let (path, _, bytes) = try opened(name)
    guard SHA256.digest(of: bytes).hexadecimal == digest else {
      throw HTTPError(
        409, "'\(name)' was changed by another program since it was opened; load it again")
    }
    var venue = try EditableVenue(bytes, file: name)
    for edit in edits { try venue.apply(try VenueEdit(edit)) }
    return (venue, path, bytes)
  }

  private func preview(_ request: HTTPRequest) throws -> HTTPResponse {
    let (venue, _, bytes) = try edited(request)
    return .json(try state(of: venue, from: bytes))
  }

  /// Writes the edited file, unless it has problems that it did not have before.
  private func save(_ request: HTTPRequest) throws -> HTTPResponse {
    try Self.saving.withLock { _ in
      let (venue, path, bytes) = try edited(request)
      let before = Set(try EditableVenue(bytes, file: venue.file).problems().map(\.message))
      let new = venue.problems().filter { !before.contains($0.message) }
      guard new.isEmpty else { throw DocumentError(new) }
      let target = try folder.writable(folder.parts(of: path))
      try writeKeepingMode(venue.contents, to: target)
      return .json(try state(of: venue, from: venue.contents))
    }
  }
}

/// Writes a file atomically; who may read and write it stays the same.
private func writeKeepingMode(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
  var status = stat()
  let isThere = withPath(path) { stat($0, &status) } == 0
  try writeFile(bytes, to: path)
  if isThere { _ = withPath(path) { chmod($0, status.st_mode & 0o7777) } }
}

extension LineDiff.DiffLine {
  fileprivate var json: JSONValue {
    switch self {
    case .same(let text): [" ", .string(text)]
    case .removed(let text): ["-", .string(text)]
    case .added(let text): ["+", .string(text)]
    case .hunk(let old, let new): ["@", .string("from line \(old), now \(new)")]
    }
  }
}

extension PictureHeader.PictureFormat {
  fileprivate var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .svg: "image/svg+xml"
    case .pdf: "application/pdf"
    }
  }
}
