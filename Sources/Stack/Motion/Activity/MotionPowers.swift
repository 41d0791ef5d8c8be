import Glibc

/// Power spectrum of 5 s, of all axes together and along gravity.
struct MotionPowers {
  private var total = InlineArray<64, Float>(repeating: 0)
  private var vertical = InlineArray<64, Float>(repeating: 0)

  /// Band edges by FFT bin (20 Hz / 128 apart): 0.3, 0.8, 1.4, 2.2, 3.3, 5, 7 and up to 9.8 Hz.
  private static let edges: InlineArray<8, Int> = [2, 5, 9, 14, 21, 32, 45, 63]
  /// Bins of steps, strides and pedals: 0.6 to 4.1 Hz.
  private static let gait = 4..<27
  /// Bins of steps: 1.25 to 4.1 Hz.
  private static let steps = 8..<27

  @inline(__always)
  mutating func add(_ spectrum: MotionSpectrum, scale: Float) {
    for number in 1..<64 {
      let powers = spectrum.powers(number) * scale
      total[number] = powers.x + powers.y + powers.z
      vertical[number] = powers.w
    }
  }

  @inline(__always)
  func write(into vector: inout MotionFeatureVector, floor: Float) {
    let minimum = floor * floor
    // Spans, since reading an element of an array in place copies the whole array.
    let (total, vertical) = (self.total.span, self.vertical.span)
    for band in 0..<7 {
      var sums = SIMD2<Float>(repeating: minimum)
      for number in Self.edges[band]..<Self.edges[band + 1] {
        sums += SIMD2(total[number], vertical[number])
      }
      vector.values[MotionFeatureVector.Feature.total03.rawValue + band] = 0.5 * log(sums.x)
      vector.values[MotionFeatureVector.Feature.vertical03.rawValue + band] = 0.5 * log(sums.y)
    }
    let whole = Self.peak(total, Self.gait)
    vector[.totalPeak] = whole.hertz
    vector[.totalSharpness] = whole.sharpness
    let upright = Self.peak(vertical, Self.gait)
    vector[.verticalPeak] = upright.hertz
    vector[.verticalSharpness] = upright.sharpness
    let step = Self.peak(vertical, Self.steps)
    vector[.stepRate] = step.hertz
    vector[.stepSharpness] = step.sharpness
    var sum: Float = 1e-9, moment: Float = 0, disorder: Float = 0
    for number in 2..<63 {
      sum += total[number]
      moment += total[number] * Float(number)
    }
    for number in 2..<63 {
      let share = total[number] / sum + 1e-7
      disorder -= share * log(share)
    }
    vector[.centroid] = moment / sum * MotionSpectrum.step
    vector[.entropy] = disorder
  }

  /// Returns the strongest frequency in a range, in Hz, and the share of the power in its three bins.
  @inline(__always)
  private static func peak(
    _ powers: Span<Float>, _ range: Range<Int>
  ) -> (hertz: Float, sharpness: Float) {
    var best = range.lowerBound
    var sum: Float = 1e-9
    for number in 2..<63 { sum += powers[number] }
    for number in range where powers[number] > powers[best] { best = number }
    let about = powers[best - 1] + powers[best] + powers[best + 1]
    let moment = powers[best + 1] - powers[best - 1]
    return (
      (Float(best) + moment / (about + 1e-12)) * MotionSpectrum.step, min(1, about / sum)
    )
  }
}
