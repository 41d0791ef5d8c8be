/// The Philox 4x32-10 counter-based generator as a pure function of counter and key.
///
/// Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
/// Being a function, it has no state to share, to lock or to disturb: any block of any stream can
/// be computed at any time, on any thread, in any order.
@frozen
public enum Philox {
  /// The four 32-bit words of a block, as two 64-bit halves (word 0 is the low half of `low`).
  @frozen
  public struct Block: Hashable, Sendable {
    /// Words 0 and 1, word 0 in the low bits.
    public var low: UInt64
    /// Words 2 and 3, word 2 in the low bits.
    public var high: UInt64

    /// Creates a block from its two halves.
    @inlinable
    public init(low: UInt64, high: UInt64) {
      self.low = low
      self.high = high
    }
  }

  /// Returns the random block that `counter` and `key` address: ten rounds.
  @inlinable
  public static func block(counter: Block, key: UInt64) -> Block {
    var c0 = UInt32(truncatingIfNeeded: counter.low)
    var c1 = UInt32(truncatingIfNeeded: counter.low &>> 32)
    var c2 = UInt32(truncatingIfNeeded: counter.high)
    var c3 = UInt32(truncatingIfNeeded: counter.high &>> 32)
    var k0 = UInt32(truncatingIfNeeded: key)
    var k1 = UInt32(truncatingIfNeeded: key &>> 32)
    for _ in 0..<10 {
      let product0 = UInt64(c0) &* 0xD251_1F53
      let product1 = UInt64(c2) &* 0xCD9E_8D57
      c0 = UInt32(truncatingIfNeeded: product1 &>> 32) ^ c1 ^ k0
      c1 = UInt32(truncatingIfNeeded: product1)
      c2 = UInt32(truncatingIfNeeded: product0 &>> 32) ^ c3 ^ k1
      c3 = UInt32(truncatingIfNeeded: product0)
      // Weyl increments: the golden ratio and the square root of three less one.
      k0 &+= 0x9E37_79B9
      k1 &+= 0xBB67_AE85
    }
    return Block(
      low: UInt64(c0) | UInt64(c1) &<< 32,
      high: UInt64(c2) | UInt64(c3) &<< 32)
  }
}
