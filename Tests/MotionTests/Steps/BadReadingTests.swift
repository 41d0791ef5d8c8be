import Kernel
import Motion
import Observations
import Testing

/// Walks measured by a faulty sensor.
struct BadReadingTests {
  private func reported(_ samples: [InertialSample]) -> (steps: Int, faults: StepFaults) {
    var detector = StepDetector()
    var steps: [DetectedStep] = []
    detector.process(InertialBatch(samples: samples), into: &steps)
    detector.finish(into: &steps)
    return (steps.count, detector.faults)
  }

  private func walk(seed: UInt64, rate: Double = 50) -> (samples: [InertialSample], steps: Double) {
    var walker = Walker(seed: seed, rate: rate)
    let batches = walker.batches([.rest(5), .walk(90, rate: 1.8, strength: 2.2), .rest(5)])
    return (batches.flatMap(\.samples), walker.steps)
  }

  @Test func countsStepsInClippedReadings() {
    for seed in 0..<5 as Range<UInt64> {
      let (samples, taken) = walk(seed: seed)
      let clipped = samples.map {
        let (y, z) = (min(max($0.y, -9), 9), min(max($0.z, -9), 9))
        return InertialSample(time: $0.time, x: $0.x, y: y, z: z)
      }
      let steps = reported(clipped).steps
      #expect(abs(Double(steps) / taken - 1) < 0.05, "seed \(seed): \(steps) of \(taken)")
    }
  }

  @Test func countsStepsWithStuckAxis() {
    for seed in 0..<5 as Range<UInt64> {
      let (samples, taken) = walk(seed: seed)
      let stuck = samples.map { InertialSample(time: $0.time, x: $0.x, y: 6.2, z: $0.z) }
      let steps = reported(stuck).steps
      #expect(abs(Double(steps) / taken - 1) < 0.05, "seed \(seed): \(steps) of \(taken)")
    }
  }

  @Test func countsStepsWhenSampleRateChanges() {
    for (before, after) in [(20.0, 200.0), (200, 20), (50, 100), (100, 25)] {
      let (first, early) = walk(seed: 1, rate: before)
      let (second, late) = walk(seed: 2, rate: after)
      let end = first.last?.time ?? .start
      let moved = second.map { sample in
        var sample = sample
        sample.time = end + (sample.time - .start) + .seconds(0.05)
        return sample
      }
      let (steps, faults) = reported(first + moved)
      #expect(abs(Double(steps) / (early + late) - 1) < 0.04, "\(before) to \(after): \(steps)")
      #expect(faults == StepFaults())
    }
  }

  @Test func noiseHasNoSteps() {
    var draw = RandomStream(seed: 3, purpose: "noise")
    for size in [0.05, 0.5, 3, 30] {
      let samples = (0..<15_000).map { index in
        InertialSample(
          time: SimTime(seconds: 0.02 * Double(index)), x: Float(size * draw.gaussian()),
          y: Float(size * draw.gaussian()), z: Float(9.8 + size * draw.gaussian()))
      }
      #expect(reported(samples).steps < 10, "\(size) m/s²")
    }
  }
}
