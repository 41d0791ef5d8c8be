extension Collection<UInt8> {
  /// The bytes as hexadecimal digits, two each.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// SHA-256 (FIPS 180-4), computed incrementally.
///
///     var hash = SHA256()
///     hash.update("abc".utf8)
///     hash.digest().hexadecimal  // "ba7816bf..."
public struct SHA256: Sendable {
  /// A hash value of 32 bytes.
  public struct Digest: Hashable, Sendable {
    public let bytes: [UInt8]

    /// The bytes as 64 hexadecimal digits.
    public var hexadecimal: String { bytes.hexadecimal }

    /// The first 12 hexadecimal digits: enough to distinguish a few million items.
    public var shortDigest: String { String(hexadecimal.prefix(12)) }
  }

  private var state: SHA256State = (
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19
  )
  /// The bytes of the incomplete block.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  public init() {
    pending.reserveCapacity(blockSize)
  }

  /// Returns the hash of `bytes`.
  public static func digest(of bytes: some Sequence<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest()
  }

  /// Appends bytes to the hashed data.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let isContiguous: Void? = bytes.withContiguousStorageIfAvailable {
      update(UnsafeRawBufferPointer($0))
    }
    guard isContiguous == nil else { return }
    Array(bytes).withUnsafeBytes { update($0) }
  }

  /// Appends bytes to the hashed data.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(blockSize - pending.count, bytes.count)
      pending.append(contentsOf: bytes[..<start])
      guard pending.count == blockSize else { return }
      pending.withUnsafeBytes { compress($0, into: &state) }
      pending.removeAll(keepingCapacity: true)
    }
    let end = bytes.count - (bytes.count - start) % blockSize
    if end > start {
      compress(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), into: &state)
    }
    pending.append(contentsOf: bytes[end...])
  }

  /// Returns the hash of the data so far; more can be appended afterwards.
  public func digest() -> Digest {
    var state = state
    var tail = pending
    tail.append(0x80)
    let padding = (blockSize + 56 - tail.count % blockSize) % blockSize
    tail.append(contentsOf: repeatElement(0, count: padding))
    let bitCount = byteCount &* 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    tail.withUnsafeBytes { compress($0, into: &state) }
    let words = [
      state.0, state.1, state.2, state.3, state.4, state.5, state.6, state.7,
    ]
    return Digest(
      bytes: words.flatMap { word in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      })
  }
}
