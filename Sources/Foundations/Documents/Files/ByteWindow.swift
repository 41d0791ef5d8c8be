import Glibc

/// The bytes of a file, with a window of them in memory.
///
/// A reader moves the window forward, record by record; a record longer than the window widens it. Copies move
/// independently. The file is read with `pread` and not mapped: a file that is cut while it is read ends early,
/// where access to mapped bytes would end the program.
public struct ByteWindow: Sendable {
  /// The usual number of bytes read at once.
  public static let usualStep = 1 << 18

  /// The source of the bytes behind the window.
  private enum Backing {
    case file(SeekableFile)
    case memory([UInt8])
  }

  /// The bytes in the window.
  public private(set) var bytes: [UInt8]
  /// The offset of the window in the file.
  public private(set) var offset = 0
  /// True if the window reaches the end of the file.
  public private(set) var isAtEnd: Bool
  /// The size of the file when it was opened.
  public let size: Int
  private let step: Int
  private let source: Backing

  /// Creates a window over all of some bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isAtEnd = true
    (size, step) = (bytes.count, bytes.count)
    source = .memory([])
  }

  /// Creates a window that moves over some bytes.
  package init(_ bytes: [UInt8], step: Int) {
    self.bytes = Array(bytes.prefix(step))
    isAtEnd = false
    (size, self.step) = (bytes.count, step)
    source = .memory(bytes)
  }

  /// Opens a regular file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: Max number of bytes; a longer file is an error, when it is opened or when it has grown.
  /// - Throws: ``DocumentError`` if it can't be read.
  public init(path: String, limit: Int) throws(DocumentError) {
    if let bytes = EditedFiles.bytes(of: path) {
      self.init(bytes)
    } else {
      try self.init(SeekableFile(path: path, limit: limit))
    }
  }

  init(_ file: SeekableFile) throws(DocumentError) {
    source = .file(file)
    (size, step) = (file.size, Self.usualStep)
    bytes = []
    isAtEnd = false
    _ = try advance(to: 0)
  }

  /// Moves the window's start to an index in it, and reads more bytes behind its end.
  ///
  /// - Parameter index: The first index that is still needed; it becomes 0.
  /// - Returns: False, without effect, at the end of the file.
  /// - Throws: ``DocumentError`` if the file can't be read.
  public mutating func advance(to index: Int) throws(DocumentError) -> Bool {
    guard !isAtEnd else { return false }
    let kept = bytes[index...]
    let end = offset + bytes.count
    // Doubles for a record that is longer than the window.
    let count = max(step, kept.count)
    let more =
      switch source {
      case .file(let file): try file.bytes(from: end, count: count, after: kept)
      case .memory(let all): kept + all[min(end, all.count)...].prefix(count)
      }
    guard more.count > kept.count else {
      isAtEnd = true
      return false
    }
    offset += index
    bytes = Array(more)
    return true
  }

  /// A window at the start of the same file.
  public func rewound() throws(DocumentError) -> ByteWindow {
    guard offset > 0 else { return self }
    return switch source {
    case .file(let file): try ByteWindow(file)
    case .memory(let all): ByteWindow(all, step: step)
    }
  }

  /// All bytes of the file.
  public func contents() throws(DocumentError) -> [UInt8] {
    var whole = try rewound()
    while try whole.advance(to: 0) {}
    return whole.bytes
  }
}

extension SHA256 {
  /// Appends all bytes of a file to the hashed data.
  public mutating func update(_ window: ByteWindow) throws(DocumentError) {
    var window = try window.rewound()
    repeat { update(window.bytes) } while try window.advance(to: window.bytes.count)
  }
}

/// An open file, closed on deinitialisation.
final class SeekableFile: Sendable {
  private let descriptor: Int32
  private let path: String
  private let limit: Int
  let size: Int

  /// Opens a regular file.
  init(path: String, limit: Int) throws(DocumentError) {
    descriptor = try openedFile(path)
    self.path = path
    self.limit = limit
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    if size > limit { throw tooLong("\(size) bytes, more than the limit of \(limit)") }
  }

  /// Takes over a temporary file.
  init(temporary descriptor: Int32, size: Int) {
    (self.descriptor, self.size) = (descriptor, size)
    (path, limit) = ("a temporary file", .max)
  }

  deinit { close(descriptor) }

  private func tooLong(_ what: String) -> DocumentError { unreadableFile(path, "it has \(what)") }

  /// Some bytes, followed by at most `count` of the file.
  fileprivate func bytes(
    from offset: Int, count: Int, after kept: ArraySlice<UInt8>
  ) throws(DocumentError) -> ArraySlice<UInt8> {
    var failure: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: kept.count + count) { buffer, filled in
      filled = kept.count
      _ = buffer[..<filled].initialize(fromContentsOf: kept)
      while filled < buffer.count {
        let more = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
          offset + filled - kept.count)
        if more < 0, errno == EINTR { continue }
        if more < 0 { failure = errno }
        guard more > 0 else { break }
        filled += more
      }
    }
    if let failure { throw unreadableFile(path, reasonForErrno(failure)) }
    guard offset + bytes.count - kept.count <= limit else {
      throw tooLong("more than \(limit) bytes")
    }
    return bytes[...]
  }
}
