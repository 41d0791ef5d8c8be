import Geometry
import Glibc

/// Cholesky factor of the covariance of a Gaussian process at some points.
///
/// It uses single precision and eight SIMD lanes: a survey needs some 100,000 factorisations, and readings
/// are whole decibels. One instance is reused, so that its memory is allocated once.
struct ShadowFactor {
  /// Number of positions predicted at once.
  static let lanes = 8
  private typealias Lanes = SIMD8<Float>

  /// Variance of shadowing, and scale from a distance to a binary exponent.
  private let strength, decay: Float
  private var middle = Vec2.zero
  private var count = 0
  /// Length of a row, in blocks of eight.
  private var blocks = 0
  /// The points relative to their mean, padded with zeros to a full block.
  private var (east, north): ([Float], [Float]) = ([], [])
  /// Upper triangle by rows; values below the diagonal are undefined.
  private var upper: [Lanes] = []
  /// Solution of factor · solution = residuals.
  private var solution: [Float] = []
  /// Forward substitution for eight positions.
  private var columns: [Lanes] = []

  init(_ kind: ShadowProcess.Hyperparameters) {
    strength = Float(kind.strength * kind.strength)
    decay = Float(-M_LOG2E / kind.length)
  }

  /// Factors the covariance of the points; false if it isn't positive definite.
  mutating func factor(_ points: [ShadowProcess.Known]) -> Bool {
    count = points.count
    blocks = (count + 7) / 8
    middle = points.reduce(Vec2.zero) { $0 + $1.point } / Double(max(1, count))
    for (number, point) in points.enumerated() {
      if number == east.count {
        for _ in 0..<8 {
          east.append(0)
          north.append(0)
          solution.append(0)
          columns.append(.zero)
        }
      }
      east[number] = Float(point.point.x - middle.x)
      north[number] = Float(point.point.y - middle.y)
      solution[number] = Float(point.rest)
    }
    for number in count..<blocks * 8 { (east[number], north[number]) = (0, 0) }
    if upper.count < count * blocks {
      upper = [Lanes](repeating: .zero, count: count * blocks)
    }
    // Swapped out, for exclusive access while it is modified.
    var triangle: [Lanes] = []
    swap(&triangle, &upper)
    let isDefinite = triangle.withUnsafeMutableBufferPointer { upper in
      fill(upper, points)
      return reduce(upper)
    }
    swap(&triangle, &upper)
    if isDefinite { solve() }
    return isDefinite
  }

  private func fill(
    _ upper: UnsafeMutableBufferPointer<Lanes>, _ points: [ShadowProcess.Known]
  ) {
    let (strength, decay, blocks) = (strength, decay, blocks)
    east.withUnsafeBytes { east in
      north.withUnsafeBytes { north in
        for (row, point) in points.enumerated() {
          let (u, v) = (east[float: row], north[float: row])
          for block in row / 8..<blocks {
            upper[row * blocks + block] = Self.covariance(
              east[block: block] - u, north[block: block] - v, strength, decay)
          }
          upper[row * blocks + row / 8][row & 7] += Float(point.variance)
        }
      }
    }
  }

  /// Cholesky factorisation in place, row by row.
  private func reduce(_ upper: UnsafeMutableBufferPointer<Lanes>) -> Bool {
    let (count, blocks) = (count, blocks)
    let flat = UnsafeMutableRawBufferPointer(upper)
    for pivot in 0..<count {
      let from = pivot * blocks
      let square = flat[float: from * 8 + pivot]
      guard square > 0 else { return false }
      let scale = 1 / square.squareRoot()
      for block in pivot / 8..<blocks { upper[from + block] *= scale }
      for row in pivot + 1..<max(pivot + 1, count) {
        let share = flat[float: from * 8 + row]
        let to = row * blocks
        for block in row / 8..<blocks { upper[to + block] -= share * upper[from + block] }
      }
    }
    return true
  }

  private mutating func solve() {
    let (count, width) = (count, blocks * 8)
    solution.withUnsafeMutableBufferPointer { solution in
      upper.withUnsafeBytes { upper in
        for row in 0..<count {
          let start = row * width
          let value = solution[row] / upper[float: start + row]
          solution[row] = value
          for later in row + 1..<max(row + 1, count) {
            solution[later] -= upper[float: start + later] * value
          }
        }
      }
    }
  }

  /// Log-likelihood of the points.
  var logLikelihood: Double {
    (0..<count).reduce(0.0) { sum, row in
      let diagonal = upper[row * blocks + row / 8][row & 7]
      return sum - (0.5 * Double(solution[row] * solution[row]) + log(Double(diagonal)))
    }
  }

  /// Predicted residuals at up to ``lanes`` positions, and the explained part of their variance.
  mutating func predict(_ places: ArraySlice<Vec2>) -> (rest: SIMD8<Float>, known: SIMD8<Float>) {
    var (u, v) = (Lanes.zero, Lanes.zero)
    for (lane, place) in places.enumerated() {
      (u[lane], v[lane]) = (Float(place.x - middle.x), Float(place.y - middle.y))
    }
    var (rest, known) = (Lanes.zero, Lanes.zero)
    let (strength, decay, count, width) = (strength, decay, count, blocks * 8)
    let (east, north, solution) = (east, north, solution)
    columns.withUnsafeMutableBufferPointer { columns in
      upper.withUnsafeBytes { upper in
        for row in 0..<count {
          columns[row] = Self.covariance(u - east[row], v - north[row], strength, decay)
        }
        for row in 0..<count {
          let start = row * width
          let value = columns[row] / upper[float: start + row]
          rest += value * solution[row]
          known += value * value
          for later in row + 1..<max(row + 1, count) {
            columns[later] -= upper[float: start + later] * value
          }
        }
      }
    }
    return (rest, known)
  }

  /// Exponential covariance of shadowing, in dB².
  @inline(__always)
  private static func covariance(
    _ u: SIMD8<Float>, _ v: SIMD8<Float>, _ strength: Float, _ decay: Float
  ) -> SIMD8<Float> {
    let ways = (u * u + v * v).squareRoot()
    return strength * power(ofTwo: ways * decay)
  }

  /// 2 to the power of non-positive numbers, to 3 parts in a million.
  @inline(__always)
  private static func power(ofTwo exponents: SIMD8<Float>) -> SIMD8<Float> {
    let bounded = pointwiseMax(exponents, SIMD8(repeating: -120))
    // Adding 1.5·2²³ leaves the integer part in the lowest bits, without a slow conversion.
    let shifted = bounded + 12_582_912
    let whole = shifted - 12_582_912
    let part = (bounded - whole) * Float(M_LN2)
    // The exponential series up to the sixth power, from -ln 2 / 2 to ln 2 / 2.
    var sum = 1 / 120 + part * (1 / 720)
    sum = 1 / 24 + part * sum
    sum = 1 / 6 + part * sum
    sum = 0.5 + part * sum
    sum = 1 + part * sum
    sum = 1 + part * sum
    // Both casts are between types of 32 bytes, and every bit pattern is a number.
    let bits = (unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- (0x4B40_0000 - 127)) &<< 23
    return sum * unsafeBitCast(bits, to: SIMD8<Float>.self)
  }
}

extension UnsafeRawBufferPointer {
  /// The number at an index, in units of one float.
  @inline(__always)
  fileprivate subscript(float index: Int) -> Float {
    load(fromByteOffset: index * 4, as: Float.self)
  }

  /// Eight numbers at an index, in units of eight floats.
  @inline(__always)
  fileprivate subscript(block index: Int) -> SIMD8<Float> {
    loadUnaligned(fromByteOffset: index * 32, as: SIMD8<Float>.self)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// The number at an index, in units of one float.
  @inline(__always)
  fileprivate subscript(float index: Int) -> Float {
    load(fromByteOffset: index * 4, as: Float.self)
  }
}
