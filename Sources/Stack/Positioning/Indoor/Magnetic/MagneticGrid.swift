import Geometry
import Glibc
import Maps

/// Magnetic field map prepared for fast interpolation.
struct MagneticGrid: Sendable {
  /// Means and variances of the field's two parts: upward, horizontal, in µT and µT².
  struct Value: Sendable {
    var means: SIMD2<Float>
    var variances: SIMD2<Float>
  }

  private struct LevelGrid: Sendable {
    var origin: Vec2
    var spacing: Double
    var columns, rows: Int
    /// Upward mean, horizontal mean and their variances, row by row.
    var values: [SIMD4<Float>]
  }

  private let planes: [LevelGrid]
  private let usual: SIMD4<Float>
  /// Variance of a single reading about the mean, in µT².
  let noise: SIMD2<Double>

  /// Creates a grid from a map; nil if the number of planes differs.
  init?(_ map: MagneticMap, planes count: Int) {
    guard map.planes.count == count, map.usual.count == 2, map.noise.count == 2 else { return nil }
    noise = SIMD2(map.noise[0] * map.noise[0], map.noise[1] * map.noise[1])
    usual = Self.value(map.usual[0], map.usual[1])
    planes = map.planes.enumerated().map { number, plane in
      var values: [SIMD4<Float>] = []
      values.reserveCapacity(plane.columns * plane.rows)
      for row in 0..<plane.rows {
        for column in 0..<plane.columns {
          values.append(
            Self.value(
              map.value(.upward, plane: number, column: column, row: row),
              map.value(.level, plane: number, column: column, row: row)))
        }
      }
      return LevelGrid(
        origin: plane.origin, spacing: plane.spacing, columns: plane.columns, rows: plane.rows,
        values: values)
    }
  }

  private static func value(
    _ upward: MagneticMap.Value, _ level: MagneticMap.Value
  ) -> SIMD4<Float> {
    SIMD4(
      Float(upward.mean), Float(level.mean), Float(upward.sigma * upward.sigma),
      Float(level.sigma * level.sigma))
  }

  /// Returns the bilinearly interpolated field at a point; the usual field outside the survey.
  func value(at point: Vec2, plane number: Int) -> Value {
    let plane = planes[number]
    let (x, y) = (
      (point.x - plane.origin.x) / plane.spacing, (point.y - plane.origin.y) / plane.spacing
    )
    guard x >= 0, y >= 0, x < Double(plane.columns - 1), y < Double(plane.rows - 1) else {
      return Value(means: usual.lowHalf, variances: usual.highHalf)
    }
    let (column, row) = (Int(x), Int(y))
    let (east, north) = (Float(x - Double(column)), Float(y - Double(row)))
    let first = row * plane.columns + column
    let south = plane.values[first] * (1 - east) + plane.values[first + 1] * east
    let next = first + plane.columns
    let further = plane.values[next] * (1 - east) + plane.values[next + 1] * east
    let found = south * (1 - north) + further * north
    return Value(means: found.lowHalf, variances: found.highHalf)
  }
}
