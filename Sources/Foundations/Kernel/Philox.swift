/// Philox 4x32-10, a counter-based random number generator, as a pure function of counter and key.
///
/// Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
/// The function has no state: any block of any stream can be computed at any time, on any thread,
/// in any order.
@frozen
public enum Philox {
  /// The four 32-bit words of a block, as two 64-bit halves (word 0 is the low half of `low`).
  @frozen
  public struct Block: Hashable, Sendable {
    /// Words 0 and 1, word 0 in the low bits.
    public var low: UInt64
    /// Words 2 and 3, word 2 in the low bits.
    public var high: UInt64

    @inlinable
    public init(low: UInt64, high: UInt64) {
      self.low = low
      self.high = high
    }
  }

  /// Returns the random block at `counter` and `key` after ten rounds.
  @inlinable
  public static func block(counter: Block, key: UInt64) -> Block {
    var c0 = UInt32(truncatingIfNeeded: counter.low)
    var c1 = UInt32(truncatingIfNeeded: counter.low &>> 32)
    var c2 = UInt32(truncatingIfNeeded: counter.high)
    var c3 = UInt32(truncatingIfNeeded: counter.high &>> 32)
    var k0 = UInt32(truncatingIfNeeded: key)
    var k1 = UInt32(truncatingIfNeeded: key &>> 32)
    for _ in 0..<10 {
      let product0 = UInt64(c0) &* multiplier0
      let product1 = UInt64(c2) &* multiplier1
      c0 = UInt32(truncatingIfNeeded: product1 &>> 32) ^ c1 ^ k0
      c1 = UInt32(truncatingIfNeeded: product1)
      c2 = UInt32(truncatingIfNeeded: product0 &>> 32) ^ c3 ^ k1
      c3 = UInt32(truncatingIfNeeded: product0)
      k0 &+= weyl0
      k1 &+= weyl1
    }
    return Block(
      low: UInt64(c0) | UInt64(c1) &<< 32,
      high: UInt64(c2) | UInt64(c3) &<< 32)
  }

  /// Returns the eight 64-bit words of the blocks at counters `low` to `low` + 3.
  ///
  /// One block is a chain of sixty dependent steps that leaves a processor idle most of the time.
  /// Four blocks, two in the lanes of each of two vectors, take hardly longer than one.
  /// `low` must be a multiple of four; `high` is the high half of all four counters. Blocks are
  /// returned in order, each as its low and then its high half.
  @inlinable
  public static func fourBlocks(low: UInt64, high: UInt64, key: UInt64) -> InlineArray<8, UInt64> {
    var a = Lanes(counters: Lanes.Word(low, low | 1), high: high, key: key)
    var b = Lanes(counters: Lanes.Word(low | 2, low | 3), high: high, key: key)
    // Unrolled by hand, because the compiler doesn't unroll a loop of ten.
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    a.round()
    b.round()
    let (p, q) = (a.packed, b.packed)
    return [
      p.low[0], p.high[0], p.low[1], p.high[1], q.low[0], q.high[0], q.low[1], q.high[1],
    ]
  }

  // The round multipliers and the Weyl increments of the key, from the paper.
  @inlinable static var multiplier0: UInt64 { 0xD251_1F53 }
  @inlinable static var multiplier1: UInt64 { 0xCD9E_8D57 }
  @inlinable static var weyl0: UInt32 { 0x9E37_79B9 }
  @inlinable static var weyl1: UInt32 { 0xBB67_AE85 }

  /// Two generator states side by side; only the low 32 bits of each lane are significant.
  @frozen @usableFromInline
  struct Lanes {
    @usableFromInline typealias Word = SIMD2<UInt64>

    @usableFromInline var c0: Word
    @usableFromInline var c1: Word
    @usableFromInline var c2: Word
    @usableFromInline var c3: Word
    @usableFromInline var k0: Word
    @usableFromInline var k1: Word

    @inlinable @inline(__always)
    init(counters: Word, high: UInt64, key: UInt64) {
      c0 = counters
      c1 = counters &>> Word(repeating: 32)
      c2 = Word(repeating: high)
      c3 = Word(repeating: high &>> 32)
      k0 = Word(repeating: key)
      k1 = Word(repeating: key &>> 32)
    }

    @inlinable @inline(__always)
    static var lowHalf: Word { Word(repeating: 0xFFFF_FFFF) }

    @inlinable @inline(__always)
    mutating func round() {
      // The mask lets the compiler use a 32 by 32 bit multiplication.
      let product0 = (c0 & Lanes.lowHalf) &* Word(repeating: multiplier0)
      let product1 = (c2 & Lanes.lowHalf) &* Word(repeating: multiplier1)
      c0 = (product1 &>> Word(repeating: 32)) ^ c1 ^ k0
      c1 = product1
      c2 = (product0 &>> Word(repeating: 32)) ^ c3 ^ k1
      c3 = product0
      k0 &+= Word(repeating: UInt64(weyl0))
      k1 &+= Word(repeating: UInt64(weyl1))
    }

    @inlinable @inline(__always)
    var packed: (low: Word, high: Word) {
      (
        (c0 & Lanes.lowHalf) | (c1 &<< Word(repeating: 32)),
        (c2 & Lanes.lowHalf) | (c3 &<< Word(repeating: 32))
      )
    }
  }
}
