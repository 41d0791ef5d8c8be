import Geometry
import Numerics
import Observations
import Signals

/// Weighted least squares for one epoch, linear about the truth, with a clock for each system.
///
/// Not the stack's `SinglePointSolver`, on purpose: these tests judge signals, so a mistake of the
/// stack's in orbits, delays or the time of flight must neither hide one of the signals' nor look
/// like one. It also needs what the stack's lacks: residuals taken one by one from the truth, which
/// tell what echoes alone cost, and GLONASS. What both share is the arithmetic of Numerics.
struct GNSSPointSolver {
  /// The error of the solution: east, north, up, in m; nil if there is none worth having.
  ///
  /// - Parameters:
  ///   - lines: For each signal, the unit vector to its satellite, its residual in m and its weight.
  ///   - isGlonass: Whether each is of GLONASS.
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
    // A dilution beyond 30 is no fix (RTKLIB's limit).
    let dilution = (0..<4).reduce(0) { $0 + plain.covariance[$1, $1] }
    guard dilution < 900,
      let fit = try? LeastSquares.linear(
        design: matrix, observations: residuals, weights: lines.map(\.weight))
    else { return nil }
    return Vec3(fit.solution[0], fit.solution[1], fit.solution[2])
  }
}
