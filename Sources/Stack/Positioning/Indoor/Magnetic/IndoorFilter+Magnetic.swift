import Geometry
import Glibc

extension IndoorFilter {
  /// Likelihood of a magnetic reading at a position: log, difference to the survey and its
  /// variance.
  private struct MagneticLikelihood {
    var log = 0.0
    var rest = SIMD2<Double>.zero
    var spread = SIMD2<Double>(repeating: 1)
  }

  /// Weights all particles by the magnetic field on a path segment, with Student's t likelihood.
  ///
  /// - Parameters:
  ///   - reading: Measured field, upward and horizontal, in µT.
  ///   - way: Displacement of the phone since then, in the trace's frame, in m.
  mutating func weigh(_ reading: SIMD2<Double>, before way: Vec2) {
    guard let magnetic else { return }
    findBins(before: way)
    let said = (0..<bins.places.count).map { number in
      bins.places.hasPlace(number)
        ? say(reading, magnetic, at: bins.places[number]) : MagneticLikelihood()
    }
    var (sum, rest, spread) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in 0..<particles.count {
      let here = said[bins.indices[index]]
      particles.weight[index] += here.log
      let likely = exp(particles.weight[index])
      sum += likely
      rest += likely * here.rest
      spread += likely * here.spread
    }
    guard sum > 0 else { return }
    magneticOffset.learn(rest / sum, spread / sum)
  }

  private func say(
    _ reading: SIMD2<Double>, _ magnetic: MagneticGrid, at place: (point: Vec2, plane: Int)
  ) -> MagneticLikelihood {
    let field = parameters.magneticField
    let found = magnetic.value(at: place.point, plane: place.plane)
    var said = MagneticLikelihood()
    said.rest = reading - SIMD2<Double>(found.means)
    said.spread =
      SIMD2<Double>(found.variances) + magnetic.noise + field.ownNoise * field.ownNoise
    let variance = said.spread + magneticOffset.variance
    let off = said.rest - magneticOffset.mean
    // Tails of Student's t distribution: steel is moved, and a lift's car comes and goes.
    let square = off * off / variance / field.limit + 1
    let share = 0.5 * magneticOffset.rate
    for part in 0..<2 {
      said.log -= share * (field.limit * log(square[part]) + log(variance[part]))
    }
    return said
  }
}
