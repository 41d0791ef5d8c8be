import Glibc
import Synchronization

/// Unnamed temporary file for rows that don't fit into memory; shared by all file-backed arrays.
///
/// It lies in `TMPDIR`, or else in `/tmp`, is created with the first block, and vanishes with the
/// process. If it can't be created or written (a full disk, a file size limit, a read-only folder),
/// the rows stay in memory and nothing is lost.
public final class FileBackedStorage: Sendable {
  /// The default file of all file-backed arrays.
  public static let shared = FileBackedStorage()

  /// Block size in bytes: small enough that each of many arrays may hold one block in memory.
  public static let blockSize = 1 << 15

  /// Sets the handler that ends the program when rows are lost; it receives the message.
  ///
  /// Rows are read inside loops that can't continue without them: incomplete results must not pass for
  /// complete ones.
  public static func whenLost(_ end: @escaping @Sendable (String) -> Never) {
    ending.withLock { $0 = end }
  }

  private static let ending = Mutex<@Sendable (String) -> Never> { message in
    let line = Array((message + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    // Skips the exit handlers: other threads are still running.
    _exit(EXIT_FAILURE)
  }

  private struct State {
    /// The open file; -1 before the first block, and if it couldn't be opened.
    var descriptor: Int32 = -1
    var isTried = false
    var blockCount = 0
    /// Blocks free for reuse.
    var free: [Int] = []
  }

  private let folder: String?
  private let state = Mutex(State())

  /// Creates a file description; the file itself is created with the first block.
  ///
  /// - Parameter folder: The file's folder; nil means `TMPDIR` or `/tmp`.
  public init(folder: String? = nil) {
    self.folder = folder
  }

  deinit {
    state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
  }

  /// The number of blocks allocated in the file, used or free.
  public var blockCount: Int { state.withLock(\.blockCount) }

  /// Writes a block of at most ``blockSize`` bytes; nil if that fails.
  func keep(_ bytes: UnsafeRawBufferPointer) -> FileBackedBlock? {
    let found = state.withLock { state -> (descriptor: Int32, number: Int)? in
      if !state.isTried {
        state.isTried = true
        state.descriptor = Self.unnamedFile(in: folder ?? Self.usualFolder)
      }
      guard state.descriptor >= 0 else { return nil }
      if let number = state.free.popLast() { return (state.descriptor, number) }
      state.blockCount += 1
      return (state.descriptor, state.blockCount - 1)
    }
    guard let (descriptor, number) = found else { return nil }
    let written = Self.move(bytes.count) { done in
      pwrite(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done,
        number * Self.blockSize + done)
    }
    guard written > 0 else {
      release(number)
      return nil
    }
    return FileBackedBlock(in: self, number: number, byteCount: bytes.count)
  }

  fileprivate func read(_ number: Int, into bytes: UnsafeMutableRawBufferPointer) {
    let descriptor = state.withLock(\.descriptor)
    let read = Self.move(bytes.count) { done in
      pread(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done,
        number * Self.blockSize + done)
    }
    if read <= 0 { lose(read < 0 ? errno : nil) }
  }

  /// Repeats `step` until `count` bytes are transferred.
  ///
  /// `step` transfers bytes from an offset on and returns their number, as `pread` does. Returns the
  /// last result of `step`: 0 at the end of the file, negative after an error.
  private static func move(_ count: Int, _ step: (Int) -> Int) -> Int {
    var (done, moved) = (0, 1)
    while done < count {
      moved = step(done)
      if moved < 0, errno == EINTR { continue }
      guard moved > 0 else { return moved }
      done += moved
    }
    return moved
  }

  /// Ends the program, because written rows can't be read back.
  private func lose(_ number: Int32?) -> Never {
    let reason =
      number.map { number in
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
      } ?? "it ends too early"
    let message =
      "rows can't be read back from the temporary file in '\(folder ?? Self.usualFolder)' "
      + "(\(reason)); set TMPDIR to use another folder"
    // Under the lock, so that only one thread reports.
    Self.ending.withLock { $0(message) }
  }

  /// Frees a block; truncates the file when all blocks are free.
  fileprivate func release(_ number: Int) {
    state.withLock { state in
      state.free.append(number)
      guard state.free.count == state.blockCount else { return }
      guard ftruncate(state.descriptor, 0) == 0 else { return }
      state.blockCount = 0
      state.free = []
    }
  }

  /// Opens an unnamed temporary file in `TMPDIR` or `/tmp`; -1 on failure.
  package static func unnamedFile() -> Int32 { unnamedFile(in: usualFolder) }

  private static var usualFolder: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// Opens a file without a name, or unlinks it at once; -1 on failure.
  private static func unnamedFile(in folder: String) -> Int32 {
    // `O_TMPFILE`, a macro that can't be imported; some file systems don't support it.
    let descriptor = open(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
    guard descriptor < 0 else { return descriptor }
    var name = Array((folder + "/venuesim-XXXXXX").utf8CString)
    let named = mkstemp(&name)
    if named >= 0 {
      unlink(name)
      _ = fcntl(named, F_SETFD, FD_CLOEXEC)
    }
    return named
  }
}

/// A block of a ``FileBackedStorage``, freed on deinitialisation.
final class FileBackedBlock: Sendable {
  private let file: FileBackedStorage
  private let number: Int
  private let byteCount: Int

  fileprivate init(in file: FileBackedStorage, number: Int, byteCount: Int) {
    self.file = file
    self.number = number
    self.byteCount = byteCount
  }

  deinit { file.release(number) }

  func rows<Row: BitwiseCopyable>() -> [Row] {
    let rowCount = byteCount / MemoryLayout<Row>.stride
    return [Row](unsafeUninitializedCapacity: rowCount) { rows, count in
      file.read(number, into: UnsafeMutableRawBufferPointer(rows))
      count = rowCount
    }
  }
}
