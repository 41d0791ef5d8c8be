import Glibc

/// Where gravity points in a window, and how it has turned.
struct MotionMeans {
  /// The mean of the last 2.5 s and of the last 5 s, without the fourth lane.
  var short, long: SIMD4<Float>
  /// The directions of both.
  var up, longUp: SIMD4<Float>
  /// The mean magnitudes.
  var shortMagnitude, longMagnitude: Float
  /// The angles between the halves of the last 2.5 s, and between those and the 2.5 s before, in
  /// rad.
  var turnWithin, turnSince: Float

  @inline(__always)
  init(_ bins: UnsafeBufferPointer<SIMD4<Float>>, end: Int, short count: Int, long: Int) {
    let middle = end - count / 2
    let first = Self.mean(bins, end - count..<middle)
    let second = Self.mean(bins, middle..<end)
    short = (first + second) * 0.5
    turnWithin = Self.angle(first, second)
    if long - count >= 20 {
      let before = Self.mean(bins, end - long..<end - count)
      turnSince = Self.angle(before, short)
      self.long =
        (before * Float(long - count) + short * Float(count)) * (1 / Float(long))
    } else {
      turnSince = turnWithin
      self.long = short
    }
    up = Self.direction(short)
    longUp = Self.direction(self.long)
    var sum: Float = 0
    for number in end - count..<end { sum += Self.length(bins[number]) }
    shortMagnitude = sum / Float(count)
    for number in end - long..<end - count { sum += Self.length(bins[number]) }
    longMagnitude = sum / Float(long)
  }

  /// The mean of some bins, with nothing in the fourth lane.
  @inline(__always)
  static func mean(
    _ bins: UnsafeBufferPointer<SIMD4<Float>>, _ range: Range<Int>
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for number in range { sum += bins[number] }
    sum.w = 0
    return sum * (1 / Float(range.count))
  }

  /// The mean square about the mean, over all axes.
  @inline(__always)
  static func spread(_ bins: UnsafeBufferPointer<SIMD4<Float>>, _ range: Range<Int>) -> Float {
    let mean = mean(bins, range)
    var sum: Float = 0
    for number in range {
      var apart = bins[number] - mean
      apart.w = 0
      sum += (apart * apart).sum()
    }
    return sum / Float(range.count)
  }

  @inline(__always)
  private static func length(_ bin: SIMD4<Float>) -> Float {
    var bin = bin
    bin.w = 0
    return (bin * bin).sum().squareRoot()
  }

  @inline(__always)
  private static func direction(_ mean: SIMD4<Float>) -> SIMD4<Float> {
    let length = length(mean)
    // In free fall, any direction is as good as another.
    return length > 1 ? mean / length : SIMD4(0, 0, 1, 0)
  }

  @inline(__always)
  private static func angle(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let (one, other) = (direction(a), direction(b))
    // By the chord, which is exact where a cosine isn't: at small angles.
    let apart = one - other
    return 2 * asin(min(1, 0.5 * (apart * apart).sum().squareRoot()))
  }
}

/// A Hann window, one value after the other, without a cosine for each.
struct MotionHann {
  private let twice: Float
  private var now: Float, before: Float

  init(_ count: Int) {
    let angle = 2 * Float.pi / Float(count)
    twice = 2 * cos(angle)
    // Values at the middles of the bins, so that it is even.
    now = cos(0.5 * angle)
    before = now
  }

  @inline(__always)
  mutating func next() -> Float {
    let value = 0.5 - 0.5 * now
    (now, before) = (twice * now - before, now)
    return value
  }
}
