import Glibc
import Synchronization

/// Atomic replacement of files that several processes or machines may write concurrently.
///
/// The last writer wins, and readers never see a partial file.
package enum AtomicFile {
  /// The number of files begun by this process, and a random token: a process in another container or on
  /// another machine may have an equal process number.
  private static let begun = Atomic<Int>(0)
  private static let token = UInt64.random(in: .min ... .max)

  /// Writes a file under a unique name that begins with `start`, and then renames it.
  ///
  /// The temporary file is in the same folder; it is removed after an error.
  package static func write(
    _ bytes: [UInt8], to path: String, unfinished start: String
  ) throws(FileWriteError) {
    let number = begun.add(1, ordering: .relaxed).newValue
    let draft = splitPath(path).folder + "\(start)\(String(token, radix: 16))-\(number)"
    var isWhole = false
    defer { if !isWhole { _ = withPath(draft) { unlink($0) } } }
    try write(bytes, to: draft)
    guard withPath(draft, { from in withPath(path) { rename(from, $0) } }) == 0 else {
      throw FileWriteError(path: path, reason: errno)
    }
    isWhole = true
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(FileWriteError) {
    let descriptor = withPath(path) {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = count < 0 ? errno : ENOSPC
        close(descriptor)
        throw FileWriteError(path: path, reason: reason)
      }
      rest = rest.dropFirst(count)
    }
    // Some file systems report a full disk only now.
    guard close(descriptor) == 0 else { throw FileWriteError(path: path, reason: errno) }
  }
}
