import Glibc

/// Atomic file writer: the file appears under its name only when it is complete.
///
/// Until ``finish()``, the bytes go to a hidden file beside it; a crash, a full disk or an
/// interruption leaves no partial file under the real name. A file that is never finished leaves no
/// trace. Devices and pipes such as `/dev/null` are written directly and never replaced.
///
/// The hidden file is locked, and is never a link: a second writer of the same file gets a hidden
/// file of its own, and the last to finish gives the contents.
public final class OutputFile {
  /// The final path of the file.
  public let path: String
  private let partialPath: String
  /// A second descriptor of the hidden file, which holds its lock until the file has its final name.
  private var lock: Int32 = -1
  /// True if bytes are written directly to the path.
  private let isDirect: Bool
  /// The open hidden file; -1 after sealing, finishing or discarding.
  private var descriptor: Int32
  /// True while the hidden file exists.
  private var isPending = true
  private var buffer: [UInt8] = []
  /// The number of bytes flushed from the buffer.
  private var position = 0
  private var markedPosition = 0
  private static let chunk = 1 << 16

  /// Opens a file for writing; an existing file keeps its contents until ``finish()``.
  public init(path: String) throws(FileWriteError) {
    self.path = path
    isDirect = Self.isNoFile(path)
    if isDirect {
      partialPath = path
      descriptor = withPath(path) { open($0, O_WRONLY | O_CLOEXEC) }
    } else {
      (descriptor, partialPath) = Self.openHidden(for: path)
    }
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: errno) }
    lock = isDirect ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
  }

  /// Opens an empty hidden file: under the usual name, or under others if that is in use or no plain file.
  private static func openHidden(for path: String) -> (descriptor: Int32, path: String) {
    let usual = partialPath(of: path)
    for number in 0..<100 {
      let hidden =
        number == 0 ? usual : usual.dropLast("partial".count) + "\(getpid())-\(number).partial"
      let descriptor = withPath(hidden) {
        open($0, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
      }
      // A link, or a pipe without a reader.
      if descriptor < 0, errno == ELOOP || errno == ENXIO { continue }
      if descriptor < 0 { return (descriptor, usual) }
      guard isOwn(descriptor, hidden) else {
        close(descriptor)
        continue
      }
      if ftruncate(descriptor, 0) == 0 { return (descriptor, hidden) }
      let reason = errno
      _ = withPath(hidden) { unlink($0) }
      close(descriptor)
      errno = reason
      return (-1, hidden)
    }
    errno = EBUSY
    return (-1, usual)
  }

  /// True if a descriptor is that of a plain file without a second name, now locked by this writer alone.
  private static func isOwn(_ descriptor: Int32, _ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    // The name is read after locking, as another writer may have renamed or removed the file before.
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &opened) == 0
      && withPath(path) { lstat($0, &named) } == 0 && opened.st_ino == named.st_ino
      && opened.st_dev == named.st_dev && opened.st_mode & S_IFMT == S_IFREG && opened.st_nlink == 1
  }

  /// Resumes the hidden file of an earlier attempt, and keeps its first `byteCount` bytes.
  public init(path: String, keeping byteCount: Int) throws(FileWriteError) {
    self.path = path
    partialPath = Self.partialPath(of: path)
    isDirect = false
    descriptor = withPath(partialPath) { open($0, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: errno) }
    guard Self.isOwn(descriptor, partialPath) else {
      leave()
      throw FileWriteError(path: path, reason: EBUSY)
    }
    lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
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

  /// The path of the hidden file that holds the bytes until the file is complete.
  public static func partialPath(of path: String) -> String {
    let (folder, name) = splitPath(path)
    return folder + "." + name + ".partial"
  }

  /// True if the path denotes something that a file must not replace: a device, a pipe, or one of the
  /// system's names for the process's own streams.
  private static func isNoFile(_ path: String) -> Bool {
    var status = stat()
    guard withPath(path, { stat($0, &status) }) == 0 else { return false }
    let isStream = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    return [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
      || (isStream && status.st_mode & S_IFMT == S_IFREG)
  }

  /// Appends bytes.
  ///
  /// - Throws: ``FileWriteError``. Unwritten bytes stay buffered for another attempt, or for
  ///   ``rewind()``.
  public func write(_ bytes: [UInt8]) throws(FileWriteError) {
    buffer += bytes
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Passes all appended bytes to the system.
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

  /// Marks the current position for ``rewind()``; call ``flush()`` first.
  public func mark() {
    markedPosition = position
  }

  /// Reserves disk space as if bytes had been appended; ``rewind()`` releases it.
  ///
  /// It has no effect on file systems that can't reserve space.
  public func reserve(_ byteCount: Int) throws(FileWriteError) {
    try flush()
    let number = posix_fallocate(descriptor, position, byteCount)
    if [EINVAL, EOPNOTSUPP, ENODEV, ENOSYS, ESPIPE].contains(number) { return }
    guard number == 0 else { throw FileWriteError(path: path, reason: number) }
    position += byteCount
  }

  /// Drops the bytes appended since ``mark()``; discards a file that can't be truncated.
  public func rewind() {
    buffer.removeAll(keepingCapacity: true)
    guard descriptor >= 0, position > markedPosition else { return }
    guard ftruncate(descriptor, markedPosition) == 0,
      lseek(descriptor, markedPosition, SEEK_SET) == markedPosition
    else { return discard() }
    position = markedPosition
  }

  /// Completes the hidden file except for its name.
  ///
  /// Several files that belong together are all sealed before the first is renamed.
  public func complete() throws(FileWriteError) {
    try flush()
    let status = close(descriptor)
    descriptor = -1
    // A full disk may be reported only now.
    guard status == 0 else { throw FileWriteError(path: path, reason: errno) }
  }

  /// Renames the hidden file to its final name, replacing an existing file.
  ///
  /// - Throws: ``FileWriteError``; the file is then discarded.
  public func finish() throws(FileWriteError) {
    do throws(FileWriteError) {
      if descriptor >= 0 || !isPending { try complete() }
      if isDirect {
        isPending = false
        return
      }
      guard withPath(partialPath, { from in withPath(path) { rename(from, $0) } }) == 0 else {
        throw FileWriteError(path: path, reason: errno)
      }
      isPending = false
      unlock()
    } catch {
      discard()
      throw error
    }
  }

  /// Stops writing and keeps the hidden file, for a later attempt to resume.
  public func leave() {
    guard isPending else { return }
    isPending = false
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    unlock()
  }

  /// Discards the file without a trace.
  public func discard() {
    guard isPending else { return }
    isPending = false
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if !isDirect { _ = withPath(partialPath) { unlink($0) } }
    unlock()
  }

  private func unlock() {
    if lock >= 0 { close(lock) }
    lock = -1
  }
}

/// Writes a complete file, atomically.
public func writeFile(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
  let file = try OutputFile(path: path)
  try file.write(bytes)
  try file.finish()
}

/// Writes a text as a complete file, atomically.
public func writeFile(_ text: String, to path: String) throws(FileWriteError) {
  try writeFile(Array(text.utf8), to: path)
}

/// The system error of a file or folder that can't be written.
public struct FileWriteError: Error, Hashable, CustomStringConvertible {
  /// The path concerned.
  public let path: String
  /// The system's error number.
  public let number: Int32

  public init(path: String, reason: Int32) {
    self.path = path
    number = reason
  }

  /// One line with the path and the cause.
  public var description: String {
    "cannot write '\(excerpt(path, limit: 200))': \(reasonForErrno(number))"
  }
}

/// Creates a folder and its parents; an existing folder is fine.
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

/// True if the path exists.
public func exists(_ path: String) -> Bool { withPath(path) { access($0, F_OK) } == 0 }

/// True if the path is a symbolic link.
public func isLink(_ path: String) -> Bool {
  var status = stat()
  return withPath(path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
}

/// The sorted names in a folder, without `.` and `..`; nil if it isn't a folder or can't be read.
///
/// The names are encoded by ``PathName``.
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

/// Splits a path without a trailing slash into its folder, with a slash, and its last part.
///
/// The folder is `./` if the path has none.
public func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return ("./", path) }
  return (String(path[...slash]), String(path[path.index(after: slash)...]))
}

/// Resolves a file name given in another file, relative to the folder of that file.
public func besides(_ path: String, _ name: String) -> String {
  let folder = splitPath(path).folder
  return name.hasPrefix("/") || folder == "./" ? name : folder + name
}
