package import Documents

/// Makes a zip file in memory for tests of readers; equal contents give equal bytes.
///
/// Entries are dated 1980-01-01, and deflated if that makes them smaller.
package struct ZipWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  /// Adds a file.
  package mutating func add(_ path: String, contents: [UInt8]) throws(ArchiveError) {
    // Between gzip's header of 10 bytes and its trailer of 8 are the raw deflated data of zip files.
    let packed = try Gzip.compress(contents).dropFirst(10).dropLast(8)
    let isDeflated = packed.count < contents.count
    // The common part of both headers of an entry, from the version needed to the name's length.
    var fields: [UInt8] = []
    fields.append(20, width: 2)
    fields.append(path.utf8.allSatisfy { $0 < 0x80 } ? 0 : 0x0800, width: 2)
    fields.append(isDeflated ? 8 : 0, width: 2)
    fields.append(0, width: 2)
    fields.append(1 << 5 | 1, width: 2)
    fields.append(Int(crc32Checksum(of: contents)), width: 4)
    fields.append(isDeflated ? packed.count : contents.count, width: 4)
    fields.append(contents.count, width: 4)
    fields.append(path.utf8.count, width: 2)

    directory.append(0x0201_4B50, width: 4)
    // Made on Unix, so that the file mode below is used.
    directory.append(3 << 8 | 20, width: 2)
    directory += fields
    directory.append(0, width: 8)
    directory.append(0o100644 << 16, width: 4)
    directory.append(bytes.count, width: 4)
    directory += path.utf8

    bytes.append(0x0403_4B50, width: 4)
    bytes += fields
    bytes.append(0, width: 2)
    bytes += path.utf8
    bytes += isDeflated ? packed : contents[...]
    count += 1
  }

  /// The archive.
  package var archive: [UInt8] {
    var end: [UInt8] = []
    end.append(0x0605_4B50, width: 4)
    end.append(0, width: 4)
    end.append(count, width: 2)
    end.append(count, width: 2)
    end.append(directory.count, width: 4)
    end.append(bytes.count, width: 4)
    end.append(0, width: 2)
    return bytes + directory + end
  }
}

extension [UInt8] {
  /// Appends the lowest `width` bytes of `value`, lowest first.
  fileprivate mutating func append(_ value: Int, width: Int) {
    for shift in 0..<width { append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
  }
}
