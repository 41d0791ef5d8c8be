import Glibc
import Synchronization

/// A file without a name, in which rows lie that are too many for memory: one for all spools.
///
/// It lies in `TMPDIR`, or else in `/tmp`, is made when the first block is to be kept, and goes with the
/// program, however that ends. Where it can't be made or written (a full disk, a limit on files, a folder
/// that is read-only), nothing is lost: what was to be kept stays where it was.
public final class SpoolFile: Sendable {
  /// The file that spools use unless said.
  public static let shared = SpoolFile()

  /// How many bytes a block has: few enough that each of many spools may have one in memory.
  public static let blockSize = 1 << 15

  /// Says what is to end the program when rows are lost, given what there is to say.
  ///
  /// Rows are read in the midst of loops, where nobody could go on without them: results that lack some
  /// must not be taken for whole.
  public static func whenLost(_ end: @escaping @Sendable (String) -> Never) {
    ending.withLock { $0 = end }
  }

  private static let ending = Mutex<@Sendable (String) -> Never> { message in
    let line = Array((message + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    // Without the steps of a usual end: other threads are still at work.
    _exit(EXIT_FAILURE)
  }

  private struct Ledger {
    /// The open file; -1 before the first block, and where there can be none.
    var descriptor: Int32 = -1
    var isTried = false
    var blockCount = 0
    /// Blocks that nobody needs any more.
    var free: [Int] = []
  }

  private let folder: String?
  private let ledger = Mutex(Ledger())

  /// Names a file that isn't made yet.
  ///
  /// - Parameter folder: Where it is to lie; as the environment says if nil.
  public init(folder: String? = nil) {
    self.folder = folder
  }

  deinit {
    ledger.withLock { if $0.descriptor >= 0 { close($0.descriptor) } }
  }

  /// How many blocks there is room for in the file, whether anything lies in them or not.
  public var blockCount: Int { ledger.withLock(\.blockCount) }

  /// Keeps a block's bytes, at most ``blockSize``; nil where they can't be kept.
  func keep(_ bytes: UnsafeRawBufferPointer) -> SpoolBlock? {
    let found = ledger.withLock { ledger -> (descriptor: Int32, number: Int)? in
      if !ledger.isTried {
        ledger.isTried = true
        ledger.descriptor = Self.unnamedFile(in: folder ?? Self.usualFolder)
      }
      guard ledger.descriptor >= 0 else { return nil }
      if let number = ledger.free.popLast() { return (ledger.descriptor, number) }
      ledger.blockCount += 1
      return (ledger.descriptor, ledger.blockCount - 1)
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
    return SpoolBlock(in: self, number: number, byteCount: bytes.count)
  }

  /// Reads a block's bytes.
  fileprivate func read(_ number: Int, into bytes: UnsafeMutableRawBufferPointer) {
    let descriptor = ledger.withLock(\.descriptor)
    let read = Self.move(bytes.count) { done in
      pread(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done,
        number * Self.blockSize + done)
    }
    if read <= 0 { lose(read < 0 ? errno : nil) }
  }

  /// Moves bytes until all are where they should be.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - step: Moves some of them behind those that were moved, and says how many, as `pread` does.
  /// - Returns: What the last step said: 0 where there is no more, less where it failed.
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

  /// Ends the program: what was written is gone.
  private func lose(_ number: Int32?) -> Never {
    let reason =
      number.map { number in
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
      } ?? "it ends too early"
    let message =
      "rows can't be read back from the temporary file in '\(folder ?? Self.usualFolder)' "
      + "(\(reason)); TMPDIR names another place for it"
    // Under the lock, so that of several threads only one has its say.
    Self.ending.withLock { $0(message) }
  }

  /// Takes a block back; when nobody needs any, their room on the disk goes too.
  fileprivate func release(_ number: Int) {
    ledger.withLock { ledger in
      ledger.free.append(number)
      guard ledger.free.count == ledger.blockCount else { return }
      guard ftruncate(ledger.descriptor, 0) == 0 else { return }
      ledger.blockCount = 0
      ledger.free = []
    }
  }

  private static var usualFolder: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// Opens a file that has no name, or none any more; -1 where that can't be.
  private static func unnamedFile(in folder: String) -> Int32 {
    // `O_TMPFILE`, which is too much of a macro to be imported; some file systems don't know it.
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

/// A block of a ``SpoolFile``, which gets it back when this goes.
final class SpoolBlock: Sendable {
  private let file: SpoolFile
  private let number: Int
  private let byteCount: Int

  fileprivate init(in file: SpoolFile, number: Int, byteCount: Int) {
    self.file = file
    self.number = number
    self.byteCount = byteCount
  }

  deinit { file.release(number) }

  /// The rows that lie in it.
  func rows<Row: BitwiseCopyable>() -> [Row] {
    let rowCount = byteCount / MemoryLayout<Row>.stride
    return [Row](unsafeUninitializedCapacity: rowCount) { rows, count in
      file.read(number, into: UnsafeMutableRawBufferPointer(rows))
      count = rowCount
    }
  }
}
