/// A zip file, validated on opening and unpacked on reading.
///
/// Supports stored and deflated entries, with or without zip64 records, as in PKWARE's APPNOTE 6.3.
/// Opening requires that every header is valid, every name a plain relative path, no two entries
/// share a name or bytes, and the sizes are within limits; it unpacks nothing.
public struct ZipArchive: Sendable {
  /// One file or folder in the archive.
  public struct Entry: Hashable, Sendable {
    /// The path with "/" as separator; folders have no trailing "/".
    public let name: String
    public let isDirectory: Bool
    /// Unpacked size in bytes.
    public let size: Int
    /// Compressed size in bytes.
    public let compressedSize: Int
    /// The CRC-32 of the contents.
    public let checksum: UInt32
    let isDeflated: Bool
    let headerOffset: Int
    let dataOffset: Int
  }

  /// The archive's name in errors: its path.
  public let name: String
  /// The entries in the order of the archive's directory.
  public let entries: [Entry]
  private let bytes: [UInt8]
  private let places: [String: Int]

  /// Opens an archive in memory; `name` appears in errors.
  ///
  /// - Throws: ``ArchiveError`` if the archive is invalid.
  public init(
    bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    guard bytes.count <= limits.archiveSize else {
      throw ArchiveError(
        archive: name, problem: .limitExceeded("bytes of the archive", limits.archiveSize))
    }
    let directory = try ZipDirectory(bytes: bytes, archive: name, limits: limits)
    self.name = name
    self.bytes = bytes
    entries = directory.entries
    var places: [String: Int] = [:]
    for (index, entry) in directory.entries.enumerated() {
      places[entry.name] = index
    }
    self.places = places
  }

  /// Opens the archive at `path`.
  ///
  /// - Throws: ``DocumentError`` if the file can't be read, ``ArchiveError`` if the archive is invalid.
  public init(path: String, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(
      bytes: readFile(path, limit: limits.archiveSize), name: path, limits: limits)
  }

  /// The entry of the given name; nil if there is none.
  public subscript(name: String) -> Entry? {
    places[name].map { entries[$0] }
  }

  /// Returns the contents of the file `name`, with length and checksum verified.
  public func contents(of name: String) throws(ArchiveError) -> [UInt8] {
    guard let entry = self[name], !entry.isDirectory else {
      throw ArchiveError(archive: self.name, entry: name, problem: .noSuchEntry)
    }
    let output = try unpack(entry)
    guard output.count == entry.size else {
      throw ArchiveError(
        archive: self.name, entry: name, problem: .corrupt("its size is not the one recorded"))
    }
    guard crc32Checksum(of: output) == entry.checksum else {
      throw ArchiveError(archive: self.name, entry: name, problem: .checksumMismatch)
    }
    return output
  }

  /// A window over the contents of the file `name`, with length and checksum verified; many bytes are in a
  /// temporary file.
  ///
  /// - Throws: ``ArchiveError``, or ``DocumentError`` if the temporary file can't be read.
  public func window(of name: String) throws -> ByteWindow {
    guard let entry = self[name], entry.isDeflated, !entry.isDirectory else {
      return ByteWindow(try contents(of: name))
    }
    func failure(_ problem: ArchiveError.Problem) -> ArchiveError {
      ArchiveError(archive: self.name, entry: name, problem: problem)
    }
    let end = entry.dataOffset + entry.compressedSize
    var input = ByteWindow(Array(bytes[entry.dataOffset..<end]))
    var output = UnpackedBytes()
    var consumed = 0
    do {
      try inflate(&input, from: &consumed, format: .bare, limit: entry.size, to: &output)
    } catch InflateFailure.tooLarge {
      throw failure(.corrupt("its size is not the one recorded"))
    } catch let problem as InflateFailure {
      throw failure(problem.problem(limit: entry.size))
    }
    guard consumed == entry.compressedSize else {
      throw failure(.corrupt("its compressed data end early"))
    }
    guard output.count == entry.size else {
      throw failure(.corrupt("its size is not the one recorded"))
    }
    guard output.checksum == entry.checksum else { throw failure(.checksumMismatch) }
    return try output.window()
  }

  private func unpack(_ entry: Entry) throws(ArchiveError) -> [UInt8] {
    let data = bytes[entry.dataOffset..<entry.dataOffset + entry.compressedSize]
    guard entry.isDeflated else { return Array(data) }
    do throws(InflateFailure) {
      let (output, consumed) = try data.withUnsafeBufferPointer {
        data throws(InflateFailure) in
        try inflated(data, format: .bare, limit: entry.size, expected: entry.size)
      }
      guard consumed == entry.compressedSize else {
        throw .corrupt("its compressed data end early")
      }
      return output
    } catch .tooLarge {
      throw ArchiveError(
        archive: name, entry: entry.name, problem: .corrupt("its size is not the one recorded"))
    } catch {
      throw ArchiveError(
        archive: name, entry: entry.name, problem: error.problem(limit: entry.size))
    }
  }
}
