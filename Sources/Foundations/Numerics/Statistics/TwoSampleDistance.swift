/// How far apart the distributions of two samples are.
public struct TwoSampleDistance: Hashable, Sendable {
  /// The greatest difference of the two shares below one value, 0 to 1: Kolmogorov and Smirnov's.
  public let kolmogorovSmirnov: Double
  /// The area between the two shares, in the samples' unit: Wasserstein's first distance, the
  /// least mean way by which one sample is moved onto the other.
  public let wasserstein: Double

  /// Compares two samples.
  ///
  /// - Throws: ``NumericsError/notFinite(name:index:value:)`` if a sample holds an infinity.
  public init(_ first: SortedSample, _ second: SortedSample) throws(NumericsError) {
    for sample in [first, second] {
      for index in [0, sample.values.count - 1] where !sample.values[index].isFinite {
        throw .notFinite(name: "values", index: index, value: sample.values[index])
      }
    }
    let (a, b) = (first.values, second.values)
    var (i, j) = (0, 0)
    var greatest = 0.0
    var area = 0.0
    var value = min(a[0], b[0])
    while i < a.count || j < b.count {
      let next = min(i < a.count ? a[i] : .infinity, j < b.count ? b[j] : .infinity)
      let gap = abs(Double(i) / Double(a.count) - Double(j) / Double(b.count))
      area += gap * (next - value)
      value = next
      while i < a.count, a[i] <= value { i += 1 }
      while j < b.count, b[j] <= value { j += 1 }
      greatest = max(
        greatest, abs(Double(i) / Double(a.count) - Double(j) / Double(b.count)))
    }
    kolmogorovSmirnov = greatest
    wasserstein = area
  }
}
