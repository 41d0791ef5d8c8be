import CGSL

/// What a callback answers GSL when a function failed: stop, the reason is kept elsewhere.
let callbackFailure = Int32(GSL_EBADFUNC)

extension NonlinearProblem {
  /// Recovers the problem from the address that was given to GSL.
  static func at(_ address: UnsafeMutableRawPointer?) -> NonlinearProblem? {
    address.map { Unmanaged<NonlinearProblem>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Answers GSL's request for the residuals.
  func writeResiduals(
    _ point: UnsafePointer<gsl_vector>?, _ target: UnsafeMutablePointer<gsl_vector>?
  ) -> Int32 {
    guard let point, let target, failure == nil else { return callbackFailure }
    do {
      try evaluate(at: copy(point))
    } catch {
      failure = error
      return callbackFailure
    }
    let (base, stride) = (target.pointee.data, target.pointee.stride)
    for index in values.indices {
      base?[index * stride] = values[index]
    }
    return Int32(GSL_SUCCESS)
  }

  /// Answers GSL's request for the derivatives.
  func writeJacobian(
    _ point: UnsafePointer<gsl_vector>?, _ target: UnsafeMutablePointer<gsl_matrix>?
  ) -> Int32 {
    guard let point, let target, failure == nil, let jacobian else { return callbackFailure }
    do {
      try call(jacobian, at: copy(point), into: &derivatives)
    } catch {
      failure = error
      return callbackFailure
    }
    let (base, stride) = (target.pointee.data, target.pointee.tda)
    let columns = start.count
    for index in derivatives.indices {
      base?[index / columns * stride + index % columns] = derivatives[index]
    }
    return Int32(GSL_SUCCESS)
  }

  /// Computes the residuals at `point` into `values`.
  func evaluate(at point: [Double]) throws {
    try call(residuals, at: point, into: &values)
  }

  private func call(
    _ function: LeastSquares.Evaluation, at point: [Double], into target: inout [Double]
  ) throws {
    var span = target.mutableSpan
    try function(point.span, &span)
    guard target.allSatisfy({ $0.magnitude <= largestMagnitude }) else {
      throw NumericsError.functionNotFinite(point: point)
    }
  }

  /// Throws what a function threw since the last time.
  func rethrow() throws {
    guard let failure else { return }
    throw failure
  }
}

/// Returns the elements of a GSL vector.
func copy(_ vector: UnsafePointer<gsl_vector>) -> [Double] {
  let (base, stride) = (vector.pointee.data, vector.pointee.stride)
  return (0..<vector.pointee.size).map { base?[$0 * stride] ?? 0 }
}

/// Returns the elements of a GSL matrix, row after row.
func copy(_ matrix: UnsafePointer<gsl_matrix>) -> [Double] {
  let (base, stride) = (matrix.pointee.data, matrix.pointee.tda)
  let columns = matrix.pointee.size2
  return (0..<matrix.pointee.size1 * columns).map {
    base?[$0 / columns * stride + $0 % columns] ?? 0
  }
}

/// How near a fit is to a minimum, in terms that don't change with the units of any unknown.
///
/// As in Moré, Garbow and Hillstrom, "User guide for MINPACK-1", ANL-80-74 (1980).
struct FitProgress {
  private let cosine: Double
  private let step: Double
  private let size: Double

  /// Measures the state of GSL's workspace.
  init(_ workspace: UnsafeMutablePointer<gsl_multifit_nlinear_workspace>) {
    let jacobian = workspace.pointee.J
    let residual = gsl_blas_dnrm2(workspace.pointee.f)
    var cosine = 0.0
    var step = 0.0
    var position = 0.0
    for column in 0..<workspace.pointee.x.pointee.size {
      var view = gsl_matrix_column(jacobian, column)
      let norm = gsl_blas_dnrm2(&view.vector)
      if norm > 0, residual > 0 {
        let gradient = gsl_vector_get(workspace.pointee.g, column).magnitude
        cosine = max(cosine, gradient / norm / residual)
      }
      let scaledStep = norm * gsl_vector_get(workspace.pointee.dx, column)
      step += scaledStep * scaledStep
      let scaledPosition = norm * gsl_vector_get(workspace.pointee.x, column)
      position += scaledPosition * scaledPosition
    }
    self.cosine = cosine
    self.step = step.squareRoot()
    size = position.squareRoot() + residual
  }

  /// Whether the residuals are at right angles to all that the unknowns could change.
  func hasSmallGradient(_ tolerance: Double) -> Bool {
    cosine <= tolerance
  }

  /// Whether the last step changed next to nothing.
  func hasSmallStep(_ tolerance: Double) -> Bool {
    step <= tolerance * size
  }
}
