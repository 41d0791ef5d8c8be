/// Weighted normal equations of up to eight unknowns, without memory of its own.
package struct NormalEquations: Sendable {
  /// The rows of the matrix; below the diagonal is not used.
  package var rows = InlineArray<8, SIMD8<Double>>(repeating: .zero)
  package init() {}

  /// The right side.
  package var right = SIMD8<Double>.zero

  /// Adds an observation: a design row, its residual and its weight.
  @inline(__always)
  package mutating func add(_ design: SIMD8<Double>, _ residual: Double, weight: Double) {
    let scaled = design * weight
    for index in 0..<8 where design[index] != 0 { rows[index] += scaled * design[index] }
    right += scaled * residual
  }

  /// Adds an observation of place and one clock alone, which is quicker.
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

  /// Solves by Cholesky's factors, and inverts.
  ///
  /// Unknowns of which nothing is said come out as zero.
  ///
  /// - Parameter count: How many unknowns there are at most; nothing is said of the others.
  /// - Returns: The solution and the inverse's rows; nil where the equations determine nothing.
  @inline(__always)
  package func solved(
    of count: Int = 8
  ) -> (solution: SIMD8<Double>, inverse: InlineArray<8, SIMD8<Double>>)? {
    var factor = InlineArray<8, SIMD8<Double>>(repeating: .zero)
    var inverse = InlineArray<8, SIMD8<Double>>(repeating: .zero)
    // factor = L with its rows; inverse holds L's inverse, row by row, on the way.
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
      // The diagonal holds its reciprocal, which is all that is asked of it.
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
