/// One entry's header in a zip file's directory.
struct ZipHeader {
  private let file: LittleEndianBytes
  private let archive: String
  private let flags: Int
  private let method: Int
  private let checksum: Int
  private var compressedSize: Int
  private var size: Int
  private var localOffset: Int
  private let nameBytes: ArraySlice<UInt8>
  private let isDirectory: Bool
  let path: String
  /// The offset of the next header.
  let endOffset: Int

  init(_ file: LittleEndianBytes, at offset: Int, archive: String) throws(ArchiveError) {
    guard file.uint32(at: offset) == ZipFormat.directoryHeader else {
      throw ArchiveError(
        archive: archive, problem: .corrupt("a header of its directory is missing"))
    }
    guard let madeBy = file.uint16(at: offset + 4), let flags = file.uint16(at: offset + 8),
      let method = file.uint16(at: offset + 10), let checksum = file.uint32(at: offset + 16),
      let compressedSize = file.uint32(at: offset + 20), let size = file.uint32(at: offset + 24),
      let nameLength = file.uint16(at: offset + 28), let extraLength = file.uint16(at: offset + 30),
      let commentLength = file.uint16(at: offset + 32), let disk = file.uint16(at: offset + 34),
      let attributes = file.uint32(at: offset + 38), let localOffset = file.uint32(at: offset + 42),
      let name = file.slice(at: offset + ZipFormat.directoryHeaderSize, count: nameLength),
      let extra = file.slice(at: name.endIndex, count: extraLength)
    else { throw ArchiveError(archive: archive, problem: .truncated) }
    guard let (path, isDirectory) = ZipName.path(name) else {
      throw ArchiveError(
        archive: archive, entry: String(decoding: name, as: UTF8.self), problem: .unsafeName)
    }
    self.file = file
    self.archive = archive
    self.flags = flags
    self.method = method
    self.checksum = checksum
    self.compressedSize = compressedSize
    self.size = size
    self.localOffset = localOffset
    self.path = path
    self.isDirectory = isDirectory
    nameBytes = name
    endOffset = extra.endIndex + commentLength

    try readZip64(extra)
    try checkFeatures(disk: disk)
    try checkKind(system: madeBy >> 8, mode: attributes >> 16)
  }

  private func failure(_ problem: ArchiveError.Problem) -> ArchiveError {
    ArchiveError(archive: archive, entry: path, problem: problem)
  }

  /// Reads the 64-bit values of fields that refer to the extra field.
  private mutating func readZip64(_ extra: ArraySlice<UInt8>) throws(ArchiveError) {
    guard
      [size, compressedSize, localOffset].contains(ZipFormat.elsewhere32)
    else { return }
    var offset = extra.startIndex
    while offset + 4 <= extra.endIndex, let id = file.uint16(at: offset),
      let length = file.uint16(at: offset + 2)
    {
      guard id == ZipFormat.zip64Extra else {
        offset += 4 + length
        continue
      }
      var field = offset + 4
      let end = min(field + length, extra.endIndex)
      for target in [\ZipHeader.size, \.compressedSize, \.localOffset]
      where self[keyPath: target] == ZipFormat.elsewhere32 {
        guard field + 8 <= end, let value = file.uint64(at: field) else {
          throw failure(.corrupt("its zip64 record is invalid"))
        }
        self[keyPath: target] = value
        field += 8
      }
      return
    }
    throw failure(.corrupt("its zip64 record is missing"))
  }

  private func checkFeatures(disk: Int) throws(ArchiveError) {
    guard flags & ZipFormat.encryptedFlags == 0 else { throw failure(.unsupported("encryption")) }
    guard flags & ZipFormat.patchFlag == 0 else { throw failure(.unsupported("patched data")) }
    guard disk == 0 else { throw failure(.unsupported("an archive of several volumes")) }
    guard method == ZipFormat.stored || method == ZipFormat.deflated else {
      throw failure(.unsupported("compression method \(method)"))
    }
    guard method == ZipFormat.deflated || size == compressedSize else {
      throw failure(.corrupt("it is stored, but its two sizes differ"))
    }
    guard !isDirectory || size == 0 else { throw failure(.corrupt("it is a folder with contents")) }
  }

  /// Rejects links, devices and the like, if the archive records the file type.
  private func checkKind(system: Int, mode: Int) throws(ArchiveError) {
    guard ZipFormat.unixSystems.contains(system) else { return }
    let type = mode & ZipFormat.fileTypeMask
    let expected = isDirectory ? ZipFormat.directoryFile : ZipFormat.regularFile
    guard type == 0 || type == expected else {
      throw failure(.unsupported("an entry that is neither file nor folder"))
    }
  }

  /// Returns the entry, after checking the local header against the directory.
  func entry(directoryOffset: Int) throws(ArchiveError) -> ZipArchive.Entry {
    guard file.uint32(at: localOffset) == ZipFormat.localHeader,
      let localFlags = file.uint16(at: localOffset + 6),
      let localMethod = file.uint16(at: localOffset + 8),
      let localChecksum = file.uint32(at: localOffset + 14),
      let localCompressed = file.uint32(at: localOffset + 18),
      let localSize = file.uint32(at: localOffset + 22),
      let nameLength = file.uint16(at: localOffset + 26),
      let extraLength = file.uint16(at: localOffset + 28),
      let name = file.slice(
        at: localOffset + ZipFormat.localHeaderSize, count: nameLength)
    else { throw failure(.corrupt("it is not where the directory says")) }
    // With a data descriptor, or zip64 records, the sizes here are not valid.
    let isKnown =
      localFlags & ZipFormat.descriptorFlag == 0 && localSize != ZipFormat.elsewhere32
      && localCompressed != ZipFormat.elsewhere32
    let binding = ZipFormat.encryptedFlags | ZipFormat.patchFlag
    let agrees =
      localFlags & binding == flags & binding && localMethod == method
      && name.elementsEqual(nameBytes)
      && (!isKnown
        || localChecksum == checksum && localSize == size && localCompressed == compressedSize)
    guard agrees else { throw failure(.corrupt("its two headers contradict each other")) }
    let dataOffset = name.endIndex + extraLength
    guard dataOffset <= directoryOffset, compressedSize <= directoryOffset - dataOffset else {
      throw failure(.corrupt("it does not fit before the directory"))
    }
    return ZipArchive.Entry(
      name: path, isDirectory: isDirectory, size: size, compressedSize: compressedSize,
      checksum: UInt32(truncatingIfNeeded: checksum), isDeflated: method == ZipFormat.deflated,
      headerOffset: localOffset, dataOffset: dataOffset)
  }
}
