/// The logarithm to base 10 of a positive, normal number, to within 1e-11.
///
/// A scan takes several for each radio, and the library's own, right to the last bit, is a call that
/// takes four times as long. The mantissa is brought between √½ and √2, where
/// ln m = 2 (s + s³/3 + s⁵/5 + ...) with s = (m - 1) / (m + 1) converges fast.
@inline(__always)
func fastDecades(_ value: Double) -> Double {
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

/// The natural logarithm of 10.
let naturalDecade = 2.302_585_092_994_046
