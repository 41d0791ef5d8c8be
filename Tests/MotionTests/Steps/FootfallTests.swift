import Kernel
import Motion
import Observations
import Parts
import Testing

extension StepDetector {
  /// Takes a batch, and appends the steps that are sure by it.
  mutating func take(_ batch: InertialBatch, into steps: inout [DetectedStep]) {
    var footfalls: [Footfall] = []
    hear(batch, stride: StrideModel(), into: &footfalls)
    confirm(into: &steps)
  }
}

/// Footfalls as soon as they show, of the detector that the pedometer counts by.
struct FootfallTests {
  /// Two walks with a rest between them, in batches of about so many seconds.
  private static func batches(seed: UInt64) -> [InertialBatch] {
    var walker = Walker(seed: seed)
    return walker.batches([
      .rest(20), .walk(60, rate: 1.8, strength: 2), .rest(20), .walk(45, rate: 2.1, strength: 2.4),
      .rest(20),
    ])
  }

  @Test func showBeforeStepsAreCounted() {
    for seed in 0..<5 as Range<UInt64> {
      var pedometer = Pedometer()
      var footfalls: [Footfall] = []
      var firstCount = SimTime.distantFuture
      for batch in Self.batches(seed: seed) {
        footfalls += pedometer.hear(batch)
        pedometer.confirm()
        if pedometer.stepCount > 0 {
          firstCount = min(firstCount, batch.samples.last?.time ?? .start)
        }
      }
      let first = footfalls.first?.seenTime ?? .distantFuture
      #expect(firstCount - first > .seconds(1.5), "\(first) and \(firstCount)")
      #expect(zip(footfalls, footfalls.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(footfalls.allSatisfy { $0.seenTime - $0.time < .seconds(2.5) })
      // All but the first of each walk, as the pedometer has them.
      let ratio = Double(footfalls.count) / Double(pedometer.stepCount)
      #expect(ratio > 0.93 && ratio < 1.05, "\(footfalls.count) of \(pedometer.stepCount)")
      // One stride serves both.
      let metres = footfalls.reduce(0) { $0 + $1.lengthMetres } / Double(footfalls.count)
      let record = pedometer.record(at: SimTime(seconds: 165))
      let mean = (record.distanceMetres ?? 0) / Double(record.stepCount)
      #expect(abs(metres / mean - 1) < 0.05, "\(metres) m and \(mean) m")
    }
  }

  /// However often it is asked, the pedometer counts the same.
  @Test func countsDoNotDependOnWhenTheyAreAskedFor() {
    var (often, seldom) = (Pedometer(), Pedometer())
    for (number, batch) in Self.batches(seed: 3).enumerated() {
      often.receive(accelerometer: batch)
      _ = seldom.hear(batch)
      if number % 7 == 0 { seldom.confirm() }
    }
    seldom.confirm()
    #expect(often.stepCount == seldom.stepCount && often.stepCount > 150)
    let end = SimTime(seconds: 165)
    #expect(often.record(at: end).distanceMetres == seldom.record(at: end).distanceMetres)
  }

  @Test func whoRestsHasNone() {
    var walker = Walker(seed: 4)
    var pedometer = Pedometer()
    let found = walker.batches([.rest(120)]).flatMap { pedometer.hear($0) }
    #expect(found.isEmpty)
  }
}
