import CGSL
import Glibc
import Kernel
import Numerics
import Testing

@Suite struct QuantileFunctionTests {
  /// At 1e-12, 1e-6, 0.001, 0.05, 0.5, 0.95 and 0.999: scipy 1.17.1, `ppf`; last, `isf(1e-9)`.
  private static let table: [(degrees: Double, figures: [Double])] = [
    (
      3,
      [
        -10331.108244292487, -103.29946778041935, -10.214531852407385, -2.353363434801824, 0,
        2.3533634348018233, 10.214531852407383, 1033.1096745038078,
      ]
    ),
    (
      30.5,
      [
        -11.296501632738345, -5.849450230728734, -3.3799509515235764, -1.6963751158527456, 0,
        1.6963751158527451, 3.379950951523576, 8.394031740117637,
      ]
    ),
  ]

  @Test func quantilesAgreeWithScipy() throws {
    let probabilities = [1e-12, 1e-6, 0.001, 0.05, 0.5, 0.95, 0.999]
    for (degrees, figures) in Self.table {
      let distribution = try StudentTDistribution(degreesOfFreedom: degrees)
      for (p, expected) in zip(probabilities, figures) {
        let actual = try distribution.quantile(p)
        // In the upper tail, 1 - p has the rounding error of p.
        #expect(
          agree(actual, expected, 1e-10, absolute: 1e-15), "\(distribution) at \(p): \(actual)")
      }
      let far = try distribution.quantile(survival: 1e-9)
      #expect(agree(far, figures[7], 1e-10), "\(distribution): \(far)")
    }
  }

  /// Tails by mpmath 1.3 with 40 digits; GSL's own for t are off by up to 3e-7 here.
  @Test func studentTailsAreExact() throws {
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

  /// The kernel's quantile of the normal distribution against GSL's, and mpmath 1.3 with 40 digits.
  @Test func normalQuantilesAreExact() throws {
    for seed in 0..<20_000 as Range<UInt64> {
      var random = stream(seed)
      // Uniform in the exponent down to 1e-300, or uniform around the middle.
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
      // From 0.5 to 512, uniform in the logarithm.
      let distribution = try StudentTDistribution(
        degreesOfFreedom: pow(2, random.uniform(in: -1...9)))
      let p = random.uniform(in: 0.001...0.5)
      let low = try distribution.quantile(p)
      let high = try distribution.quantile(survival: p)
      #expect(agree(distribution.cumulative(low), p, 1e-9), "\(distribution) \(p), seed \(seed)")
      #expect(agree(distribution.survival(high), p, 1e-9), "\(distribution) \(p), seed \(seed)")
      #expect(low <= high)
    }
  }

  @Test func quantilesAtZeroAndOneAreInfinite() throws {
    for (degrees, _) in Self.table {
      let distribution = try StudentTDistribution(degreesOfFreedom: degrees)
      #expect(try distribution.quantile(0) == -.infinity)
      #expect(try distribution.quantile(1) == .infinity)
      #expect(try distribution.quantile(survival: 1) == -.infinity)
      #expect(try distribution.quantile(survival: 1e-300) > 0)
      for p in [-0.1, 1.1, .nan, .infinity] {
        #expect(failure { _ = try distribution.quantile(p) } != nil)
        #expect(failure { _ = try distribution.quantile(survival: p) } != nil)
      }
    }
  }
}
