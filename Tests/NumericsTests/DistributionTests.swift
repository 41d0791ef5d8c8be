import Kernel
import Numerics
import Testing

/// A continuous distribution under test, with its mean and variance in closed form.
struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let distribution: any ContinuousDistribution
  let mean: Double?
  let variance: Double?
}

private func cases() throws -> [Case] {
  func c(
    _ name: String, _ distribution: any ContinuousDistribution, _ mean: Double?,
    _ variance: Double?
  ) -> Case {
    Case(testDescription: name, distribution: distribution, mean: mean, variance: variance)
  }
  return [
    c("normal", try NormalDistribution(mean: -3, standardDeviation: 2), -3, 4),
    // exp(0.1 + 0.045), and (exp(0.09) - 1) times its square.
    c(
      "lognormal", try LogNormalDistribution(logMean: 0.1, logStandardDeviation: 0.3),
      1.1560395703, 0.1258571014),
    c("exponential", try ExponentialDistribution(mean: 4), 4, 16),
    // 3 Gamma(1.5) and 9 (1 - Gamma(1.5)^2): a Rayleigh distribution of scale 3 / sqrt(2).
    c("weibull", try WeibullDistribution(shape: 2, scale: 3), 2.6586807764, 1.9314165295),
    c("weibull heavy", try WeibullDistribution(shape: 0.6, scale: 1), nil, nil),
    c("rayleigh", try RayleighDistribution(scale: 1.5), 1.8799712060, 0.9657082647),
    c("gamma", try GammaDistribution(shape: 2.5, scale: 3), 7.5, 22.5),
    c("gamma below one", try GammaDistribution(shape: 0.2, scale: 1), 0.2, 0.2),
    c("beta", try BetaDistribution(alpha: 2, beta: 5), 2.0 / 7, 10.0 / (49 * 8)),
    c("beta arcsine", try BetaDistribution(alpha: 0.5, beta: 0.5), 0.5, 0.125),
    c("chi-square", try ChiSquareDistribution(degreesOfFreedom: 5), 5, 10),
    c("t", try StudentTDistribution(degreesOfFreedom: 9), 0, 9.0 / 7),
    c("t of one", try StudentTDistribution(degreesOfFreedom: 1), nil, nil),
    c("f", try FDistribution(numerator: 5, denominator: 14), 14.0 / 12, nil),
  ]
}

@Suite struct DistributionTests {
  /// Kolmogorov's statistic and the first two moments, for several seeds.
  ///
  /// A fair generator passes 1.95 (in units of 1 / sqrt(n)) with probability 0.999 each time; of
  /// 6 seeds at most two may exceed it, and none 3, whose chance is 3e-8.
  @Test(arguments: try cases())
  func drawsFollowTheCumulative(_ test: Case) throws {
    let count = 4000
    var exceeded = 0
    for seed in 0..<6 as Range<UInt64> {
      var stream = stream(seed, 11)
      let sample = (0..<count).map { _ in test.distribution.draw(from: &stream) }.sorted()
      var worst = 0.0
      for (rank, x) in sample.enumerated() {
        let expected = test.distribution.cumulative(x)
        worst = max(
          worst, expected - Double(rank) / Double(count),
          Double(rank + 1) / Double(count) - expected)
      }
      let statistic = worst * Double(count).squareRoot()
      exceeded += statistic > 1.95 ? 1 : 0
      #expect(statistic < 3, "seed \(seed)")
      #expect(sample.allSatisfy { test.distribution.support.contains($0) }, "seed \(seed)")
      let statistics = try RunningStatistics(sample)
      if let mean = test.mean, let actual = statistics.mean, let error = statistics.standardError {
        #expect((actual - mean).magnitude < 5 * error, "seed \(seed): mean \(actual)")
      }
      if let variance = test.variance, let actual = statistics.variance {
        // The error of a variance from the sample's own fourth moment.
        let mean = statistics.mean ?? 0
        let fourth = sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) * ($1 - mean) }
        let error = ((fourth / Double(count) - actual * actual) / Double(count)).squareRoot()
        #expect((actual - variance).magnitude < 6 * error, "seed \(seed): variance \(actual)")
      }
    }
    #expect(exceeded <= 2)
  }

  /// Shares of draws below points where scipy 1.17.1 gives the cumulative.
  @Test func riceAndVonMisesFollowScipy() throws {
    let rice: [(Double, [Double])] = [
      (0.75, [0.04785484959575562, 0.3572857697274562, 0.8308593614905329, 0.9992629646931951]),
      (1.5, [0.03323034662017905, 0.2671201962031797, 0.73098793996409, 0.9971104672293525]),
      (6, [2.24252413687e-05, 0.00058994914436, 0.0147234641087, 0.4497279363193739]),
    ]
    for (direct, shares) in rice {
      let distribution = try RiceDistribution(direct: direct, scale: 1.5)
      expectShares([0.5, 1.5, 3, 6], shares, "Rice \(direct)", distribution.draw)
    }
    let vonMises: [(Double, [Double])] = [
      (0.5, [0.11517688991310815, 0.3791229731840458, 0.728477340874821, 0.9397454832193557]),
      (2, [0.017309793630670367, 0.2618077855814808, 0.8895777369550326, 0.9930149943054626]),
      (50, [0, 0.00024151449, 0.9999999999932419, 1]),
    ]
    for (concentration, shares) in vonMises {
      let distribution = try VonMisesDistribution(mean: 0, concentration: concentration)
      expectShares([-2, -0.5, 1, 2.5], shares, "von Mises \(concentration)", distribution.draw)
    }
    // The ends: uniform, and normal of standard deviation 1e-4; both turned by the mean.
    var random = stream(5)
    let uniform = try VonMisesDistribution(mean: 2, concentration: 0)
    expectShares([-.pi / 2, 0, 2], [0.25, 0.5, 0.5 + 1 / .pi], "uniform", uniform.draw)
    let narrow = try VonMisesDistribution(mean: .pi, concentration: 1e8)
    for _ in 0..<2000 {
      let angle = narrow.draw(from: &random)
      #expect(angle.magnitude > .pi - 6e-4 && angle.magnitude <= .pi)
    }
  }

  @Test func countsFollowTheirProbabilities() throws {
    for mean in [0, 0.3, 4.2, 60, 1e6] {
      let poisson = try PoissonDistribution(mean: mean)
      try expectCounts(mean, mean, "Poisson \(mean)", poisson.draw, poisson.cumulative)
    }
    for (trials, p) in [(0, 0.5), (20, 0.3), (7, 0), (7, 1), (5000, 0.4), (100_000, 0.0001)] {
      let binomial = try BinomialDistribution(trials: trials, probability: p)
      let mean = Double(trials) * p
      try expectCounts(mean, mean * (1 - p), "binomial", binomial.draw, binomial.cumulative)
    }
    // Figures from scipy 1.17.1.
    let poisson = try PoissonDistribution(mean: 4.2)
    #expect(agree(poisson.cumulative(6), 0.8674639959499184))
    #expect(agree(poisson.survival(20), 4.434554038824802e-09, 1e-10))
    let binomial = try BinomialDistribution(trials: 20, probability: 0.3)
    #expect(agree(binomial.cumulative(5), 0.4163708294474809))
    #expect(agree(binomial.survival(15), 5.5502530782987564e-06, 1e-10))
    #expect(binomial.cumulative(-1) == 0 && binomial.survival(20) == 0)
    #expect(poisson.cumulative(-1) == 0 && poisson.survival(-1) == 1)
    #expect(poisson.cumulative(.max) == 1 && binomial.cumulative(.max) == 1)
  }

  @Test func choicesFollowTheirWeights() throws {
    for (number, weights) in [
      [1], [0, 2, 0, 1], [1e300, 1e300, 2e300], [5, 1, 1, 1, 0.1, 12, 0],
    ]
    .enumerated() {
      let choice = try WeightedChoice(weights: weights)
      #expect(agree(choice.probabilities.reduce(0, +), 1))
      for seed in 0..<4 as Range<UInt64> {
        var stream = stream(seed, UInt64(number))
        let trials = 20_000
        var counts = Array(repeating: 0, count: weights.count)
        for _ in 0..<trials { counts[choice.draw(from: &stream)] += 1 }
        #expect(stream.position == UInt64(trials))
        let multinomial = try choice.counts(inTrials: trials, from: &stream)
        #expect(multinomial.reduce(0, +) == trials)
        for (index, p) in choice.probabilities.enumerated() {
          let bound = 5 * (Double(trials) * p * (1 - p)).squareRoot() + 1e-9
          let expected = Double(trials) * p
          #expect((Double(counts[index]) - expected).magnitude <= bound, "seed \(seed)")
          #expect((Double(multinomial[index]) - expected).magnitude <= bound, "seed \(seed)")
        }
      }
    }
  }

  @Test func parametersAreChecked() throws {
    let bad: [Double] = [.nan, .infinity, -.infinity, -1, 0]
    for value in bad {
      #expect(failure { _ = try GammaDistribution(shape: value, scale: 1) } != nil)
      #expect(failure { _ = try GammaDistribution(shape: 1, scale: value) } != nil)
      #expect(failure { _ = try BetaDistribution(alpha: value, beta: 1) } != nil)
      #expect(failure { _ = try WeibullDistribution(shape: 1, scale: value) } != nil)
      #expect(failure { _ = try RayleighDistribution(scale: value) } != nil)
      #expect(failure { _ = try RiceDistribution(direct: 1, scale: value) } != nil)
      #expect(failure { _ = try ExponentialDistribution(mean: value) } != nil)
      #expect(failure { _ = try ChiSquareDistribution(degreesOfFreedom: value) } != nil)
      #expect(failure { _ = try StudentTDistribution(degreesOfFreedom: value) } != nil)
      #expect(failure { _ = try FDistribution(numerator: 1, denominator: value) } != nil)
      #expect(failure { _ = try NormalDistribution(standardDeviation: value) } != nil)
      #expect(failure { _ = try WeightedChoice(weights: [value]) } != nil)
      guard value != 0 else { continue }
      #expect(failure { _ = try VonMisesDistribution(mean: 0, concentration: value) } != nil)
      #expect(failure { _ = try PoissonDistribution(mean: value) } != nil)
      #expect(failure { _ = try BinomialDistribution(trials: 3, probability: value) } != nil)
    }
    #expect(
      failure { _ = try WeightedChoice(weights: []) }
        == .tooFew(
          name: "weights", needed: 1, actual: 0))
    #expect(failure { _ = try BinomialDistribution(trials: -1, probability: 0.5) } != nil)
    #expect(
      failure { _ = try RayleighDistribution(scale: -2) }
        == .invalidArgument(
          name: "scale", value: -2, requirement: "positive and finite"))
  }

  private func expectShares(
    _ points: [Double], _ shares: [Double], _ name: String,
    _ draw: (inout RandomStream) -> Double
  ) {
    let count = 20_000
    for seed in 0..<3 as Range<UInt64> {
      var random = stream(seed, 3)
      let sample = (0..<count).map { _ in draw(&random) }
      for (x, share) in zip(points, shares) {
        let actual = Double(sample.count { $0 <= x })
        let bound = 5 * (Double(count) * share * (1 - share)).squareRoot() + 1
        #expect((actual - Double(count) * share).magnitude < bound, "\(name) at \(x), seed \(seed)")
      }
    }
  }

  private func expectCounts(
    _ mean: Double, _ variance: Double, _ name: String, _ draw: (inout RandomStream) -> Int,
    _ cumulative: (Int) -> Double
  ) throws {
    let count = 5000
    for seed in 0..<3 as Range<UInt64> {
      var random = stream(seed, 4)
      let sample = (0..<count).map { _ in draw(&random) }
      let statistics = try RunningStatistics(sample.map(Double.init))
      let bound = 5 * (variance / Double(count)).squareRoot() + 1e-12
      #expect(((statistics.mean ?? .nan) - mean).magnitude <= bound, "\(name), seed \(seed)")
      for k in [Int(mean - variance.squareRoot()), Int(mean), Int(mean + variance.squareRoot())] {
        let share = cumulative(k)
        let actual = Double(sample.count { $0 <= k })
        let bound = 5 * (Double(count) * max(share * (1 - share), 0)).squareRoot() + 1
        #expect((actual - share * Double(count)).magnitude < bound, "\(name) \(k), seed \(seed)")
      }
    }
  }
}
