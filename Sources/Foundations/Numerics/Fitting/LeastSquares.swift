/// Linear least squares; see ``linear(design:observations:weights:whenRankDeficient:tolerance:)``.
public enum LeastSquares {
  /// The treatment of unknowns, or combinations of them, that the data don't determine.
  public enum RankDeficiency: Hashable, Sendable {
    /// Throws ``NumericsError/rankDeficient(rank:unknowns:)``.
    case fails
    /// Returns the solution of min norm among all that fit equally well.
    case minimumNorm
  }

  /// A solved linear least-squares problem.
  public struct LinearFit: Hashable, Sendable {
    /// The estimated unknowns.
    public let solution: [Double]
    /// The inverse of transpose(X) W X.
    ///
    /// It is the covariance of the solution if each weight is the inverse variance of its
    /// observation.
    public let covariance: Matrix
    /// Observed minus fitted, one per observation.
    public let residuals: [Double]
    /// The weighted sum of squared residuals.
    public let chiSquare: Double
    /// The number of combinations of unknowns that the data determine.
    public let rank: Int
    /// The number of observations of positive weight minus the rank.
    public let degreesOfFreedom: Int
  }

  /// Weighted linear least squares: solves X b = y for b by singular value decomposition.
  ///
  /// Takes O(rows · columns^2). Columns should be of comparable size, because the rank follows from the
  /// unscaled singular values.
  ///
  /// - Parameters:
  ///   - design: X: one row per observation, one column per unknown.
  ///   - observations: y.
  ///   - weights: The inverse variances of the observations; zero excludes one.
  ///   - whenRankDeficient: The treatment of undetermined unknowns.
  ///   - tolerance: The ratio to the largest singular value below which one counts as zero; by
  ///     default 2^-52 times the larger side of X, as usual with LAPACK.
  /// - Returns: The solution with its covariance.
  /// - Throws: ``NumericsError`` for sizes that don't match, values that aren't finite, negative
  ///   weights, or a deficient rank.
  public static func linear(
    design: Matrix, observations: [Double], weights: [Double]? = nil,
    whenRankDeficient: RankDeficiency = .fails, tolerance: Double? = nil
  ) throws(NumericsError) -> LinearFit {
    let (rows, columns) = (design.rowCount, design.columnCount)
    guard columns > 0 else { throw .tooFew(name: "unknowns", needed: 1, actual: 0) }
    guard rows > 0 else { throw .tooFew(name: "observations", needed: 1, actual: 0) }
    guard observations.count == rows else {
      throw .sizeMismatch(name: "observations", expected: rows, actual: observations.count)
    }
    try requireFinite(design.elements, "design")
    try requireFinite(observations, "observations")
    let roots = try rootWeights(weights, count: rows)
    let tolerance = tolerance ?? Double(max(rows, columns)) * Double.ulpOfOne
    try require(tolerance >= 0 && tolerance < 1, "tolerance", tolerance, "from 0 to below 1")

    var scaled = design
    var target = observations
    if let roots {
      for row in 0..<rows {
        target[row] *= roots[row]
        for column in 0..<columns {
          scaled[row, column] *= roots[row]
        }
      }
    }
    let factors = try SingularValues(scaled)
    let rank = factors.rank(tolerance: tolerance)
    guard rank == columns || whenRankDeficient == .minimumNorm else {
      throw .rankDeficient(rank: rank, unknowns: columns)
    }
    let solution = factors.solve(target, rank: rank)
    try requireFinite(solution, "solution")
    let residuals = residuals(design, observations, solution)
    let chiSquare = sumOfSquares(residuals, roots)
    try requireFinite(chiSquare, "chiSquare")
    let used = roots.map { $0.count { $0 > 0 } } ?? rows
    return LinearFit(
      solution: solution, covariance: factors.cofactors(rank: rank), residuals: residuals,
      chiSquare: chiSquare, rank: rank, degreesOfFreedom: used - rank)
  }

  /// Returns observed minus fitted.
  private static func residuals(
    _ design: Matrix, _ observations: [Double], _ solution: [Double]
  ) -> [Double] {
    observations.indices.map { row in
      var fitted = 0.0
      for column in solution.indices {
        fitted += design[row, column] * solution[column]
      }
      return observations[row] - fitted
    }
  }

  /// Validates `weights` and returns their square roots.
  static func rootWeights(
    _ weights: [Double]?, count: Int
  ) throws(NumericsError) -> [Double]? {
    guard let weights else { return nil }
    guard weights.count == count else {
      throw .sizeMismatch(name: "weights", expected: count, actual: weights.count)
    }
    for weight in weights {
      try require(
        weight >= 0 && weight <= largestMagnitude, "weight", weight, "between 0 and 1e140")
    }
    return weights.map { $0.squareRoot() }
  }

  /// Returns the weighted sum of squared residuals, from the roots of the weights.
  static func sumOfSquares(_ residuals: [Double], _ roots: [Double]?) -> Double {
    var sum = 0.0
    for index in residuals.indices {
      let weighted = residuals[index] * (roots?[index] ?? 1)
      sum += weighted * weighted
    }
    return sum
  }
}
