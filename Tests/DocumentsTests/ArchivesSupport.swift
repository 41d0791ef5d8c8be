import Documents

/// A zip file assembled field by field, with selectable faults.
struct Craft {
  struct Item {
    var name: [UInt8]
    var data: [UInt8]
    var flags = 0
    var method = 0
    var mode = 0o100644
    var system = 3
    var checksum: Int?
    var size: Int?
    var localName: [UInt8]?
    var localMethod: Int?
    var localOffset: Int?
    var extra: [UInt8] = []

    init(_ name: String, _ data: [UInt8] = Array("text".utf8)) {
      self.name = Array(name.utf8)
      self.data = data
    }
  }

  var items: [Item]
  var count: Int?
  var prefix: [UInt8] = []
  var suffix: [UInt8] = []
  var disk = 0

  init(_ items: [Item]) {
    self.items = items
  }

  init(_ name: String, _ change: (inout Item) -> Void = { _ in }) {
    var item = Item(name)
    change(&item)
    items = [item]
  }

  var bytes: [UInt8] {
    var result = prefix
    var directory: [UInt8] = []
    func put(_ value: Int, _ width: Int, _ target: inout [UInt8]) {
      for shift in 0..<width { target.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    for item in items {
      let offset = item.localOffset ?? result.count
      let localName = item.localName ?? item.name
      let sums = [item.checksum ?? crc(item.data), item.data.count, item.size ?? item.data.count]
      put(0x0403_4B50, 4, &result)
      put(20, 2, &result)
      put(item.flags, 2, &result)
      put(item.localMethod ?? item.method, 2, &result)
      put(0x0021_0000, 4, &result)
      for sum in sums { put(sum, 4, &result) }
      put(localName.count, 2, &result)
      put(0, 2, &result)
      result += localName + item.data
      put(0x0201_4B50, 4, &directory)
      put(item.system << 8 | 20, 2, &directory)
      put(20, 2, &directory)
      put(item.flags, 2, &directory)
      put(item.method, 2, &directory)
      put(0x0021_0000, 4, &directory)
      for sum in sums { put(sum, 4, &directory) }
      put(item.name.count, 2, &directory)
      put(item.extra.count, 2, &directory)
      put(0, 8, &directory)
      directory.removeLast(2)
      put(item.mode << 16, 4, &directory)
      put(offset, 4, &directory)
      directory += item.name + item.extra
    }
    let start = result.count
    result += directory
    put(0x0605_4B50, 4, &result)
    put(disk, 2, &result)
    put(disk, 2, &result)
    put(count ?? items.count, 2, &result)
    put(count ?? items.count, 2, &result)
    put(directory.count, 4, &result)
    put(start, 4, &result)
    put(0, 2, &result)
    return result + suffix
  }

  /// Bitwise CRC-32, independent of the code under test.
  private func crc(_ bytes: [UInt8]) -> Int {
    var state: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state >> 1 ^ (state & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~state)
  }
}

/// The error of opening an archive and reading all of it.
func problem(
  _ bytes: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()
) -> ArchiveError.Problem? {
  do {
    let archive = try ZipArchive(bytes: bytes, name: "test.zip", limits: limits)
    for entry in archive.entries where !entry.isDirectory {
      _ = try archive.contents(of: entry.name)
    }
    return nil
  } catch {
    return error.archive == "test.zip" ? error.problem : .notAnArchive
  }
}

/// The error of decompressing a gzip file.
func gzipProblem(
  _ bytes: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()
) -> ArchiveError.Problem? {
  do {
    _ = try Gzip.decompress(bytes, name: "test.gz", limits: limits)
    return nil
  } catch {
    return error.problem
  }
}

/// Decodes base 64.
func decoded(_ text: String) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  var (bits, count) = (0, 0)
  for character in text.utf8 {
    guard let value = alphabet.firstIndex(of: character) else { break }
    bits = (bits << 6 | value) & 0xFFFF
    count += 6
    if count >= 8 {
      count -= 8
      result.append(UInt8(truncatingIfNeeded: bits >> count))
    }
  }
  return result
}
