import Kernel
import Numerics
import Testing

struct PairedTestTests {
  /// By scipy 1.17.1: `stats.trim_mean(x, 0.2)`, `mstats.trimmed_stde(x, (0.2, 0.2))`, `stats.t`.
  @Test(arguments: [
    (
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 30], 5.5, 1.1453071182271277, 0.0024370849545420855,
      2.9441056743396277
    ),
    (
      [0.2, -0.1, 0.5, 1.4, 0.9, 2.6, 0.05, 0.3], 0.5583333333333333, 0.3329611016892141,
      0.07720638294521918, 0.8559037599757496
    ),
    (
      [-3, 1.5, 0.2, 8, 0.4, 0.9, -0.3], 0.54, 0.48230205092820616, 0.162779051768167,
      1.3390851685264749
    ),
  ]) func trimmedMeanMatchesScipy(
    values: [Double], mean: Double, error: Double, significance: Double, reach: Double
  ) throws {
    let found = TrimmedMean(values)
    #expect(abs(found.mean - mean) < 1e-12 && abs(found.standardError - error) < 1e-12)
    #expect(abs(found.significance(above: 0) - significance) < 1e-9)
    let interval = try #require(found.interval(confidence: 0.95))
    #expect(abs(interval.upperBound - mean - reach) < 1e-9)
    #expect(abs(mean - interval.lowerBound - reach) < 1e-9)
  }

  @Test func trimmedMeanHandlesDegenerateValues() {
    let equal = TrimmedMean([2, 2, 2, 2])
    #expect(equal.mean == 2 && equal.standardError == 0 && equal.significance(above: 0) == 0)
    #expect(equal.significance(above: 2) == 1 && equal.interval(confidence: 0.95) == 2...2)
    let single = TrimmedMean([3])
    #expect(single.mean == 3 && single.significance(above: 0) == 1)
    #expect(single.interval(confidence: 0.95) == nil)
    // Few large values are cut off.
    #expect(TrimmedMean([0, 0, 0, 0, 0, 0, 0, 0, 90, 100]).mean == 0)
  }

  @Test func signFlipsMatchEnumeration() {
    var stream = RandomStream(seed: 4, purpose: "signs")
    for _ in 0..<40 {
      let values = (0..<9).map { _ in Double(stream.integer(below: 9) - 4) }
      let sizes = values.map(abs)
      let sum = values.reduce(0, +)
      let asFar = (0..<512).count { signs in
        sizes.indices.reduce(0.0) { $0 + (signs >> $1 & 1 == 1 ? sizes[$1] : -sizes[$1]) } >= sum
      }
      let found = signFlipSignificance(values)
      guard sum > 0 || values.contains(where: { $0 > 0 }) else {
        #expect(found == 1)
        continue
      }
      #expect(abs(found - Double(asFar) / 512) < 1e-12, "\(values)")
    }
    #expect(signFlipSignificance([]) == 1 && signFlipSignificance([0, 0]) == 1)
    // Shares of yes and no: McNemar's exact test.
    #expect(signFlipSignificance([1, 1, 1, 1, 1, 0, 0]) == 1.0 / 32)
  }

  /// Beyond 200 differences the normal distribution takes over, nearly without a step, and in no time.
  @Test func manySignFlipsAreNearlyNormal() {
    var stream = RandomStream(seed: 5, purpose: "many signs")
    let values = (0..<201).map { _ in stream.gaussian() + 0.15 }
    let exact = signFlipSignificance(Array(values.dropLast()) + [0])
    #expect(abs(signFlipSignificance(values) - exact) < 0.25 * exact, "\(exact)")
    let many = (0..<100_000).map { _ in stream.gaussian() }
    #expect((0.001...0.999).contains(signFlipSignificance(many)))
    #expect(signFlipSignificance(many.map { abs($0) }) == 0)
  }

  @Test func holmCorrectionMatchesR() {
    // By R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
    let found = holmCorrected([0.01, 0.04, 0.03, 0.005])
    for (value, expected) in zip(found, [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(value - expected) < 1e-12)
    }
    #expect(holmCorrected([]) == [] && holmCorrected([0.9, 0.8]) == [1, 1])
  }

  /// By scipy 1.17.1: `stats.false_discovery_control`.
  @Test func falseDiscoveryCorrectionMatchesScipy() {
    let found = falseDiscoveryCorrected([0.01, 0.04, 0.03, 0.005, 0.5])
    for (value, expected) in zip(found, [0.025, 0.05, 0.05, 0.025, 0.5]) {
      #expect(abs(value - expected) < 1e-12)
    }
    #expect(falseDiscoveryCorrected([]) == [])
  }
}
