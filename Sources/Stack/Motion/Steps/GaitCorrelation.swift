/// Normalised autocorrelation of 4 s of signal.
///
/// Values are first clipped at a multiple of the mean absolute value, so that a hand that turns or
/// hits something does not outweigh the steps around it. (A sine's peak is 1.57 times its mean
/// absolute value.) The correlation at each lag is divided by the geometric mean of the energies of
/// the two overlapping parts.
struct GaitCorrelation: Sendable {
  /// Maximum lag, in samples of 40 ms: a stride of 2.5 s.
  static let largestLag = 63
  private static let width = 8

  /// Clipping level, as a multiple of the mean absolute value.
  private let cut: Float
  private var signal = [Float](
    repeating: 0, count: GaitSignal.length + GaitCorrelation.largestLag + 2 * GaitCorrelation.width)
  private var energies = [Float](repeating: 0, count: GaitSignal.length + 1)
  /// Correlation by lag, from 0.
  private(set) var values = [Float](repeating: 0, count: GaitCorrelation.largestLag + 1)
  /// Mean absolute value of the latest window, in m/s².
  private(set) var meanSize: Float = 0

  init(cut: Float) { self.cut = cut }

  /// Loads a window and computes its mean absolute value; ``correlate()`` then computes the
  /// correlation.
  mutating func process(_ window: [Float]) {
    let count = GaitSignal.length
    var sum: Float = 0
    for index in 0..<count { sum += abs(window[index]) }
    meanSize = sum / Float(count)
    let limit = meanSize * cut
    var mean: Float = 0
    for index in 0..<count {
      let value = min(max(window[index], -limit), limit)
      signal[index] = value
      mean += value
    }
    mean /= Float(count)
    for index in 0..<count { signal[index] -= mean }
  }

  /// Computes ``values`` for the latest window.
  mutating func correlate() {
    let count = GaitSignal.length
    var sum: Float = 0
    for index in 0..<count {
      sum += signal[index] * signal[index]
      energies[index + 1] = sum
    }
    let total = sum
    for lag in 0...Self.largestLag {
      let overlap = energies[count - lag] * (total - energies[lag])
      values[lag] = product(atLag: lag) / max(overlap.squareRoot(), 1e-9)
    }
  }

  /// Returns the sum of products at a lag, eight at a time; zeros after the window pad its end.
  private func product(atLag lag: Int) -> Float {
    signal.withUnsafeBytes { bytes in
      let stride = MemoryLayout<Float>.stride
      var sum = SIMD8<Float>()
      for start in Swift.stride(from: 0, to: GaitSignal.length, by: Self.width) {
        let here = bytes.loadUnaligned(fromByteOffset: start * stride, as: SIMD8<Float>.self)
        let later = bytes.loadUnaligned(
          fromByteOffset: (start + lag) * stride, as: SIMD8<Float>.self)
        sum += here * later
      }
      return sum.sum()
    }
  }

  /// Returns the parabola's maximum through the values about a lag; nil if that is no local maximum.
  func peak(atLag lag: Int) -> (lag: Float, height: Float)? {
    let (before, here, after) = (values[lag - 1], values[lag], values[lag + 1])
    guard here > before, here >= after else { return nil }
    let shift = 0.5 * (before - after) / (before - 2 * here + after)
    return (Float(lag) + shift, here - 0.25 * (before - after) * shift)
  }

  /// Returns the correlation at a fractional lag, by linear interpolation.
  func value(atLag lag: Float) -> Float {
    let whole = min(max(0, Int(lag)), Self.largestLag - 1)
    let share = min(max(0, lag - Float(whole)), 1)
    return values[whole] + share * (values[whole + 1] - values[whole])
  }
}
