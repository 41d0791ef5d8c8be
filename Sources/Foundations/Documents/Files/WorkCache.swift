import Glibc
import Synchronization

/// Disk cache of expensive results that depend only on their key.
///
/// It changes run time and nothing else: an entry that is missing, truncated, damaged or of another
/// program is recomputed, and if writing fails nothing is stored. Several processes may share a folder,
/// because entries are replaced atomically.
public final class WorkCache: Sendable {
  /// The cache of this process; nil unless set.
  public static var current: WorkCache? {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  private static let shared = Mutex<WorkCache?>(nil)
  private static let magic = Array("VenueSim cache 1\n".utf8)
  private static let ending = ".vscache"
  /// The prefix of the names of unfinished entries.
  private static let unfinished = ".vscache-"
  /// Max size of a folder in bytes, to a sixteenth; the least recently used entries go first.
  private static let maxBytes = 2 << 30
  /// Max size of an entry in bytes, and the age in s at which an unfinished one is abandoned.
  private static let largest = 1 << 29, abandoned = 3600

  /// An entry of the cache.
  public struct Entry: Sendable {
    /// The file name: the kind and the start of the key.
    public let name: String
    /// Size, and time of the last use in s since 1970.
    public let bytes, usedSeconds: Int
  }

  public let folder: String
  private let firstProblem = Mutex<String?>(nil)
  /// The number of bytes that can be stored before the folder is scanned again.
  private let room = Atomic<Int>(0)

  /// Creates a cache in a folder, which is created with the first entry.
  public init(folder: String) { self.folder = folder }

  /// The first error of storing an entry; nil if there was none.
  public var problem: String? { firstProblem.withLock { $0 } }

  /// Returns the value of a key from the cache, or else makes it and stores it.
  ///
  /// - Parameters:
  ///   - kind: The kind of value; part of the entry's name.
  ///   - key: The digest of everything the value depends on.
  ///   - read: Decodes the value; if it throws, the value is made again.
  ///   - bytes: Encodes the value exactly; nil for a value that can't be stored.
  ///   - make: Makes the value.
  /// - Returns: The value.
  /// - Throws: The error of `make`.
  public func value<Value, Failure: Error>(
    _ kind: String, of key: SHA256.Digest, read: ([UInt8]) throws -> Value,
    bytes: (Value) -> [UInt8]?, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let path = path(of: kind, key)
    if let payload = payload(of: path, key), let value = try? read(payload) {
      // Eviction follows the time of the last use.
      _ = withPath(path) { utimes($0, nil) }
      return value
    }
    let value = try make()
    if let payload = bytes(value) { tryToKeep(payload, as: path, key) }
    return value
  }

  /// Returns true if ``note(_:of:)`` recorded a key; false means unknown.
  public func contains(_ kind: String, of key: SHA256.Digest) -> Bool {
    payload(of: path(of: kind, key), key) != nil
  }

  /// Records that a fact holds for a key.
  public func note(_ kind: String, of key: SHA256.Digest) {
    tryToKeep([], as: path(of: kind, key), key)
  }

  private func path(of kind: String, _ key: SHA256.Digest) -> String {
    "\(folder)/\(kind)-\(key.hexadecimal.prefix(32))\(Self.ending)"
  }

  private func tryToKeep(_ payload: [UInt8], as path: String, _ key: SHA256.Digest) {
    do throws(FileWriteError) {
      try keep(payload, as: path, key)
    } catch {
      firstProblem.withLock { if $0 == nil { $0 = "\(error)" } }
    }
  }

  private func payload(of path: String, _ key: SHA256.Digest) -> [UInt8]? {
    let head = Self.magic + key.bytes
    guard let file = try? readFile(path, limit: Self.largest), file.starts(with: head),
      file.count >= head.count + 32
    else { return nil }
    let payload = Array(file[(head.count + 32)...])
    guard file[head.count..<head.count + 32].elementsEqual(SHA256.digest(of: payload).bytes) else {
      return nil
    }
    return payload
  }

  private func keep(
    _ payload: [UInt8], as path: String, _ key: SHA256.Digest
  ) throws(FileWriteError) {
    guard payload.count < Self.largest - 1024 else { return }
    try makeFolder(folder)
    try AtomicFile.write(
      Self.magic + key.bytes + SHA256.digest(of: payload).bytes + payload, to: path,
      unfinished: Self.unfinished)
    // A scan of the folder for each of thousands of small entries would take longer than the writes.
    let before = room.subtract(payload.count + 128, ordering: .relaxed).oldValue
    if before <= payload.count { makeRoom() }
  }

  /// The entries of the folder, most recently used first.
  public func entries() -> [Entry] {
    (folderContents(folder) ?? []).filter { $0.hasSuffix(Self.ending) }.compactMap { name in
      Self.status(folder + "/" + name).map {
        Entry(name: name, bytes: Int($0.st_size), usedSeconds: $0.st_mtim.tv_sec)
      }
    }.sorted { ($0.usedSeconds, $1.name) > ($1.usedSeconds, $0.name) }
  }

  /// Removes all entries, and no other files.
  ///
  /// - Returns: The numbers of removed entries and of entries that couldn't be removed.
  public func clear() -> (removed: Int, kept: Int) {
    let names = (folderContents(folder) ?? []).filter {
      $0.hasSuffix(Self.ending) || $0.hasPrefix(Self.unfinished)
    }
    let removed = names.count { name in withPath(folder + "/" + name) { unlink($0) } == 0 }
    return (removed, names.count - removed)
  }

  /// Evicts the least recently used entries of an oversized folder, and abandoned unfinished ones.
  private func makeRoom() {
    self.room.store(Self.maxBytes / 16, ordering: .relaxed)
    var room = Self.maxBytes
    for entry in entries() {
      room -= entry.bytes
      if room < 0 { _ = withPath(folder + "/" + entry.name) { unlink($0) } }
    }
    let now = time(nil)
    for name in folderContents(folder) ?? [] where name.hasPrefix(Self.unfinished) {
      guard let status = Self.status(folder + "/" + name),
        now - status.st_mtim.tv_sec > Self.abandoned
      else { continue }
      _ = withPath(folder + "/" + name) { unlink($0) }
    }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    guard withPath(path, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return status
  }

  /// The identity of this build for keys: size and modification time of its file.
  public static let program: String = {
    var own = stat()
    guard stat("/proc/self/exe", &own) == 0 else { return "" }
    return "\(own.st_size) \(own.st_mtim.tv_sec) \(own.st_mtim.tv_nsec)"
  }()
}
