import Glibc
import Synchronization

/// A folder of things that take long to make and hang on nothing but their key.
///
/// It changes how long work takes and nothing else: an entry that is missing, cut, damaged or of another
/// program is made anew, and where nothing can be written nothing is kept. Several processes may share a
/// folder, for an entry appears whole or not at all.
public final class WorkCache: Sendable {
  /// The cache of this process; none unless somebody sets one.
  public static var current: WorkCache? {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  private static let shared = Mutex<WorkCache?>(nil)
  private static let magic = Array("VenueSim cache 1\n".utf8)
  private static let ending = ".vscache"
  /// How the name of an entry that isn't finished begins.
  private static let unfinished = ".vscache-"
  /// How many bytes a folder may hold, to a sixteenth; the entries not used for longest go first.
  private static let mostBytes = 2 << 30
  /// The most bytes of an entry, and how old an unfinished one is that nobody will finish, in s.
  private static let largest = 1 << 29, abandoned = 3600

  /// An entry of a folder.
  public struct Entry: Sendable {
    /// Its file's name: what it is, and the start of its key.
    public let name: String
    /// Its size, and when it was last used, in s since 1970.
    public let bytes, usedSeconds: Int
  }

  /// The folder.
  public let folder: String
  private let firstProblem = Mutex<String?>(nil)
  /// How many bytes may be kept before the folder is looked at again.
  private let room = Atomic<Int>(0)

  /// Uses a folder, which is made when there is something to keep.
  public init(folder: String) { self.folder = folder }

  /// Why something wasn't kept; nil where nothing was in the way.
  public var problem: String? { firstProblem.withLock { $0 } }

  /// What a key stands for, from the folder, or else made now and kept.
  ///
  /// - Parameters:
  ///   - kind: What sort of thing it is; part of the entry's name.
  ///   - key: All that decides it.
  ///   - read: Reads it from its bytes; what it throws makes the thing anew.
  ///   - bytes: Its bytes, from which `read` has exactly the same again; nil for what can't be kept.
  ///   - make: Makes it.
  /// - Returns: The thing.
  /// - Throws: What `make` throws.
  public func value<Value, Failure: Error>(
    _ kind: String, of key: SHA256.Digest, read: ([UInt8]) throws -> Value,
    bytes: (Value) -> [UInt8]?, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let path = path(of: kind, key)
    if let payload = payload(of: path, key), let value = try? read(payload) {
      // When it was used last decides what has to go.
      _ = withPath(path) { utimes($0, nil) }
      return value
    }
    let value = try make()
    if let payload = bytes(value) { tryToKeep(payload, as: path, key) }
    return value
  }

  /// Whether ``note(_:of:)`` was told of a key.
  ///
  /// - Parameters:
  ///   - kind: What sort of fact it is.
  ///   - key: All that decides it.
  /// - Returns: Whether it is known to hold; false where that has to be found out.
  public func knows(_ kind: String, of key: SHA256.Digest) -> Bool {
    payload(of: path(of: kind, key), key) != nil
  }

  /// Keeps that something holds.
  ///
  /// - Parameters:
  ///   - kind: What sort of fact it is; part of the entry's name.
  ///   - key: All that decides it.
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
    try WholeFile.write(
      Self.magic + key.bytes + SHA256.digest(of: payload).bytes + payload, to: path,
      unfinished: Self.unfinished)
    // A look at the whole folder for each of thousands of small entries would take longer than they do.
    let before = room.subtract(payload.count + 128, ordering: .relaxed).oldValue
    if before <= payload.count { makeRoom() }
  }

  /// What the folder holds, what was used last first.
  public func entries() -> [Entry] {
    (folderContents(folder) ?? []).filter { $0.hasSuffix(Self.ending) }.compactMap { name in
      Self.status(folder + "/" + name).map {
        Entry(name: name, bytes: Int($0.st_size), usedSeconds: $0.st_mtim.tv_sec)
      }
    }.sorted { ($0.usedSeconds, $1.name) > ($1.usedSeconds, $0.name) }
  }

  /// Takes all entries away, and nothing else that lies there.
  ///
  /// - Returns: How many there were, and how many couldn't be taken away.
  public func clear() -> (removed: Int, kept: Int) {
    let names = (folderContents(folder) ?? []).filter {
      $0.hasSuffix(Self.ending) || $0.hasPrefix(Self.unfinished)
    }
    let removed = names.count { name in withPath(folder + "/" + name) { unlink($0) } == 0 }
    return (removed, names.count - removed)
  }

  /// Takes away what was used longest ago, as long as the folder holds too much, and what nobody finished.
  private func makeRoom() {
    self.room.store(Self.mostBytes / 16, ordering: .relaxed)
    var room = Self.mostBytes
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

  /// What tells one build of this program from another, for keys: its file's size and the moment it was
  /// written.
  public static let program: String = {
    var own = stat()
    guard stat("/proc/self/exe", &own) == 0 else { return "" }
    return "\(own.st_size) \(own.st_mtim.tv_sec) \(own.st_mtim.tv_nsec)"
  }()
}
