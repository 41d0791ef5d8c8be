public import Geometry
import Glibc

/// The least error that any unbiased estimator of a place in the plane could have (Cramer-Rao).
///
/// S. M. Kay, "Fundamentals of Statistical Signal Processing: Estimation Theory" (1993), chapter 3:
/// the covariance is at least the inverse of the Fisher information, which of independent normal
/// measurements is the sum of gradient times gradient over variance.
public enum CramerRaoBound {
  /// The least root mean square of the horizontal error of one epoch of satellite ranges, in m.
  ///
  /// Height and one clock for each group of satellites are unknown too. With equal deviations and
  /// one clock it is the deviation times the horizontal dilution of precision.
  ///
  /// - Parameters:
  ///   - ranges: For each range, the unit vector (east, north, up) to the satellite, its standard
  ///     deviation in m, and the number of its clock, from 0.
  ///   - common: What several ranges err by together, such as an atmosphere: for each cause, by how
  ///     much each range does at one standard deviation of it, in m.
  /// - Returns: The bound; nil where the geometry doesn't determine a place.
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
      // Known beforehand to one standard deviation.
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

  /// The least root mean square of the horizontal error of signal strengths, in m.
  ///
  /// By the law of log distance with normal shadowing: a strength tells the logarithm of a distance,
  /// so its gradient falls with the distance (N. Patwari et al., IEEE Trans. Signal Processing 51
  /// (2003) 2137-2148).
  ///
  /// - Parameters:
  ///   - offsets: From the device to each transmitter, in m to the east and to the north.
  ///   - exponent: The path loss exponent.
  ///   - shadowingDecibels: The standard deviation of the shadowing.
  ///   - leastDistanceMetres: What nearer ones count as: the law ends there.
  /// - Returns: The bound; nil where the geometry doesn't determine a place.
  public static func horizontal(
    strengthsFrom offsets: [Vec2], exponent: Double, shadowingDecibels: Double,
    leastDistanceMetres: Double = 1
  ) -> Double? {
    guard exponent > 0, shadowingDecibels > 0, leastDistanceMetres > 0 else { return nil }
    var information = Information(size: 2)
    for offset in offsets {
      let distance = max(offset.length, leastDistanceMetres)
      let slope = 10 * exponent / log(10) / (distance * distance)
      information.add([slope * offset.x, slope * offset.y], sigma: shadowingDecibels)
    }
    return information.horizontalBound
  }
}

/// A Fisher information matrix whose first two unknowns are east and north.
private struct Information {
  private let size: Int
  /// Row after row.
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

  /// The root of the horizontal part of the inverse's trace; nil if there is no inverse.
  var horizontalBound: Double? {
    // What is not horizontal is eliminated from the end: the Schur complement of the rest.
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
