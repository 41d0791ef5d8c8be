public import Geometry
import Glibc

/// Cramer-Rao bound: the minimum error of any unbiased estimator of a horizontal position.
///
/// S. M. Kay, "Fundamentals of Statistical Signal Processing: Estimation Theory" (1993), chapter 3:
/// the covariance is at least the inverse of the Fisher information, which for independent normal
/// measurements is the sum of gradient times gradient over variance.
public enum CramerRaoBound {
  /// Returns the bound of the horizontal root mean square error for one epoch of satellite ranges,
  /// in m.
  ///
  /// Height and one clock per group of satellites are unknown too. With equal sigmas and one clock
  /// it is sigma times the horizontal dilution of precision (HDOP).
  ///
  /// - Parameters:
  ///   - ranges: For each range, the unit vector (east, north, up) to the satellite, its sigma in
  ///     m, and the number of its clock, from 0.
  ///   - common: Errors shared by several ranges, such as the atmosphere's: for each cause, the
  ///     error of each range at one sigma of the cause, in m.
  /// - Returns: The bound; nil where the geometry doesn't determine a position.
  public static func horizontal(
    ranges: [(direction: Vec3, sigmaMetres: Double, clock: Int)], common: [[Double]] = []
  ) -> Double? {
    guard let clocks = ranges.map(\.clock).max(), clocks < 8,
      ranges.allSatisfy({ $0.clock >= 0 && $0.sigmaMetres > 0 }),
      common.allSatisfy({ $0.count == ranges.count })
    else { return nil }
    let size = 4 + clocks + common.count
    var information = Information(size: size)
    var gradient = Array(repeating: 0.0, count: size)
    for cause in common.indices {
      // A-priori information: the cause has unit sigma.
      gradient[4 + clocks + cause] = 1
      information.add(gradient, sigma: 1)
      gradient[4 + clocks + cause] = 0
    }
    for (number, range) in ranges.enumerated() {
      for cause in common.indices { gradient[4 + clocks + cause] = common[cause][number] }
      (gradient[0], gradient[1]) = (-range.direction.x, -range.direction.y)
      gradient[2] = -range.direction.z
      gradient[3 + range.clock] = 1
      information.add(gradient, sigma: range.sigmaMetres)
      gradient[3 + range.clock] = 0
    }
    return information.horizontalBound
  }

  /// Returns the bound of the horizontal root mean square error for signal strengths (RSS), in m.
  ///
  /// Log-distance path loss with normal shadowing: a strength measures the logarithm of a distance,
  /// so its gradient falls with the distance (N. Patwari et al., IEEE Trans. Signal Processing 51
  /// (2003) 2137-2148).
  ///
  /// - Parameters:
  ///   - offsets: From the device to each transmitter, in m to the east and to the north.
  ///   - exponent: The path loss exponent.
  ///   - shadowingDecibels: The sigma of the shadowing.
  ///   - minDistanceMetres: Minimum distance; nearer transmitters count as this far, the model's
  ///     limit.
  /// - Returns: The bound; nil where the geometry doesn't determine a position.
  public static func horizontal(
    strengthsFrom offsets: [Vec2], exponent: Double, shadowingDecibels: Double,
    minDistanceMetres: Double = 1
  ) -> Double? {
    guard exponent > 0, shadowingDecibels > 0, minDistanceMetres > 0 else { return nil }
    var information = Information(size: 2)
    for offset in offsets {
      let distance = max(offset.length, minDistanceMetres)
      let slope = 10 * exponent / log(10) / (distance * distance)
      information.add([slope * offset.x, slope * offset.y], sigma: shadowingDecibels)
    }
    return information.horizontalBound
  }
}

/// A Fisher information matrix; the first two parameters are east and north.
private struct Information {
  private let size: Int
  /// Row-major.
  private var cells: [Double]

  init(size: Int) {
    self.size = size
    cells = Array(repeating: 0, count: size * size)
  }

  mutating func add(_ gradient: [Double], sigma: Double) {
    let variance = sigma * sigma
    for row in 0..<size {
      let slope = gradient[row]
      for column in 0..<size {
        cells[row &* size &+ column] += slope * gradient[column] / variance
      }
    }
  }

  /// The root of the trace of the inverse's horizontal block; nil for a singular matrix.
  var horizontalBound: Double? {
    // Schur complement: the other parameters are eliminated from the last one on.
    var cells = cells
    for pivot in stride(from: size - 1, through: 2, by: -1) {
      let last = pivot * size
      guard cells[last + pivot] > 1e-12 else { return nil }
      for row in 0..<pivot {
        let factor = cells[row * size + pivot] / cells[last + pivot]
        for column in 0..<pivot {
          cells[row &* size &+ column] -= factor * cells[last &+ column]
        }
      }
    }
    let (a, b, c) = (cells[0], cells[1], cells[size + 1])
    let determinant = a * c - b * b
    guard a > 0, c > 0, determinant > 1e-12 * a * c else { return nil }
    return ((a + c) / determinant).squareRoot()
  }
}
