import Glibc

/// A file being written, which appears under its name only when it is whole.
///
/// Until ``finish()``, the bytes go to a hidden file beside it; a crash, a full disk or an
/// interruption leaves nothing half-written under the real name.
public final class OutputFile {
  /// The path under which the file will appear.
  public let path: String
  private let partialPath: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []
  private static let chunk = 1 << 16

  /// Opens a file for writing; what stands under its name stays until ``finish()``.
  ///
  /// - Parameter path: Where the file is to appear.
  /// - Throws: Why it can't be written.
  public init(path: String) throws(FileWriteError) {
    self.path = path
    let (folder, name) = splitPath(path)
    partialPath = folder + "." + name + ".partial"
    descriptor = open(partialPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: errno) }
  }

  deinit {
    discard()
  }

  /// Appends bytes.
  ///
  /// - Throws: Why they can't be written; the file is then lost.
  public func write(_ bytes: [UInt8]) throws(FileWriteError) {
    buffer += bytes
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Makes the file appear under its name, in place of what stood there.
  ///
  /// - Throws: Why it can't.
  public func finish() throws(FileWriteError) {
    try flush()
    // A full disk may show only now.
    guard close(descriptor) == 0 else { throw failure() }
    descriptor = -1
    guard rename(partialPath, path) == 0 else { throw failure() }
  }

  /// Gives the file up and leaves no trace of it.
  public func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(partialPath)
  }

  private func flush() throws(FileWriteError) {
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: EBADF) }
    var written = 0
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if count < 0, errno != EINTR {
        throw failure()
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func failure() -> FileWriteError {
    let error = FileWriteError(path: path, reason: errno)
    if descriptor >= 0 {
      discard()
    } else {
      unlink(partialPath)
    }
    return error
  }
}

/// Why a file or folder can't be written: the environment's fault, not the input's.
public struct FileWriteError: Error, Hashable, CustomStringConvertible {
  /// What can't be written.
  public let path: String
  /// The system's error number.
  public let number: Int32

  init(path: String, reason: Int32) {
    self.path = path
    number = reason
  }

  /// One line that names the file and the cause.
  public var description: String {
    "cannot write '\(excerpt(path, limit: 200))': \(reasonForErrno(number))"
  }
}

/// Makes a folder and those above it; one that exists is fine.
///
/// - Parameter path: The folder.
/// - Throws: Why it can't be made.
public func makeFolder(_ path: String) throws(FileWriteError) {
  var status = stat()
  if stat(path, &status) == 0 {
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FileWriteError(path: path, reason: ENOTDIR)
    }
    return
  }
  let (parent, _) = splitPath(path)
  if parent.utf8.count > 1, parent != "./" { try makeFolder(String(parent.dropLast())) }
  guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
    throw FileWriteError(path: path, reason: errno)
  }
}

/// The names in a folder, sorted; nil if it is no folder or can't be read.
///
/// - Parameter path: The folder.
/// - Returns: The names, without `.` and `..`.
public func folderContents(_ path: String) -> [String]? {
  guard let folder = opendir(path) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Splits a path into its folder, with a slash, and its last part.
///
/// - Parameter path: A path without a slash at its end.
/// - Returns: The folder, `./` if the path names none, and the last part.
public func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
  return (String(path[...slash]), String(path[path.index(after: slash)...]))
}
