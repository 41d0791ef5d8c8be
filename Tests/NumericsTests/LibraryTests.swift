@preconcurrency import CGSL
import Kernel
import Numerics
import Testing

@Suite struct LibraryTests {
  @Test func generatorIsTheStream() {
    for seed in 0..<50 as Range<UInt64> {
      var own = stream(seed)
      var lent = own
      // Odd positions too, where half a block is pending.
      own.skip(words: seed % 3)
      lent.skip(words: seed % 3)
      let words = lent.withGSL { generator in (0..<9).map { _ in UInt64(gsl_rng_get(generator)) } }
      #expect(words == (0..<9).map { _ in own.next() }, "seed \(seed)")
      #expect(lent == own, "seed \(seed)")
      let uniform = lent.withGSL { gsl_rng_uniform($0) }
      #expect(uniform == own.uniform(), "seed \(seed)")
      #expect(lent.position == own.position)
      lent.withGSL { gsl_rng_set($0, 7) }
      #expect(lent == own.at(index: 7), "seed \(seed)")
    }
    var any = stream(1)
    let described = any.withGSL { generator in
      (
        String(cString: gsl_rng_name(generator)), gsl_rng_min(generator), gsl_rng_max(generator),
        gsl_rng_size(generator)
      )
    }
    #expect(described.0 == "philox4x32-10")
    #expect(described.1 == 0 && described.2 == .max)
    #expect(described.3 == MemoryLayout<RandomStream>.stride)
  }

  @Test func drawsOfGSLAreDeterministicAndAdvance() throws {
    let gamma = try GammaDistribution(shape: 2.5, scale: 3)
    for seed in 0..<20 as Range<UInt64> {
      var one = stream(seed)
      var other = one
      let before = one.position
      let draws = (0..<10).map { _ in gamma.draw(from: &one) }
      #expect(draws == (0..<10).map { _ in gamma.draw(from: &other) }, "seed \(seed)")
      #expect(one == other)
      #expect(one.position >= before + 10, "seed \(seed)")
      #expect(Set(draws).count == 10, "seed \(seed)")
    }
  }

  @Test func statusesBecomeErrorsAndNothingAborts() {
    // Under GSL's own handler each of these calls would end the process.
    let matrix = gsl_matrix_calloc(2, 3)
    defer { gsl_matrix_free(matrix) }
    #expect(Int(gsl_linalg_cholesky_decomp1(matrix)) == GSL_ENOTSQR)
    #expect(gsl_cdf_chisq_P(.nan, 1).isNaN)
    #expect(gsl_cdf_fdist_Pinv(1e-12, 0.5, 0.5).isNaN)
    #expect(gsl_interp_alloc(gsl_interp_cspline, 1) == nil)

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
      let gamma = try GammaDistribution(shape: 0.7, scale: 1)
      var transform = try RealTransform(length: 60)
      var results: [Double] = []
      for _ in 0..<40 {
        let values = (0..<60).map { _ in gamma.draw(from: &stream) }
        results.append(try transform.forward(values)[7].real)
        let spline = try Spline(.natural, x: (0..<60).map(Double.init), y: values)
        results.append(try spline.value(at: 31.3))
        let fit = try LeastSquares.linear(
          design: Matrix(rows: values.map { [1, $0] }), observations: values.map { $0 * $0 })
        results += fit.solution
        let curve = try LeastSquares.nonlinear(start: [1, 1], residualCount: 60) { p, r in
          for i in 0..<60 { r[i] = p[0] + p[1] * p[1] * values[i] - values[i] * values[i] }
        }
        results.append(curve.chiSquare)
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
