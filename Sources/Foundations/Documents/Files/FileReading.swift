import Glibc

/// Reads a complete regular file of at most `limit` bytes.
///
/// Folders, pipes and devices are rejected without waiting, and a file that is too large is rejected
/// by its size, before it is read.
public func readFile(_ path: String, limit: Int) throws(DocumentError) -> [UInt8] {
  if let bytes = EditedFiles.bytes(of: path) { return bytes }
  let descriptor = try openedFile(path)
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw unreadableFile(path, reasonForErrno()) }
  func failure(_ reason: String) -> DocumentError { unreadableFile(path, reason) }
  guard status.st_size <= limit else {
    throw failure("it has \(status.st_size) bytes, more than the limit of \(limit)")
  }
  // The size is only a hint: files under /proc report 0, and a file can grow during reading.
  var bytes = [UInt8]()
  var capacity = max(4096, Int(status.st_size) + 1)
  while true {
    let (count, error) = appendBytes(from: descriptor, to: &bytes, capacity: capacity)
    if let error { throw failure(reasonForErrno(error)) }
    if count == 0 { return bytes }
    guard bytes.count <= limit else { throw failure("it has more than \(limit) bytes") }
    if bytes.count == capacity { capacity = min(capacity * 2, limit == .max ? limit : limit + 1) }
  }
}

/// Opens a regular file.
///
/// - Returns: The file descriptor.
/// - Throws: ``DocumentError`` for a missing file, a folder, a pipe or a device.
func openedFile(_ path: String) throws(DocumentError) -> Int32 {
  guard !path.utf8.contains(0) else {
    throw unreadableFile(path, "its name contains a NUL character")
  }
  // Without O_NONBLOCK, opening a pipe without a writer would block forever.
  let descriptor = withPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
  guard descriptor >= 0 else { throw unreadableFile(path, reasonForErrno()) }
  var status = stat()
  let reason: String? =
    if fstat(descriptor, &status) != 0 {
      reasonForErrno()
    } else {
      switch status.st_mode & S_IFMT {
      case S_IFREG: nil
      case S_IFDIR: "it is a folder"
      case S_IFIFO: "it is a pipe, not a file"
      default: "it is not a regular file"
      }
    }
  guard let reason else { return descriptor }
  close(descriptor)
  throw unreadableFile(path, reason)
}

func unreadableFile(_ path: String, _ reason: String) -> DocumentError {
  DocumentError("cannot read '\(excerpt(path, limit: 200))': \(reason)")
}

/// Reads into `bytes` up to a total of `capacity`; a count of 0 means the end of the file.
private func appendBytes(
  from descriptor: Int32, to bytes: inout [UInt8], capacity: Int
) -> (count: Int, error: Int32?) {
  let room = capacity - bytes.count
  var outcome: (count: Int, error: Int32?) = (0, nil)
  let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
    var count = read(descriptor, buffer.baseAddress, room)
    while count < 0, errno == EINTR {
      count = read(descriptor, buffer.baseAddress, room)
    }
    outcome = count < 0 ? (0, errno) : (count, nil)
    initialized = max(0, count)
  }
  if bytes.isEmpty {
    bytes = chunk
  } else {
    bytes += chunk
  }
  return outcome
}

/// The meaning of a system error number, as text.
func reasonForErrno(_ number: Int32 = errno) -> String {
  switch number {
  case ENOENT: "no such file"
  case EACCES, EPERM: "permission denied"
  case ENOTDIR: "a part of its path is not a folder"
  case ENAMETOOLONG: "its name is too long"
  case ELOOP: "too many symbolic links"
  default: strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
