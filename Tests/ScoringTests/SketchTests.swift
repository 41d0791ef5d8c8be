import Kernel
import Numerics
import Scoring
import Testing

struct SketchTests {
  private func draws(_ count: Int, seed: UInt64) -> [Double] {
    var draw = RandomStream(seed: seed, entity: 1, purpose: "sketch", index: 0)
    return (0..<count).map { _ in
      let value = draw.uniform()
      return -30 * (1 - value).squareRoot().squareRoot() + 40 / (0.02 + value)
    }
  }

  /// Up to the limit, every figure equals that of the values, to the last bit.
  @Test(arguments: [1, 2, 10, 257, ValueSketch.exactLimit])
  func smallSketchesAreExact(count: Int) {
    let values = draws(count, seed: 3)
    let sketch = ValueSketch(values)
    #expect(sketch.isExact && sketch.values == values && sketch.count == count)
    for statistic in Statistic.allCases {
      #expect(
        MetricRow.summary(statistic, of: sketch) == MetricRow.summary(statistic, of: values),
        "\(statistic)")
    }
    var merged = ValueSketch(values.prefix(count / 2))
    merged.merge(ValueSketch(values.suffix(count - count / 2)))
    #expect(merged == sketch)
  }

  /// The rank error of every quantile is at most 0.1 %, and in the tails 0.02 %.
  @Test(arguments: [(5_000, 1), (100_000, 7), (300_000, 40)])
  func quantilesOfManyValuesAreAccurate(count: Int, parts: Int) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let values = draws(count, seed: seed)
      var sketch = ValueSketch()
      for part in 0..<parts {
        let slice = values[(count * part / parts)..<(count * (part + 1) / parts)]
        var piece = ValueSketch()
        for value in slice { piece.add(value) }
        sketch.merge(piece)
      }
      let sorted = values.sorted()
      #expect(!sketch.isExact && sketch.values.isEmpty && sketch.count == count)
      #expect(sketch.minimum == sorted[0] && sketch.maximum == sorted[count - 1])
      #expect(abs(sketch.sum / values.reduce(0, +) - 1) < 1e-9)
      for probability in [0, 0.001, 0.01, 0.25, 0.5, 0.67, 0.75, 0.9, 0.95, 0.99, 0.999, 1] {
        let value = try #require(sketch.quantile(probability))
        let below = Double(sorted.count { $0 < value }) / Double(count)
        let limit = probability > 0.02 && probability < 0.98 ? 1e-3 : 2e-4
        #expect(abs(below - probability) < limit + 1 / Double(count), "\(probability), \(seed)")
      }
      let deviation = try #require(sketch.standardDeviation)
      var running = RunningStatistics()
      for value in values { try running.add(value) }
      #expect(abs(deviation / (running.standardDeviation ?? 0) - 1) < 1e-9)
    }
  }

  /// Equal values in equal pieces give equal bits, and a journal restores them.
  @Test(arguments: [0, 1, 100, 5_000, 50_000])
  func isReproducibleAndRestorable(count: Int) throws {
    let values = draws(count, seed: 9)
    let (once, again) = (ValueSketch(values), ValueSketch(values))
    #expect(once == again && once.numbers == again.numbers)
    let read = try #require(ValueSketch(numbers: once.numbers))
    #expect(read == once && read.quantile(0.9) == once.quantile(0.9))
    #expect(once.numbers.count < 10_000)
    for cut in [0, 3, 6] where cut < once.numbers.count {
      #expect(ValueSketch(numbers: Array(once.numbers.prefix(cut))) == nil)
    }
    #expect(ValueSketch(numbers: once.numbers + [1]) == nil)
    var odd = once.numbers
    odd[6] = 1e9
    #expect(ValueSketch(numbers: odd) == nil)
  }

  /// Sums of such counts would overflow.
  @Test(arguments: [1e13, 9e18, -1, .nan]) func refusesImpossibleCounts(count: Double) {
    var numbers = ValueSketch(draws(50_000, seed: 9)).numbers
    numbers[1] = count
    #expect(ValueSketch(numbers: numbers) == nil)
    numbers[1] = 50_000
    #expect(ValueSketch(numbers: numbers) != nil)
    numbers[numbers.count - 1] = count
    #expect(ValueSketch(numbers: numbers) == nil)
  }

  /// Infinite and NaN values hide nothing and break nothing.
  @Test func survivesNonFiniteValues() throws {
    var sketch = ValueSketch(draws(20_000, seed: 2))
    for value in [Double.infinity, -.infinity, .nan, 1e308, -1e308] { sketch.add(value) }
    for value in draws(20_000, seed: 5) { sketch.add(value) }
    let middle = try #require(sketch.quantile(0.5))
    let plain = try #require(
      ValueSketch(draws(20_000, seed: 2) + draws(20_000, seed: 5)).quantile(0.5))
    #expect(abs(middle - plain) < 0.1)
    #expect(sketch.quantile(0.9999).map { $0.isNaN } == false)
    #expect(sketch.maximum == .infinity && sketch.minimum == -.infinity)
  }

  /// Shares need no values, only their sums.
  @Test func addsShares() {
    var share = ValueSketch(.sums)
    share.add(1, times: 3_000_000)
    share.add(0, times: 1_000_000)
    #expect(MetricRow.summary(.share, of: share) == 0.75 && share.count == 4_000_000)
    var other = ValueSketch(.sums)
    other.merge(share)
    other.merge(share)
    #expect(other.sum == 6_000_000 && other.numbers.count == 7 && other.quantile(0.5) == nil)
    #expect(ValueSketch(.sums) == ValueSketch())
  }
}
