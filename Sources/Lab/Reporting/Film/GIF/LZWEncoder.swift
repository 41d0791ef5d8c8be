/// LZW compression of palette indexes with codes of growing width (Welch 1984), as GIF 89a stores it.
package struct LZWEncoder {
  private static let maxCodes = 4096
  /// A power of two, at most half full.
  private static let slots = 8192

  private let minCodeSize: Int
  private var clearCode: Int { 1 << minCodeSize }
  private var endCode: Int { clearCode + 1 }

  /// The table of known strings: prefix code and last index as the key, the string's code as the value.
  private var keys: [Int32]
  private var codes: [Int16]
  private var nextCode = 0
  private var codeSize = 0

  private var bytes: [UInt8] = []
  private var bits = 0
  private var bitCount = 0

  /// - Parameter minCodeSize: The number of bits of an index, at least 2.
  package init(minCodeSize: Int) {
    self.minCodeSize = minCodeSize
    keys = Array(repeating: -1, count: Self.slots)
    codes = Array(repeating: 0, count: Self.slots)
  }

  /// The compressed data of an image: the code size, sub-blocks of up to 255 bytes, and a terminator.
  package mutating func encode(_ indexes: [UInt8]) -> [UInt8] {
    bytes = []
    (bits, bitCount) = (0, 0)
    codeSize = minCodeSize + 1
    reset()
    var prefix: Int?
    for index in indexes {
      guard let known = prefix else {
        prefix = Int(index)
        continue
      }
      let slot = slot(of: known << 8 | Int(index))
      if keys[slot] >= 0 {
        prefix = Int(codes[slot])
        continue
      }
      write(known)
      if nextCode < Self.maxCodes {
        add(known << 8 | Int(index), at: slot)
      } else {
        reset()
      }
      prefix = Int(index)
    }
    if let prefix { write(prefix) }
    write(endCode)
    if bitCount > 0 { bytes.append(UInt8(bits & 0xFF)) }
    return [UInt8(minCodeSize)] + Self.blocks(bytes) + [0]
  }

  /// Empties the table, here and in the decoder.
  private mutating func reset() {
    write(clearCode)
    for slot in keys.indices { keys[slot] = -1 }
    nextCode = endCode + 1
    codeSize = minCodeSize + 1
  }

  /// The slot of a key, or the free one for it, by linear probing.
  private func slot(of key: Int) -> Int {
    // Fibonacci hashing.
    var slot = Int((UInt32(truncatingIfNeeded: key) &* 2_654_435_769) >> 19)
    while keys[slot] >= 0, keys[slot] != Int32(key) { slot = (slot + 1) & (Self.slots - 1) }
    return slot
  }

  private mutating func add(_ key: Int, at slot: Int) {
    keys[slot] = Int32(key)
    codes[slot] = Int16(nextCode)
    // The decoder adds this string one code later.
    if nextCode == 1 << codeSize, codeSize < 12 { codeSize += 1 }
    nextCode += 1
  }

  /// Appends a code, the lowest bit first.
  private mutating func write(_ code: Int) {
    bits |= code << bitCount
    bitCount += codeSize
    while bitCount >= 8 {
      bytes.append(UInt8(bits & 0xFF))
      bits >>= 8
      bitCount -= 8
    }
  }

  private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    blocks.reserveCapacity(bytes.count + bytes.count / 255 + 1)
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let end = min(start + 255, bytes.count)
      blocks.append(UInt8(end - start))
      blocks += bytes[start..<end]
    }
    return blocks
  }
}
