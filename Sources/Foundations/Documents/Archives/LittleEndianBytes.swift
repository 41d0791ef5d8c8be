/// Little-endian reader of bytes; nil beyond the end.
struct LittleEndianBytes {
  let bytes: [UInt8]

  func uint16(at offset: Int) -> Int? {
    number(at: offset, width: 2).map { Int($0) }
  }

  func uint32(at offset: Int) -> Int? {
    number(at: offset, width: 4).map { Int($0) }
  }

  /// Returns the 64-bit number at `offset`; nil if it exceeds `Int`.
  func uint64(at offset: Int) -> Int? {
    number(at: offset, width: 8).flatMap { Int(exactly: $0) }
  }

  func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    return bytes[offset..<offset + count]
  }

  private func number(at offset: Int, width: Int) -> UInt64? {
    slice(at: offset, count: width)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
