import Kernel
import Numerics
import Testing

struct BootstrapTests {
  private func mean(_ values: inout [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private func median(_ values: inout [Double]) -> Double {
    values.sort()
    let half = values.count / 2
    return values.count.isMultiple(of: 2) ? (values[half - 1] + values[half]) / 2 : values[half]
  }

  /// By scipy 1.17.1 `stats.bootstrap(..., method='BCa', n_resamples=100000)`, with other random draws.
  @Test(arguments: [
    ([1.0, 2, 3, 4, 5, 6, 7, 8, 9, 30], 0.95, 4.4000...16.1000),
    ([0.2, -0.1, 0.5, 1.4, 0.9, 2.6, 0.05, 0.3], 0.9, 0.3500...1.3875),
  ]) func meansAgreeWithAnIndependentTool(
    values: [Double], confidence: Double, expected: ClosedRange<Double>
  ) throws {
    let bootstrap = try BCaBootstrap(
      values, resamples: 50_000, from: RandomStream(seed: 1, purpose: "test"), statistic: mean)
    let interval = try bootstrap.interval(confidence: confidence)
    let width = expected.upperBound - expected.lowerBound
    #expect(abs(interval.lowerBound - expected.lowerBound) < 0.02 * width, "\(interval)")
    #expect(abs(interval.upperBound - expected.upperBound) < 0.02 * width, "\(interval)")
  }

  /// The significance is that at which the interval's end touches the value.
  @Test(arguments: [0.5, 0.3, 0.1, 0.03]) func significanceInvertsTheInterval(tail: Double) throws {
    var stream = RandomStream(seed: 3, purpose: "values")
    let values = (0..<25).map { _ in stream.gaussian() + stream.uniform() * 2 }
    let bootstrap = try BCaBootstrap(
      values, resamples: 20_000, from: RandomStream(seed: 1, purpose: "test"), statistic: mean)
    let interval = try bootstrap.interval(confidence: 1 - tail)
    for end in [interval.lowerBound, interval.upperBound] {
      #expect(abs(bootstrap.significance(against: end) - tail) < 0.01)
    }
    #expect(bootstrap.significance(against: bootstrap.estimate) > 0.9)
  }

  /// The coverage of the interval is as promised, within four standard errors.
  @Test func coverageMatchesConfidence() throws {
    var hits = 0
    let trials = 400
    for trial in 0..<trials {
      var stream = RandomStream(seed: UInt64(trial), purpose: "coverage")
      let values = (0..<30).map { _ in stream.gaussian() }
      let bootstrap = try BCaBootstrap(
        values, resamples: 1000, from: RandomStream(seed: UInt64(trial), purpose: "test"),
        statistic: median)
      if try bootstrap.interval(confidence: 0.9).contains(0) { hits += 1 }
    }
    #expect(abs(Double(hits) / Double(trials) - 0.9) < 4 * (0.09 / Double(trials)).squareRoot())
  }

  @Test func handlesDegenerateValues() throws {
    let stream = RandomStream(seed: 1, purpose: "test")
    func bootstrap(_ values: [Double]) throws -> BCaBootstrap {
      try BCaBootstrap(values, resamples: 1000, from: stream, statistic: median)
    }
    let equal = try bootstrap([2, 2, 2, 2])
    #expect(try equal.interval(confidence: 0.95) == 2...2 && equal.standardError == 0)
    #expect(equal.significance(against: 2) == 1 && equal.significance(against: 0) < 0.01)
    // More than half of the values are zero: nothing is significant.
    let mostlyZero = try bootstrap([0, 0, 0, 0, 0, 0, 1, 2])
    #expect(try mostlyZero.interval(confidence: 0.95).contains(0))
    #expect(mostlyZero.significance(against: 0) > 0.3)
    #expect(try bootstrap([1, 5]).interval(confidence: 0.99).lowerBound >= 1)
    #expect(throws: NumericsError.self) { try bootstrap([1]) }
    #expect(throws: NumericsError.self) { try bootstrap([1, .nan]) }
    #expect(throws: NumericsError.self) { try bootstrap([1, .infinity]) }
    #expect(throws: NumericsError.self) { try equal.interval(confidence: 1) }
  }

  /// By scipy 1.17.1 `stats.wilcoxon(..., mode='exact')`; with ties and zeros, by enumeration of all signs.
  @Test(arguments: [
    ([1.0, 2, 3, 4, 5], 0.0625), ([1.0, -2, 3, 4, 5, 6], 0.09375),
    ([-1.1, 2.2, -3.3, 4.4, -5.5, 6.6, -7.7, 8.8], 0.84375), ([0.0, 0, 0], 1.0), ([], 1.0),
    ([3.0, 3, 3, 3, 3, 3, 3, 3, 3, 3], 2.0 / 1024), ([5.0], 1.0),
    ([0.0, 1, 2, 3, 4, 5, 6], 0.03125),
  ]) func signedRankTestMatchesScipy(differences: [Double], expected: Double) {
    #expect(abs(signedRankSignificance(differences) - expected) < 1e-12)
    #expect(abs(signedRankSignificance(differences.map { -$0 }) - expected) < 1e-12)
  }

  @Test func signedRankTestWithTiesMatchesEnumeration() {
    var stream = RandomStream(seed: 4, purpose: "ties")
    for _ in 0..<30 {
      let values = (0..<8).map { _ in Double(stream.integer(below: 7) - 3) }
      let sizes = values.map(abs)
      let ranks = sizes.map { size in
        Double(sizes.filter { $0 < size }.count)
          + Double(sizes.filter { $0 == size }.count + 1) / 2
      }
      let active = values.indices.filter { values[$0] != 0 }
      func sum(_ isPositive: (Int) -> Bool) -> Double {
        active.filter(isPositive).reduce(0) { $0 + ranks[$1] }
      }
      let total = sum { _ in true }
      let seen = abs(sum { values[$0] > 0 } - total / 2)
      let count = 1 << active.count
      let asFar = (0..<count).filter { signs in
        let signed = active.enumerated().reduce(0.0) {
          $0 + (signs >> $1.offset & 1 == 1 ? ranks[$1.element] : 0)
        }
        return abs(signed - total / 2) >= seen - 1e-9
      }.count
      let expected = min(1, Double(asFar) / Double(count))
      let found = signedRankSignificance(values)
      // Both tails are counted, so the middle itself counts twice and is limited to one.
      #expect(abs(found - expected) < 1e-9 || (found == 1 && expected > 0.9), "\(values)")
    }
  }

  @Test func holmCorrectionMatchesR() {
    // By R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
    let found = holmCorrected([0.01, 0.04, 0.03, 0.005])
    for (value, expected) in zip(found, [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(value - expected) < 1e-12)
    }
    #expect(holmCorrected([]) == [] && holmCorrected([0.9, 0.8]) == [1, 1])
  }
}
