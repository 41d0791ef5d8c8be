extension LeastSquares {
  /// Writes function values for the unknowns in the first argument into the second.
  public typealias Evaluation = (Span<Double>, inout MutableSpan<Double>) throws -> Void

  /// When to stop a nonlinear fit.
  public struct Stopping: Hashable, Sendable {
    /// The most steps to take.
    public var maximumIterations: Int
    /// Stop when a step moves every unknown by less than this share of it.
    public var stepTolerance: Double
    /// Stop when the gradient, in relative terms, is below this.
    public var gradientTolerance: Double

    /// Creates a rule; tolerances are relative.
    public init(
      maximumIterations: Int = 100, stepTolerance: Double = 1e-10,
      gradientTolerance: Double = 1e-12
    ) {
      self.maximumIterations = maximumIterations
      self.stepTolerance = stepTolerance
      self.gradientTolerance = gradientTolerance
    }
  }

  /// Why a nonlinear fit stopped.
  public enum Convergence: String, Hashable, Sendable {
    /// The last step was within the tolerance.
    case smallStep
    /// The gradient is within the tolerance.
    case smallGradient
    /// No step lowers the sum of squares: a minimum to rounding, or a wrong Jacobian.
    case stalled
  }

  /// A solved nonlinear problem.
  public struct NonlinearFit: Hashable, Sendable {
    /// The unknowns.
    public let solution: [Double]
    /// The inverse of transpose(J) W J at the solution; `nil` if it is singular.
    ///
    /// It is the covariance of the solution if each weight is the inverse variance of its residual.
    public let covariance: Matrix?
    /// The residuals at the solution, unweighted.
    public let residuals: [Double]
    /// The weighted sum of the residuals' squares.
    public let chiSquare: Double
    /// How many combinations of unknowns the residuals determine at the solution.
    public let rank: Int
    /// How many steps were taken.
    public let iterations: Int
    /// Why it stopped.
    public let convergence: Convergence
  }

  /// Finds the unknowns that make the weighted sum of squares of `residuals` smallest nearby.
  ///
  /// Levenberg and Marquardt's method in a trust region (GSL's `multifit_nlinear`), with derivatives
  /// by central differences. The functions are called on the calling thread only.
  ///
  /// - Parameters:
  ///   - start: Where to start; as many unknowns as it has values.
  ///   - residualCount: How many residuals there are, no fewer than unknowns.
  ///   - weights: The inverse variances of the residuals.
  ///   - stopping: When to stop.
  ///   - residuals: Writes the residuals.
  /// - Returns: The solution and how sure it is.
  /// - Throws: What `residuals` throws, or ``NumericsError``: sizes that don't match, residuals that
  ///   aren't finite, or no convergence within the allowed iterations.
  public static func nonlinear(
    start: [Double], residualCount: Int, weights: [Double]? = nil,
    stopping: Stopping = Stopping(), residuals: Evaluation
  ) throws -> NonlinearFit {
    try withoutActuallyEscaping(residuals) { residuals in
      let problem = try NonlinearProblem(
        start: start, residualCount: residualCount, weights: weights, residuals: residuals,
        jacobian: nil)
      return try problem.solve(stopping)
    }
  }

  /// Finds the unknowns that make the weighted sum of squares of `residuals` smallest nearby.
  ///
  /// - Parameters:
  ///   - start: Where to start; as many unknowns as it has values.
  ///   - residualCount: How many residuals there are, no fewer than unknowns.
  ///   - weights: The inverse variances of the residuals.
  ///   - stopping: When to stop.
  ///   - residuals: Writes the residuals.
  ///   - jacobian: Writes the derivatives: for each residual in turn, those by each unknown.
  /// - Returns: The solution and how sure it is.
  /// - Throws: What the functions throw, or ``NumericsError``.
  public static func nonlinear(
    start: [Double], residualCount: Int, weights: [Double]? = nil,
    stopping: Stopping = Stopping(), residuals: Evaluation, jacobian: Evaluation
  ) throws -> NonlinearFit {
    try withoutActuallyEscaping(residuals) { residuals in
      try withoutActuallyEscaping(jacobian) { jacobian in
        let problem = try NonlinearProblem(
          start: start, residualCount: residualCount, weights: weights, residuals: residuals,
          jacobian: jacobian)
        return try problem.solve(stopping)
      }
    }
  }
}
