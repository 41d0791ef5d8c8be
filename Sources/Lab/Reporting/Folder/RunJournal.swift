import Documents
import Glibc

/// Append-only journal of a run's finished units, which survives a kill.
///
/// Each entry has its length and a checksum. Reading ends at the first torn or damaged entry, and
/// writing continues from there. Nothing is synced to the disk: a killed process loses nothing by
/// that, and losses of a power cut are detected by the checksums and run again.
final class RunJournal {
  /// The file's name in a run's folder.
  static let fileName = ".journal"

  private static let mark: [UInt8] = Array("VSJ1".utf8)
  /// The length of an entry's head: mark, length and checksum.
  private static let headLength = 16

  private let path: String
  private var descriptor: Int32
  /// The offset of the next entry to read or, after reading, to write.
  private(set) var position = 0

  /// Opens a folder's journal, or creates it.
  ///
  /// - Throws: ``DocumentError`` if another run is writing it, else ``FileWriteError``.
  init(folder: String) throws {
    path = folder + "/" + Self.fileName
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw FileWriteError(path: path, reason: errno) }
    // The kernel releases the lock with the process; some file systems have no locks.
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    close(descriptor)
    descriptor = -1
    throw DocumentError("another run is writing to the folder '\(folder)'")
  }

  /// Opens an existing journal for reading, without its lock; nil if there is none.
  ///
  /// - Parameters:
  ///   - folder: The run's folder.
  ///   - position: The offset of the first entry to read.
  init?(reading folder: String, from position: Int) {
    path = folder + "/" + Self.fileName
    self.position = position
    descriptor = withPath(path) { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
  }

  deinit { release() }

  /// True while a run holds the lock.
  ///
  /// The kernel's list is read, because taking the lock for a test could stop a run that begins.
  var isLocked: Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, let list = try? readFile("/proc/locks", limit: 1 << 24)
    else { return false }
    let inode = "\(status.st_ino)"
    // `1: FLOCK  ADVISORY  WRITE 4711 fe:01:2359 0 EOF`; device numbers differ between layers of
    // file systems.
    return String(decoding: list, as: UTF8.self).split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 5 && fields[1] == "FLOCK"
        && fields[5].split(separator: ":").last == inode[...]
    }
  }

  /// The file's size, in bytes.
  var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Closes the journal and releases its lock.
  func release() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  /// True if a folder has a journal.
  static func exists(in folder: String) -> Bool {
    access(folder + "/" + fileName, F_OK) == 0
  }

  /// Reads the next entry; nil at the end of the valid ones.
  func next() -> [UInt8]? {
    guard let head = readBytes(of: descriptor, at: position, count: Self.headLength),
      Array(head[..<4]) == Self.mark
    else { return nil }
    var fields = PackedReader(head[4...])
    guard let length = fields.integer(), let checksum = fields.number(UInt32.self),
      let payload = readBytes(of: descriptor, at: position + Self.headLength, count: length),
      crc32Checksum(of: payload) == checksum
    else { return nil }
    position += Self.headLength + length
    return payload
  }

  /// Truncates the journal at a position.
  func cut(at position: Int) throws(FileWriteError) {
    guard ftruncate(descriptor, position) == 0 else {
      throw FileWriteError(path: path, reason: errno)
    }
    self.position = position
  }

  /// Appends an entry completely, or not at all.
  func append(_ payload: [UInt8]) throws(FileWriteError) {
    var entry = PackedWriter()
    entry.bytes = Self.mark
    entry.add(payload.count)
    entry.add(crc32Checksum(of: payload))
    entry.bytes += payload
    var written = 0
    while written < entry.bytes.count {
      let count = entry.bytes.withUnsafeBytes { bytes in
        pwrite(
          descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written,
          position + written)
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        let reason = count == 0 ? ENOSPC : errno
        // A torn entry is invalid anyway; truncation only saves the next reader the check.
        _ = ftruncate(descriptor, position)
        throw FileWriteError(path: path, reason: reason)
      }
    }
    position += written
  }

  /// Deletes the journal of a completed run.
  func remove() {
    unlink(path)
  }
}

/// Reads a part of an open file; nil if the file is too short.
func readBytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
  var status = stat()
  // The length from a possibly damaged file is checked before the allocation.
  guard offset >= 0, count >= 0, fstat(descriptor, &status) == 0,
    offset <= Int(status.st_size), count <= Int(status.st_size) - offset
  else { return nil }
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
    done = 0
    while done < count {
      let step = pread(
        descriptor, buffer.baseAddress.map { $0 + done }, count - done, offset + done)
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { break }
      done += step
    }
  }
  return bytes.count == count ? bytes : nil
}
