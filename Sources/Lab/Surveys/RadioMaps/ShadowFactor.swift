import Geometry
import Glibc

/// The covariance of what is known at some points, as the lower triangle whose square it is (Cholesky).
///
/// In single precision and eight numbers at a time: a survey has some 100,000 of them, and readings
/// are whole decibels.
struct ShadowFactor: Sendable {
  /// How many places are predicted at once.
  static let lanes = 8
  private typealias Lanes = SIMD8<Float>

  private let kind: ShadowProcess.Kind
  private let middle: Vec2
  private let count: Int
  /// The points, less their middle.
  private let (east, north): ([Float], [Float])
  /// The triangle, row by row, and the solution of triangle · solution = differences.
  private var lower: [Float]
  private var solution: [Float]

  /// Factors the covariance; nil where it has no factor.
  init?(of points: [ShadowProcess.Known], _ kind: ShadowProcess.Kind) {
    let sum = points.reduce(Vec2.zero) { $0 + $1.point }
    let middle = sum / Double(max(1, points.count))
    self.kind = kind
    self.middle = middle
    count = points.count
    east = points.map { Float($0.point.x - middle.x) }
    north = points.map { Float($0.point.y - middle.y) }
    lower = []
    solution = points.map { Float($0.rest) }
    guard fill(points.map { Float($0.variance) }) else { return nil }
    for row in 0..<count {
      var rest = solution[row]
      for column in 0..<row { rest -= lower[row * count + column] * solution[column] }
      solution[row] = rest / lower[row * count + row]
    }
  }

  /// Fills the triangle; false where the covariance has none.
  private mutating func fill(_ variances: [Float]) -> Bool {
    let blocks = (count + 7) / 8
    let padding = [Float](repeating: 0, count: blocks * 8 - count)
    let (u, v) = (Self.blocks(east + padding), Self.blocks(north + padding))
    // Above the diagonal, so that what is taken off a row lies in a row.
    var upper = [Float](repeating: 0, count: count * blocks * 8)
    let stride = blocks * 8
    return upper.withUnsafeMutableBufferPointer { upper in
      for row in 0..<count {
        for block in row / 8..<blocks {
          let values = covariance(u[block] - east[row], v[block] - north[row])
          for lane in 0..<8 { upper[row * stride + block * 8 + lane] = values[lane] }
        }
        upper[row * stride + row] += variances[row]
      }
      for pivot in 0..<count {
        let square = upper[pivot * stride + pivot]
        guard square > 0 else { return false }
        let scale = 1 / square.squareRoot()
        for column in pivot..<count { upper[pivot * stride + column] *= scale }
        for row in pivot + 1..<max(pivot + 1, count) {
          let share = upper[pivot * stride + row]
          let (from, to) = (pivot * stride, row * stride)
          for column in row..<count { upper[to + column] -= share * upper[from + column] }
        }
      }
      lower = [Float](unsafeUninitializedCapacity: count * count) { buffer, filled in
        for row in 0..<count {
          for column in 0..<count {
            buffer[row * count + column] = column <= row ? upper[column * stride + row] : 0
          }
        }
        filled = count * count
      }
      return true
    }
  }

  private static func blocks(_ values: [Float]) -> [SIMD8<Float>] {
    stride(from: 0, to: values.count, by: 8).map { SIMD8(values[$0..<$0 + 8]) }
  }

  /// How likely the points are, as a log.
  var logLikelihood: Double {
    var sum = 0.0
    for row in 0..<count {
      sum -= 0.5 * Double(solution[row] * solution[row]) + log(Double(lower[row * count + row]))
    }
    return sum
  }

  /// The differences to the mean at up to ``lanes`` places, and how much of their variance is known.
  func predict(_ places: ArraySlice<Vec2>) -> (rest: SIMD8<Float>, known: SIMD8<Float>) {
    var (u, v) = (Lanes.zero, Lanes.zero)
    for (lane, place) in places.enumerated() {
      (u[lane], v[lane]) = (Float(place.x - middle.x), Float(place.y - middle.y))
    }
    var columns = [Lanes](repeating: .zero, count: count)
    var (rest, known) = (Lanes.zero, Lanes.zero)
    for row in 0..<count {
      var value = covariance(u - east[row], v - north[row])
      let start = row * count
      for column in 0..<row { value -= lower[start + column] * columns[column] }
      value /= lower[start + row]
      columns[row] = value
      rest += value * solution[row]
      known += value * value
    }
    return (rest, known)
  }

  /// What shadows so far apart have in common, in dB².
  private func covariance(_ u: SIMD8<Float>, _ v: SIMD8<Float>) -> SIMD8<Float> {
    let ways = (u * u + v * v).squareRoot()
    let strength = Float(kind.strength * kind.strength)
    return strength * Self.power(ofTwo: ways * Float(-M_LOG2E / kind.length))
  }

  /// 2 to the power of numbers that aren't above 0, to 3 parts in a million.
  private static func power(ofTwo exponents: SIMD8<Float>) -> SIMD8<Float> {
    let bounded = pointwiseMax(exponents, SIMD8(repeating: -120))
    // What is added leaves the whole number in the lowest bits: there is no slower conversion.
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
    // Both casts are between 32 bytes and 32 bytes, and any bits make a number.
    let bits = (unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- (0x4B40_0000 - 127)) &<< 23
    return sum * unsafeBitCast(bits, to: SIMD8<Float>.self)
  }
}
