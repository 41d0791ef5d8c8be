import Geometry
import Glibc
import Kernel

/// Antenna gain pattern in azimuth, of an antenna with its case or wall.
///
/// The first three circular harmonics with random phases; a part is common to all channels and a part
/// is each channel's own. The channels of one beacon differ by up to 8 dB as the angle changes (Marek
/// 2021).
struct BeaconAntenna: Sendable {
  /// The weights of 1, and of cosine and sine of once, twice and three times the angle.
  private var weights = InlineArray<7, SIMD3<Double>>(repeating: .zero)

  /// Draws a pattern.
  ///
  /// - Parameters:
  ///   - draw: The random stream.
  ///   - common: The spread over angles common to the channels, in dB.
  ///   - own: The spread of each single channel, in dB.
  init(_ draw: inout RandomStream, common: Double, own: Double) {
    for part in 0..<4 {
      let spread = part == 0 ? common : own
      let share: SIMD3<Double> =
        part == 0 ? [1, 1, 1] : [part == 1 ? 1 : 0, part == 2 ? 1 : 0, part == 3 ? 1 : 0]
      // Half the spread as a constant offset, the rest in three cosines of equal amplitude.
      weights[0] += 0.5 * spread * draw.gaussian() * share
      let amplitude = spread * 0.5.squareRoot()
      for order in 0..<3 {
        let phase = 2 * .pi * draw.uniform()
        weights[1 + 2 * order] += amplitude * cos(phase) * share
        weights[2 + 2 * order] -= amplitude * sin(phase) * share
      }
    }
  }

  /// The gain of each channel towards a unit vector, in dB.
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
