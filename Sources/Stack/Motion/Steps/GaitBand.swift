/// Band-pass filter for gait, 0.6 to 3.5 Hz.
///
/// Two second-order Butterworth filters (bilinear transform at 25 Hz): a high-pass at 0.6 Hz removes gravity
/// and turning, and a low-pass at 3.5 Hz keeps the fastest step rate of a sprint.
struct GaitBand: Sendable {
  /// Second-order section in the transposed direct form II.
  private struct Biquad {
    let b: (Double, Double, Double)
    let a: (Double, Double)
    var state = (0.0, 0.0)

    mutating func filter(_ x: Double) -> Double {
      let y = b.0 * x + state.0
      state.0 = b.1 * x - a.0 * y + state.1
      state.1 = b.2 * x - a.1 * y
      return y
    }
  }

  private var high = Biquad(
    b: (0.898_845_53, -1.797_691_05, 0.898_845_53), a: (-1.787_432_52, 0.807_949_59))
  private var low = Biquad(
    b: (0.117_351_04, 0.234_702_07, 0.117_351_04), a: (-0.825_232_38, 0.294_636_53))
  private var first: Double?

  /// Filters the next magnitude, in m/s².
  mutating func filter(_ length: Double) -> Float {
    // Subtracts the first value, so that gravity does not make the filter ring.
    let start = first ?? length
    first = start
    return Float(low.filter(high.filter(length - start)))
  }
}
