import Kernel
import Numerics
import Testing

struct ChangePointTests {
  private func noise(_ count: Int, seed: UInt64 = 1) -> [Double] {
    var draw = RandomStream(seed: seed, purpose: "changes")
    return (0..<count).map { _ in draw.gaussian() }
  }

  @Test func findsLastingShifts() {
    let values = noise(60).enumerated().map { $1 + ($0 < 20 ? 0 : $0 < 45 ? 6 : 2) }
    #expect(changePoints(in: values, scale: 1) == [20, 45])
    #expect(changePoints(in: values.map { -3 * $0 + 1e6 }, scale: 3) == [20, 45])
  }

  /// Few series without any change have a detected one.
  @Test func noiseRarelyHasChangePoints() {
    let found = (1...200 as ClosedRange<UInt64>).count {
      !changePoints(in: noise(52, seed: $0), scale: 1).isEmpty
    }
    #expect(found < 10, "\(found)")
  }

  @Test func findsShiftByThirdValue() {
    let values = [Double](repeating: 1, count: 12) + [3.5, 3.5, 3.5]
    #expect(changePoints(in: values, scale: 1) == [12])
    #expect(changePoints(in: Array(values.prefix(13)), scale: 1).isEmpty, "one value may be chance")
  }

  /// The segmentation is optimal: no other has a lower cost, by enumeration.
  @Test func segmentationIsOptimal() {
    let values = noise(11, seed: 4).enumerated().map { $1 + ($0 < 5 ? 0 : 2.5) }
    func cost(_ cuts: [Int]) -> Double {
      let ends = [0] + cuts + [values.count]
      return zip(ends, ends.dropFirst()).reduce(0) { total, stretch in
        let part = values[stretch.0..<stretch.1]
        let mean = part.reduce(0, +) / Double(part.count)
        return total + part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } + 3
      }
    }
    let own = cost(changePoints(in: values, scale: 1, price: 3))
    for bits in 0..<1 << (values.count - 1) {
      let cuts = (1..<values.count).filter { bits >> ($0 - 1) & 1 == 1 }
      #expect(own <= cost(cuts) + 1e-9, "\(cuts)")
    }
  }

  @Test func handlesGapsAndDegenerateSeries() {
    #expect(changePoints(in: [], scale: 1).isEmpty && changePoints(in: [1], scale: 1).isEmpty)
    #expect(changePoints(in: [.nan, .nan, .nan], scale: 1).isEmpty)
    #expect(changePoints(in: [1, 2, 3], scale: 0).isEmpty)
    let values = [1, .nan, 1, 1, .nan, 1, .nan, 9, 9, .nan, 9, 9]
    #expect(changePoints(in: values, scale: 1).count == 1)
  }
}
