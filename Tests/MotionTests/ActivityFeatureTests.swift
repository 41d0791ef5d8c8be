import Glibc
import Kernel
import Motion
import Observations
import Testing

struct ActivityFeatureTests {
  private func vectors(_ batches: [InertialBatch]) -> [MotionFeatureVector] {
    var features = MotionFeatures()
    var found: [MotionFeatureVector] = []
    for batch in batches { features.receive(batch) { found.append($0) } }
    return found
  }

  @Test(arguments: ActivitySignals.Kind.allCases, [20.0, 50, 100, 200])
  func featuresAreFiniteEvery2500Milliseconds(kind: ActivitySignals.Kind, hertz: Double) {
    let found = vectors(ActivitySignals.batches([(kind, 60)], hertz: hertz))
    #expect(found.count == 24)
    for vector in found {
      for number in 0..<MotionFeatureVector.count { #expect(vector.values[number].isFinite) }
    }
    for (number, vector) in found.enumerated() {
      #expect(abs(vector.time.seconds - 2.5 * Double(number + 1)) < 0.11)
    }
  }

  @Test(arguments: ActivitySignals.Kind.allCases)
  func featuresAreRotationInvariant(kind: ActivitySignals.Kind) {
    for seed in 1...10 as ClosedRange<UInt64> {
      let plain = vectors(ActivitySignals.batches([(kind, 15)], seed: seed))
      let turn = ActivitySignals.Turn(angle: 0.3 * Double(seed), other: 1.1 * Double(seed))
      let turned = vectors(ActivitySignals.batches([(kind, 15)], seed: seed, turn: turn))
      for (one, other) in zip(plain, turned) {
        for feature in MotionFeatureVector.Feature.allCases {
          // Of two equal peaks, rounding may choose the other.
          let slack: Float = kind == .table || kind == .standing ? 0.05 : 0.02
          guard
            ![.totalPeak, .verticalPeak, .stepRate, .shortPeriod, .longPeriod].contains(feature)
          else { continue }
          #expect(abs(one[feature] - other[feature]) < slack, "\(feature), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: [20.0, 25, 50, 104, 200]) func measuresAmplitudesAndRates(hertz: Double) {
    // A swing of amplitude A along gravity has a standard deviation of A/√2, and its rate is its peak.
    for (rate, size) in [(1.6, 2.0), (2.0, 3.0), (2.8, 6.0)] {
      let samples = (0..<Int(10 * hertz)).map { number in
        let time = Double(number) / hertz
        return InertialSample(
          time: SimTime(seconds: time), x: 0, y: 0,
          z: Float(9.80665 + size * sin(2 * .pi * rate * time)))
      }
      let found = vectors([InertialBatch(samples: samples)])
      guard let last = found.last else {
        Issue.record("nothing at \(hertz) Hz")
        continue
      }
      #expect(abs(exp(last[.verticalSpread]) - Float(size / 2.0.squareRoot())) < 0.1 * Float(size))
      #expect(last[.horizontalSpread] < -3)
      #expect(abs(last[.stepRate] - Float(rate)) < 0.06)
      #expect(last[.stepSharpness] > 0.9)
      #expect(last[.longPeriodicity] > 0.9)
      let periods = Double(last[.longPeriod]) * rate
      #expect(abs(periods - periods.rounded()) < 0.12, "\(last[.longPeriod]) s at \(rate) Hz")
    }
  }

  @Test func countsUnusableSamples() {
    var features = MotionFeatures()
    var samples = ActivitySignals.batches([(.walking, 10)]).flatMap(\.samples)
    samples[20].x = .nan
    samples[30].y = .infinity
    samples[40].z = 1e9
    samples[51].time = samples[50].time
    samples.removeSubrange(200..<240)
    for number in 300..<samples.count { samples[number].time -= .seconds(100) }
    features.receive(InertialBatch(samples: samples)) { _ in }
    #expect(features.faults.unusable == 3)
    #expect(features.faults.repeated == 1)
    #expect(features.faults.gaps == 1)
    #expect(features.faults.backwards == 1)
  }

  @Test func featuresBarelyDependOnBatchSize() {
    let samples = ActivitySignals.batches([(.walking, 60)]).flatMap(\.samples)
    let whole = vectors([InertialBatch(samples: samples)])
    for size in [7, 50, 125, 1000] {
      let cut = stride(from: 0, to: samples.count, by: size).map {
        InertialBatch(samples: Array(samples[$0..<min($0 + size, samples.count)]))
      }
      let found = vectors(cut)
      #expect(found.count >= whole.count - 1 && found.count <= 2 * whole.count + 2)
      for vector in found { #expect(abs(vector[.spread] - whole[5][.spread]) < 0.3) }
    }
  }

  @Test func extremeTimesDoNotTrap() {
    var features = MotionFeatures()
    for time in [
      SimTime.distantPast, .distantFuture, .start, .distantPast, SimTime(nanoseconds: .max - 1),
      .distantFuture, .start,
    ] {
      features.receive(
        InertialBatch(samples: [InertialSample(time: time, x: 1, y: 2, z: 3)])
      ) { _ in }
    }
    features.receive(InertialBatch(samples: [])) { _ in }
    #expect(features.faults.gaps + features.faults.backwards >= 1)
  }
}
