/// Bytes from which little-endian numbers can be read; beyond their end there is nothing.
struct LittleEndianBytes {
  let bytes: [UInt8]

  /// Returns the 16-bit number at `offset`.
  func uint16(at offset: Int) -> Int? {
    number(at: offset, width: 2).map { Int($0) }
  }

  /// Returns the 32-bit number at `offset`.
  func uint32(at offset: Int) -> Int? {
    number(at: offset, width: 4).map { Int($0) }
  }

  /// Returns the 64-bit number at `offset`, unless it is too large for any offset.
  func uint64(at offset: Int) -> Int? {
    number(at: offset, width: 8).flatMap { Int(exactly: $0) }
  }

  /// Returns the `count` bytes from `offset`.
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
