import Geometry
import Kernel

/// Smooth value noise in three axes, evaluated at any time: random knots with smoothstep interpolation.
struct FidgetNoise: Sendable {
  /// A value and its time derivative.
  struct Sample {
    var value: Vec3
    var slope: Vec3
  }

  private static let size = 512
  private let table: [SIMD4<Float>]

  init(_ stream: RandomStream) {
    var draws = stream
    table = (0..<Self.size).map { _ in
      SIMD4(
        Float(draws.gaussian()), Float(draws.gaussian()), Float(draws.gaussian()),
        Float(draws.gaussian()))
    }
  }

  /// The noise of one of many layers, with `hertz` knots per second and about unit variance.
  @inline(__always)
  func sample(layer: UInt32, hertz: Double, at seconds: Double) -> Sample {
    let place = seconds * hertz
    let whole = place.rounded(.down)
    let u = place - whole
    let knot = Int64(max(-1e15, min(1e15, whole)))
    let (a, b) = (self[knot, layer], self[knot &+ 1, layer])
    // Smoothstep interpolation has a mean variance of 0.74; the factor 1.16 corrects it.
    let share = u * u * (3 - 2 * u)
    let rate = 6 * u * (1 - u) * hertz
    let way = b - a
    return Sample(value: (a + way * share) * 1.16, slope: way * (rate * 1.16))
  }

  @inline(__always)
  private subscript(knot: Int64, layer: UInt32) -> Vec3 {
    var hash = UInt32(truncatingIfNeeded: knot) &* 0x9E37_79B1 ^ (layer &* 0x85EB_CA6B)
    hash = (hash ^ (hash &>> 15)) &* 0x2C1B_3C6D
    hash ^= hash &>> 13
    let value = table[Int(hash & UInt32(Self.size - 1))]
    return Vec3(Double(value.x), Double(value.y), Double(value.z))
  }
}
