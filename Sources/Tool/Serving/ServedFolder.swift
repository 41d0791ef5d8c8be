import Documents
import Glibc

/// The folder being served: nothing outside of it can be reached.
struct ServedFolder: Sendable {
  /// The canonical path.
  let path: String

  /// Opens a folder.
  ///
  /// - Throws: ``UsageError`` if there is none.
  init(_ path: String) throws(UsageError) {
    let found = realPath(path)
    var status = stat()
    guard !path.isEmpty, withPath(found, { stat($0, &status) }) == 0,
      status.st_mode & S_IFMT == S_IFDIR
    else {
      throw UsageError(
        "there is no folder '\(PathName.shown(path))' to serve; name one with run folders")
    }
    self.path = found
  }

  /// True if a canonical path is the folder or below it.
  func contains(_ canonical: String) -> Bool {
    // By bytes: equal characters may be different names to the system.
    canonical.utf8.elementsEqual(path.utf8) || canonical.utf8.starts(with: (base + "/").utf8)
  }

  /// Finds an existing file or folder.
  ///
  /// - Parameter parts: The parts of its path below the folder, such as those of a request.
  /// - Returns: Its canonical path.
  /// - Throws: ``HTTPError`` if there is none, or it is elsewhere by a symbolic link.
  func existing(_ parts: some Collection<String>) throws(HTTPError) -> String {
    let wanted = try joined(parts)
    guard exists(wanted) else {
      throw .notFound("'\(PathName.shown(parts.joined(separator: "/")))' in the served folder")
    }
    let found = realPath(wanted)
    guard contains(found) else { throw outside(parts) }
    return found
  }

  /// Finds the place of a file to be written, which may exist; its folder must.
  ///
  /// - Parameter parts: The parts of its path below the folder.
  /// - Returns: Its canonical path.
  /// - Throws: ``HTTPError`` if its folder is missing or elsewhere, or the file is a symbolic link.
  func writable(_ parts: [String]) throws(HTTPError) -> String {
    guard let name = parts.last else { throw HTTPError(400, "the file has no name") }
    let wanted = try joined(parts)
    let folder = try existing(parts.dropLast())
    guard !isLink(wanted) else { throw outside(parts) }
    return (folder == "/" ? "" : folder) + "/" + name
  }

  /// The parts of a canonical path below the folder.
  func parts(of canonical: String) -> [String] {
    canonical.utf8.dropFirst(base.utf8.count).split(separator: UInt8(ascii: "/")).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The path without the slash of the root folder.
  private var base: String { path == "/" ? "" : path }

  private func joined(_ parts: some Collection<String>) throws(HTTPError) -> String {
    for part in parts
    where part.isEmpty || part == "." || part == ".." || part.utf8.contains(0)
      || part.utf8.contains(UInt8(ascii: "/"))
    {
      throw HTTPError(400, "'\(PathName.shown(part))' is no name of a file")
    }
    return parts.isEmpty ? path : parts.reduce(base) { $0 + "/" + $1 }
  }

  private func outside(_ parts: some Collection<String>) -> HTTPError {
    HTTPError(
      403,
      "'\(PathName.shown(parts.joined(separator: "/")))' is a symbolic link, or outside of the served folder"
    )
  }
}
