/// The entries of a zip file, checked when it is opened, unpacked when they are read.
///
/// Reads stored and deflated entries, with or without zip64 records, as PKWARE's APPNOTE 6.3 gives
/// them. Opening fails unless every header is sound, every name a plain relative path, no two entries
/// share a name or bytes, and the sizes are within limits; nothing is unpacked by then.
public struct ZipArchive: Sendable {
  /// One file or folder in the archive.
  public struct Entry: Hashable, Sendable {
    /// The path, its parts separated by "/"; that of a folder without the "/" at its end.
    public let name: String
    /// Whether this is a folder.
    public let isDirectory: Bool
    /// The number of bytes it unpacks to.
    public let size: Int
    /// The number of bytes it takes in the archive.
    public let compressedSize: Int
    /// The CRC-32 of its contents.
    public let checksum: UInt32
    let isDeflated: Bool
    let headerOffset: Int
    let dataOffset: Int
  }

  /// What the archive is called in errors: its path.
  public let name: String
  /// The entries in the order of the archive's directory.
  public let entries: [Entry]
  private let bytes: [UInt8]
  private let places: [String: Int]

  /// Opens an archive in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - name: What to call it in errors.
  ///   - limits: How much it may hold.
  /// - Throws: ``ArchiveError`` if anything about it is unsound.
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
  /// - Throws: ``DocumentError`` if the file can't be read, ``ArchiveError`` if it is no good archive.
  public init(path: String, limits: ArchiveLimits = ArchiveLimits()) throws {
    try self.init(
      bytes: readFile(path, limit: limits.archiveSize), name: path, limits: limits)
  }

  /// The entry of the given name.
  public subscript(name: String) -> Entry? {
    places[name].map { entries[$0] }
  }

  /// Returns the contents of the file `name`, whose length and checksum are as recorded.
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
