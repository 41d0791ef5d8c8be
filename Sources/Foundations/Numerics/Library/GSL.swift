import CGSL

/// Disables GSL's error handler, which would abort the process, when the process is loaded.
///
/// It is in the function table that the loader runs before `main`, so no GSL call can come earlier
/// and no caller can forget it.
@used @section(".init_array")
private let keepGSLFromAborting: @convention(c) () -> Void = { gsl_set_error_handler_off() }

/// Adapter from GSL's conventions to Swift's: statuses and null pointers become errors.
package enum GSL {
  /// Throws unless `status`, returned by a GSL function, means success.
  package static func check(
    _ status: Int32, _ operation: StaticString
  ) throws(NumericsError) {
    guard status != GSL_SUCCESS else { return }
    throw failure(status, operation)
  }

  /// Returns the error for a GSL status.
  static func failure(_ status: Int32, _ operation: StaticString) -> NumericsError {
    .library(
      operation: "\(operation)", status: status, reason: String(cString: gsl_strerror(status)))
  }

  /// Passes `values` to GSL as a vector, without copying.
  static func withVector<Result>(
    _ values: inout [Double], _ body: (UnsafeMutablePointer<gsl_vector>) -> Result
  ) -> Result {
    values.withUnsafeMutableBufferPointer { buffer in
      var vector = gsl_vector(
        size: buffer.count, stride: 1, data: buffer.baseAddress, block: nil, owner: 0)
      return body(&vector)
    }
  }

  /// Passes `matrix` to GSL, without copying.
  static func withMatrix<Result>(
    _ matrix: inout Matrix, _ body: (UnsafeMutablePointer<gsl_matrix>) -> Result
  ) -> Result {
    let (rows, columns) = (matrix.rowCount, matrix.columnCount)
    return matrix.storage.withUnsafeMutableBufferPointer { buffer in
      var view = gsl_matrix(
        size1: rows, size2: columns, tda: columns, data: buffer.baseAddress, block: nil, owner: 0)
      return body(&view)
    }
  }
}
