/// Work buffers and autocorrelation of one window.
struct MotionScratch: Sendable {
  /// Autocorrelation lags: 5 to 44 bins, 0.25 to 2.2 s.
  static let firstLag = 5
  static let lagCount = 40

  /// Magnitude about its mean, followed by zeros for the lagged copy.
  var magnitude = [Float](repeating: 0, count: MotionGrid.window + 64)
  var isStuck = false

  /// Strongest peak of the autocorrelation.
  struct Repetition {
    /// Correlation at the peak, at least 0.
    var height: Float = 0
    /// Lag of the peak, in s.
    var seconds: Float = 0
    /// Correlation at half the lag.
    var atHalf: Float = 0
  }

  /// Computes the autocorrelation of a range of bins of the magnitude.
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

  /// Returns the highest peak among the lags with at least half the bins in overlap.
  @inline(__always)
  private static func best(
    count: Int, energy: Float, _ sums: InlineArray<5, SIMD8<Float>>
  ) -> Repetition {
    guard energy > 0 else { return Repetition() }
    let lags = min(lagCount, count / 2 + 4)
    /// Normalised by the energy, in proportion to the bins in overlap.
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
