import Documents
import Glibc

/// A temporary folder for a test, deleted when the test ends.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/venuesim-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NoFolder(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  /// Writes a file, with its parent folders, and returns its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    let full = path + "/" + name
    try makeFolder(String(splitPath(full).folder.dropLast()))
    try writeFile(text, to: full)
    return full
  }

  private static func remove(_ path: String) {
    for name in folderContents(path) ?? [] { remove(path + "/" + name) }
    if unlink(path) != 0 { rmdir(path) }
  }
}

/// The manifest of a run without the checksums of its tables, as in older versions: for tests that change
/// tables.
package func unsealed(_ manifest: String) throws -> String {
  guard case .object(var object) = try JSONValue(parsing: Array(manifest.utf8), name: "manifest")
  else { return manifest }
  object["tables"] = nil
  return JSONValue.object(object).text(pretty: true)
}

/// The error of creating a folder, with the system's error number.
private struct NoFolder: Error {
  let number: Int32
}
