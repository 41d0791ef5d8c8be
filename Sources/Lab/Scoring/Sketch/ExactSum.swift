/// Exact sum of floating-point numbers, independent of their order and grouping (Kulisch
/// accumulator).
///
/// A fixed-point number wide enough for every finite number, in digits of 32 bits with room for
/// carries.
package struct ExactSum: Sendable {
  /// From the smallest number, 2⁻¹⁰⁷⁴, to 2¹⁰²⁴, and 64 bits for the number of summands.
  private static let digitCount = (1074 + 1024 + 64 + 31) / 32
  /// Maximum number of summands before carries must be propagated.
  private static let timeout = 1 << 29

  /// The digits from the lowest on, the last one possibly negative; empty for zero.
  private var digits: [Int64] = []
  private var waiting = 0

  package init() {}

  /// Adds a finite number.
  package mutating func add(_ value: Double) {
    guard value != 0, value.isFinite else { return }
    if digits.isEmpty { digits = [Int64](repeating: 0, count: Self.digitCount) }
    if waiting >= Self.timeout { passCarries() }
    waiting += 1
    let exponent = Int(value.exponentBitPattern)
    let fraction =
      exponent == 0 ? value.significandBitPattern : value.significandBitPattern | 1 << 52
    let shift = max(0, exponent - 1)
    let wide = UInt128(fraction) << UInt128(shift % 32)
    let sign: Int64 = value.sign == .minus ? -1 : 1
    for piece in 0..<3 {
      digits[shift / 32 + piece] &+=
        sign * Int64(UInt32(truncatingIfNeeded: wide >> UInt128(32 * piece)))
    }
  }

  /// Adds another sum; corrupt sums may overflow, which does no harm.
  package mutating func add(_ other: ExactSum) {
    guard !other.digits.isEmpty else { return }
    if digits.isEmpty {
      self = other
      return
    }
    var other = other
    other.passCarries()
    passCarries()
    for (place, digit) in other.digits.enumerated() { digits[place] &+= digit }
    waiting = 2
  }

  /// Propagates carries: every digit but the last then has 32 bits, which is the canonical form.
  private mutating func passCarries() {
    guard !digits.isEmpty else { return }
    waiting = 1
    for index in 0..<digits.count - 1 {
      let carry = digits[index] >> 32
      digits[index] -= carry << 32
      digits[index + 1] &+= carry
    }
  }

  /// The number nearest to the sum, with ties to even.
  package var value: Double {
    var sum = self
    sum.passCarries()
    guard let last = sum.digits.last else { return 0 }
    let isNegative = last < 0
    if isNegative {
      for place in sum.digits.indices { sum.digits[place] = 0 &- sum.digits[place] }
      sum.passCarries()
    }
    guard let top = sum.digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    // The highest 64 bits; the lowest of them is sticky: set if anything lies below.
    let highest = 32 * top + 31 - UInt32(truncatingIfNeeded: sum.digits[top]).leadingZeroBitCount
    let lowest = max(0, highest - 63)
    var window = UInt128(0)
    for place in stride(from: min(top, lowest / 32 + 2), through: lowest / 32, by: -1) {
      window = window << 32 | UInt128(UInt64(sum.digits[place]))
    }
    var bits = UInt64(truncatingIfNeeded: window >> UInt128(lowest % 32))
    let isInexact =
      UInt64(truncatingIfNeeded: window) & ((1 << UInt64(lowest % 32)) - 1) != 0
      || sum.digits[..<(lowest / 32)].contains { $0 != 0 }
    if isInexact { bits |= 1 }
    let size = Double(sign: .plus, exponent: lowest - 1074, significand: Double(bits))
    return isNegative ? -size : size
  }

  /// The nonzero digits from the first to the last, and the index of the first one.
  package var packed: (place: Int, digits: [Int64]) {
    var sum = self
    sum.passCarries()
    guard let first = sum.digits.firstIndex(where: { $0 != 0 }),
      let last = sum.digits.lastIndex(where: { $0 != 0 })
    else { return (0, []) }
    return (first, Array(sum.digits[first...last]))
  }

  /// Reads the format of ``packed``; nil for anything else.
  package init?(place: Int, digits packed: [Int64]) {
    guard place >= 0, packed.count <= Self.digitCount, place <= Self.digitCount - packed.count,
      packed.dropLast().allSatisfy({ 0..<(1 << 32) ~= $0 }), packed.last != 0, packed.first != 0
    else { return nil }
    if let last = packed.last, place + packed.count < Self.digitCount, !(0..<(1 << 32) ~= last) {
      return nil
    }
    guard !packed.isEmpty else { return }
    digits = [Int64](repeating: 0, count: Self.digitCount)
    digits.replaceSubrange(place..<place + packed.count, with: packed)
    waiting = 1
  }
}

extension ExactSum: Equatable {
  package static func == (left: ExactSum, right: ExactSum) -> Bool {
    left.packed == right.packed
  }
}
