import Geometry
import Glibc

/// A Gaussian process of what the mean can't explain: shadows, which fade exponentially over the way
/// (Gudmundson, "Correlation model for shadow fading in mobile radio systems", 1991), with the mean
/// of Ferris, Hähnel and Fox, "Gaussian Processes for Signal Strength-Based Location Estimation", 2006.
///
/// Exact up to ``mostExact`` points; beyond, each tile of the grid is predicted from the points
/// nearest to it, which hide those behind them.
struct ShadowProcess: Sendable {
  /// How strong shadows are, and over which way they last.
  struct Kind: Hashable, Sendable {
    /// One standard deviation, in dB.
    var strength: Double
    /// The way over which they fade to 1/e, in m.
    var length: Double
    /// One standard deviation of a single reading, in dB.
    var noise: Double
  }

  /// Up to how many points all are used, and how many beyond that.
  static let mostExact = 48
  static let nearest = 36
  /// Within which way so many mostly are, in m.
  private static let usualReach = 12.0

  let kind: Kind

  /// The values and variances at some places.
  ///
  /// - Parameters:
  ///   - places: Where to predict.
  ///   - points: What is known, as differences to the mean, with variances.
  /// - Returns: For each place the difference to the mean, and its variance.
  func predict(
    at places: [Vec2], from points: [(point: Vec2, rest: Double, variance: Double)]
  ) -> [(rest: Double, variance: Double)] {
    guard !points.isEmpty else {
      return places.map { _ in (0, kind.strength * kind.strength) }
    }
    let used = points.count <= Self.mostExact ? points : near(places, points)
    guard let factor = Self.factor(covariance(of: used), used.count) else {
      return places.map { _ in (0, kind.strength * kind.strength) }
    }
    let count = used.count
    var weights = used.map(\.rest)
    Self.solve(factor, count, &weights)
    Self.solveTransposed(factor, count, &weights)
    var column = [Double](repeating: 0, count: count)
    return places.map { place in
      var value = 0.0
      for index in 0..<count {
        column[index] = shared(place, used[index].point)
        value += column[index] * weights[index]
      }
      Self.solve(factor, count, &column)
      var known = 0.0
      for index in 0..<count { known += column[index] * column[index] }
      return (value, max(0.01, kind.strength * kind.strength - known))
    }
  }

  /// How likely points are under this kind, as a log.
  func logLikelihood(of points: [(point: Vec2, rest: Double, variance: Double)]) -> Double {
    guard let factor = Self.factor(covariance(of: points), points.count) else {
      return -.infinity
    }
    var rest = points.map(\.rest)
    Self.solve(factor, points.count, &rest)
    var sum = 0.0
    for index in points.indices {
      sum -= 0.5 * rest[index] * rest[index] + log(factor[index * points.count + index])
    }
    return sum
  }

  private func shared(_ first: Vec2, _ second: Vec2) -> Double {
    kind.strength * kind.strength * exp(-first.distance(to: second) / kind.length)
  }

  private func near(
    _ places: [Vec2], _ points: [(point: Vec2, rest: Double, variance: Double)]
  ) -> [(point: Vec2, rest: Double, variance: Double)] {
    let middle = places.reduce(Vec2.zero, +) / Double(places.count)
    let distances = points.map { ($0.point - middle).squaredLength }
    // Only those within some way need an order.
    var reach = Self.usualReach * Self.usualReach
    var order = points.indices.filter { distances[$0] < reach }
    while order.count < Self.nearest, order.count < points.count {
      reach *= 2
      order = points.indices.filter { distances[$0] < reach }
    }
    order.sort { (distances[$0], $0) < (distances[$1], $1) }
    return order.prefix(Self.nearest).map { points[$0] }
  }

  private func covariance(
    of points: [(point: Vec2, rest: Double, variance: Double)]
  ) -> [Double] {
    let count = points.count
    var matrix = [Double](repeating: 0, count: count * count)
    for row in 0..<count {
      for column in 0...row {
        matrix[row * count + column] = shared(points[row].point, points[column].point)
      }
      matrix[row * count + row] += points[row].variance
    }
    return matrix
  }

  /// The lower triangle whose square a matrix is (Cholesky); nil if there is none.
  private static func factor(_ matrix: [Double], _ count: Int) -> [Double]? {
    var lower = matrix
    for row in 0..<count {
      for column in 0...row {
        var sum = lower[row * count + column]
        for inner in 0..<column {
          sum -= lower[row * count + inner] * lower[column * count + inner]
        }
        if row == column {
          guard sum > 0 else { return nil }
          lower[row * count + row] = sum.squareRoot()
        } else {
          lower[row * count + column] = sum / lower[column * count + column]
        }
      }
    }
    return lower
  }

  private static func solve(_ lower: [Double], _ count: Int, _ vector: inout [Double]) {
    for row in 0..<count {
      var sum = vector[row]
      for column in 0..<row { sum -= lower[row * count + column] * vector[column] }
      vector[row] = sum / lower[row * count + row]
    }
  }

  private static func solveTransposed(
    _ lower: [Double], _ count: Int, _ vector: inout [Double]
  ) {
    for row in stride(from: count - 1, through: 0, by: -1) {
      var sum = vector[row]
      for column in row + 1..<max(row + 1, count) {
        sum -= lower[column * count + row] * vector[column]
      }
      vector[row] = sum / lower[row * count + row]
    }
  }
}
