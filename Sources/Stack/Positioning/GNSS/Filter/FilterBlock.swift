/// Block update of a Kalman filter: several observations of the same four unknowns.
///
/// Each observation updates the four at once, but the other unknowns only when the block is
/// finished. The result equals sequential updates, at the cost of four. With P the covariance, B
/// its rows of the four and h an observation's design, the covariance after some observations is P
/// − Bᵀ W B and the mean x + Bᵀ u, so only W and u are stored.
struct FilterBlock {
  private let indices: InlineArray<4, Int>
  /// Covariance of each of the four with all unknowns, before the block.
  private let rows: InlineArray<4, SIMD16<Double>>
  /// Covariance of the four, before the block.
  private let spread: InlineArray<4, SIMD4<Double>>
  private var weights = InlineArray<4, SIMD4<Double>>(repeating: .zero)
  private var pull = SIMD4<Double>.zero
  /// Change of the four since the block began.
  private(set) var change = SIMD4<Double>.zero

  /// Predicted effect of an observation: the remaining part of its design and the variance of its
  /// prediction.
  typealias Prospect = (direction: SIMD4<Double>, variance: Double)

  /// Begins a block of three consecutive unknowns and one more.
  init(of state: FilterState, from first: Int, and last: Int) {
    let indices: InlineArray<4, Int> = [first, first + 1, first + 2, last]
    self.indices = indices
    rows = InlineArray { state.covariance[indices[$0]] }
    let rows = rows
    spread = InlineArray { row in
      SIMD4(rows[row][first], rows[row][first + 1], rows[row][first + 2], rows[row][last])
    }
  }

  /// Returns the predicted effect of an observation.
  @inline(__always)
  func prospect(_ design: SIMD4<Double>) -> Prospect {
    let product = Self.product(spread, design)
    let direction = design - Self.product(weights, product)
    return (direction, max((direction * product).sum(), 0))
  }

  /// Adds an observation.
  ///
  /// - Parameters:
  ///   - prospect: Its predicted effect.
  ///   - variance: Variance of the innovation.
  ///   - innovation: Observation minus prediction, with ``change`` in the prediction.
  @inline(__always)
  mutating func process(_ prospect: Prospect, variance: Double, innovation: Double) {
    let gain = prospect.direction / variance
    pull += gain * innovation
    change += Self.product(spread, prospect.direction) * (innovation / variance)
    for row in 0..<4 { weights[row] += gain * prospect.direction[row] }
  }

  /// Applies the block to all unknowns.
  func finish(_ state: inout FilterState) {
    var parts = InlineArray<4, SIMD16<Double>>(repeating: .zero)
    for row in 0..<4 {
      state.mean += rows[row] * pull[row]
      for column in 0..<4 { parts[row] += rows[column] * weights[row][column] }
    }
    for row in 0..<FilterState.count {
      var line = state.covariance[row]
      for part in 0..<4 { line -= parts[part] * rows[part][row] }
      state.covariance[row] = line
    }
    let indices = indices
    state.errors.change { line in
      let four = SIMD4(line[indices[0]], line[indices[1]], line[indices[2]], line[indices[3]])
      for part in 0..<4 { line -= parts[part] * four[part] }
    }
  }

  @inline(__always)
  private static func product(
    _ matrix: InlineArray<4, SIMD4<Double>>, _ vector: SIMD4<Double>
  ) -> SIMD4<Double> {
    // Three statements, because the compiler takes two seconds for the types of one.
    var sum: SIMD4<Double> = matrix[0] * vector[0] + matrix[1] * vector[1]
    sum += matrix[2] * vector[2]
    sum += matrix[3] * vector[3]
    return sum
  }
}
