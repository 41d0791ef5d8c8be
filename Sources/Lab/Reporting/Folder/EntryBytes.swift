// The parts of a journal's entries: little-endian numbers, and text with its length.

/// Builds an entry.
struct EntryWriter {
  var bytes: [UInt8] = []

  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ checksum: UInt32) {
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: checksum >> shift))
    }
  }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ values: [Double]) {
    add(values.count)
    for value in values { add(value.bitPattern) }
  }
}

/// Reads an entry; every part is nil where the bytes don't hold it.
struct EntryReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Whether all has been read.
  var isAtEnd: Bool { rest.isEmpty }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func word() -> UInt64? {
    take(8)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number that isn't negative.
  mutating func integer() -> Int? {
    word().flatMap { Int(exactly: $0) }
  }

  mutating func checksum() -> UInt32? {
    take(4)?.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func text() -> String? {
    integer().flatMap { take($0) }.flatMap { String(validating: $0, as: UTF8.self) }
  }

  mutating func values() -> [Double]? {
    // The count is checked against what is there before any room is made for it.
    guard let count = integer(), count <= rest.count / 8, let slice = take(count * 8) else {
      return nil
    }
    return slice.withUnsafeBytes { bytes in
      (0..<count).map { index in
        Double(
          bitPattern: UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
      }
    }
  }

  /// As many parts as a count that stands before them says.
  mutating func list<Part>(_ part: (inout EntryReader) -> Part?) -> [Part]? {
    guard let count = integer(), count <= rest.count else { return nil }
    var parts: [Part] = []
    for _ in 0..<count {
      guard let next = part(&self) else { return nil }
      parts.append(next)
    }
    return parts
  }
}
