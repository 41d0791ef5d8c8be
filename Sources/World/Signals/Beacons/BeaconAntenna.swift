import Geometry
import Glibc
import Kernel

/// How unevenly an antenna, with the case or wall it sits in, radiates round the horizon.
///
/// The first three circular harmonics with random phases, part of it common to all channels and part
/// each channel's own: the channels of one beacon differ by up to 8 dB as the angle changes (Marek
/// 2021).
struct BeaconAntenna: Sendable {
  /// The weights of 1, the cosines and the sines of the angle, twice and three times the angle.
  private var weights = InlineArray<7, SIMD3<Double>>(repeating: .zero)

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - draw: Where its traits come from.
  ///   - common: The spread over angles that the channels share, in dB.
  ///   - own: The spread that each channel has for itself, in dB.
  init(_ draw: inout RandomStream, common: Double, own: Double) {
    for part in 0..<4 {
      let spread = part == 0 ? common : own
      let share: SIMD3<Double> =
        part == 0 ? [1, 1, 1] : [part == 1 ? 1 : 0, part == 2 ? 1 : 0, part == 3 ? 1 : 0]
      // Half the spread as a fixed offset, the rest in three cosines of one amplitude.
      weights[0] += 0.5 * spread * draw.gaussian() * share
      let amplitude = spread * 0.5.squareRoot()
      for order in 0..<3 {
        let phase = 2 * .pi * draw.uniform()
        weights[1 + 2 * order] += amplitude * cos(phase) * share
        weights[2 + 2 * order] -= amplitude * sin(phase) * share
      }
    }
  }

  /// The gain of each channel towards a direction of length one, in dB.
  @inline(__always)
  func decibels(towards direction: Vec2) -> SIMD3<Double> {
    let (c, s) = (direction.x, direction.y)
    let (c2, s2) = (c * c - s * s, 2 * s * c)
    let (c3, s3) = (c * c2 - s * s2, s * c2 + c * s2)
    var gains = weights[0] + c * weights[1] + s * weights[2]
    gains += c2 * weights[3] + s2 * weights[4]
    gains += c3 * weights[5] + s3 * weights[6]
    return gains
  }
}
