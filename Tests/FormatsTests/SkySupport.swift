import Documents
import Glibc
import Observations
import Recordings

/// Paths of the excerpts and of the larger data sets.
enum SkyPaths {
  /// The folder of the excerpts.
  static let excerpts: String = {
    let path = #filePath
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return path[..<end] + "Excerpts/"
  }()

  /// The bundled ephemerides of the scenarios.
  static let shipped: String = {
    var parts = excerpts.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/") + "/scenarios/sky/"
  }()

  /// A file of the larger data sets; nil if VENUESIM_DATA doesn't name a folder that has it.
  static func data(_ name: String) -> String? {
    guard let folder = getenv("VENUESIM_DATA") else { return nil }
    let path = String(cString: folder) + "/" + name
    return access(path, R_OK) == 0 ? path : nil
  }

  /// An excerpt's bytes.
  static func excerpt(_ name: String) throws -> [UInt8] {
    try readFile(excerpts + name, limit: 1 << 24)
  }

  /// The messages of an excerpt.
  static func navigation(_ name: String) throws -> RinexNavigation {
    try RinexNavigation.read(excerpt(name), file: name)
  }
}

/// The error of reading a text, as one line; nil if there is none.
func complaint(_ read: () throws(DocumentError) -> Void) -> String? {
  do throws(DocumentError) {
    try read()
    return nil
  } catch {
    return error.description
  }
}

/// A file's bytes.
func readFileBytes(_ path: String) throws -> [UInt8] {
  try readFile(path, limit: 1 << 28)
}
