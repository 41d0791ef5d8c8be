import CGSL

/// The singular value decomposition of a matrix, A = U S transpose(V).
struct SingularValues {
  /// The left singular vectors, in columns.
  let left: Matrix
  /// The singular values, largest first.
  let values: [Double]
  /// The right singular vectors, in columns.
  let right: Matrix

  /// Decomposes a matrix of finite elements with at least one row and column.
  init(_ matrix: Matrix) throws(NumericsError) {
    // GSL requires at least as many rows as columns; the transposed problem swaps left and right.
    let isWide = matrix.rowCount < matrix.columnCount
    var u = isWide ? matrix.transposed : matrix
    var v = Matrix(rows: u.columnCount, columns: u.columnCount)
    var s = Array(repeating: 0.0, count: u.columnCount)
    var work = s
    let status = GSL.withMatrix(&u) { uView in
      GSL.withMatrix(&v) { vView in
        GSL.withVector(&s) { sView in
          GSL.withVector(&work) { gsl_linalg_SV_decomp(uView, vView, sView, $0) }
        }
      }
    }
    try GSL.check(status, "singular value decomposition")
    left = isWide ? v : u
    right = isWide ? u : v
    values = s
  }

  /// The number of singular values above `tolerance` times the largest.
  func rank(tolerance: Double) -> Int {
    values.count { $0 > tolerance * values[0] }
  }

  /// Returns the least-squares solution of min norm for A x = `target`.
  func solve(_ target: [Double], rank: Int) -> [Double] {
    var solution = Array(repeating: 0.0, count: right.rowCount)
    for k in 0..<rank {
      var projection = 0.0
      for row in target.indices {
        projection += left[row, k] * target[row]
      }
      projection /= values[k]
      for column in solution.indices {
        solution[column] += projection * right[column, k]
      }
    }
    return solution
  }

  /// Returns the (pseudo-)inverse of transpose(A) A.
  func cofactors(rank: Int) -> Matrix {
    let count = right.rowCount
    var result = Matrix(rows: count, columns: count)
    for i in 0..<count {
      for j in 0...i {
        var sum = 0.0
        for k in 0..<rank {
          sum += (right[i, k] / values[k]) * (right[j, k] / values[k])
        }
        result[i, j] = sum
        result[j, i] = sum
      }
    }
    return result
  }
}
