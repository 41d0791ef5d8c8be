import Kernel
import Numerics
import Testing

@Suite struct StatisticsTests {
  private static let sample = [3.7, 1.2, 9.4, -2.5, 6.1, 6.1, 0.3]

  /// By numpy 2.4.6, `quantile`, whose default is type 7 as in R.
  @Test func quantilesAreTypeSeven() throws {
    let figures = [
      (0, -2.5), (0.05, -1.66), (0.25, 0.75), (0.5, 3.7), (0.67, 6.1), (0.9, 7.42), (0.95, 8.41),
      (1, 9.4),
    ]
    let sorted = try SortedSample(Self.sample)
    for (p, expected) in figures {
      #expect(agree(try sorted.quantile(p), expected, 1e-14), "at \(p)")
      #expect(try quantile(p, of: Self.sample) == sorted.quantile(p), "at \(p)")
    }
    #expect(sorted.median == 3.7)
    #expect(try SortedSample([4, 1]).median == 2.5)
    #expect(try quantile(0.3, of: [5]) == 5)
    #expect(try SortedSample(sorted: [1, 1, 2]).quantile(1) == 2)
  }

  @Test func selectionAgreesWithSorting() throws {
    for seed in 0..<600 as Range<UInt64> {
      var random = stream(seed)
      let count = 1 + random.integer(below: 300)
      // Few distinct values, many, rising, falling or organ pipes.
      let spread = Double(1 + random.integer(below: 400))
      let values = (0..<count).map { index -> Double in
        switch seed % 5 {
        case 0: Double(index)
        case 1: Double(-index)
        case 2: Double(min(index, count - index))
        default: (random.uniform() * spread).rounded()
        }
      }
      let p = seed % 7 == 0 ? 1 : random.uniform()
      let expected = try SortedSample(values).quantile(p)
      #expect(try quantile(p, of: values) == expected, "seed \(seed)")
      #expect(expected >= (values.min() ?? 0) && expected <= (values.max() ?? 0))
    }
  }

  @Test func quantilesRejectInvalidInput() throws {
    #expect(
      failure { _ = try quantile(0.5, of: []) } == .tooFew(name: "values", needed: 1, actual: 0))
    #expect(failure { _ = try SortedSample([]) } != nil)
    for bad in [[1, .nan, 2], [.nan]] {
      #expect(failure { _ = try quantile(0.5, of: bad) } != nil)
      #expect(failure { _ = try SortedSample(bad) } != nil)
      #expect(failure { _ = try SortedSample(sorted: bad) } != nil)
    }
    #expect(
      failure { _ = try SortedSample(sorted: [1, 3, 2]) }
        == .notIncreasing(name: "values", index: 2))
    for p in [-0.01, 1.01, .nan] {
      #expect(failure { _ = try quantile(p, of: [1, 2]) } != nil)
    }
    // Infinite errors, for missing fixes, have a place in the order.
    #expect(try quantile(0.5, of: [1, 2, .infinity]) == 2)
    #expect(try quantile(0.9, of: [1, 2, .infinity]) == .infinity)
    #expect(failure { _ = try quantile(0.5, of: [-.infinity, .infinity]) } != nil)
    let huge = Double.greatestFiniteMagnitude
    #expect(try quantile(0.5, of: [-huge, huge]) == 0)
  }

  @Test func runningStatisticsAgreeWithNumpy() throws {
    let statistics = try RunningStatistics(Self.sample)
    #expect(statistics.count == 7)
    #expect(agree(try #require(statistics.mean), 3.4714285714285715, 1e-14))
    #expect(agree(try #require(statistics.variance), 16.649047619047618, 1e-14))
    #expect(statistics.minimum == -2.5 && statistics.maximum == 9.4)
    // A small spread on a large mean, where sums of squares would lose every digit.
    let offset = try RunningStatistics([4, 7, 13, 16].map { 1e9 + $0 })
    #expect(offset.mean == 1e9 + 10 && offset.variance == 30)

    let empty = RunningStatistics()
    #expect(empty.mean == nil && empty.minimum == nil)
    #expect(try RunningStatistics([2]).variance == nil)
    #expect(try RunningStatistics([2]).mean == 2)
    for bad in [.nan, .infinity, -.infinity, 1e141] {
      var statistics = try RunningStatistics([1])
      #expect(failure { try statistics.add(bad) } != nil)
      #expect(statistics.count == 1)
    }
    let extremes = try RunningStatistics([1e140, -1e140, 1e140])
    #expect(extremes.variance?.isFinite == true)
  }

  @Test func mergingMatchesOnePass() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = stream(seed)
      let count = random.integer(below: 200)
      let values = (0..<count).map { _ in 50 + 3 * random.gaussian() }
      let cut = random.integer(below: count + 1)
      let whole = try RunningStatistics(values)
      let left = try RunningStatistics(values[..<cut])
      let right = try RunningStatistics(values[cut...])
      var merged = left
      merged.merge(right)
      var reversed = right
      reversed.merge(left)
      for one in [merged, reversed] {
        #expect(one.count == whole.count && one.minimum == whole.minimum, "seed \(seed)")
        #expect(one.maximum == whole.maximum, "seed \(seed)")
        #expect(agree(one.mean ?? 0, whole.mean ?? 0, 1e-13), "seed \(seed)")
        #expect(agree(one.variance ?? 0, whole.variance ?? 0, 1e-11), "seed \(seed)")
      }
      var unchanged = whole
      unchanged.merge(RunningStatistics())
      var adopted = RunningStatistics()
      adopted.merge(whole)
      #expect(unchanged == whole && adopted == whole, "seed \(seed)")
    }
  }
}
