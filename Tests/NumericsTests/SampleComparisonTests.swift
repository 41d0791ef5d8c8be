import Numerics
import Testing

struct SampleComparisonTests {
  private let first = [0.3, 1.7, 2.2, 2.2, 4.9, 7.1]
  private let second = [1.1, 2.2, 3.5, 8.4]

  /// By scipy's ks_2samp and wasserstein_distance.
  @Test func distancesMatchScipy() throws {
    let distance = try TwoSampleDistance(SortedSample(first), SortedSample(second))
    #expect(abs(distance.kolmogorovSmirnov - 0.25) < 1e-12)
    #expect(abs(distance.wasserstein - 1.0666666666666669) < 1e-12)
    let back = try TwoSampleDistance(SortedSample(second), SortedSample(first))
    #expect(back == distance)
    let own = try TwoSampleDistance(SortedSample(first), SortedSample(first))
    #expect(own.kolmogorovSmirnov == 0 && own.wasserstein == 0)
    // Shifted by 10, they don't overlap.
    let far = try TwoSampleDistance(
      SortedSample(first), SortedSample(first.map { $0 + 10 }))
    #expect(far.kolmogorovSmirnov == 1 && abs(far.wasserstein - 10) < 1e-12)
  }

  /// By numpy, from the definition.
  @Test func autocorrelationMatchesNumpy() throws {
    let values: [Double] = [1, 3, 2, 5, 4, 6, 8, 7, 7, 9]
    let found = try autocorrelation(of: values, lags: [0, 1, 2, 5, 9])
    for (value, right) in zip(
      found,
      [1.0, 0.5276729559748427, 0.43270440251572323, -0.31761006289308175, -0.2509433962264151])
    {
      #expect(abs(value - right) < 1e-12)
    }
    #expect(try autocorrelation(of: [2, 2, 2], lags: [0, 1]) == [1, 0])
    #expect(throws: NumericsError.self) { try autocorrelation(of: [1, 2], lags: [2]) }
    #expect(throws: NumericsError.self) { try autocorrelation(of: [1, .nan], lags: [1]) }
    #expect(throws: NumericsError.self) { try autocorrelation(of: [1, 2], lags: [-1]) }
  }
}
