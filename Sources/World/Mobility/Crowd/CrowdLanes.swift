/// Four values, one for each of four neighbours.
typealias Lanes = SIMD4<Float>

// Three bit casts in this file: four floats, four words and a four-lane mask are all 16 bytes, and
// any bit pattern is a float. The library's own conversions are element by element.

extension SIMD4<Float> {
  /// Creates a vector from bit patterns.
  @inline(__always)
  init(bits: SIMD4<UInt32>) { self = unsafeBitCast(bits, to: Self.self) }

  @inline(__always) var bits: SIMD4<UInt32> { unsafeBitCast(self, to: SIMD4<UInt32>.self) }
}

extension SIMDMask<SIMD4<Int32>> {
  /// All ones where the mask is true, zeros elsewhere.
  @inline(__always) var bits: SIMD4<UInt32> { unsafeBitCast(self, to: SIMD4<UInt32>.self) }
}

extension SIMD4<Float> {
  /// The square roots and inverse square roots of numbers of at least 1e-12, with a relative error
  /// of 1e-6.
  ///
  /// Newton's iteration from the fast inverse square root guess, with constants for the least max
  /// error after the first round (J. Kadlec, 2010; from memory, checked over all exponents).
  /// SIMD4's own square root is computed element by element, and a division would be added.
  @inline(__always) var roots: (root: Self, inverse: Self) {
    let half = bits &>> SIMD4<UInt32>(repeating: 1)
    var inverse = Self(bits: SIMD4<UInt32>(repeating: 0x5F1F_FFF9) &- half)
    inverse *= (Self(repeating: 2.389_244_56) - self * inverse * inverse) * Float(0.703_952_253)
    inverse *= Float(1.5) - self * Float(0.5) * inverse * inverse
    return (self * inverse, inverse)
  }

  @inline(__always) var total: Float { (x + y) + (z + w) }
  @inline(__always) var minimum: Float { Swift.min(Swift.min(x, y), Swift.min(z, w)) }

  @inline(__always) var magnitudes: Self {
    Self(bits: bits & SIMD4<UInt32>(repeating: 0x7FFF_FFFF))
  }

  /// Selects the vector's elements where a mask is true, and those of `other` elsewhere.
  ///
  /// `replacing` would branch for every element, and an inverted mask makes the compiler split the
  /// vector, and all that follows, into halves; hence the exclusive ors.
  @inline(__always)
  func kept(where mask: SIMDMask<SIMD4<Int32>>, else other: Self) -> Self {
    Self(bits: other.bits ^ ((bits ^ other.bits) & mask.bits))
  }

  /// Selects the vector's elements where a mask is true, and zero elsewhere.
  @inline(__always)
  func kept(where mask: SIMDMask<SIMD4<Int32>>) -> Self {
    Self(bits: bits & mask.bits)
  }

  /// The element-wise max with a floor.
  @inline(__always)
  func atLeast(_ floor: Float) -> Self {
    kept(where: self .> Self(repeating: floor), else: Self(repeating: floor))
  }

  /// The element-wise min.
  @inline(__always)
  func lesser(_ other: Self) -> Self { kept(where: self .< other, else: other) }

  /// The exponential of the negated elements, for 0...80, with a relative error of 5e-6.
  ///
  /// A power of two through the exponent bits, times the Taylor polynomial of degree five of the
  /// remainder.
  @inline(__always) var decay: Self {
    let scaled = self * Float(-1.442_695_04)
    // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
    let shifted = scaled + Float(12_582_912)
    let rest = scaled - (shifted - Float(12_582_912))
    var sum = rest * Float(1.333_355_8e-3) + Float(9.618_129e-3)
    sum = sum * rest + Float(5.550_411e-2)
    sum = sum * rest + Float(0.240_226_51)
    sum = sum * rest + Float(0.693_147_18)
    sum = sum * rest + Float(1)
    let exponent =
      (shifted.bits &- SIMD4<UInt32>(repeating: 0x4B40_0000 - 127))
      &<< SIMD4<UInt32>(repeating: 23)
    return sum * Self(bits: exponent)
  }
}

extension SIMD2<Float> {
  @inline(__always)
  func dot(_ other: Self) -> Float { x * other.x + y * other.y }
  @inline(__always) var perpendicular: Self { Self(-y, x) }
  @inline(__always) var length: Float { dot(self).squareRoot() }
}

/// Four neighbours as one walker perceives them.
///
/// Before `look`, the unit vectors are still the offsets in m, and the last two fields hold the
/// components of the desired directions.
struct CrowdNeighbours {
  /// The unit vectors towards them.
  var ux: Lanes
  var uy: Lanes
  /// Their velocities, in m/s.
  var vx: Lanes
  var vy: Lanes
  /// The gaps between the bodies, in m; negative if they overlap.
  var gap: Lanes
  /// The sums of the radii, in m.
  var touch: Lanes
  /// The cosines between the desired directions.
  var accord: Lanes
  /// The position in front, in the sense of both: u · (wish + their wish).
  var ahead: Lanes
}
