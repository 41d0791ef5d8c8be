/// Compression in the zlib format (RFC 1950).
public enum Zlib {
  /// Returns `bytes` compressed; equal bytes give equal results.
  public static func compress(
    _ bytes: [UInt8], name: String = "zlib"
  ) throws(ArchiveError) -> [UInt8] {
    try deflated(bytes, format: .zlib, name: name)
  }

  /// Returns the unpacked contents of a complete stream, with the checksum verified.
  ///
  /// - Throws: ``ArchiveError`` if the stream is damaged or unpacks to another size.
  public static func decompress(
    _ bytes: ArraySlice<UInt8>, name: String, size: Int
  ) throws(ArchiveError) -> [UInt8] {
    do throws(InflateFailure) {
      let (output, consumed) = try bytes.withUnsafeBufferPointer {
        bytes throws(InflateFailure) in
        try inflated(bytes, format: .zlib, limit: size, expected: size)
      }
      guard consumed == bytes.count else { throw .corrupt("other bytes follow the data") }
      guard output.count == size else { throw .corrupt("its size is not the one recorded") }
      return output
    } catch {
      throw ArchiveError(archive: name, problem: error.problem(limit: size))
    }
  }
}
