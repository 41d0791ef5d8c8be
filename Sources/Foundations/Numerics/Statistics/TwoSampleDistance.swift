/// Distances between the distributions of two samples.
public struct TwoSampleDistance: Hashable, Sendable {
  /// Kolmogorov-Smirnov distance: the max difference of the cumulative distributions, 0 to 1.
  public let kolmogorovSmirnov: Double
  /// First Wasserstein distance in the samples' unit: the area between the cumulative distributions, or
  /// the min mean displacement that moves one sample onto the other.
  public let wasserstein: Double

  /// Compares two samples; throws ``NumericsError/notFinite(name:index:value:)`` for an infinity.
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
