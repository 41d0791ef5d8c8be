import Glibc
import Kernel
import Numerics
import Testing

private struct Interruption: Error, Equatable {
  let call: Int
}

@Suite struct NonlinearFitTests {
  private static let t = (0..<8).map { 0.5 * Double($0) }
  private static let y = [5.02, 3.31, 2.35, 1.71, 1.42, 1.21, 1.13, 1.04]
  private static let weights = [1, 1, 2, 1, 3, 1, 1, 0.5]

  private static func decay(_ p: Span<Double>, _ r: inout MutableSpan<Double>) {
    for i in t.indices { r[i] = p[0] * exp(-p[1] * t[i]) + p[2] - y[i] }
  }

  private static func slopes(_ p: Span<Double>, _ j: inout MutableSpan<Double>) {
    for i in t.indices {
      let e = exp(-p[1] * t[i])
      j[3 * i] = e
      j[3 * i + 1] = -p[0] * t[i] * e
      j[3 * i + 2] = 1
    }
  }

  /// Figures of scipy 1.17.1, `optimize.curve_fit` with all tolerances at 1e-15.
  @Test func fitsAgreeWithScipy() throws {
    let fits = [
      try LeastSquares.nonlinear(
        start: [1, 1, 0], residualCount: 8, weights: Self.weights, residuals: Self.decay),
      try LeastSquares.nonlinear(
        start: [1, 1, 0], residualCount: 8, weights: Self.weights, residuals: Self.decay,
        jacobian: Self.slopes),
    ]
    for fit in fits {
      let expected = [4.069144935451485, 1.08297553446827, 0.9515306543492341]
      #expect(agree(fit.solution, expected, 1e-7), "\(fit)")
      #expect(agree(fit.chiSquare, 0.0034200781389394507, 1e-10))
      let covariance = try #require(fit.covariance)
      #expect(agree(covariance[0, 0], 1.273948051566593, 1e-5))
      #expect(agree(covariance[1, 2], 0.5773351937351376, 1e-5))
      #expect(agree(covariance[2, 1], covariance[1, 2]))
      #expect(fit.rank == 3 && fit.iterations > 1 && fit.iterations < 30)
      #expect(fit.residuals.count == 8)
      let again = try LeastSquares.nonlinear(
        start: fit.solution, residualCount: 8, weights: Self.weights, residuals: Self.decay,
        jacobian: Self.slopes)
      #expect(agree(again.solution, expected, 1e-8))
      #expect(again.iterations <= 3, "\(again)")
    }
  }

  /// Problems with known minima: Rosenbrock, Powell's singular, Beale, ranges to anchors.
  @Test func knownMinimaAreFound() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = stream(seed)
      let start = [random.uniform(in: -2...2), random.uniform(in: -2...2)]
      let valley = try LeastSquares.nonlinear(
        start: start, residualCount: 2, stopping: .init(maximumIterations: 500)
      ) { p, r in
        r[0] = 10 * (p[1] - p[0] * p[0])
        r[1] = 1 - p[0]
      }
      #expect(agree(valley.solution, [1, 1], absolute: 1e-7), "seed \(seed): \(valley)")

      let anchors = [(0.0, 0.0), (10, 1), (2, 12), (11, 11)]
      let truth = (random.uniform(in: 1...9), random.uniform(in: 1...9))
      let ranges = anchors.map { hypot(truth.0 - $0.0, truth.1 - $0.1) }
      let place = try LeastSquares.nonlinear(start: [5, 5], residualCount: 4) { p, r in
        for i in anchors.indices {
          r[i] = hypot(p[0] - anchors[i].0, p[1] - anchors[i].1) - ranges[i]
        }
      }
      #expect(
        agree(place.solution, [truth.0, truth.1], absolute: 1e-8), "seed \(seed): \(place)")
    }
    // Singular at its minimum: covariance is refused, not invented.
    let singular = try LeastSquares.nonlinear(start: [3, 1], residualCount: 2) { p, r in
      r[0] = p[0] + p[1] - 2
      r[1] = 2 * (p[0] + p[1] - 2)
    }
    #expect(agree(singular.solution[0] + singular.solution[1], 2, 1e-8))
    #expect(singular.covariance == nil && singular.rank == 1)
    // A start at the minimum has nowhere to go.
    let still = try LeastSquares.nonlinear(start: [2], residualCount: 2) { p, r in
      r[0] = p[0] - 2
      r[1] = p[0] - 2
    }
    #expect(still.iterations == 0 && still.convergence == .smallGradient && still.chiSquare == 0)
  }

  @Test func failuresOfTheFunctionsComeOut() throws {
    for failing in 1...6 {
      var calls = 0
      #expect(throws: Interruption(call: failing)) {
        _ = try LeastSquares.nonlinear(start: [1, 1, 0], residualCount: 8) { p, r in
          calls += 1
          guard calls < failing else { throw Interruption(call: calls) }
          Self.decay(p, &r)
        }
      }
      #expect(calls == failing)
    }
    #expect(throws: Interruption(call: -1)) {
      _ = try LeastSquares.nonlinear(
        start: [1, 1, 0], residualCount: 8, residuals: Self.decay,
        jacobian: { _, _ in throw Interruption(call: -1) })
    }
    for bad in [Double.nan, .infinity] {
      let error = failure {
        _ = try LeastSquares.nonlinear(start: [1], residualCount: 2) { p, r in
          r[0] = p[0] < 0.9 ? bad : p[0] + 10
          r[1] = p[0]
        }
      }
      guard case .functionNotFinite(let point) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(point.count == 1 && point[0] < 0.9)
    }
    let jacobian = failure {
      _ = try LeastSquares.nonlinear(
        start: [1, 1, 0], residualCount: 8, residuals: Self.decay,
        jacobian: { _, j in j[5] = .nan })
    }
    #expect(jacobian == .functionNotFinite(point: [1, 1, 0]))
  }

  @Test func nonlinearFitsRefuseNonsense() throws {
    func fit(
      _ start: [Double], _ count: Int, _ weights: [Double]? = nil,
      _ stopping: LeastSquares.Stopping = .init()
    ) -> NumericsError? {
      failure {
        _ = try LeastSquares.nonlinear(
          start: start, residualCount: count, weights: weights, stopping: stopping
        ) { p, r in
          for i in 0..<r.count { r[i] = exp(p[0] * Double(i)) - 3 * Double(i) }
        }
      }
    }
    #expect(fit([], 3) == .tooFew(name: "start", needed: 1, actual: 0))
    #expect(fit([1, 2], 1) == .tooFew(name: "residuals", needed: 2, actual: 1))
    #expect(fit([.nan], 3) != nil)
    #expect(fit([1], 3, [1, 1]) == .sizeMismatch(name: "weights", expected: 3, actual: 2))
    #expect(fit([1], 3, [1, -1, 1]) != nil)
    #expect(fit([1], 3, nil, .init(maximumIterations: 0)) != nil)
    #expect(fit([1], 3, nil, .init(stepTolerance: -1)) != nil)
    #expect(
      fit([2], 4, nil, .init(maximumIterations: 1))
        == .noConvergence(operation: "nonlinear least squares", iterations: 1))
    #expect(fit([2], 4) == nil)
  }
}
