/// The shortest decimal that reads back to a binary number, and of those the nearest.
///
/// Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2021), written from the paper's
/// formulas. The number is `digits` times ten to the `exponent`.
struct ShortestDecimal {
  var digits: UInt64
  var exponent: Int

  /// Converts a finite non-zero number; ignores its sign.
  @inline(__always)
  init(_ value: Double) {
    let fraction = value.bitPattern & 0xF_FFFF_FFFF_FFFF
    let power = Int(value.bitPattern >> 52 & 0x7FF)
    self.init(
      significand: power > 0 ? fraction | 1 << 52 : fraction, exponent: max(power, 1) - 1075,
      isPowerOfTwo: fraction == 0 && power > 1)
  }

  /// Converts a finite non-zero number; ignores its sign.
  @inline(__always)
  init(_ value: Float) {
    let fraction = value.bitPattern & 0x7F_FFFF
    let power = Int(value.bitPattern >> 23 & 0xFF)
    self.init(
      significand: UInt64(power > 0 ? fraction | 1 << 23 : fraction),
      exponent: max(power, 1) - 150, isPowerOfTwo: fraction == 0 && power > 1)
  }

  /// Converts c times 2^q; the neighbour below a power of two is only half as far as the one above.
  private init(significand c: UInt64, exponent q: Int, isPowerOfTwo: Bool) {
    if q <= 0, q > -64, c.trailingZeroBitCount >= -q {
      (digits, exponent) = (c >> UInt64(-q), 0)
      removeZeros()
      return
    }
    // k such that the interval of numbers that read back to this one is 10^k to 10^(k+1) wide.
    let k = (q * 1_262_611 - (isPowerOfTwo ? 524_031 : 0)) >> 22
    let power = PowersOfTen.significand(-k)
    let shift = UInt64(q + PowersOfTen.binaryLogarithm(-k) + 1)
    // The ends of that interval read back only to an even number.
    let isOdd = c & 1
    let lower = scaled(power, (4 * c - (isPowerOfTwo ? 1 : 2)) << shift) + isOdd
    let middle = scaled(power, (4 * c) << shift)
    let upper = scaled(power, (4 * c + 2) << shift) - isOdd
    let whole = middle / 4
    if whole >= 10 {
      let tens = whole / 10
      let (below, above) = (lower <= 40 * tens, 40 * tens + 40 <= upper)
      if below != above {
        (digits, exponent) = (tens + (above ? 1 : 0), k + 1)
        removeZeros()
        return
      }
    }
    let (below, above) = (lower <= 4 * whole, 4 * whole + 4 <= upper)
    let half = 4 * whole + 2
    let roundsUp =
      below != above ? above : middle > half || (middle == half && whole & 1 == 1)
    (digits, exponent) = (whole + (roundsUp ? 1 : 0), k)
    removeZeros()
  }

  @inline(__always)
  private mutating func removeZeros() {
    while digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
  }
}

/// The product's integer part, with its last bit set if the rest isn't zero.
@inline(__always)
private func scaled(_ power: (high: UInt64, low: UInt64), _ value: UInt64) -> UInt64 {
  let low = power.low.multipliedFullWidth(by: value).high
  let product = power.high.multipliedFullWidth(by: value)
  let (rest, overflows) = product.low.addingReportingOverflow(low)
  return (product.high &+ (overflows ? 1 : 0)) | (rest > 1 ? 1 : 0)
}
