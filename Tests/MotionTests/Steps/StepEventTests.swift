import Kernel
import Motion
import Observations
import Parts
import Testing

extension StepDetector {
  /// Processes a batch, and appends the steps that it confirms.
  mutating func process(_ batch: InertialBatch, into steps: inout [DetectedStep]) {
    var stepEvents: [StepEvent] = []
    process(batch, stride: StrideModel(), into: &stepEvents)
    confirm(into: &steps)
  }
}

/// Step events at the earliest time, from the pedometer's own detector.
struct StepEventTests {
  /// Two walks with a rest between them, in batches of about a given length.
  private static func batches(seed: UInt64) -> [InertialBatch] {
    var walker = Walker(seed: seed)
    return walker.batches([
      .rest(20), .walk(60, rate: 1.8, strength: 2), .rest(20), .walk(45, rate: 2.1, strength: 2.4),
      .rest(20),
    ])
  }

  @Test func stepEventsPrecedeTheCount() {
    for seed in 0..<5 as Range<UInt64> {
      var pedometer = Pedometer()
      var stepEvents: [StepEvent] = []
      var firstCount = SimTime.distantFuture
      for batch in Self.batches(seed: seed) {
        stepEvents += pedometer.process(batch)
        pedometer.confirm()
        if pedometer.stepCount > 0 {
          firstCount = min(firstCount, batch.samples.last?.time ?? .start)
        }
      }
      let first = stepEvents.first?.seenTime ?? .distantFuture
      #expect(firstCount - first > .seconds(1.5), "\(first) and \(firstCount)")
      #expect(zip(stepEvents, stepEvents.dropFirst()).allSatisfy { $0.time < $1.time })
      #expect(stepEvents.allSatisfy { $0.seenTime - $0.time < .seconds(2.5) })
      // All but the first steps of each walk, as in the pedometer.
      let ratio = Double(stepEvents.count) / Double(pedometer.stepCount)
      #expect(ratio > 0.93 && ratio < 1.05, "\(stepEvents.count) of \(pedometer.stepCount)")
      // Both use the same stride model.
      let metres = stepEvents.reduce(0) { $0 + $1.lengthMetres } / Double(stepEvents.count)
      let record = pedometer.record(at: SimTime(seconds: 165))
      let mean = (record.distanceMetres ?? 0) / Double(record.stepCount)
      #expect(abs(metres / mean - 1) < 0.05, "\(metres) m and \(mean) m")
    }
  }

  /// The pedometer's count doesn't depend on the times of queries.
  @Test func countsDoNotDependOnQueryTimes() {
    var (often, seldom) = (Pedometer(), Pedometer())
    for (number, batch) in Self.batches(seed: 3).enumerated() {
      often.receive(accelerometer: batch)
      _ = seldom.process(batch)
      if number % 7 == 0 { seldom.confirm() }
    }
    seldom.confirm()
    #expect(often.stepCount == seldom.stepCount && often.stepCount > 150)
    let end = SimTime(seconds: 165)
    #expect(often.record(at: end).distanceMetres == seldom.record(at: end).distanceMetres)
  }

  @Test func restHasNoStepEvents() {
    var walker = Walker(seed: 4)
    var pedometer = Pedometer()
    let found = walker.batches([.rest(120)]).flatMap { pedometer.process($0) }
    #expect(found.isEmpty)
  }
}
