/// Compression in the gzip format (RFC 1952).
public enum Gzip {
  /// Returns `bytes` compressed, without name or time, so that equal bytes give equal files.
  public static func compress(
    _ bytes: [UInt8], name: String = "gzip"
  ) throws(ArchiveError) -> [UInt8] {
    try deflated(bytes, format: .gzip, name: name)
  }

  /// Returns the contents of a gzip file: all its members, concatenated.
  ///
  /// Length and checksum are verified. Of the limits, `entrySize` and the ratio apply; `name` appears in
  /// errors.
  ///
  /// - Throws: ``ArchiveError`` if the file is damaged, too large, or followed by other bytes.
  public static func decompress(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) -> [UInt8] {
    guard isGzip(bytes) else { throw ArchiveError(archive: name, problem: .notAnArchive) }
    let limit = min(limits.entrySize, max(limits.ratioFloor, limits.allowed(from: bytes.count)))
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
      guard isGzip(bytes[start...]) else {
        throw ArchiveError(archive: name, problem: .corrupt("other bytes follow the data"))
      }
      do throws(InflateFailure) {
        let (output, consumed) = try bytes[start...].withUnsafeBufferPointer {
          bytes throws(InflateFailure) in
          try inflated(
            bytes, format: .gzip, limit: limit - result.count,
            expected: start == 0 ? 4 * bytes.count : 0)
        }
        start += consumed
        if result.isEmpty {
          result = output
        } else {
          result += output
        }
      } catch {
        throw ArchiveError(archive: name, problem: error.problem(limit: limit))
      }
    }
    return result
  }

  /// A window over the contents of a gzip file; many are in a temporary file.
  ///
  /// The whole file is unpacked and verified, as by ``decompress(_:name:limits:)``.
  ///
  /// - Throws: ``ArchiveError``, or ``DocumentError`` if the file can't be read.
  public static func decompress(
    _ window: ByteWindow, name: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ByteWindow {
    let limit = min(limits.entrySize, max(limits.ratioFloor, limits.allowed(from: window.size)))
    var input = try window.rewound()
    guard isGzip(input.bytes) else { throw ArchiveError(archive: name, problem: .notAnArchive) }
    var output = UnpackedBytes()
    var position = 0
    repeat {
      // The magic number of another member may cross the window's end.
      if input.bytes.count - position < 2, try input.advance(to: position) { position = 0 }
      guard isGzip(input.bytes[position...]) else {
        throw ArchiveError(archive: name, problem: .corrupt("other bytes follow the data"))
      }
      do {
        try inflate(&input, from: &position, format: .gzip, limit: limit, to: &output)
      } catch let failure as InflateFailure {
        throw ArchiveError(archive: name, problem: failure.problem(limit: limit))
      }
      if position == input.bytes.count, try input.advance(to: position) { position = 0 }
    } while position < input.bytes.count
    return try output.window()
  }

  /// Returns the first bytes of a gzip file's contents; empty if they can't be unpacked.
  ///
  /// Unpacks no more than `count` bytes.
  public static func beginning(of bytes: [UInt8], count: Int) -> [UInt8] {
    let first = try? bytes.withUnsafeBufferPointer { bytes in
      try inflated(bytes, format: .gzip, limit: count, expected: count, isBeginning: true)
    }
    return Array((first?.output ?? []).prefix(count))
  }

  /// True if the bytes begin with the gzip magic number.
  public static func isGzip(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }
}

extension ArchiveLimits {
  /// Max number of bytes that `compressed` bytes may unpack to, by the ratio.
  func allowed(from compressed: Int) -> Int {
    let (product, overflow) = compressed.multipliedReportingOverflow(by: ratio)
    return overflow ? .max : product
  }
}

extension InflateFailure {
  /// The failure as an archive problem.
  func problem(limit: Int) -> ArchiveError.Problem {
    switch self {
    case .corrupt(let reason): .corrupt(reason)
    case .truncated: .truncated
    case .tooLarge: .limitExceeded("unpacked bytes", limit)
    case .outOfMemory: .outOfMemory
    }
  }
}
