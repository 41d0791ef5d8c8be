/// Lets through the part of the specific force's length in which steps show.
///
/// Two filters of second order (Butterworth, by the bilinear transform at 25 Hz): above 0.6 Hz, so
/// that gravity and turning don't count, and below 3.5 Hz, the fastest step rate of a sprint.
struct GaitBand: Sendable {
  /// A filter's memory and coefficients, in the transposed direct form II.
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

  /// Takes the next length, in m/s², and returns what of it lies in the band.
  mutating func filter(_ length: Double) -> Float {
    // The first value is taken off, lest gravity ring in the filter.
    let start = first ?? length
    first = start
    return Float(low.filter(high.filter(length - start)))
  }
}
