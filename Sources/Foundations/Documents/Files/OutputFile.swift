import Glibc

/// A file being written, which appears under its name only when it is whole.
///
/// Until ``finish()``, the bytes go to a hidden file beside it; a crash, a full disk or an
/// interruption leaves nothing half-written under the real name. A file that is never finished
/// leaves no trace. What is no file, as `/dev/null` or a pipe, is written to as it is, and never replaced.
public final class OutputFile {
  /// The path under which the file will appear.
  public let path: String
  private let partialPath: String
  /// Whether bytes go where they belong at once.
  private let isDirect: Bool
  /// The open hidden file; -1 once it is sealed, finished or given up.
  private var descriptor: Int32
  /// Whether the hidden file still exists.
  private var isPending = true
  private var buffer: [UInt8] = []
  /// How many bytes have left the buffer.
  private var position = 0
  private var markedPosition = 0
  private static let chunk = 1 << 16

  /// Opens a file for writing; what stands under its name stays until ``finish()``.
  ///
  /// - Parameter path: Where the file is to appear.
  /// - Throws: Why it can't be written.
  public init(path: String) throws(FileWriteError) {
    self.path = path
    partialPath = Self.partialPath(of: path)
    isDirect = Self.isNoFile(path)
    descriptor =
      isDirect
      ? withPath(path) { open($0, O_WRONLY | O_CLOEXEC) }
      : withPath(partialPath) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: errno) }
  }

  /// Goes on with the hidden file that an earlier attempt left.
  ///
  /// - Parameters:
  ///   - path: Where the file is to appear.
  ///   - byteCount: How much of the hidden file is kept, from its start.
  /// - Throws: Why it can't be written.
  public init(path: String, keeping byteCount: Int) throws(FileWriteError) {
    self.path = path
    partialPath = Self.partialPath(of: path)
    isDirect = false
    descriptor = withPath(partialPath) { open($0, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: errno) }
    guard ftruncate(descriptor, byteCount) == 0,
      lseek(descriptor, byteCount, SEEK_SET) == byteCount
    else {
      let reason = errno
      leave()
      throw FileWriteError(path: path, reason: reason)
    }
    position = byteCount
    markedPosition = byteCount
  }

  deinit {
    discard()
  }

  /// Where the bytes of a file lie until it appears under its name.
  ///
  /// - Parameter path: The file's path.
  /// - Returns: The path of a hidden file beside it.
  public static func partialPath(of path: String) -> String {
    let (folder, name) = splitPath(path)
    return folder + "." + name + ".partial"
  }

  /// Whether there is something under a name that a file must not take the place of: a device, a pipe, or
  /// one of the names under which the system has a process's own streams.
  private static func isNoFile(_ path: String) -> Bool {
    var status = stat()
    guard withPath(path, { stat($0, &status) }) == 0 else { return false }
    let isStream = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    return [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
      || (isStream && status.st_mode & S_IFMT == S_IFREG)
  }

  /// Appends bytes.
  ///
  /// - Throws: Why they can't be written. What could not be written waits for another attempt, or
  ///   for ``rewind()``.
  public func write(_ bytes: [UInt8]) throws(FileWriteError) {
    buffer += bytes
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Hands everything appended so far to the system.
  ///
  /// - Throws: Why it can't be written.
  public func flush() throws(FileWriteError) {
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: EBADF) }
    var written = 0
    defer {
      buffer.removeFirst(written)
      position += written
    }
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count > 0 {
        written += count
      } else if count < 0, errno != EINTR {
        throw FileWriteError(path: path, reason: errno)
      }
    }
  }

  /// Remembers this place, for ``rewind()`` to come back to; ``flush()`` first.
  public func mark() {
    markedPosition = position
  }

  /// Takes up room on the disk, as if so many bytes had been appended; ``rewind()`` gives it back.
  ///
  /// Where the file system can't set room aside, nothing happens.
  ///
  /// - Parameter byteCount: How much room.
  /// - Throws: Why there is none.
  public func reserve(_ byteCount: Int) throws(FileWriteError) {
    try flush()
    let number = posix_fallocate(descriptor, position, byteCount)
    if [EINVAL, EOPNOTSUPP, ENODEV, ENOSYS, ESPIPE].contains(number) { return }
    guard number == 0 else { throw FileWriteError(path: path, reason: number) }
    position += byteCount
  }

  /// Forgets what was appended since ``mark()``; a file that can't be shortened is given up.
  public func rewind() {
    buffer.removeAll(keepingCapacity: true)
    guard descriptor >= 0, position > markedPosition else { return }
    guard ftruncate(descriptor, markedPosition) == 0,
      lseek(descriptor, markedPosition, SEEK_SET) == markedPosition
    else { return discard() }
    position = markedPosition
  }

  /// Completes the hidden file, so that only its name is missing: several files that belong
  /// together are all sealed before the first appears.
  ///
  /// - Throws: Why it can't be written.
  public func seal() throws(FileWriteError) {
    try flush()
    let status = close(descriptor)
    descriptor = -1
    // A full disk may show only now.
    guard status == 0 else { throw FileWriteError(path: path, reason: errno) }
  }

  /// Makes the file appear under its name, in place of what stood there.
  ///
  /// - Throws: Why it can't; the file is then given up.
  public func finish() throws(FileWriteError) {
    do throws(FileWriteError) {
      if descriptor >= 0 || !isPending { try seal() }
      if isDirect {
        isPending = false
        return
      }
      guard withPath(partialPath, { from in withPath(path) { rename(from, $0) } }) == 0 else {
        throw FileWriteError(path: path, reason: errno)
      }
      isPending = false
    } catch {
      discard()
      throw error
    }
  }

  /// Stops writing and leaves the hidden file where it is, for a later attempt to go on with.
  public func leave() {
    guard isPending else { return }
    isPending = false
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// Gives the file up and leaves no trace of it.
  public func discard() {
    guard isPending else { return }
    isPending = false
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if !isDirect { _ = withPath(partialPath) { unlink($0) } }
  }
}

/// Writes a whole file, which appears under its name only when it is whole.
///
/// - Parameters:
///   - bytes: What is in it.
///   - path: The file.
/// - Throws: Why it can't be written.
public func writeFile(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
  let file = try OutputFile(path: path)
  try file.write(bytes)
  try file.finish()
}

/// Writes a text as a whole file.
public func writeFile(_ text: String, to path: String) throws(FileWriteError) {
  try writeFile(Array(text.utf8), to: path)
}

/// Why a file or folder can't be written: the environment's fault, not the input's.
public struct FileWriteError: Error, Hashable, CustomStringConvertible {
  /// What can't be written.
  public let path: String
  /// The system's error number.
  public let number: Int32

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: What can't be written.
  ///   - reason: The system's error number.
  public init(path: String, reason: Int32) {
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
  if withPath(path, { stat($0, &status) }) == 0 {
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FileWriteError(path: path, reason: ENOTDIR)
    }
    return
  }
  let (parent, _) = splitPath(path)
  if parent.utf8.count > 1, parent != "./" { try makeFolder(String(parent.dropLast())) }
  guard withPath(path, { mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
    throw FileWriteError(path: path, reason: errno)
  }
}

/// The names in a folder, sorted; nil if it is no folder or can't be read.
///
/// - Parameter path: The folder.
/// - Returns: The names, without `.` and `..`, as ``PathName`` has them.
public func folderContents(_ path: String) -> [String]? {
  guard !path.utf8.contains(0), let folder = withPath(path, { opendir($0) }) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    let name = PathName.text(bytes)
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

/// A file named in another, whose folder the name is relative to.
///
/// - Parameters:
///   - path: The file that names it.
///   - name: Its name there.
/// - Returns: Its path.
public func besides(_ path: String, _ name: String) -> String {
  let folder = splitPath(path).folder
  return name.hasPrefix("/") || folder == "./" ? name : folder + name
}
