import Numerics
import Testing

@Suite struct DistributionTests {
  /// By scipy 1.17.1.
  @Test func countsFollowTheirProbabilities() throws {
    let binomial = try BinomialDistribution(trials: 20, probability: 0.3)
    #expect(agree(binomial.cumulative(5), 0.4163708294474809))
    #expect(binomial.cumulative(-1) == 0 && binomial.cumulative(.max) == 1)
    for (trials, p) in [(20, 0.3), (7, 0), (7, 1), (200, 0.4)] {
      let distribution = try BinomialDistribution(trials: trials, probability: p)
      // The mean is the sum of the tails.
      let mean = (0..<trials).reduce(0.0) { $0 + 1 - distribution.cumulative($1) }
      #expect(agree(mean, Double(trials) * p, absolute: 1e-12))
    }
  }

  @Test func parametersAreChecked() throws {
    for value in [Double.nan, .infinity, -.infinity, -1, 0] {
      #expect(failure { _ = try StudentTDistribution(degreesOfFreedom: value) } != nil)
      #expect(failure { _ = try NormalDistribution(standardDeviation: value) } != nil)
      guard value != 0 else { continue }
      #expect(failure { _ = try BinomialDistribution(trials: 3, probability: value) } != nil)
    }
    #expect(failure { _ = try BinomialDistribution(trials: -1, probability: 0.5) } != nil)
    #expect(
      failure { _ = try NormalDistribution(standardDeviation: -2) }
        == .invalidArgument(
          name: "standardDeviation", value: -2, requirement: "positive and finite"))
  }
}
