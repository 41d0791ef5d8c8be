/// A Philox random number stream, addressed by seed, entity, purpose and index.
///
/// A stream is a value: a copy keeps its position, and streams with different addresses never
/// overlap. The address doesn't depend on the order of creation, so adding an agent, a sensor or a
/// draw leaves every other stream unchanged.
///
/// Each kind of draw uses a fixed number of 64-bit words (one each for uniform and Gaussian draws),
/// so ``skip(words:)`` reaches the n-th draw in constant time.
@frozen
public struct RandomStream: RandomNumberGenerator, Sendable {
  /// The purpose of a stream, by name: `"beacon.fading"`.
  ///
  /// The name is hashed by FNV-1a, so it is stable across runs, machines and versions.
  @frozen
  public struct Purpose: ExpressibleByStringLiteral, Hashable, Sendable {
    @usableFromInline let hash: UInt64

    public init(_ name: String) {
      hash = stableHash(name)
    }

    public init(stringLiteral name: String) {
      self.init(name)
    }
  }

  @usableFromInline let key: UInt64
  @usableFromInline let index: UInt64
  /// The position in 64-bit words; each Philox block holds two.
  @usableFromInline var word: UInt64 = 0
  /// The eight words computed last, current unless `word` is a multiple of 8.
  @usableFromInline var words = InlineArray<8, UInt64>(repeating: 0)

  /// Creates a stream at its first number.
  ///
  /// `entity` is the agent, device or transmitter that draws; use ``stableHash(_:)`` for names.
  /// `index` is a time step, satellite or field cell.
  public init(seed: UInt64, entity: UInt64 = 0, purpose: Purpose, index: UInt64 = 0) {
    // Philox itself mixes the address into a key: under one seed its 128-bit output is a bijection
    // of (entity, purpose), of which 64 bits are kept; the index stays in the counter.
    let mixed = Philox.block(
      counter: Philox.Block(low: entity, high: purpose.hash), key: seed)
    key = mixed.low
    self.index = index
  }

  /// Returns the stream with the same seed, entity and purpose at another index.
  @inlinable
  public func at(index: UInt64) -> RandomStream {
    RandomStream(key: key, index: index)
  }

  @inlinable
  init(key: UInt64, index: UInt64) {
    self.key = key
    self.index = index
  }

  /// The number of 64-bit words drawn.
  @inlinable public var position: UInt64 { word }

  @inlinable
  public mutating func next() -> UInt64 {
    let lane = Int(truncatingIfNeeded: word & 7)
    if lane == 0 { refill() }
    word &+= 1
    return words[lane]
  }

  /// Computes the group of eight words that contains `word`.
  @inlinable @inline(__always)
  mutating func refill() {
    words = Philox.fourBlocks(low: (word &>> 3) &<< 2, high: index, key: key)
  }

  /// Skips `words` 64-bit words without computing them.
  @inlinable
  public mutating func skip(words: UInt64) {
    word &+= words
    if word & 7 != 0 { refill() }
  }

  /// Returns a uniform draw from [0, 1) with 53 random bits.
  @inlinable
  public mutating func uniform() -> Double {
    Double(Int64(truncatingIfNeeded: next() &>> 11)) * 0x1p-53
  }

  /// Returns a uniform draw from [`range.lowerBound`, `range.upperBound`).
  @inlinable
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Returns a uniform draw from 0 to `count` - 1; `count` must be positive.
  ///
  /// Multiply-shift without rejection: one word a draw, bias below `count` / 2^64.
  @inlinable
  public mutating func integer(below count: Int) -> Int {
    precondition(count > 0, "a draw needs at least one possibility")
    return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// Returns true with the given probability.
  @inlinable
  public mutating func happens(withProbability probability: Double) -> Bool {
    uniform() < probability
  }

  /// Returns a draw from the standard normal distribution, by inversion.
  ///
  /// Each draw uses exactly one word: see ``normalQuantile(_:)``.
  @inlinable
  public mutating func gaussian() -> Double {
    // Centred on the cells of a 2^-53 grid: never 0 or 1, symmetric about one half.
    normalQuantile((Double(Int64(truncatingIfNeeded: next() &>> 11)) + 0.5) * 0x1p-53)
  }
}

// Address and position determine the stream; the precomputed words follow from them.
extension RandomStream: Hashable {
  @inlinable
  public static func == (left: RandomStream, right: RandomStream) -> Bool {
    left.key == right.key && left.index == right.index && left.word == right.word
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(index)
    hasher.combine(word)
  }
}

/// Hashes a name to 64 bits, equal in every run: FNV-1a, then a Murmur3 finaliser.
public func stableHash(_ name: String) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in name.utf8 {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
  hash = (hash ^ (hash &>> 33)) &* 0xFF51_AFD7_ED55_8CCD
  hash = (hash ^ (hash &>> 33)) &* 0xC4CE_B9FE_1A85_EC53
  return hash ^ (hash &>> 33)
}
