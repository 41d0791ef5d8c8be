/// The natural logarithm of 10.
public let naturalDecade = 2.302_585_092_994_046

/// The logarithm to base 10 of a positive, normal number, to within 1e-11.
///
/// The library's own, right to the last bit, is a call that takes four times as long. The mantissa is
/// brought between √½ and √2, where ln m = 2 (s + s³/3 + s⁵/5 + ...) with s = (m - 1) / (m + 1)
/// converges fast.
@inlinable @inline(__always)
public func fastDecades(_ value: Double) -> Double {
  // Takes the exponent such that the mantissa begins at √½: the bits of √½ are subtracted first.
  let bits = value.bitPattern
  let shifted = bits &- 0x3FE6_A09E_667F_3BCD
  let exponent = Int64(bitPattern: shifted) &>> 52
  let mantissa = Double(bitPattern: bits &- UInt64(bitPattern: exponent &<< 52))
  let s = (mantissa - 1) / (mantissa + 1)
  let q = s * s
  let series =
    1 + q * (1 / 3.0 + q * (0.2 + q * (1 / 7.0 + q * (1 / 9.0 + q * (1 / 11.0 + q / 13)))))
  // 2 / ln 10 and log10(2).
  return s * series * 0.868_588_963_806_503_7 + Double(exponent) * 0.301_029_995_663_981_2
}

/// The natural logarithms of eight positive, normal numbers, to a thousandth.
@inlinable @inline(__always)
public func roughLogarithm(_ value: SIMD8<Float>) -> SIMD8<Float> {
  // The three casts are between 32 bytes and 32 bytes, and any bits make a number.
  let bits = unsafeBitCast(value, to: SIMD8<UInt32>.self)
  // Whole numbers as they lie in the mantissa of 2^23.
  let exponent =
    unsafeBitCast((bits &>> 23) | 0x4B00_0000, to: SIMD8<Float>.self) - (8_388_608 + 127)
  let mantissa = unsafeBitCast(bits & 0x007F_FFFF | 0x3F80_0000, to: SIMD8<Float>.self)
  let fraction = mantissa - 1
  let bend = -0.6778 + fraction * 0.2390
  return 0.693_147 * (exponent + fraction * (1.4388 + fraction * bend))
}
