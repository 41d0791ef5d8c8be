import Geometry
import Glibc
import Kernel

/// Weak echoes of one satellite from unmapped objects, the same for every receiver of a run.
///
/// A few plane waves over the ground. At rest they beat with the satellite's motion, over 15 to 180 s;
/// in motion, within a wavelength.
struct GNSSScatterers: Sendable {
  struct Wave: Sendable {
    /// In rad/m and rad/s.
    var turn: Vec3
    var rate: Double
    var phase: Double
    var weight: Double
    /// Excess path, in m: 12 on average, an estimate for streets and gardens.
    var delay: Double
  }

  let waves: [Wave]

  init(seed: UInt64, satellite: Int) {
    var draw = RandomStream(seed: seed, entity: UInt64(satellite), purpose: "gnss.scatter")
    var waves: [Wave] = []
    for _ in 0..<3 {
      let way = Vec2(angle: draw.uniform(in: 0...(2 * .pi)), length: draw.uniform(in: 0.3...1.5))
      let turn = Vec3(way, draw.uniform(in: -0.5...0.5)) * (2 * .pi / 0.19)
      let period = 15 * exp(draw.uniform() * log(12.0))
      let rate = (draw.happens(withProbability: 0.5) ? 1 : -1) * 2 * .pi / period
      waves.append(
        Wave(
          turn: turn, rate: rate, phase: draw.uniform(in: 0...(2 * .pi)),
          weight: (-log(1 - draw.uniform()) / 3).squareRoot(),
          delay: min(60, -12 * log(1 - draw.uniform()))))
    }
    self.waves = waves
  }

  /// The field at a position, averaged over the loop's time constant.
  ///
  /// - Parameters:
  ///   - place: East, north, up, in m.
  ///   - velocity: In m/s.
  ///   - time: In s.
  ///   - corner: The loop's corner frequency, in rad/s.
  /// - Returns: In phase and in quadrature with the direct signal, and the first moment of the delays in m,
  ///   for a field of unit power.
  func field(
    at place: Vec3, velocity: Vec3, time: Double, corner: Double
  ) -> (real: Double, imaginary: Double, moment: Double) {
    var field = (real: 0.0, imaginary: 0.0, moment: 0.0)
    for wave in waves {
      let angle = wave.turn.dot(place) + wave.rate * time + wave.phase
      let fringe = (wave.turn.dot(velocity) + wave.rate) / corner
      let filter = wave.weight / (1 + fringe * fringe)
      let (s, c) = (sin(angle), cos(angle))
      let real = filter * (c + fringe * s)
      field.real += real
      field.imaginary += filter * (s - fringe * c)
      field.moment += real * wave.delay
    }
    return field
  }
}
