import Documents
import Kernel

/// Forms that hold others: archives, and files with checksums.
extension StructureMutator {
  /// Changes one file of an archive, or its list of files.
  mutating func changedArchive(_ bytes: [UInt8]) -> [UInt8] {
    guard let archive = try? ZipArchive(bytes: bytes, name: "fuzz") else {
      return changedBytes(bytes)
    }
    var files: [(name: String, bytes: [UInt8])] = []
    for entry in archive.entries where !entry.isDirectory {
      guard let contents = try? archive.contents(of: entry.name) else { continue }
      files.append((entry.name, contents))
    }
    guard !files.isEmpty else { return changedBytes(bytes) }
    let index = random.integer(below: files.count)
    switch random.integer(below: 20) {
    case 0: files.remove(at: index)
    case 1:
      let other = random.integer(below: files.count)
      (files[index].bytes, files[other].bytes) = (files[other].bytes, files[index].bytes)
    case 2: files[index].bytes = []
    default: files[index].bytes = changed(files[index].bytes)
    }
    return StoredArchive(files).bytes
  }

  /// Changes the body of a positioning file, and packs it again.
  mutating func changedPositioning(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > 16 else { return changedBytes(bytes) }
    let size = (8..<12).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    guard let body = try? Zlib.decompress(bytes[16...], name: "fuzz", size: min(size, 1 << 20))
    else {
      return changedBytes(bytes)
    }
    let changed = changedBytes(body)
    guard let packed = try? Zlib.compress(changed) else { return bytes }
    return Array(bytes[..<8]) + littleEndian(changed.count, width: 4)
      + littleEndian(packed.count, width: 4) + packed
  }

  /// Changes the records of a FIT file, and updates its length and checksum.
  mutating func changedFIT(_ bytes: [UInt8]) -> [UInt8] {
    let start = Int(bytes[0])
    guard start >= 12, bytes.count > start + 2 else { return changedBytes(bytes) }
    let body = changedBytes(Array(bytes[start..<bytes.count - 2]))
    var file = Array(bytes[..<start]) + body
    file.replaceSubrange(4..<8, with: littleEndian(body.count, width: 4))
    return file + littleEndian(Int(Self.crc16(file)), width: 2)
  }

  /// CRC-16/ARC: polynomial 0x8005, reflected (FIT protocol).
  private static func crc16(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1 }
    }
    return sum
  }
}

/// The lowest bytes of a number, lowest first.
private func littleEndian(_ value: Int, width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// A zip file without compression.
struct StoredArchive {
  private(set) var bytes: [UInt8] = []

  init(_ files: [(name: String, bytes: [UInt8])]) {
    var directory: [UInt8] = []
    for (name, contents) in files {
      // Version needed, flags, method and date (1980-01-01), as in both headers of an entry.
      let fields =
        [20, 0, 0, 0, 0, 0, 0, 0, 33, 0] + littleEndian(Int(crc32Checksum(of: contents)), width: 4)
        + littleEndian(contents.count, width: 4) + littleEndian(contents.count, width: 4)
        + littleEndian(name.utf8.count, width: 2) + [0, 0]
      directory += [0x50, 0x4B, 1, 2, 20, 3] + fields + littleEndian(0, width: 6)
      directory += littleEndian(0o100644 << 16, width: 4) + littleEndian(bytes.count, width: 4)
      directory += name.utf8
      bytes += [0x50, 0x4B, 3, 4] + fields + name.utf8 + contents
    }
    let start = bytes.count
    bytes += directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
    bytes += littleEndian(files.count, width: 2) + littleEndian(files.count, width: 2)
    bytes += littleEndian(directory.count, width: 4) + littleEndian(start, width: 4) + [0, 0]
  }
}
