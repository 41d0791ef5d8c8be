import CZlib

/// Container formats of deflate streams, by zlib's `windowBits`.
enum DeflateFormat: Int32 {
  /// Bare deflate (RFC 1951), as in zip files.
  case bare = -15
  /// With gzip's header and checksum (RFC 1952).
  case gzip = 31
  /// With zlib's header and checksum (RFC 1950), as in PNG and OpenStreetMap PBF files.
  case zlib = 15
}

/// A failure of inflation.
enum InflateFailure: Error {
  case corrupt(String)
  case truncated
  case tooLarge
  case outOfMemory
}

/// Max number of bytes per zlib call: it counts in 32 bits.
let largestChunk = 1 << 30

/// Returns memory for zlib's state, which refers to itself and must not move.
func zeroedStream() -> UnsafeMutablePointer<z_stream> {
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  stream.initialize(to: z_stream())
  return stream
}

/// Returns `bytes` compressed; `name` appears in errors.
///
/// The result depends only on the bytes and the zlib version.
func deflated(
  _ bytes: [UInt8], format: DeflateFormat, name: String
) throws(ArchiveError) -> [UInt8] {
  do throws(InflateFailure) {
    return try bytes.withUnsafeBufferPointer { bytes throws(InflateFailure) in
      try deflated(bytes, format: format)
    }
  } catch {
    throw ArchiveError(archive: name, problem: error.problem(limit: 0))
  }
}

private func deflated(
  _ bytes: UnsafeBufferPointer<UInt8>, format: DeflateFormat
) throws(InflateFailure) -> [UInt8] {
  let stream = zeroedStream()
  defer { stream.deallocate() }
  guard
    deflateInit2_(
      stream, 6, Z_DEFLATED, format.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { throw .outOfMemory }
  defer { deflateEnd(stream) }
  var output = [UInt8](repeating: 0, count: max(64, bytes.count / 3))
  var written = 0
  var read = 0
  while true {
    if written == output.count {
      output.append(contentsOf: repeatElement(0, count: output.count))
    }
    let offered = min(bytes.count - read, largestChunk)
    let isLast = read + offered == bytes.count
    let status = step(
      stream, bytes, &read, offered, &output, &written, output.count
    ) { deflate($0, isLast ? Z_FINISH : Z_NO_FLUSH) }
    if status == Z_STREAM_END { break }
  }
  output.removeLast(output.count - written)
  return output
}

/// Unpacks one deflate stream at the start of `bytes`.
///
/// - Parameters:
///   - bytes: The compressed bytes, perhaps followed by others.
///   - format: The container format.
///   - limit: Max number of unpacked bytes.
///   - expected: The expected number of unpacked bytes, to avoid reallocation.
///   - isBeginning: If true, output beyond the limit is ignored instead of an error.
/// - Returns: The unpacked bytes, and the number of consumed bytes.
/// - Throws: ``InflateFailure``.
func inflated(
  _ bytes: UnsafeBufferPointer<UInt8>, format: DeflateFormat, limit: Int, expected: Int,
  isBeginning: Bool = false
) throws(InflateFailure) -> (output: [UInt8], consumed: Int) {
  let stream = zeroedStream()
  defer { stream.deallocate() }
  guard
    inflateInit2_(
      stream, format.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { throw .outOfMemory }
  defer { inflateEnd(stream) }
  // A header's size isn't trusted: memory grows as output arrives, from a modest start. One byte
  // beyond the limit shows that there is more.
  let maximum = limit == .max ? limit : limit + 1
  let first = min(maximum, max(1 << 12, min(expected, max(1 << 16, 8 * bytes.count))))
  var output = [UInt8](repeating: 0, count: first)
  var written = 0
  var read = 0
  while true {
    if written == output.count {
      guard written < maximum else {
        guard isBeginning else { throw .tooLarge }
        return (output, read)
      }
      output.append(contentsOf: repeatElement(0, count: min(output.count, maximum - output.count)))
    }
    let offered = min(bytes.count - read, largestChunk)
    let (readBefore, writtenBefore) = (read, written)
    let status = step(stream, bytes, &read, offered, &output, &written, output.count) {
      inflate($0, Z_NO_FLUSH)
    }
    switch status {
    case Z_STREAM_END:
      guard written <= limit else { throw .tooLarge }
      output.removeLast(output.count - written)
      return (output, read)
    case Z_OK, Z_BUF_ERROR:
      let isStuck = read == readBefore && written == writtenBefore
      guard !isStuck || written == output.count else { throw .truncated }
    case Z_MEM_ERROR:
      throw .outOfMemory
    default:
      throw .corrupt(
        stream.pointee.msg.map { String(cString: $0) } ?? "the compressed data are invalid")
    }
  }
}

/// Runs one zlib step from `input` at `read` to `output` at `written`, and advances both.
func step(
  _ stream: UnsafeMutablePointer<z_stream>, _ input: UnsafeBufferPointer<UInt8>, _ read: inout Int,
  _ offered: Int, _ output: inout [UInt8], _ written: inout Int, _ capacity: Int,
  _ body: (UnsafeMutablePointer<z_stream>) -> Int32
) -> Int32 {
  output.withUnsafeMutableBufferPointer { output in
    let room = min(capacity - written, largestChunk)
    // zlib declares its input mutable but only reads it.
    stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + read) }
    stream.pointee.avail_in = UInt32(offered)
    stream.pointee.next_out = output.baseAddress.map { $0 + written }
    stream.pointee.avail_out = UInt32(room)
    let status = body(stream)
    read += offered - Int(stream.pointee.avail_in)
    written += room - Int(stream.pointee.avail_out)
    return status
  }
}

/// CRC-32 of bytes, as defined by zip and gzip; `checksum` is that of the preceding bytes.
public func crc32Checksum(of bytes: [UInt8], after checksum: UInt32 = 0) -> UInt32 {
  bytes.withUnsafeBufferPointer { bytes in
    UInt32(truncatingIfNeeded: crc32_z(UInt(checksum), bytes.baseAddress, bytes.count))
  }
}
