import Glibc
import Kernel

/// Statistics of the Wi-Fi and beacon studies.
enum RadioStudyMath {
  /// Mean and standard deviation (of n - 1); 0 if there are too few values.
  static func moments(_ values: [Double]) -> (mean: Double, spread: Double) {
    guard !values.isEmpty else { return (0, 0) }
    let mean = values.reduce(0, +) / Double(values.count)
    let square = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (square / Double(max(1, values.count - 1))).squareRoot())
  }

  /// Skewness: the third moment over the cube of the standard deviation.
  static func skew(_ values: [Double]) -> Double {
    let (mean, spread) = moments(values)
    guard spread > 0 else { return 0 }
    let cube = values.reduce(0) { $0 + pow($1 - mean, 3) } / Double(values.count)
    return cube / pow(spread, 3)
  }

  /// The median; the lower of two middle values.
  static func median(_ values: [Double]) -> Double? { values.middle(.lower) }

  /// The least squares line through points, with the residuals.
  static func line(
    _ points: [SIMD2<Double>]
  ) -> (slope: Double, atZero: Double, rest: [Double])? {
    guard points.count > 2 else { return nil }
    let middle = points.reduce(.zero, +) / Double(points.count)
    var (across, along) = (0.0, 0.0)
    for point in points {
      let off = point - middle
      across += off.x * off.y
      along += off.x * off.x
    }
    guard along > 0 else { return nil }
    let slope = across / along
    return (
      slope, middle.y - slope * middle.x,
      points.map { $0.y - middle.y - slope * ($0.x - middle.x) }
    )
  }

  /// The autocorrelation of evenly spaced values of mean 0 at a lag.
  static func correlation(_ values: [Double], lag: Int) -> Double? {
    guard values.count > lag + 2 else { return nil }
    let power = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
    guard power > 0 else { return nil }
    let sum = zip(values, values.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
    return sum / Double(values.count - lag) / power
  }

  /// The range of a few values, widened by a margin: the expected range if there are too few recordings for
  /// quantiles.
  static func around(_ values: [Double], margin: Double) -> ClosedRange<Double>? {
    guard let low = values.min(), let high = values.max() else { return nil }
    return low - margin...high + margin
  }
}
