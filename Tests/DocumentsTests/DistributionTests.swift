import Documents
import Kernel
import Testing

struct DistributionTests {
  static let texts: [(String, Dimension, Distribution.Law)] = [
    ("4 s", .time, .constant(4)), ("constant(4 s)", .time, .constant(4)),
    ("3..8 min", .time, .uniform(low: 180, high: 480)),
    ("uniform(3 min, 8 min)", .time, .uniform(low: 180, high: 480)),
    ("uniform(from 3 min, to 8 min)", .time, .uniform(low: 180, high: 480)),
    ("1 h 30 min", .time, .constant(5400)),
    ("1 h..1 h 30 min", .time, .uniform(low: 3600, high: 5400)),
    ("normal(1.34 m/s, 0.26 m/s)", .speed, .normal(mean: 1.34, sd: 0.26)),
    ("normal( mean 1.34 m/s , sd 26 cm/s )", .speed, .normal(mean: 1.34, sd: 0.26)),
    ("normal(20 C, 2 C)", .temperature, .normal(mean: 293.15, sd: 2)),
    ("normal(-60 dBm, 4 dB)", .decibelMilliwatts, .normal(mean: -60, sd: 4)),
    ("lognormal(median 8 min, sigma 0.9)", .time, .lognormal(median: 480, sigma: 0.9)),
    ("lognormal(8 min, 0.9)", .time, .lognormal(median: 480, sigma: 0.9)),
    ("exponential(mean 20 s)", .time, .exponential(mean: 20)),
    ("exponential(20 s)", .time, .exponential(mean: 20)),
    ("0.3", .ratio, .constant(0.3)), ("10..20 %", .ratio, .uniform(low: 0.1, high: 0.2)),
    ("normal(0.5, 0.1)", .ratio, .normal(mean: 0.5, sd: 0.1)),
  ]

  @Test(arguments: texts)
  func readsAndWrites(_ text: String, _ dimension: Dimension, _ law: Distribution.Law) throws {
    let distribution = try Distribution(parsing: text, as: dimension)
    #expect(distribution == (try Distribution(law)))
    let written = distribution.text(as: dimension)
    #expect(try Distribution(parsing: written, as: dimension) == distribution, "\(written)")
    let clipped = try Distribution(law, clippedTo: 0.05...1e4)
    guard dimension != .decibelMilliwatts else { return }
    let rewritten = clipped.text(as: dimension)
    #expect(try Distribution(parsing: rewritten, as: dimension) == clipped, "\(rewritten)")
  }

  static let mistakes: [(String, Dimension, String)] = [
    (
      "normel(1 m/s, 2 m/s)", .speed,
      "expected a speed such as '1.4 m/s' or its distribution, such as 'normal(1.4 m/s, …)', "
        + "found 'normel(1 m/s, 2 m/s)' (did you mean 'normal'?)"
    ),
    (
      "normal(1 m/s", .speed,
      "expected ',' in 'normal(…)', found nothing; inside [ ] and { } it must be in quotes"
    ),
    ("normal(1 m/s)", .speed, "expected ',' in 'normal(…)', found ')'"),
    ("normal(1 m/s, 2)", .speed, "expected a speed with its unit, such as '2 m/s'"),
    ("normal(sd 1 m/s, 2 m/s)", .speed, "expected 'mean' here, found 'sd 1 m/s, 2 m/s)'"),
    ("normal(1 m/s, -2 m/s)", .speed, "a standard deviation must not be negative"),
    ("lognormal(0 s, 1)", .time, "the median of a lognormal distribution must be above 0"),
    ("lognormal(1 s, )", .time, "expected a number for 'sigma', found ')'"),
    ("lognormal(1 s, -1)", .time, "the sigma of a lognormal distribution must not be negative"),
    ("exponential(0 s)", .time, "the mean of an exponential distribution must be above 0"),
    ("uniform(8 s, 3 s)", .time, "a uniform distribution must not begin above its end"),
    ("3 s clip 4..5 s", .time, "the distribution has no value within its limits"),
    ("exponential(1 s) clip -5..-4 s", .time, "the distribution has no value within its limits"),
    ("3 s clap 4..5 s", .time, "expected 'clip' and a range, or nothing more, found 'clap 4..5 s'"),
    (
      "normal(3 dBm, 4 dBm)", .decibelMilliwatts,
      "'dBm' is a unit of power level; expected a ratio in decibels such as '6 dB'"
    ),
  ]

  @Test(arguments: mistakes)
  func reportsMistakes(_ text: String, _ dimension: Dimension, _ expected: String) {
    let found = complaint { () throws(QuantityError) in
      try Distribution(parsing: text, as: dimension)
    }
    #expect(found == expected)
  }

  /// Distributions with their mean and standard deviation: closed forms, the truncated ones by SciPy 1.17.1's
  /// `truncnorm` and the memorylessness of the exponential.
  static let moments: [(Distribution.Law, ClosedRange<Double>?, mean: Double, sd: Double)] = [
    (.constant(4), nil, 4, 0),
    (.uniform(low: 2, high: 8), nil, 5, 6 / 12.0.squareRoot()),
    (.uniform(low: 2, high: 8), 5...100, 6.5, 3 / 12.0.squareRoot()),
    (.normal(mean: 1.34, sd: 0.26), nil, 1.34, 0.26),
    // phi(0) / (1 - Phi(0)) = sqrt(2 / pi), and 1 - 2 / pi for the variance.
    (.normal(mean: 0, sd: 1), 0 ... .infinity, 0.797_884_560_8, 0.602_810_275_0),
    (.normal(mean: 0, sd: 1), -1...1, 0, 0.539_560_090_2),
    (.lognormal(median: 1, sigma: 0.5), nil, 1.133_148_453_1, 0.603_901_048_9),
    (.exponential(mean: 20), nil, 20, 20),
    (.exponential(mean: 20), 15 ... .infinity, 35, 20),
  ]

  @Test(arguments: moments)
  func drawsFollowTheDistribution(
    _ law: Distribution.Law, _ limits: ClosedRange<Double>?, _ mean: Double, _ sd: Double
  ) throws {
    let distribution = try Distribution(law, clippedTo: limits)
    var stream = RandomStream(seed: 7, purpose: "distribution")
    let count = 200_000
    var sum = 0.0
    var squares = 0.0
    for _ in 0..<count {
      let value = distribution.sample(&stream)
      #expect(distribution.limits.contains(value))
      sum += value - mean
      squares += (value - mean) * (value - mean)
    }
    #expect(stream.position == UInt64(count))
    // Five standard errors; that of the variance allows for a kurtosis of up to 9.
    let error = sd / Double(count).squareRoot()
    #expect(abs(sum / Double(count)) <= 5 * error + 1e-12)
    #expect(abs((squares / Double(count)).squareRoot() - sd) <= 5 * 1.5 * error + 1e-12)
  }

  @Test func farTailsStayWithinLimits() throws {
    for (limits, expected) in [
      (8.0...8.5, 8.0...8.5), (-8.5 ... -8, -8.5 ... -8), (60...70, 60...60),
      (-70 ... -60, -60 ... -60),
    ] {
      let law = try Distribution(.normal(mean: 0, sd: 1), clippedTo: limits)
      var stream = RandomStream(seed: 3, purpose: "tail")
      let draws = (0..<1000).map { _ in law.sample(&stream) }
      #expect(draws.allSatisfy(expected.contains))
      // The tails keep their digits: draws differ, and their mean is that of SciPy's truncnorm.
      guard expected.lowerBound < expected.upperBound else { continue }
      #expect(Set(draws).count > 900)
      let mean = draws.reduce(0, +) / 1000
      #expect(abs(abs(mean) - 8.1137) < 0.02, "\(mean)")
    }
  }

  @Test func quantilesInvertProbabilities() throws {
    let normal = try Distribution(.normal(mean: 10, sd: 2))
    // Phi(1.96) = 0.975 002 104 851 779 5 (Abramowitz and Stegun, table 26.1).
    #expect(abs(normal.value(atShare: 0.975_002_104_851_779_5) - 13.92) < 1e-12)
    #expect(try Distribution(.lognormal(median: 8, sigma: 0.9)).value(atShare: 0.5) == 8)
    let waiting = try Distribution(.exponential(mean: 3)).value(atShare: 0.5)
    #expect(abs(waiting - 2.079_441_541_679_836) < 1e-14)
    for share in [1e-300, 1e-16, 0.1, 0.9, 1 - 1e-16] {
      let value = try Distribution(.exponential(mean: 3), clippedTo: 1...2).value(atShare: share)
      #expect((1...2).contains(value))
    }
  }

  @Test func refusesParametersThatAreNotFinite() {
    for law: Distribution.Law in [
      .constant(.nan), .uniform(low: 0, high: .infinity), .normal(mean: .nan, sd: 1),
      .lognormal(median: 1, sigma: .infinity), .exponential(mean: .infinity),
    ] {
      #expect(throws: QuantityError.self) { try Distribution(law) }
    }
  }
}
