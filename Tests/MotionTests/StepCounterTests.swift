import Glibc
import Kernel
import Motion
import Observations
import Testing

struct StepCounterTests {
  private static let rate = 50.0

  /// Samples with bursts of vertical steps, and rest otherwise.
  private func bursts(
    _ steps: [Int], hertz: Double, amplitude: Double, noise: Double, seed: UInt64
  ) -> [InertialBatch] {
    var draw = RandomStream(seed: seed, purpose: "noise")
    var time = 0.0
    var batches: [InertialBatch] = []
    for count in steps {
      // Silence before and after, so that bursts are separate.
      let swinging = Double(count) / hertz
      let silence = draw.uniform(in: 2...5)
      var samples: [InertialSample] = []
      var elapsed = -silence
      while elapsed < swinging + 2 {
        let isOn = elapsed >= 0 && elapsed < swinging
        let swing = isOn ? amplitude * sin(2 * .pi * hertz * elapsed) : 0
        samples.append(
          InertialSample(
            time: SimTime(seconds: time), x: Float(noise * draw.gaussian()),
            y: Float(noise * draw.gaussian()), z: Float(9.80665 + swing + noise * draw.gaussian())))
        elapsed += 1 / Self.rate
        time += 1 / Self.rate
      }
      batches.append(InertialBatch(samples: samples))
    }
    return batches
  }

  @Test(arguments: [1.5, 1.7, 1.8, 2.0, 2.2]) func countsTheStepsOfABurst(hertz: Double) {
    for seed in 0..<30 as Range<UInt64> {
      var draw = RandomStream(seed: seed, purpose: "bursts")
      let steps = (0..<6).map { _ in 4 + draw.integer(below: 40) }
      var counter = PeakStepCounter()
      var total = 0
      let batches = bursts(steps, hertz: hertz, amplitude: 2.2, noise: 0.05, seed: seed)
      for (truth, batch) in zip(steps, batches) {
        let counted = counter.receive(batch).count
        total += counted
        #expect(abs(counted - truth) <= 1, "seed \(seed): \(counted) for \(truth)")
      }
      #expect(counter.stepCount == total)
    }
  }

  @Test func weakMotionHasNoSteps() {
    for seed in 0..<30 as Range<UInt64> {
      var counter = PeakStepCounter()
      for batch in bursts([20, 20], hertz: 2, amplitude: 0.3, noise: 0.05, seed: seed) {
        let counted = counter.receive(batch).count
        #expect(counted == 0, "seed \(seed)")
      }
      let counted = counter.receive(InertialBatch(samples: [])).count
      #expect(counted == 0)
    }
  }

  @Test func usesThresholdAndRefractoryTime() {
    let batches = bursts([40], hertz: 2, amplitude: 2.2, noise: 0, seed: 1)
    var parameters = PeakStepCounter.Parameters()
    parameters.threshold = 5
    var insensitive = PeakStepCounter(parameters: parameters)
    let received = insensitive.receive(batches[0]).count
    #expect(received == 0)
    parameters.threshold = 0.8
    // A refractory time above the step's half second drops every other step.
    parameters.refractory = .seconds(0.6)
    var slow = PeakStepCounter(parameters: parameters)
    let halved = slow.receive(batches[0]).count
    #expect(abs(halved - 20) <= 1)
  }

  @Test func survivesAnyValueAndRecovers() {
    let good = bursts([30, 30], hertz: 2, amplitude: 2.2, noise: 0, seed: 1)
    for value in [.nan, .infinity, -.infinity, .greatestFiniteMagnitude] as [Float] {
      var counter = PeakStepCounter()
      let first = counter.receive(good[0]).count
      #expect(abs(first - 30) <= 1)
      let last = good[0].samples.last?.time ?? .start
      _ = counter.receive(
        InertialBatch(samples: [InertialSample(time: last, x: value, y: 0, z: 9.8)]))
      // The mean takes a while to forget a very large number; a non-finite number is dropped at once.
      if !value.isFinite {
        let counted = counter.receive(good[1]).count
        #expect(abs(counted - 30) <= 1, "\(counted) after \(value)")
      }
    }
    var counter = PeakStepCounter()
    var samples = good.flatMap(\.samples)
    samples.reverse()
    samples.append(InertialSample(time: .distantPast, x: 0, y: 0, z: 20))
    samples.append(InertialSample(time: .distantFuture, x: 0, y: 0, z: 20))
    let counted = counter.receive(InertialBatch(samples: samples)).count
    #expect(counted >= 0 && counted == counter.stepCount)
  }
}
