import Kernel
import Numerics
import Testing

struct DistributionFreeIntervalTests {
  /// By exact sums of binomial coefficients: of 6 values both ends, of 20 the sixth from either.
  @Test(arguments: [(6, 1, 6), (8, 1, 8), (9, 2, 8), (12, 3, 10), (20, 6, 15), (100, 40, 61)])
  func medianIntervalMatchesBinomialTable(count: Int, low: Int, high: Int) throws {
    let values = (1...count).map { Double($0) }.reversed()
    let interval = try #require(try medianInterval(of: Array(values)))
    #expect(interval == Double(low)...Double(high))
  }

  @Test func fewValuesHaveNoInterval() throws {
    #expect(try medianInterval(of: []) == nil)
    #expect(try medianInterval(of: [1, 2, 3, 4, 5]) == nil)
    #expect(try medianInterval(of: [1, 2, 3, 4, 5], confidence: 0.9) == 1...5)
    #expect(try medianInterval(of: [1, 1, 1, 1, 1, 1]) == 1...1)
    #expect(try medianInterval(of: [1, 2, 3, 4, 5, 6, 7, 8, .infinity]) == 2...8)
    #expect(throws: NumericsError.self) { try medianInterval(of: [1, .nan, 1, 1, 1, 1]) }
    #expect(throws: NumericsError.self) { try medianInterval(of: [1], confidence: 1) }
  }

  /// For skewed values, too, the coverage of the median is at least as promised.
  @Test func medianCoverageMatchesConfidence() throws {
    var stream = RandomStream(seed: 4, purpose: "median interval")
    var held = 0
    for _ in 0..<2000 {
      let values = (0..<15).map { _ in pow4(stream.uniform()) }
      if try #require(try medianInterval(of: values)).contains(0.0625) { held += 1 }
    }
    #expect(held > 1900, "\(held)")
  }

  private func pow4(_ value: Double) -> Double { value * value * value * value }

  /// By Wilson's formula, computed separately with z = 1.959964.
  @Test(arguments: [
    (20, 20, 0.8389, 1.0), (19, 20, 0.7639, 0.9911), (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634),
  ]) func sharesMatchWilsonInterval(count: Int, trials: Int, low: Double, high: Double) throws {
    let interval = try shareInterval(count, of: trials)
    #expect(abs(interval.lowerBound - low) < 1e-4 && abs(interval.upperBound - high) < 1e-4)
  }

  @Test func rejectsSharesOfZeroTrials() {
    #expect(throws: NumericsError.self) { try shareInterval(0, of: 0) }
    #expect(throws: NumericsError.self) { try shareInterval(3, of: 2) }
  }
}
