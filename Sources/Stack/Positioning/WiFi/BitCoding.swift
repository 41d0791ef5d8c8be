/// Bit writer, most significant bit first.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func write(_ value: UInt32, bits: Int) {
    for shift in stride(from: bits - 1, through: 0, by: -1) {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      free -= 1
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: value >> UInt32(shift) & 1) << UInt8(free)
    }
  }

  /// Appends a Golomb-Rice code (Rice 1979).
  ///
  /// Suited to geometrically distributed numbers, such as the gaps between sorted hashes.
  mutating func write(rice value: UInt32, parameter: Int) {
    for _ in 0..<(value >> UInt32(parameter)) { write(1, bits: 1) }
    write(0, bits: 1)
    write(value, bits: parameter)
  }
}

/// Bit reader of a ``BitWriter``'s output; nil at the end.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  mutating func read(bits: Int) -> UInt32? {
    guard position + bits <= bytes.count * 8 else { return nil }
    var value: UInt32 = 0
    for _ in 0..<bits {
      let byte = bytes[bytes.startIndex + position >> 3]
      value = value << 1 | UInt32(byte >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  /// Reads a Golomb-Rice code; nil also for a number of more than 31 bits.
  mutating func read(rice parameter: Int) -> UInt32? {
    var high: UInt32 = 0
    while let bit = read(bits: 1) {
      if bit == 0 { return read(bits: parameter).map { high << UInt32(parameter) | $0 } }
      high += 1
      guard high < 1 << UInt32(31 - parameter) else { return nil }
    }
    return nil
  }
}

/// CRC-32 of IEEE 802.3, reflected, as in zlib.
func checkSum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum >> 1 ^ (0xEDB8_8320 & (0 &- (sum & 1))) }
  }
  return ~sum
}
