import Documents

/// The files of a map in a folder or a zip file, by their plain names.
struct ImportSource {
  private enum Storage {
    case folder(String)
    case archive(ZipArchive, prefix: String)
  }

  /// Path of the folder or archive, for errors.
  let path: String
  /// Sorted file names; files in subfolders are omitted.
  let names: [String]
  private let storage: Storage
  private let limits: ImportLimits

  /// Opens a folder or a zip file.
  ///
  /// - Parameters:
  ///   - path: The folder or file.
  ///   - marker: A mandatory file of the map; locates its folder in an archive.
  ///   - limits: Limits of the file sizes.
  /// - Throws: The fault of the path or the archive.
  init(path: String, marker: String, limits: ImportLimits) throws {
    self.path = path
    self.limits = limits
    if let names = folderContents(path) {
      storage = .folder(path.hasSuffix("/") ? path : path + "/")
      self.names = names
      return
    }
    var archiveLimits = ArchiveLimits()
    archiveLimits.entryCount = 10_000
    archiveLimits.entrySize = limits.fileBytes
    archiveLimits.totalSize = limits.fileBytes
    archiveLimits.archiveSize = limits.fileBytes
    let archive = try ZipArchive(path: path, limits: archiveLimits)
    let files = archive.entries.filter { !$0.isDirectory }.map(\.name)
    let homes = files.filter { $0 == marker || $0.hasSuffix("/" + marker) }
    // Uses the shallowest match; archives of one system contain copies in deeper folders.
    let home = homes.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    let prefix = String((home ?? marker).dropLast(marker.count))
    storage = .archive(archive, prefix: prefix)
    names =
      files.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      .filter { !$0.contains("/") }.sorted()
  }

  func has(_ name: String) -> Bool { names.contains(name) }

  /// Path of a file, for errors.
  func title(_ name: String) -> String {
    switch storage {
    case .folder(let folder): folder + name
    case .archive(let archive, let prefix): archive.name + ":" + prefix + name
    }
  }

  ///
  /// - Throws: An error if the file is missing or unreadable.
  func bytes(_ name: String) throws -> [UInt8] {
    guard has(name) else { throw DocumentError("'\(brief(title(name), limit: 200))' is missing") }
    return switch storage {
    case .folder(let folder): try readFile(folder + name, limit: limits.fileBytes)
    case .archive(let archive, let prefix): try archive.contents(of: prefix + name)
    }
  }

  ///
  /// - Throws: An error if the file is missing, or its first syntax error with line and column.
  func json(_ name: String) throws -> JSONValue {
    var jsonLimits = JSONValue.Limits()
    jsonLimits.bytes = limits.fileBytes
    return try JSONValue(parsing: bytes(name), name: title(name), limits: jsonLimits)
  }
}
