import Geometry
import Glibc
import Observations
import Signals

/// Weighted least squares for one epoch, linear about the truth, with a clock for each system.
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
    let systems = Set(isGlonass).count
    let unknowns = 3 + systems
    guard lines.count >= unknowns else { return nil }
    var normal = [[Double]](
      repeating: [Double](repeating: 0, count: unknowns + 1), count: unknowns)
    var plain = normal
    for (number, line) in lines.enumerated() {
      var row = [-line.direction.x, -line.direction.y, -line.direction.z, 1]
      if systems == 2 { row.append(isGlonass[number] ? 1 : 0) }
      for i in 0..<unknowns {
        for j in 0..<unknowns {
          normal[i][j] += line.weight * row[i] * row[j]
          plain[i][j] += row[i] * row[j]
        }
        normal[i][unknowns] += line.weight * row[i] * line.residual
      }
    }
    // A dilution beyond 30 is no fix (RTKLIB's limit).
    var dilution = 0.0
    for axis in 0..<4 {
      var column = plain
      for i in 0..<unknowns { column[i][unknowns] = i == axis ? 1 : 0 }
      guard let solution = solve(column) else { return nil }
      dilution += solution[axis]
    }
    guard dilution > 0, dilution < 900, let solution = solve(normal) else { return nil }
    return Vec3(solution[0], solution[1], solution[2])
  }

  /// Solves by Gauss's elimination; nil if singular.
  private static func solve(_ system: [[Double]]) -> [Double]? {
    var rows = system
    let n = rows.count
    for column in 0..<n {
      guard let pivot = (column..<n).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-12
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<n where row != column {
        let factor = rows[row][column] / rows[column][column]
        for k in column...n { rows[row][k] -= factor * rows[column][k] }
      }
    }
    return (0..<n).map { rows[$0][n] / rows[$0][$0] }
  }
}
