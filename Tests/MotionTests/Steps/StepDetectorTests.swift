import Kernel
import Motion
import Observations
import Testing

struct StepDetectorTests {
  private func count(
    _ batches: [InertialBatch], hint: MotionHint = .none
  ) -> (steps: [DetectedStep], faults: StepFaults) {
    var detector = StepDetector()
    detector.hint = hint
    var steps: [DetectedStep] = []
    for batch in batches { detector.process(batch, into: &steps) }
    detector.finish(into: &steps)
    return (steps, detector.faults)
  }

  /// Typical rates and strengths from slow walking to fast running.
  private static let gaits: [(rate: Double, strength: Double)] = [
    (1.4, 0.9), (1.6, 1.4), (1.8, 2.0), (2.0, 2.8), (2.2, 3.8), (2.6, 6.5), (2.9, 8),
  ]

  @Test(arguments: [20.0, 25, 50, 100, 200]) func countsWalksAtAnySampleRate(rate: Double) {
    for (index, gait) in Self.gaits.enumerated() {
      var walker = Walker(seed: UInt64(index), rate: rate)
      let batches = walker.batches([
        .rest(6), .walk(90, rate: gait.rate, strength: gait.strength), .rest(10),
      ])
      let reported = count(batches).steps
      let error = Double(reported.count) / walker.steps - 1
      #expect(abs(error) < 0.03, "\(gait) at \(rate) Hz: \(reported.count) of \(walker.steps)")
      // Counted retroactively: the first step is at the walk's start, not at its detection.
      #expect(abs((reported.first?.time.seconds ?? 0) - 6) < 2)
      #expect(abs((reported.last?.time.seconds ?? 0) - 96) < 2)
      #expect(zip(reported, reported.dropFirst()).allSatisfy { $0.time < $1.time })
    }
  }

  @Test(arguments: [0, 0.5, 1, 1.5]) func countsStepsNotStrides(swing: Double) {
    for seed in 0..<8 as Range<UInt64> {
      var walker = Walker(seed: seed, swing: swing)
      let batches = walker.batches([.rest(5), .walk(60, rate: 1.85, strength: 2), .rest(5)])
      let error = Double(count(batches).steps.count) / walker.steps - 1
      #expect(abs(error) < 0.03, "seed \(seed): \(error)")
    }
  }

  @Test func doesNotDependOnBatches() {
    var walker = Walker(seed: 3)
    let batches = walker.batches([
      .rest(7), .walk(40, rate: 1.8, strength: 2), .rest(9), .walk(30, rate: 2.7, strength: 7),
      .rest(6),
    ])
    let samples = batches.flatMap(\.samples)
    let whole = count(batches).steps
    for size in [1, 7, 1000] {
      let cut = stride(from: 0, to: samples.count, by: size).map {
        InertialBatch(samples: Array(samples[$0..<min($0 + size, samples.count)]))
      }
      #expect(count(cut).steps == whole)
    }
  }

  @Test(arguments: [1.2, 1.4, 1.6, 1.8]) func busVibrationHasFewSteps(hertz: Double) {
    var (false1, peaks, hours) = (0, 0, 0.0)
    for seed in 0..<6 as Range<UInt64> {
      var walker = Walker(seed: seed)
      var parts: [Walker.Part] = [.rest(20)]
      for packet in 0..<30 {
        parts.append(.shake(20, hertz: hertz, strength: 0.5 + 0.05 * Double(packet % 20)))
        parts.append(.rest(Double(packet % 5)))
      }
      let batches = walker.batches(parts)
      hours += walker.seconds / 3600
      false1 += count(batches).steps.count
      var plain = PeakStepCounter()
      for batch in batches { peaks += plain.receive(batch).count }
      #expect(count(batches, hint: .vehicle).steps.isEmpty)
    }
    #expect(Double(false1) / hours < 10, "\(Double(false1) / hours) an hour")
    #expect(Double(peaks) / hours > 100, "a plain counter: \(Double(peaks) / hours) an hour")
  }

  @Test func needsSeveralRegularSteps() {
    for seed in 0..<10 as Range<UInt64> {
      var walker = Walker(seed: seed)
      let few = (0..<10).flatMap { _ -> [Walker.Part] in
        [.walk(1.2, rate: 1.8, strength: 2), .rest(12)]
      }
      #expect(count(walker.batches(few)).steps.isEmpty, "seed \(seed)")
    }
  }

  @Test func survivesBadReadings() {
    var walker = Walker(seed: 5)
    var samples = walker.batches([.rest(5), .walk(120, rate: 1.8, strength: 2), .rest(5)])
      .flatMap(\.samples)
    for index in stride(from: 100, to: samples.count, by: 97) {
      samples[index].y = [.nan, .infinity, -.infinity, 1e30][index % 4]
    }
    // Occasional gaps of half a second.
    samples = samples.enumerated().filter { $0.offset % 500 < 475 }.map(\.element)
    let (steps, faults) = count([InertialBatch(samples: samples)])
    #expect(abs(Double(steps.count) / walker.steps - 1) < 0.05, "\(steps.count)")
    #expect(faults.unusable > 50)
  }

  @Test func recoversFromGapsAndClockJumps() {
    var walker = Walker(seed: 6)
    let first = walker.batches([.rest(5), .walk(60, rate: 1.8, strength: 2), .rest(5)])
    var second = walker.batches([.walk(60, rate: 2.0, strength: 2.5), .rest(5)])
    for shift in [-1000.0, 1000] {
      for batch in second.indices {
        for sample in second[batch].samples.indices {
          second[batch].samples[sample].time += .seconds(shift)
        }
      }
      let (steps, faults) = count(first + second)
      #expect(abs(Double(steps.count) / walker.steps - 1) < 0.04, "\(steps.count)")
      #expect(faults.clockJumps == (shift < 0 ? 1 : 0))
    }
    let extremes = [SimTime.distantPast, .distantFuture, .start, .distantPast].map {
      InertialSample(time: $0, x: 0, y: 0, z: 9.8)
    }
    let (none, odd) = count([InertialBatch(samples: extremes)] + first)
    #expect(abs(none.count - 108) < 5)
    #expect(odd.clockJumps + odd.gaps > 0)
  }

  @Test func stuckSensorIsReportedAndHasNoSteps() {
    let samples = (0..<5000).map {
      InertialSample(time: SimTime(seconds: Double($0) * 0.02), x: 0, y: 0, z: 78.4)
    }
    let (steps, faults) = count([InertialBatch(samples: samples)])
    #expect(steps.isEmpty)
    #expect(faults.stuck == 1)
  }
}
