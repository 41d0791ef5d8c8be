/// Weighted normal equations of up to eight unknowns, without heap storage.
package struct NormalEquations: Sendable {
  /// Rows of the normal matrix; only the upper triangle is used.
  package var rows = InlineArray<8, SIMD8<Double>>(repeating: .zero)
  package init() {}

  /// Right-hand side.
  package var right = SIMD8<Double>.zero

  /// Adds an observation: design row, residual and weight.
  @inline(__always)
  package mutating func add(_ design: SIMD8<Double>, _ residual: Double, weight: Double) {
    let scaled = design * weight
    for index in 0..<8 where design[index] != 0 { rows[index] += scaled * design[index] }
    right += scaled * residual
  }

  /// Adds an observation of the position and one clock, which is faster than a full row.
  @inline(__always)
  mutating func add(
    _ x: Double, _ y: Double, _ z: Double, clock: Int, _ residual: Double, weight: Double
  ) {
    var design = SIMD8<Double>(x, y, z, 0, 0, 0, 0, 0)
    design[3 + clock] = 1
    let scaled = design * weight
    rows[0] += scaled * x
    rows[1] += scaled * y
    rows[2] += scaled * z
    rows[3 + clock] += scaled
    right += scaled * residual
  }

  /// Solves by Cholesky decomposition and inverts.
  ///
  /// Unknowns without observations are zero.
  ///
  /// - Parameter count: Maximum number of unknowns; the others are ignored.
  /// - Returns: The solution and the rows of the inverse; nil if the matrix is singular.
  @inline(__always)
  package func solved(
    of count: Int = 8
  ) -> (solution: SIMD8<Double>, inverse: InlineArray<8, SIMD8<Double>>)? {
    var factor = InlineArray<8, SIMD8<Double>>(repeating: .zero)
    var inverse = InlineArray<8, SIMD8<Double>>(repeating: .zero)
    // `factor` holds the rows of L, `inverse` those of L's inverse until the last loop.
    for row in 0..<count {
      let diagonal = rows[row][row]
      guard diagonal > 0 else {
        guard diagonal == 0 else { return nil }
        continue
      }
      var line = SIMD8<Double>.zero
      for column in 0..<row where rows[column][column] > 0 {
        let sum = (line * factor[column]).sum()
        line[column] = (rows[column][row] - sum) * factor[column][column]
      }
      let rest = diagonal - (line * line).sum()
      guard rest > 1e-9 * diagonal else { return nil }
      // The diagonal stores its reciprocal.
      let reciprocal = 1 / rest.squareRoot()
      var inverted = SIMD8<Double>.zero
      for column in 0..<row { inverted -= line[column] * inverse[column] }
      inverted[row] += 1
      inverse[row] = inverted * reciprocal
      line[row] = reciprocal
      factor[row] = line
    }
    var result = InlineArray<8, SIMD8<Double>>(repeating: .zero)
    var solution = SIMD8<Double>.zero
    for row in 0..<count {
      let line = inverse[row]
      for column in 0..<count { result[column] += line * line[column] }
      solution += line * (line * right).sum()
    }
    return (solution, result)
  }
}
