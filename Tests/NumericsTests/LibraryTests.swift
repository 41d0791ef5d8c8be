import CGSL
import Glibc
import Kernel
import Numerics
import Testing

@Suite struct LibraryTests {
  @Test func statusesBecomeErrors() {
    // With GSL's own handler, each of these calls would end the process.
    let matrix = gsl_matrix_calloc(2, 3)
    defer { gsl_matrix_free(matrix) }
    #expect(Int(gsl_linalg_cholesky_decomp1(matrix)) == GSL_ENOTSQR)
    #expect(gsl_cdf_chisq_P(.nan, 1).isNaN)
    #expect(gsl_cdf_fdist_Pinv(1e-12, 0.5, 0.5).isNaN)

    for status in [
      GSL_EDOM, GSL_EINVAL, GSL_ENOMEM, GSL_EMAXITER, GSL_EBADLEN, GSL_ESING, GSL_EBADFUNC,
      GSL_FAILURE,
    ] {
      let error = failure { try GSL.check(Int32(status), "probe") }
      let reason = String(cString: gsl_strerror(Int32(status)))
      #expect(error == .library(operation: "probe", status: Int32(status), reason: reason))
      #expect(error?.description.contains(reason) == true)
    }
    #expect(failure { try GSL.check(Int32(GSL_SUCCESS), "probe") } == nil)
  }

  @Test func threadsDoNotDisturbEachOther() async throws {
    let work: @Sendable (UInt64) throws -> [Double] = { seed in
      var stream = stream(seed)
      var transform = try RealTransform(length: 60)
      var results: [Double] = []
      for _ in 0..<40 {
        let values = (0..<60).map { _ in -log(stream.uniform() + 0x1p-60) }
        results.append(try transform.forward(values)[7].real)
        let fit = try LeastSquares.linear(
          design: Matrix(rows: values.map { [1, $0] }), observations: values.map { $0 * $0 })
        results += fit.solution
      }
      return results
    }
    let expected = try (0..<8 as Range<UInt64>).map { try work($0) }
    let actual = try await withThrowingTaskGroup(of: (Int, [Double]).self) { group in
      for seed in 0..<8 {
        group.addTask { (seed, try work(UInt64(seed))) }
      }
      var results = Array(repeating: [Double](), count: 8)
      for try await (seed, values) in group { results[seed] = values }
      return results
    }
    #expect(actual == expected)
  }
}
