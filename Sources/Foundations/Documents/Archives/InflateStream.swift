import CZlib
import Glibc
import Kernel

/// Unpacked bytes: a few in memory, many in an unnamed temporary file.
///
/// If the file can't be written (a full disk, a read-only folder), the bytes stay in memory.
struct UnpackedBytes: ~Copyable {
  /// Max number of bytes in memory.
  private static let kept = 4 * ByteWindow.usualStep

  private(set) var count = 0
  private(set) var checksum: UInt32 = 0
  private var bytes: [UInt8] = []
  private var descriptor: Int32 = -1
  private var canWrite = true

  deinit { if descriptor >= 0 { close(descriptor) } }

  mutating func append(_ chunk: [UInt8]) throws(DocumentError) {
    checksum = crc32Checksum(of: chunk, after: checksum)
    count += chunk.count
    bytes += chunk
    guard canWrite, bytes.count > Self.kept else { return }
    if descriptor < 0 { descriptor = FileBackedStorage.unnamedFile() }
    if descriptor >= 0, writeAll() {
      bytes.removeAll(keepingCapacity: true)
      return
    }
    canWrite = false
    guard descriptor >= 0 else { return }
    let written = try ByteWindow(takenFile(count - bytes.count)).contents()
    bytes.insert(contentsOf: written, at: 0)
  }

  private func writeAll() -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let more = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return false }
        done += more
      }
      return true
    }
  }

  private mutating func takenFile(_ size: Int) -> SeekableFile {
    defer { descriptor = -1 }
    return SeekableFile(temporary: descriptor, size: size)
  }

  /// A window over the bytes.
  consuming func window() throws(DocumentError) -> ByteWindow {
    guard descriptor >= 0 else { return ByteWindow(bytes) }
    if writeAll() { return try ByteWindow(takenFile(count)) }
    let written = try ByteWindow(takenFile(count - bytes.count)).contents()
    return ByteWindow(written + bytes)
  }
}

/// Unpacks one deflate stream, window by window.
///
/// - Parameters:
///   - input: The compressed bytes, perhaps followed by others.
///   - position: Index of the stream's start in the window; afterwards of its end.
///   - format: The container format.
///   - limit: Max number of unpacked bytes in `output`.
///   - output: Receives the unpacked bytes.
/// - Throws: ``InflateFailure``, or ``DocumentError`` if the input can't be read.
func inflate(
  _ input: inout ByteWindow, from position: inout Int, format: DeflateFormat, limit: Int,
  to output: inout UnpackedBytes
) throws {
  let stream = zeroedStream()
  defer { stream.deallocate() }
  guard
    inflateInit2_(
      stream, format.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { throw InflateFailure.outOfMemory }
  defer { inflateEnd(stream) }
  var chunk = [UInt8](repeating: 0, count: ByteWindow.usualStep)
  while true {
    if position == input.bytes.count, try input.advance(to: position) { position = 0 }
    let before = position
    var written = 0
    let status = input.bytes.withUnsafeBufferPointer { bytes in
      step(
        stream, bytes, &position, min(bytes.count - position, largestChunk), &chunk, &written,
        chunk.count
      ) { CZlib.inflate($0, Z_NO_FLUSH) }
    }
    try output.append(Array(chunk[..<written]))
    guard output.count <= limit else { throw InflateFailure.tooLarge }
    switch status {
    case Z_STREAM_END: return
    case Z_OK, Z_BUF_ERROR:
      guard position > before || written > 0 else { throw InflateFailure.truncated }
    case Z_MEM_ERROR: throw InflateFailure.outOfMemory
    default:
      throw InflateFailure.corrupt(
        stream.pointee.msg.map { String(cString: $0) } ?? "the compressed data are invalid")
    }
  }
}
