import Kernel
import Numerics
import Testing

@Suite struct LeastSquaresTests {
  /// By numpy 2.4.6: `linalg.lstsq` of the rows times the roots of the weights, and `inv`.
  @Test func linearFitsAgreeWithNumpy() throws {
    let x = [0, 1, 2, 3.5, 5, 7]
    let fit = try LeastSquares.linear(
      design: Matrix(rows: x.map { [1, $0, $0 * $0] }),
      observations: [1.1, 2.9, 5.2, 7.8, 11.3, 14.6], weights: [1, 4, 1, 0.25, 1, 2])
    let expected = [0.8367344275441653, 2.2011104134119606, -0.03239925707649748]
    #expect(agree(fit.solution, expected, 1e-11))
    #expect(agree(fit.chiSquare, 0.2296831, 1e-6))
    #expect(fit.rank == 3 && fit.degreesOfFreedom == 3)
    let covariance = [
      0.5404182160000861, -0.40539073463937036, 0.04841485695696347, -0.40539073463937125,
      0.4405963814632217, -0.05706716699260924, 0.04841485695696358, -0.057067166992609254,
      0.007673850025785369,
    ]
    #expect(agree(fit.covariance.elements, covariance, 1e-11))
    let first = 1.1 - expected[0]
    #expect(agree(fit.residuals[0], first, 1e-10))

    let deficient = try Matrix(rows: [[1, 2, 3], [2, 4, 6], [1, 0, 1], [0, 2, 2], [3, 1, 4]])
    let smallest = try LeastSquares.linear(
      design: deficient, observations: [1, 2, 3, 4, 5], whenRankDeficient: .minimumNorm)
    #expect(smallest.rank == 2 && smallest.degreesOfFreedom == 3)
    let norm = [0.8187702265372171, -0.29773462783171534, 0.5210355987055014]
    #expect(agree(smallest.solution, norm, 1e-11))
    #expect(
      failure { _ = try LeastSquares.linear(design: deficient, observations: [1, 2, 3, 4, 5]) }
        == .rankDeficient(rank: 2, unknowns: 3))

    let wide = try LeastSquares.linear(
      design: Matrix(rows: [[1, 2, 3], [4, 5, 7]]), observations: [1, 2],
      whenRankDeficient: .minimumNorm)
    #expect(
      agree(wide.solution, [-0.2285714285714287, 0.14285714285714288, 0.3142857142857142], 1e-11))
    #expect(wide.degreesOfFreedom == 0)
  }

  /// Residuals are orthogonal to the columns, and exact data give back the solution.
  @Test func residualsAreOrthogonalToColumns() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = stream(seed)
      let columns = 1 + random.integer(below: 6)
      let rows = columns + random.integer(below: 20)
      let design = try Matrix(
        rows: rows, columns: columns, elements: (0..<rows * columns).map { _ in random.gaussian() })
      let weights = (0..<rows).map { _ in 0.1 + random.uniform() }
      let truth = (0..<columns).map { _ in random.gaussian() }
      let exact = (0..<rows).map { row in
        (0..<columns).reduce(0) { $0 + design[row, $1] * truth[$1] }
      }
      let back = try LeastSquares.linear(design: design, observations: exact, weights: weights)
      // A random square matrix may be close to singular.
      #expect(agree(back.solution, truth, 1e-7, absolute: 1e-7), "seed \(seed)")
      let noisy = exact.map { $0 + random.gaussian() }
      let fit = try LeastSquares.linear(design: design, observations: noisy, weights: weights)
      for column in 0..<columns {
        let gradient = (0..<rows).reduce(0) {
          $0 + weights[$1] * fit.residuals[$1] * design[$1, column]
        }
        #expect(gradient.magnitude < 1e-8, "seed \(seed)")
      }
      var withOutlier = noisy
      withOutlier[0] = 1e6
      var without = weights
      without[0] = 0
      guard rows > columns + 1 else { continue }
      let one = try LeastSquares.linear(design: design, observations: noisy, weights: without)
      let two = try LeastSquares.linear(design: design, observations: withOutlier, weights: without)
      #expect(one.solution == two.solution, "seed \(seed)")
      #expect(one.degreesOfFreedom == rows - 1 - columns)
    }
  }

  /// Over many fits, the solution scatters according to its covariance.
  @Test func covarianceMatchesScatter() throws {
    let design = try Matrix(rows: (0..<12).map { [1, Double($0)] })
    var slopes = RunningStatistics()
    var chiSquares = RunningStatistics()
    var predicted = 0.0
    for seed in 0..<2000 as Range<UInt64> {
      var random = stream(seed, 9)
      let fit = try LeastSquares.linear(
        design: design, observations: (0..<12).map { 3 + 2 * Double($0) + 0.5 * random.gaussian() },
        weights: Array(repeating: 4, count: 12))
      try slopes.add(fit.solution[1])
      try chiSquares.add(fit.chiSquare)
      predicted = fit.covariance[1, 1]
    }
    // The relative error of a variance from 2000 draws is sqrt(2 / 2000) = 3.2 %; chi-square has
    // 10 degrees of freedom, so its mean an error of sqrt(20 / 2000) = 0.1.
    #expect(agree(slopes.variance ?? 0, predicted, 0.15))
    #expect(agree(slopes.mean ?? 0, 2, absolute: 5 * (predicted / 2000).squareRoot()))
    #expect(agree(chiSquares.mean ?? 0, 10, absolute: 0.5))
  }

  @Test func linearFitsRejectInvalidInput() throws {
    let design = try Matrix(rows: [[1, 0], [0, 1], [1, 1]])
    func fit(_ design: Matrix, _ y: [Double], _ w: [Double]? = nil) -> NumericsError? {
      failure { _ = try LeastSquares.linear(design: design, observations: y, weights: w) }
    }
    #expect(fit(design, [1, 2]) == .sizeMismatch(name: "observations", expected: 3, actual: 2))
    #expect(fit(design, [1, 2, 3], [1]) == .sizeMismatch(name: "weights", expected: 3, actual: 1))
    #expect(fit(design, [1, 2, 3], [1, -1, 1]) != nil)
    #expect(fit(design, [1, 2, 3], [1, .nan, 1]) != nil)
    #expect(fit(design, [1, 2, .infinity]) != nil)
    #expect(fit(design, [1, 2, 3], [0, 0, 1]) == .rankDeficient(rank: 1, unknowns: 2))
    #expect(fit(design, [1, 2, 3], [0, 0, 0]) == .rankDeficient(rank: 0, unknowns: 2))
    #expect(fit(Matrix(rows: 3, columns: 2), [1, 2, 3]) == .rankDeficient(rank: 0, unknowns: 2))
    #expect(fit(Matrix(rows: 0, columns: 2), []) != nil)
    #expect(fit(Matrix(rows: 2, columns: 0), [1, 2]) != nil)
    var broken = design
    broken[2, 0] = .nan
    #expect(fit(broken, [1, 2, 3]) == nil ? false : true)
    let zero = try LeastSquares.linear(
      design: Matrix(rows: 3, columns: 2), observations: [1, 2, 3], whenRankDeficient: .minimumNorm)
    #expect(zero.solution == [0, 0] && zero.rank == 0 && zero.chiSquare == 14)
    #expect(failure { _ = try Matrix(rows: [[1], [1, 2]]) } != nil)
    #expect(failure { _ = try Matrix(rows: 2, columns: 2, elements: [1]) } != nil)
    #expect(failure { _ = try Matrix(rows: -1, columns: 2, elements: []) } != nil)
  }
}
