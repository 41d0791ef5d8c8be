import Geometry
import Numerics
import Observations
import Signals

/// Weighted least squares for one epoch, linearised about the truth, with a receiver clock for each system.
///
/// Deliberately independent of the stack's `SinglePointSolver`: these tests judge signals, so a fault of the
/// stack in orbits, delays or time of flight must neither hide a fault of the signals nor look like one. It
/// also supports GLONASS, and residuals relative to the truth, which isolate the effect of reflections. Both
/// solvers share only the arithmetic of Numerics.
struct GNSSPointSolver {
  /// The error of the solution (east, north, up), in m; nil without a valid solution.
  ///
  /// - Parameters:
  ///   - lines: Unit vector to the satellite, residual in m, and weight of each signal.
  ///   - isGlonass: True for each GLONASS signal.
  /// - Returns: The error.
  static func error(
    _ lines: [(direction: Vec3, residual: Double, weight: Double)], isGlonass: [Bool]
  ) -> Vec3? {
    let hasBoth = Set(isGlonass).count == 2
    let design = zip(lines, isGlonass).map { line, isGlonass in
      [-line.direction.x, -line.direction.y, -line.direction.z, 1]
        + (hasBoth ? [isGlonass ? 1 : 0] : [])
    }
    let residuals = lines.map(\.residual)
    guard lines.count >= (hasBoth ? 5 : 4), let matrix = try? Matrix(rows: design),
      let plain = try? LeastSquares.linear(design: matrix, observations: residuals)
    else { return nil }
    // A GDOP above 30 isn't a fix (RTKLIB's limit).
    let dilution = (0..<4).reduce(0) { $0 + plain.covariance[$1, $1] }
    guard dilution < 900,
      let fit = try? LeastSquares.linear(
        design: matrix, observations: residuals, weights: lines.map(\.weight))
    else { return nil }
    return Vec3(fit.solution[0], fit.solution[1], fit.solution[2])
  }
}
