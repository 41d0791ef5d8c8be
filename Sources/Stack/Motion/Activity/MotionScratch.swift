/// Room for one window's reckoning.
struct MotionScratch: Sendable {
  /// The lags at which a series is compared with itself: 5 to 44 bins, 0.25 to 2.2 s.
  static let firstLag = 5
  static let lagCount = 40

  /// The magnitude about its mean, and zeros behind it to compare with.
  var magnitude = [Float](repeating: 0, count: MotionGrid.window + 64)
  var isStuck = false

  /// What a series is like when moved against itself.
  struct Repetition {
    /// The highest correlation, at least 0.
    var height: Float = 0
    /// At which lag, in s.
    var seconds: Float = 0
    /// The correlation at half that lag.
    var atHalf: Float = 0
  }

  /// Compares the last bins of the magnitude with themselves.
  ///
  /// - Parameters:
  ///   - first: The first bin.
  ///   - end: Behind the last.
  /// - Returns: How they repeat.
  func repetition(from first: Int, to end: Int) -> Repetition {
    magnitude.withUnsafeBufferPointer { values in
      var sums = (
        SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero,
        SIMD8<Float>.zero
      )
      guard let start = values.baseAddress else { return Repetition() }
      var energy: Float = 0
      for number in first..<end {
        let value = start[number]
        energy += value * value
        let others = UnsafeRawPointer(start + number + Self.firstLag)
        sums.0 += others.loadUnaligned(as: SIMD8<Float>.self) * value
        sums.1 += others.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self) * value
        sums.2 += others.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self) * value
        sums.3 += others.loadUnaligned(fromByteOffset: 96, as: SIMD8<Float>.self) * value
        sums.4 += others.loadUnaligned(fromByteOffset: 128, as: SIMD8<Float>.self) * value
      }
      return Self.best(
        count: end - first, energy: energy,
        InlineArray<5, SIMD8<Float>> { [sums.0, sums.1, sums.2, sums.3, sums.4][$0] })
    }
  }

  /// The highest peak among the lags for which at least half the bins are left.
  @inline(__always)
  private static func best(
    count: Int, energy: Float, _ sums: InlineArray<5, SIMD8<Float>>
  ) -> Repetition {
    guard energy > 0 else { return Repetition() }
    let lags = min(lagCount, count / 2 + 4)
    /// The share of the energy that is left at a lag is that of the bins.
    func correlation(_ number: Int) -> Float {
      guard number >= 0 else { return 0 }
      let left = Float(count - number - firstLag) / Float(count)
      return sums[number / 8][number % 8] / (energy * left)
    }
    var result = Repetition()
    var before = correlation(0), now = correlation(1)
    for number in 1..<lags - 1 {
      let after = correlation(number + 1)
      if now > before, now >= after, now > result.height {
        result.height = min(1, now)
        result.seconds = Float(number + firstLag) * MotionGrid.binSeconds
        result.atHalf = correlation((number + firstLag) / 2 - firstLag)
      }
      (before, now) = (now, after)
    }
    return result
  }
}
