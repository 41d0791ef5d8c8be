import Documents

/// The files of a map that comes as a folder or as a zip file, by their plain names.
struct ImportSource {
  private enum Storage {
    case folder(String)
    case archive(ZipArchive, prefix: String)
  }

  /// What errors call the whole.
  let path: String
  /// The names of the files, sorted; those in deeper folders are left out.
  let names: [String]
  private let storage: Storage
  private let limits: ImportLimits

  /// Opens a folder or a zip file.
  ///
  /// - Parameters:
  ///   - path: The folder or file.
  ///   - marker: A file that the map can't be without: it tells which folder of an archive it is in.
  ///   - limits: How large the files may be.
  /// - Throws: What is wrong with the path or the archive.
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
    // The shallowest; archives made on one system carry copies for its own use deeper down.
    let home = homes.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    let prefix = String((home ?? marker).dropLast(marker.count))
    storage = .archive(archive, prefix: prefix)
    names =
      files.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      .filter { !$0.contains("/") }.sorted()
  }

  /// Whether there is a file of a name.
  func has(_ name: String) -> Bool { names.contains(name) }

  /// What errors call a file.
  func title(_ name: String) -> String {
    switch storage {
    case .folder(let folder): folder + name
    case .archive(let archive, let prefix): archive.name + ":" + prefix + name
    }
  }

  /// Reads a file.
  ///
  /// - Throws: That there is none of the name, or that it can't be read.
  func bytes(_ name: String) throws -> [UInt8] {
    guard has(name) else { throw DocumentError("'\(brief(title(name), limit: 200))' is missing") }
    return switch storage {
    case .folder(let folder): try readFile(folder + name, limit: limits.fileBytes)
    case .archive(let archive, let prefix): try archive.contents(of: prefix + name)
    }
  }

  /// Reads and parses a JSON file.
  ///
  /// - Throws: That there is none of the name, or its first mistake with line and column.
  func json(_ name: String) throws -> JSONValue {
    var jsonLimits = JSONValue.Limits()
    jsonLimits.bytes = limits.fileBytes
    return try JSONValue(parsing: bytes(name), name: title(name), limits: jsonLimits)
  }
}
