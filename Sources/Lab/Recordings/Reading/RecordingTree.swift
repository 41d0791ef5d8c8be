public import Documents
import Glibc

/// A folder with all its subfolders, an archive, or a file with its neighbours.
///
/// Files are named by their paths from the tree's root. Archives inside a folder act as folders:
/// `logs.zip/walk.csv`.
public struct RecordingTree: Sendable {
  /// Max number of files, and max depth of folders.
  private static let limits = (files: 200_000, depth: 16)
  /// Max size of a file, in bytes.
  private static let fileLimit = 1 << 31

  /// The root as given: a folder, or an archive.
  public let path: String
  /// The files in which recordings may begin, sorted.
  public let files: [String]
  /// True if a single file was given; its neighbours are only looked up.
  public let isSingle: Bool
  /// Skipped links of a folder, each with the reason.
  public private(set) var leftOut: [String] = []
  /// The skipped links, by their paths from the root.
  private var links: Set<String> = []
  private let archive: ZipArchive?
  /// Files that may describe how others are read; formats search them once per file.
  package let guides: [String]

  /// Scans a path.
  ///
  /// - Parameter given: A folder, an archive or a file.
  /// - Throws: ``DocumentError`` or ``ArchiveError`` if it can't be read.
  public init(path given: String) throws {
    var path = given
    while path.hasSuffix("/"), path.utf8.count > 1 { path.removeLast() }
    if folderContents(path) != nil {
      self.path = path
      (isSingle, archive) = (false, nil)
      var walk = FolderScan(root: path)
      try walk.enter("", depth: Self.limits.depth)
      files = walk.found.sorted()
      guides = Self.guides(among: files)
      (leftOut, links) = (walk.leftOut, walk.links)
      return
    }
    let head = try headOfFile(path, count: 4)
    if Self.isArchive(path) || head == Array("PK\u{3}\u{4}".utf8) {
      let archive = try ZipArchive(path: path)
      self.path = path
      (isSingle, self.archive) = (false, archive)
      files = archive.entries.filter { !$0.isDirectory }.map(\.name).sorted()
      guides = Self.guides(among: files)
      return
    }
    let (folder, name) = splitPath(path)
    self.path = folder == "./" && !path.hasPrefix("./") ? "." : String(folder.dropLast())
    (isSingle, archive) = (true, nil)
    files = [name]
    guides = Self.guides(among: files)
  }

  private static func guides(among files: [String]) -> [String] {
    files.filter { $0.hasSuffix(".yaml") }
  }

  /// Recursive scan of a folder.
  private struct FolderScan {
    let root: String
    var found: [String] = []
    var leftOut: [String] = []
    var links: Set<String> = []

    mutating func enter(_ folder: String, depth: Int) throws {
      guard depth > 0, let entries = folderContents(root + "/" + folder) else { return }
      for name in entries where !name.hasPrefix(".") {
        let file = folder + name
        guard found.count < limits.files else {
          throw DocumentError("'\(root)' holds more than \(limits.files) files")
        }
        let path = root + "/" + file
        if let reason = reasonAgainstLink(path) {
          links.insert(file)
          leftOut.append("'\(file)': \(reason)")
        } else if folderContents(path) != nil {
          try enter(file + "/", depth: depth - 1)
        } else if isArchive(name), let archive = try? ZipArchive(path: path) {
          found += archive.entries.filter { !$0.isDirectory }.map { file + "/" + $0.name }
        } else {
          // An archive that can't be opened is reported when its contents are read.
          found.append(file)
        }
      }
    }

    /// Reason to skip a symbolic link; nil for other files, and for links to files beneath the root.
    private func reasonAgainstLink(_ path: String) -> String? {
      var status = stat()
      guard withPath(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        return nil
      }
      guard let target = realPath(path), let base = realPath(root) else {
        return "it is a broken link"
      }
      guard target.hasPrefix(base == "/" ? base : base + "/") || target == base else {
        return "it is a link out of the folder; to read '\(excerpted(target))', name it directly"
      }
      return folderContents(target) == nil
        ? nil : "it is a link to a folder that is searched under its own name"
    }
  }

  /// True for the names of archives that act as folders.
  static func isArchive(_ name: some StringProtocol) -> Bool {
    let plain = name.lowercased()
    return plain.hasSuffix(".zip") || plain.hasSuffix(".kmz")
  }

  /// True if a path is, or lies beneath, a skipped link.
  private func isLeftOut(_ file: String) -> Bool {
    !links.isEmpty
      && links.contains { link in file.hasPrefix(link) && (file + "/").hasPrefix(link + "/") }
  }

  /// Name of a file in messages.
  public func title(_ file: String) -> String { path == "." ? file : path + "/" + file }

  /// The raw contents of a file on disk or in an archive, perhaps gzipped.
  ///
  /// - Parameter file: The file's path from the root.
  /// - Returns: Its bytes.
  /// - Throws: ``DocumentError`` if it can't be read.
  public func bytes(_ file: String) throws(DocumentError) -> [UInt8] {
    try open(file).contents()
  }

  /// Opens a file on disk or in an archive, perhaps gzipped, to be read window by window.
  ///
  /// - Parameter file: The file's path from the root.
  /// - Returns: The first window of its bytes.
  /// - Throws: ``DocumentError`` if it can't be read.
  public func open(_ file: String) throws(DocumentError) -> ByteWindow {
    guard !isLeftOut(file) else {
      throw DocumentError("'\(title(file))' is a link out of the folder, which isn't followed")
    }
    do {
      if let archive { return try archive.window(of: Self.normal(file)) }
      if let (outer, inner) = Self.parts(file) {
        return try ZipArchive(path: path + "/" + outer).window(of: inner)
      }
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError("\(error)")
    }
    return try ByteWindow(path: title(file), limit: Self.fileLimit)
  }

  /// True if the file exists.
  public func has(_ file: String) -> Bool {
    if let archive { return archive[Self.normal(file)] != nil }
    if Self.parts(file) != nil { return files.contains(file) }
    return !isLeftOut(file) && withPath(title(file), { access($0, R_OK) }) == 0
  }

  /// The path of an existing file, or else with `.gz` appended; nil if there is neither.
  public func find(_ file: String) -> String? {
    [file, file + ".gz"].first { has($0) }
  }

  /// The names of the files in a folder of the tree, sorted.
  public func names(in folder: String) -> [String] {
    if archive == nil, Self.parts(folder + "/x") == nil {
      let names = folderContents(folder.isEmpty ? path : path + "/" + folder) ?? []
      let start = folder.isEmpty ? "" : folder + "/"
      return links.isEmpty ? names : names.filter { !isLeftOut(start + $0) }
    }
    let prefix = folder.isEmpty ? "" : folder + "/"
    return files.filter { $0.hasPrefix(prefix) && !$0.dropFirst(prefix.count).contains("/") }
      .map { String($0.dropFirst(prefix.count)) }
  }

  /// A file's first bytes, decompressed; empty if it is unreadable.
  package func head(_ file: String, count: Int = 4096) -> [UInt8] {
    let isOnDisk = archive == nil && Self.parts(file) == nil
    let packed = file.hasSuffix(".gz")
    if isOnDisk, !packed { return (try? headOfFile(title(file), count: count)) ?? [] }
    guard let bytes = try? bytes(file) else { return [] }
    return packed ? Gzip.beginning(of: bytes, count: count) : Array(bytes.prefix(count))
  }

  /// Path of the archive that contains a file, and the path inside it; nil for plain files.
  private static func parts(_ file: String) -> (outer: String, inner: String)? {
    let steps = file.split(separator: "/", omittingEmptySubsequences: false)
    guard
      let place = steps.dropLast().firstIndex(where: { isArchive($0) })
    else { return nil }
    return (
      steps[...place].joined(separator: "/"), steps[(place + 1)...].joined(separator: "/")
    )
  }

  /// A path without `a/..`, which archives don't resolve.
  private static func normal(_ file: String) -> String {
    var steps: [Substring] = []
    for step in file.split(separator: "/") where step != "." {
      if step == "..", let last = steps.last, last != ".." {
        steps.removeLast()
      } else {
        steps.append(step)
      }
    }
    return steps.joined(separator: "/")
  }
}

/// The canonical path, without links, `.` and `..`; nil if it doesn't exist.
func realPath(_ path: String) -> String? {
  guard let real = withPath(path, { realpath($0, nil) }) else { return nil }
  defer { free(real) }
  return PathName.text(
    UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:)))
}

private func headOfFile(_ path: String, count: Int) throws(DocumentError) -> [UInt8] {
  let descriptor = withPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
  // readFile throws the usual error for a file that can't be opened.
  guard descriptor >= 0 else { return try readFile(path, limit: 0) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    return try readFile(path, limit: 0)
  }
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    initialized = max(0, read(descriptor, buffer.baseAddress, count))
  }
}
