@preconcurrency import CGSL

/// One nonlinear fit in progress: the functions as GSL calls them, and the loop around GSL's steps.
///
/// A class, because GSL's callbacks reach it by its address.
final class NonlinearProblem {
  let start: [Double]
  let weights: [Double]?
  let rootWeights: [Double]?
  let residuals: LeastSquares.Evaluation
  let jacobian: LeastSquares.Evaluation?
  // GSL hands over vectors with strides, and views into its own matrices: copied through these.
  var values: [Double]
  var derivatives: [Double]
  /// What a function threw, kept while GSL unwinds.
  var failure: (any Error)?

  init(
    start: [Double], residualCount: Int, weights: [Double]?,
    residuals: @escaping LeastSquares.Evaluation, jacobian: LeastSquares.Evaluation?
  ) throws(NumericsError) {
    guard !start.isEmpty else { throw .tooFew(name: "start", needed: 1, actual: 0) }
    guard residualCount >= start.count else {
      throw .tooFew(name: "residuals", needed: start.count, actual: residualCount)
    }
    try requireFinite(start, "start")
    rootWeights = try LeastSquares.rootWeights(weights, count: residualCount)
    self.start = start
    self.weights = weights
    self.residuals = residuals
    self.jacobian = jacobian
    values = Array(repeating: 0, count: residualCount)
    derivatives = Array(repeating: 0, count: residualCount * start.count)
  }

  /// Steps until `stopping` is satisfied.
  func solve(_ stopping: LeastSquares.Stopping) throws -> LeastSquares.NonlinearFit {
    try check(stopping)
    var parameters = gsl_multifit_nlinear_default_parameters()
    parameters.fdtype = GSL_MULTIFIT_NLINEAR_CTRDIFF
    // The cube root of the rounding unit balances truncation and rounding in central differences.
    parameters.h_df = 6.055e-6
    let owner = try Owned(
      gsl_multifit_nlinear_alloc(
        gsl_multifit_nlinear_trust, &parameters, values.count, start.count),
      freedBy: gsl_multifit_nlinear_free, "nonlinear least squares")
    defer { extendLifetime(owner) }
    let workspace = owner.pointer

    return try withExtendedLifetime(self) {
      var functions = gsl_multifit_nlinear_fdf(
        f: { NonlinearProblem.at($1)?.writeResiduals($0, $2) ?? callbackFailure },
        df: jacobian == nil
          ? nil : { NonlinearProblem.at($1)?.writeJacobian($0, $2) ?? callbackFailure },
        fvv: nil, n: values.count, p: start.count,
        params: Unmanaged.passUnretained(self).toOpaque(),
        nevalf: 0, nevaldf: 0, nevalfvv: 0)
      return try withUnsafeMutablePointer(to: &functions) { functions in
        try begin(workspace, functions)
        let (iterations, convergence) = try iterate(workspace, stopping)
        return try result(workspace, iterations, convergence)
      }
    }
  }

  func check(_ stopping: LeastSquares.Stopping) throws(NumericsError) {
    try require(
      stopping.maximumIterations > 0, "maximumIterations", Double(stopping.maximumIterations),
      "positive")
    for tolerance in [stopping.stepTolerance, stopping.gradientTolerance] {
      try require(tolerance >= 0 && tolerance < 1, "tolerance", tolerance, "from 0 to below 1")
    }
  }

  func begin(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>,
    _ functions: UnsafeMutablePointer<gsl_multifit_nlinear_fdf>
  ) throws {
    var first = start
    let status = GSL.withVector(&first) { first in
      guard var weights else {
        return gsl_multifit_nlinear_init(first, functions, workspace)
      }
      return GSL.withVector(&weights) {
        gsl_multifit_nlinear_winit(first, $0, functions, workspace)
      }
    }
    try rethrow()
    try GSL.check(status, "nonlinear least squares")
  }

  func iterate(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>,
    _ stopping: LeastSquares.Stopping
  ) throws -> (Int, LeastSquares.Convergence) {
    // A start at the minimum offers no step to take: only the gradient can tell.
    guard !FitProgress(workspace).hasSmallGradient(stopping.gradientTolerance) else {
      return (0, .smallGradient)
    }
    for iteration in 1...stopping.maximumIterations {
      let status = gsl_multifit_nlinear_iterate(workspace)
      try rethrow()
      let isStuck = status == GSL_ENOPROG
      if !isStuck {
        try GSL.check(status, "nonlinear least squares")
      }
      let progress = FitProgress(workspace)
      if progress.hasSmallGradient(stopping.gradientTolerance) {
        return (iteration, .smallGradient)
      }
      guard !isStuck else { return (iteration, .stalled) }
      if progress.hasSmallStep(stopping.stepTolerance) {
        return (iteration, .smallStep)
      }
    }
    throw NumericsError.noConvergence(
      operation: "nonlinear least squares", iterations: stopping.maximumIterations)
  }

  func result(
    _ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>, _ iterations: Int,
    _ convergence: LeastSquares.Convergence
  ) throws -> LeastSquares.NonlinearFit {
    let solution = copy(workspace.pointee.x)
    let weightedJacobian = try Matrix(
      rows: values.count, columns: start.count, elements: copy(workspace.pointee.J))
    try requireFinite(solution, "solution")
    try requireFinite(weightedJacobian.elements, "jacobian")
    let factors = try SingularValues(weightedJacobian)
    let rank = factors.rank(tolerance: Double(values.count) * Double.ulpOfOne)
    try evaluate(at: solution)
    return LeastSquares.NonlinearFit(
      solution: solution,
      covariance: rank == solution.count ? factors.cofactors(rank: rank) : nil,
      residuals: values, chiSquare: LeastSquares.sumOfSquares(values, rootWeights), rank: rank,
      iterations: iterations, convergence: convergence)
  }
}
