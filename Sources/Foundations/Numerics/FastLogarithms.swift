/// The natural logarithm of 10.
public let naturalDecade = 2.302_585_092_994_046

/// Base-10 logarithm of a positive, normal number, to within 1e-11.
///
/// The library's function is exact to the last bit but takes four times as long. The mantissa is
/// scaled to between √½ and √2, where ln m = 2 (s + s³/3 + s⁵/5 + ...) with s = (m - 1) / (m + 1)
/// converges fast.
@inlinable @inline(__always)
public func fastDecades(_ value: Double) -> Double {
  // Chooses the exponent such that the mantissa begins at √½: subtracts the bits of √½ first.
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

/// The natural logarithms of eight positive, normal numbers, to 1e-3.
@inlinable @inline(__always)
public func roughLogarithm(_ value: SIMD8<Float>) -> SIMD8<Float> {
  // The three casts are between types of 32 bytes, and every bit pattern is a number.
  let bits = unsafeBitCast(value, to: SIMD8<UInt32>.self)
  // Integers as stored in the mantissa of 2^23.
  let exponent =
    unsafeBitCast((bits &>> 23) | 0x4B00_0000, to: SIMD8<Float>.self) - (8_388_608 + 127)
  let mantissa = unsafeBitCast(bits & 0x007F_FFFF | 0x3F80_0000, to: SIMD8<Float>.self)
  let fraction = mantissa - 1
  let bend = -0.6778 + fraction * 0.2390
  return 0.693_147 * (exponent + fraction * (1.4388 + fraction * bend))
}

/// The natural logarithms of four positive, normal numbers, to 1e-15 relative, or absolute below 1.
@inlinable @inline(__always)
public func logarithm(_ value: SIMD4<Double>) -> SIMD4<Double> {
  // As in ``fastDecades(_:)``, with two more terms. The casts are between types of 32 bytes, and every
  // bit pattern is a number.
  let bits = unsafeBitCast(value, to: SIMD4<UInt64>.self)
  let shifted = bits &- 0x3FE6_A09E_667F_3BCD
  // The processor has no arithmetic shift of 64-bit lanes: exponents are made positive first.
  let positive = (shifted &+ (1024 &<< 52)) &>> 52
  let mantissa = unsafeBitCast(bits &- (positive &<< 52) &+ (1024 &<< 52), to: SIMD4<Double>.self)
  // Integers as stored in the mantissa of 2^52.
  let whole = unsafeBitCast(positive | 0x4330_0000_0000_0000, to: SIMD4<Double>.self)
  let exponent = whole - (4_503_599_627_370_496 + 1024)
  let s = (mantissa - 1) / (mantissa + 1)
  let q = s * s
  var series = 1 / 15.0 + q * (1 / 17.0)
  series = 1 / 13.0 + q * series
  series = 1 / 11.0 + q * series
  series = 1 / 9.0 + q * series
  series = 1 / 7.0 + q * series
  series = 0.2 + q * series
  series = 1 / 3.0 + q * series
  return 2 * s * (1 + q * series) + exponent * 0.693_147_180_559_945_3
}

/// The exponentials of four numbers up to 700, to 1e-15 relative; lower clamp at -700.
@inlinable @inline(__always)
public func exponential(_ value: SIMD4<Double>) -> SIMD4<Double> {
  let bounded = value.replacing(with: -700, where: value .< -700)
  // The added constant leaves the integer in the lowest bits, which avoids a slower conversion.
  let shifted = bounded * 1.442_695_040_888_963_4 + 6_755_399_441_055_744
  let whole = shifted - 6_755_399_441_055_744
  // ln 2 in two parts, the first of which is exact in the product.
  let part = (bounded - whole * 0.693_147_180_369_123_8) - whole * 1.908_214_929_270_587_7e-10
  // The exponential series, from -ln 2 / 2 to ln 2 / 2.
  var sum = 1 / 39_916_800.0 + part * (1 / 479_001_600.0)
  sum = 1 / 3_628_800.0 + part * sum
  sum = 1 / 362_880.0 + part * sum
  sum = 1 / 40_320.0 + part * sum
  sum = 1 / 5040.0 + part * sum
  sum = 1 / 720.0 + part * sum
  sum = 1 / 120.0 + part * sum
  sum = 1 / 24.0 + part * sum
  sum = 1 / 6.0 + part * sum
  sum = 0.5 + part * sum
  sum = 1 + part * sum
  sum = 1 + part * sum
  // Both casts are between types of 32 bytes, and every bit pattern is a number.
  let power = (unsafeBitCast(shifted, to: SIMD4<UInt64>.self) &+ 1023) &<< 52
  return sum * unsafeBitCast(power, to: SIMD4<Double>.self)
}

/// The exponentials of values minus an offset, to 1e-15 relative; see ``exponential(_:)``.
public func exponentials(of values: [Double], less offset: Double = 0) -> [Double] {
  [Double](unsafeUninitializedCapacity: values.count) { found, count in
    for start in stride(from: 0, to: values.count, by: 4) {
      let end = min(start + 4, values.count)
      var four = SIMD4<Double>.zero
      for index in start..<end { four[index - start] = values[index] - offset }
      four = exponential(four)
      for index in start..<end { found.initializeElement(at: index, to: four[index - start]) }
    }
    count = values.count
  }
}
