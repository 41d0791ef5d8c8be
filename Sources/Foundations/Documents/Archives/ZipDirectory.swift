/// The central directory of a zip file, validated against the rest of it.
struct ZipDirectory {
  private let file: LittleEndianBytes
  private let archive: String
  private let limits: ArchiveLimits
  private(set) var entries: [ZipArchive.Entry] = []

  /// The location of the directory.
  private struct Extent {
    var offset: Int
    var size: Int
    var count: Int
  }

  init(bytes: [UInt8], archive: String, limits: ArchiveLimits) throws(ArchiveError) {
    file = LittleEndianBytes(bytes: bytes)
    self.archive = archive
    self.limits = limits
    let extent = try findDirectory()
    guard extent.count <= limits.entryCount else {
      throw failure(.limitExceeded("entries", limits.entryCount))
    }
    var offset = extent.offset
    for _ in 0..<extent.count {
      let header = try ZipHeader(file, at: offset, archive: archive)
      guard header.endOffset <= extent.offset + extent.size else {
        throw failure(.corrupt("its directory is longer than recorded"), header.path)
      }
      entries.append(try header.entry(directoryOffset: extent.offset))
      offset = header.endOffset
    }
    guard offset == extent.offset + extent.size else {
      throw failure(.corrupt("its directory is shorter than recorded"))
    }
    try checkNames()
    try checkSizes()
    try checkOverlaps()
  }

  private func failure(_ problem: ArchiveError.Problem, _ entry: String? = nil) -> ArchiveError {
    ArchiveError(archive: archive, entry: entry, problem: problem)
  }

  /// Finds the directory by the record at the end of the file.
  private func findDirectory() throws(ArchiveError) -> Extent {
    guard let end = findDirectoryEnd() else {
      guard !hasEarlierEnd else { throw failure(.corrupt("other bytes follow its end")) }
      let isZip = file.uint32(at: 0) == ZipFormat.localHeader
      throw failure(isZip ? .truncated : .notAnArchive)
    }
    guard let disk = file.uint16(at: end + 4), let startDisk = file.uint16(at: end + 6),
      let countHere = file.uint16(at: end + 8), let count = file.uint16(at: end + 10),
      let size = file.uint32(at: end + 12), let offset = file.uint32(at: end + 16)
    else { throw failure(.truncated) }
    let locator = end - ZipFormat.zip64LocatorSize
    if file.uint32(at: locator) == ZipFormat.zip64Locator {
      return try zip64Extent(locator)
    }
    guard disk == 0, startDisk == 0, countHere == count else {
      throw failure(.unsupported("an archive of several volumes"))
    }
    guard offset + size == end else {
      throw failure(.corrupt("its directory is not at its recorded position"))
    }
    return Extent(offset: offset, size: size, count: count)
  }

  /// Returns the offset of the last end record whose comment ends exactly at the end of the file.
  private func findDirectoryEnd() -> Int? {
    let last = file.bytes.count - ZipFormat.directoryEndSize
    guard last >= 0 else { return nil }
    for offset in stride(from: last, through: max(0, last - 0xFFFF), by: -1)
    where file.bytes[offset] == 0x50
      && file.uint32(at: offset) == ZipFormat.directoryEnd
      && file.uint16(at: offset + 20) == last - offset
    {
      return offset
    }
    return nil
  }

  /// True if there is an end record that isn't at the end of the file.
  private var hasEarlierEnd: Bool {
    let last = file.bytes.count - ZipFormat.directoryEndSize
    return last >= 0
      && stride(from: last, through: max(0, last - 0xFFFF), by: -1).contains { offset in
        guard file.uint32(at: offset) == ZipFormat.directoryEnd,
          let size = file.uint32(at: offset + 12), let start = file.uint32(at: offset + 16)
        else { return false }
        return start + size == offset
      }
  }

  private func zip64Extent(_ locator: Int) throws(ArchiveError) -> Extent {
    guard let end = file.uint64(at: locator + 8),
      end <= locator - ZipFormat.zip64DirectoryEndSize,
      file.uint32(at: end) == ZipFormat.zip64DirectoryEnd,
      let recordSize = file.uint64(at: end + 4), recordSize == locator - end - 12,
      let countHere = file.uint64(at: end + 24), let count = file.uint64(at: end + 32),
      let size = file.uint64(at: end + 40), let offset = file.uint64(at: end + 48)
    else { throw failure(.corrupt("its zip64 record is invalid")) }
    guard file.uint32(at: end + 16) == 0, file.uint32(at: end + 20) == 0, countHere == count else {
      throw failure(.unsupported("an archive of several volumes"))
    }
    guard offset <= end, size == end - offset else {
      throw failure(.corrupt("its directory is not at its recorded position"))
    }
    return Extent(offset: offset, size: size, count: count)
  }

  private func checkNames() throws(ArchiveError) {
    let names = entries.map { (path: $0.name, isDirectory: $0.isDirectory) }
    guard let clash = ZipName.firstClash(names) else { return }
    throw failure(.duplicateName, clash)
  }

  private func checkSizes() throws(ArchiveError) {
    var total = 0
    for entry in entries {
      guard entry.size <= limits.entrySize else {
        throw failure(.limitExceeded("unpacked bytes", limits.entrySize), entry.name)
      }
      let isSuspect = entry.size > limits.ratioFloor
      guard !isSuspect || entry.size <= limits.allowed(from: entry.compressedSize) else {
        throw failure(.limitExceeded("unpacked bytes for each byte", limits.ratio), entry.name)
      }
      // No overflow: each addend is within a limit, and the sum is checked each time.
      total += entry.size
      guard total <= limits.totalSize else {
        throw failure(.limitExceeded("unpacked bytes in all", limits.totalSize), entry.name)
      }
    }
  }

  private func checkOverlaps() throws(ArchiveError) {
    let ordered = entries.sorted { $0.headerOffset < $1.headerOffset }
    for (before, after) in zip(ordered, ordered.dropFirst())
    where before.dataOffset + before.compressedSize > after.headerOffset {
      throw failure(.overlappingEntries, after.name)
    }
  }
}
