import Glibc
import Synchronization

/// Files that several processes, and several machines, may write under one name at the same time: whoever
/// ends last has it, and nobody ever sees half of one.
package enum WholeFile {
  /// How many files this process began, and a number that no other process has: one in another container
  /// or on another machine may have the same process number.
  private static let begun = Atomic<Int>(0)
  private static let token = UInt64.random(in: .min ... .max)

  /// Writes a file under a name of nobody else's, and then gives it its own.
  ///
  /// - Parameters:
  ///   - bytes: What is in it.
  ///   - path: The file.
  ///   - start: How the name begins that it has until it is whole, in the same folder.
  /// - Throws: Why it can't be written; nothing is left of it then.
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
    // Some file systems tell only now that there was no room.
    guard close(descriptor) == 0 else { throw FileWriteError(path: path, reason: errno) }
  }
}
