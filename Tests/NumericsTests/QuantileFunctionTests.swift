import CGSL
import Glibc
import Kernel
import Numerics
import Testing

@Suite struct QuantileFunctionTests {
  /// At 1e-12, 1e-6, 0.001, 0.05, 0.5, 0.95 and 0.999: scipy 1.17.1, `ppf`; last, `isf(1e-9)`,
  /// for F by mpmath 1.3 because scipy's is off in the eighth digit.
  private static let table: [(any ContinuousDistribution, [Double])] = {
    let rows: [((() throws -> any ContinuousDistribution), [Double])] = [
      (
        { try ChiSquareDistribution(degreesOfFreedom: 4) },
        [
          2.828428458080386e-06, 0.0028297613229586872, 0.09080403553897909, 0.7107230213973239,
          3.3566939800333224, 9.487729036781154, 18.46682695290317, 47.87945573114794,
        ]
      ),
      (
        { try ChiSquareDistribution(degreesOfFreedom: 0.5) },
        [
          1.3499395786223522e-48, 1.3499395786223394e-24, 1.3499395786230753e-12,
          8.437150840525987e-06, 0.0873476047057468, 2.4202322748895257, 8.752888515773373,
          34.51714647050006,
        ]
      ),
      (
        { try ChiSquareDistribution(degreesOfFreedom: 250) },
        [
          123.3820848875061, 157.70375322702998, 186.55410374993096, 214.39157053815805,
          249.33365030643904, 287.8815005218308, 324.832436568363, 408.21757540577465,
        ]
      ),
      (
        { try StudentTDistribution(degreesOfFreedom: 3) },
        [
          -10331.108244292487, -103.29946778041935, -10.214531852407385, -2.353363434801824, 0,
          2.3533634348018233, 10.214531852407383, 1033.1096745038078,
        ]
      ),
      (
        { try StudentTDistribution(degreesOfFreedom: 30.5) },
        [
          -11.296501632738345, -5.849450230728734, -3.3799509515235764, -1.6963751158527456, 0,
          1.6963751158527451, 3.379950951523576, 8.394031740117637,
        ]
      ),
      (
        { try FDistribution(numerator: 5, denominator: 2) },
        [
          6.339673246894165e-06, 0.001598793594154668, 0.02693796442941637, 0.17282693758579049,
          1.251925184050668, 19.296409652017235, 999.2999299649771, 999_999_999.2999999,
        ]
      ),
      (
        { try FDistribution(numerator: 1, denominator: 40) },
        [
          1.5905524427888577e-24, 1.5905524427897218e-12, 1.5905533071572919e-06,
          0.0039817928043265624, 0.46331534789203416, 4.084745733301653, 12.609357834823552,
          62.80216392555434,
        ]
      ),
      (
        { try GammaDistribution(shape: 0.3, scale: 2) },
        [
          1.3945398192818664e-40, 1.394539819281878e-20, 1.3945398193566689e-10,
          6.42206939944593e-05, 0.14626227173390396, 2.744699888201772, 9.237872085582666,
          35.16692483868437,
        ]
      ),
      (
        { try BetaDistribution(alpha: 2, beta: 5) },
        [
          2.5819897863610075e-07, 0.00025828782935406356, 0.008255492787746678,
          0.06284989170835438, 0.26444998329566005, 0.5818034092520259, 0.818613866919134,
          0.9889037390731502,
        ]
      ),
    ]
    return rows.compactMap { make, figures in (try? make()).map { ($0, figures) } }
  }()

  @Test func quantilesAgreeWithScipy() throws {
    #expect(Self.table.count == 9)
    let probabilities = [1e-12, 1e-6, 0.001, 0.05, 0.5, 0.95, 0.999]
    for (distribution, figures) in Self.table {
      for (p, expected) in zip(probabilities, figures) {
        let actual = try distribution.quantile(p)
        // In the upper tail 1 - p carries the rounding of p.
        #expect(
          agree(actual, expected, 1e-10, absolute: 1e-15), "\(distribution) at \(p): \(actual)")
      }
      let far = try distribution.quantile(survival: 1e-9)
      #expect(agree(far, figures[7], 1e-10), "\(distribution): \(far)")
    }
  }

  /// Tails by mpmath 1.3 with 40 digits; GSL's own for t are off by up to 3e-7 here.
  @Test func tailsOfStudentAreExact() throws {
    let table: [(Double, Double, Double)] = [
      (2.5, 4, 0.019506487920659123), (30, 11, 2.375117697166522e-12),
      (30.5, 15, 6.3660829046470561e-16), (50, 11, 2.9533747158058464e-15),
      (100, 30, 4.1901662793441461e-52), (999, 8, 1.7149991288817979e-15),
      (5000, 15, 4.3824872184638328e-50),
    ]
    for (degrees, x, expected) in table {
      let distribution = try StudentTDistribution(degreesOfFreedom: degrees)
      #expect(agree(distribution.survival(x), expected, 1e-12), "\(degrees) \(x)")
      #expect(agree(distribution.cumulative(-x), expected, 1e-12), "\(degrees) \(x)")
      #expect(agree(distribution.cumulative(x), 1 - expected, 1e-15), "\(degrees) \(x)")
    }
    let wide = try StudentTDistribution(degreesOfFreedom: 40)
    #expect(wide.survival(-.infinity) == 1 && wide.survival(.infinity) == 0)
    #expect(wide.survival(.nan).isNaN && wide.cumulative(0) == 0.5)
  }

  /// Kernel's quantile of the normal distribution against GSL's, and mpmath 1.3 with 40 digits.
  @Test func normalQuantilesAreExact() throws {
    for seed in 0..<20_000 as Range<UInt64> {
      var random = stream(seed)
      // Evenly in the exponent down to 1e-300, or evenly around the middle.
      let tail = pow(10, -300 * random.uniform())
      for p in [tail, random.uniform(), 1 - tail] where p > 0 && p < 1 {
        let expected = gsl_cdf_ugaussian_Pinv(p)
        #expect(agree(normalQuantile(p), expected, 1e-15), "\(p)")
        #expect(agree(gsl_cdf_ugaussian_P(expected), p, 1e-12), "\(p)")
      }
    }
    let table = [
      (1e-300, -37.047096299361199), (1e-200, -30.205594179579643), (1e-50, -14.933337534788489),
      (1e-15, -7.9413453261709968), (1e-06, -4.753424308822899), (0.01, -2.3263478740408411),
      (0.074, -1.4466320671589785), (0.076, -1.4325027208258116), (0.3, -0.52440051270804082),
      (0.500001, 2.5066282747057052e-6), (0.7, 0.52440051270804066), (0.926, 1.4466320671589788),
      (0.999, 3.0902323061678133),
    ]
    for (p, expected) in table {
      #expect(agree(normalQuantile(p), expected, 1e-15), "\(p)")
    }
  }

  @Test func quantilesInvertTheTails() throws {
    for seed in 0..<400 as Range<UInt64> {
      var random = stream(seed)
      // From 0.5 to 512, evenly in the logarithm.
      func parameter() -> Double { pow(2, random.uniform(in: -1...9)) }
      let distributions: [any ContinuousDistribution] = [
        try ChiSquareDistribution(degreesOfFreedom: parameter()),
        try StudentTDistribution(degreesOfFreedom: parameter()),
        try FDistribution(numerator: parameter(), denominator: parameter()),
        try GammaDistribution(shape: parameter(), scale: parameter()),
        try BetaDistribution(alpha: parameter(), beta: parameter()),
        try WeibullDistribution(shape: 0.3 + random.uniform(), scale: parameter()),
        try LogNormalDistribution(logMean: random.gaussian(), logStandardDeviation: parameter()),
        try RayleighDistribution(scale: parameter()),
        try ExponentialDistribution(mean: parameter()),
      ]
      let p = random.uniform(in: 0.001...0.5)
      for distribution in distributions {
        let low = try distribution.quantile(p)
        let high = try distribution.quantile(survival: p)
        #expect(agree(distribution.cumulative(low), p, 1e-9), "\(distribution) \(p), seed \(seed)")
        // Near the end of a bounded support one step of x is many of the tail.
        if distribution.support.upperBound == .infinity {
          #expect(agree(distribution.survival(high), p, 1e-9), "\(distribution) \(p), seed \(seed)")
        }
        #expect(low <= high)
      }
    }
  }

  @Test func quantilesHaveEnds() throws {
    for (distribution, _) in Self.table {
      #expect(try distribution.quantile(0) == distribution.support.lowerBound)
      #expect(try distribution.quantile(1) == distribution.support.upperBound)
      #expect(try distribution.quantile(survival: 1) == distribution.support.lowerBound)
      let tiny = try distribution.quantile(survival: 1e-300)
      #expect(distribution.support.contains(tiny) && tiny > 0)
      for p in [-0.1, 1.1, .nan, .infinity] {
        #expect(failure { _ = try distribution.quantile(p) } != nil)
        #expect(failure { _ = try distribution.quantile(survival: p) } != nil)
      }
    }
  }
}
