import Documents
import Kernel
import Scoring
import Testing

struct MergeableSketchTests {
  private func draws(_ count: Int, seed: UInt64) -> [Double] {
    var draw = RandomStream(seed: seed, entity: 1, purpose: "tally", index: 0)
    return (0..<count).map { _ in
      let value = draw.uniform()
      return -30 * (1 - value).squareRoot().squareRoot() + 40 / (0.02 + value)
    }
  }

  private func combined(_ values: some Sequence<Double>) -> MergeableSketch {
    var combined = MergeableSketch()
    for value in values { combined.add(value) }
    return combined
  }

  /// Any order and split of the values give the same bytes, below the limit, at it and beyond.
  @Test(arguments: [0, 1, 7, 4095, 4096, 4097, 9000], [1, 2, 13])
  func doesNotDependOnOrderOrPieces(count: Int, pieces: Int) {
    let values = draws(count, seed: 5)
    let whole = combined(values)
    #expect(combined(values.reversed()).bytes == whole.bytes)
    var merged = MergeableSketch()
    for piece in (0..<pieces).reversed() {
      merged.merge(combined(values[(count * piece / pieces)..<(count * (piece + 1) / pieces)]))
    }
    #expect(merged.bytes == whole.bytes && merged.count == count)
    var reader = PackedReader(whole.bytes[...])
    #expect(MergeableSketch(from: &reader) == whole && reader.isAtEnd)
  }

  /// With few values every figure is exact.
  @Test func fewValuesAreExact() {
    let values = draws(MergeableSketch.exactLimit, seed: 6)
    let (few, sketch) = (combined(values), ValueSketch(values))
    #expect(few.isExact && few.values == values.sorted())
    for statistic in Statistic.allCases
    where statistic.probability != nil || [.max, .min, .count].contains(statistic) {
      #expect(
        MetricRow.summary(statistic, of: few) == MetricRow.summary(statistic, of: sketch),
        "\(statistic)")
    }
    for statistic in [Statistic.mean, .rmse, .sd] {
      let (own, other) = (
        MetricRow.summary(statistic, of: few) ?? 0, MetricRow.summary(statistic, of: sketch) ?? 1
      )
      #expect(abs(own / other - 1) < 1e-12, "\(statistic)")
    }
  }

  /// With many, a quantile is within the stated bound.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func quantilesAreWithinErrorBound(
    seed: UInt64
  ) throws {
    let values = draws(60_000, seed: seed)
    let many = combined(values)
    #expect(!many.isExact && many.values.isEmpty && many.count == values.count)
    #expect(many.minimum == values.min() && many.maximum == values.max())
    let sorted = values.sorted()
    for probability in [0, 0.001, 0.01, 0.25, 0.5, 0.67, 0.75, 0.9, 0.95, 0.99, 0.999, 1] {
      let rank = probability * Double(values.count - 1)
      let (low, high) = (sorted[Int(rank.rounded(.down))], sorted[Int(rank.rounded(.up))])
      let value = try #require(many.quantile(probability))
      let slack = MergeableSketch.relativeError * max(abs(low), abs(high))
      #expect(value >= low - slack && value <= high + slack, "\(probability)")
    }
  }

  /// Bins are in the order of their values, and a bin's centre is in it.
  @Test func binsAreInOrder() {
    let values = [
      -Double.infinity, -1e300, -3, -1.004, -1, -1e-310, -0.0, 0, 5e-324, 1e-310, 1, 1.004, 3,
      1e300,
      .greatestFiniteMagnitude, .infinity,
    ]
    let bins = values.map { MergeableSketch.bin($0) }
    #expect(bins == bins.sorted())
    for value in values {
      let middle = MergeableSketch.middle(of: MergeableSketch.bin(value))
      #expect(MergeableSketch.bin(middle) == MergeableSketch.bin(value), "\(value)")
      #expect(
        value == middle
          || abs(middle - value) <= MergeableSketch.relativeError * abs(value) + 1e-308)
    }
  }

  @Test func infiniteValuesAreCounted() {
    var many = combined([1, .infinity, .nan, 2])
    #expect(many.count == 3 && many.sum == .infinity && many.maximum == .infinity)
    many.merge(combined([-.infinity]))
    #expect(many.sum.isNaN && many.minimum == -.infinity && many.count == 4)
  }

  /// A device with too many values is merged as a sketch, with the same result in any order.
  @Test func mergesSketchesOfDevices() throws {
    let sketches = (1...5 as ClosedRange<UInt64>).map { ValueSketch(draws(9000, seed: $0)) }
    var (forth, back) = (MergeableSketch(), MergeableSketch())
    for sketch in sketches { forth.add(sketch) }
    for sketch in sketches.reversed() { back.add(sketch) }
    #expect(forth == back && forth.count == 45_000)
    let all = (1...5 as ClosedRange<UInt64>).flatMap { draws(9000, seed: $0) }.sorted()
    for probability in [0.1, 0.5, 0.95] {
      let value = try #require(forth.quantile(probability))
      let below = Double(all.count { $0 < value }) / Double(all.count)
      #expect(abs(below - probability) < 6e-3, "\(probability)")
    }
    var sums = MergeableSketch(.sums)
    sums.add(ValueSketch([1, 0, 1], .sums))
    sums.add(ValueSketch([0, 0], .sums))
    #expect(sums.count == 5 && sums.sum == 2 && sums.quantile(0.5) == nil && sums.values.isEmpty)
  }

  /// For any bytes, reading ends, and the result could have been written.
  @Test func survivesDamagedBytes() {
    var draw = RandomStream(seed: 9, purpose: "damage")
    for whole in [combined(draws(40, seed: 1)).bytes, combined(draws(6000, seed: 1)).bytes] {
      for length in stride(from: 0, to: whole.count, by: max(1, whole.count / 60)) {
        var reader = PackedReader(whole[..<length])
        #expect(MergeableSketch(from: &reader) == nil || !reader.isAtEnd || length == whole.count)
      }
      for _ in 0..<300 {
        var bytes = whole
        bytes[Int(draw.uniform() * Double(bytes.count))] ^= UInt8(1 << Int(draw.uniform() * 8))
        var reader = PackedReader(bytes[...])
        guard let read = MergeableSketch(from: &reader) else { continue }
        _ = read.quantile(0.5)
        _ = read.standardDeviation
        var merged = combined([1, 2, 3])
        merged.merge(read)
      }
    }
  }
}
