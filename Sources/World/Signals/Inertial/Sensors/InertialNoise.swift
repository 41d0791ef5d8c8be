import Kernel

/// Random numbers of inertial signals by the counter-based generator Philox, addressed by purpose and number.
///
/// One call gives sixteen draws, each the sum of four bytes: mean 0, variance 1, skewness 0, excess kurtosis
/// -0.3 (a normal's is 0), never beyond 3.45, in steps of 0.007. For noise below a sensor's resolution, and
/// for bounded gains and wander, that is close enough to normal, at 2 ns per number instead of 10.
struct InertialNoise: Hashable, Sendable {
  private let key: UInt64

  init(_ stream: RandomStream) {
    var stream = stream
    key = stream.next()
  }

  /// The purpose of a draw: the high half of its address.
  enum DrawPurpose: UInt64 {
    case sensors, steps, slowSteps, rattle, wander, sway, shifts, drift
  }

  /// Sixteen draws with mean 0 and variance 1.
  @inline(__always)
  func draws(_ purpose: DrawPurpose, _ number: Int64) -> SIMD16<Float> {
    let blocks = Philox.fourBlocks(
      low: UInt64(bitPattern: number) &<< 2, high: purpose.rawValue, key: key)
    let words = SIMD8<UInt64>(
      blocks[0], blocks[1], blocks[2], blocks[3], blocks[4], blocks[5], blocks[6], blocks[7])
    // Bytes 0 and 2 plus bytes 1 and 3, then the two sums: 0 to 1020 in every 32-bit lane.
    let mask = SIMD8<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
    let pairs = (words & mask) &+ ((words &>> SIMD8(repeating: 8)) & mask)
    let low = SIMD8<UInt64>(repeating: 0x0000_07FF_0000_07FF)
    let sums = (pairs & low) &+ ((pairs &>> SIMD8(repeating: 16)) & low)
    // With the exponent of 2²³ above it, an integer is its own float, 2²³ too large.
    let biased = sums | SIMD8<UInt64>(repeating: 0x4B00_0000_4B00_0000)
    // Both are 64 bytes, and any bits make a number.
    let floats = unsafeBitCast(biased, to: SIMD16<Float>.self)
    return (floats - (8_388_608 + 510)) * InertialNoise.scale
  }

  /// The first four of the draws, from one block instead of four.
  @inline(__always)
  func firstDraws(_ purpose: DrawPurpose, _ number: Int64) -> SIMD4<Float> {
    let block = Philox.block(
      counter: Philox.Block(low: UInt64(bitPattern: number) &<< 2, high: purpose.rawValue),
      key: key)
    let words = SIMD2<UInt64>(block.low, block.high)
    let mask = SIMD2<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
    let pairs = (words & mask) &+ ((words &>> SIMD2(repeating: 8)) & mask)
    let low = SIMD2<UInt64>(repeating: 0x0000_07FF_0000_07FF)
    let sums = (pairs & low) &+ ((pairs &>> SIMD2(repeating: 16)) & low)
    let biased = sums | SIMD2<UInt64>(repeating: 0x4B00_0000_4B00_0000)
    // Both are 16 bytes, and any bits make a number.
    let floats = unsafeBitCast(biased, to: SIMD4<Float>.self)
    return (floats - (8_388_608 + 510)) * InertialNoise.scale
  }

  /// One over the standard deviation of a sum of four bytes, √(4 (256² - 1) / 12).
  private static let scale: Float = 1 / 147.8005
}

/// Smooth random noise: eight channels of a cubic B-spline through random nodes, with slopes.
///
/// Each channel has mean 0 and variance 1, and a spectrum flat up to about 0.2 / spacing that has almost
/// ended at 1 / spacing. The value is a function of time alone.
struct InertialDrift: Sendable {
  private let noise: InertialNoise
  private let purpose: InertialNoise.DrawPurpose
  private let spacing: Int64
  private let perNanosecond: Double
  /// Slope factor, in 1/s; the slope's RMS is ``slopeRMS`` over the spacing in seconds.
  private let perSecond: Float
  private var node = Int64.min
  private var block = Int64.min
  private var draws = SIMD16<Float>.zero
  private var nodes = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)

  /// The RMS of the slope for nodes one second apart: √(2/3) / √(151/315).
  static let slopeRMS: Float = 1.1793

  /// Creates the noise of a purpose, with a node spacing in s.
  init(_ noise: InertialNoise, _ purpose: InertialNoise.DrawPurpose, spacing seconds: Double) {
    self.noise = noise
    self.purpose = purpose
    spacing = Int64((seconds * 1e9).rounded())
    perNanosecond = 1 / Double(spacing)
    perSecond = Float(1 / seconds)
  }

  /// The eight channels at a time, in ns since the start, and their slopes, per second.
  @inline(__always)
  mutating func callAsFunction(
    _ nanoseconds: Int64
  ) -> (value: SIMD8<Float>, slope: SIMD8<Float>) {
    var share = nanoseconds &- node &* spacing
    if node == .min || share < 0 || share >= spacing {
      seek(nanoseconds)
      share = nanoseconds &- node &* spacing
    }
    let u = Float(Double(share) * perNanosecond)
    let v = 1 - u
    let (uu, vv) = (u * u, v * v)
    // The variance of the weighted sum is 151/315; the factor makes it 1.
    let third = InertialDrift.gain / 6
    let half = InertialDrift.gain / 2 * perSecond
    let (a, b, c, d) = nodes
    let outer = a * (vv * v * third) + d * (uu * u * third)
    let inner = b * ((3 * uu * u - 6 * uu + 4) * third)
    let value = outer + inner + c * ((3 * vv * v - 6 * vv + 4) * third)
    let slope = (b - a) * (vv * half) + (c - b) * ((1 + 2 * u * v) * half) + (d - c) * (uu * half)
    return (value, slope)
  }

  private static let gain: Float = 1.44435

  @inline(never)
  private mutating func seek(_ nanoseconds: Int64) {
    // Floor division; times before the start are unused but must not trap.
    let wanted = nanoseconds >= 0 ? nanoseconds / spacing : (nanoseconds &+ 1) / spacing - 1
    if wanted == node &+ 1 {
      nodes = (nodes.1, nodes.2, nodes.3, drawn(wanted + 3))
    } else {
      nodes = (drawn(wanted), drawn(wanted + 1), drawn(wanted + 2), drawn(wanted + 3))
    }
    node = wanted
  }

  /// Two nodes share a block of sixteen draws.
  private mutating func drawn(_ number: Int64) -> SIMD8<Float> {
    if number >> 1 != block {
      block = number >> 1
      draws = noise.draws(purpose, block)
    }
    return number & 1 == 0 ? draws.lowHalf : draws.highHalf
  }
}
