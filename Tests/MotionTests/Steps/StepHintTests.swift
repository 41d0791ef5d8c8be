import Glibc
import Kernel
import Motion
import Observations
import Testing

/// Hints about the activity shift the evidence; they don't decide.
struct StepHintTests {
  private func steps(
    _ part: Walker.Part, hint: MotionHint, isConfident: Bool = false, seed: UInt64
  ) -> (reported: Int, taken: Double) {
    var walker = Walker(seed: seed)
    var detector = StepDetector()
    (detector.hint, detector.isHintConfident) = (hint, isConfident)
    var steps: [DetectedStep] = []
    for batch in walker.batches([.rest(5), part, .rest(8)]) {
      detector.process(batch, into: &steps)
    }
    detector.finish(into: &steps)
    return (steps.count, walker.steps)
  }

  @Test(arguments: [MotionHint.none, .walking, .vehicle]) func countsNormalWalks(hint: MotionHint) {
    for seed in 0..<6 as Range<UInt64> {
      let (reported, taken) = steps(.walk(60, rate: 1.8, strength: 2), hint: hint, seed: seed)
      #expect(abs(Double(reported) / taken - 1) < 0.04, "seed \(seed): \(reported) of \(taken)")
    }
  }

  @Test func ignoresDancing() {
    for seed in 0..<6 as Range<UInt64> {
      #expect(steps(.walk(60, rate: 2.2, strength: 3.5), hint: .other, seed: seed).reported == 0)
    }
  }

  /// A slow walk is weak; it is often classified as an unknown activity.
  @Test(arguments: [MotionHint.none, .other, .cycling]) func countsWeakWalks(hint: MotionHint) {
    for seed in 0..<6 as Range<UInt64> {
      let (reported, taken) = steps(.walk(90, rate: 1.45, strength: 0.6), hint: hint, seed: seed)
      #expect(abs(Double(reported) / taken - 1) < 0.05, "seed \(seed): \(reported) of \(taken)")
    }
  }

  /// An arm that swings a watch for a minute: gravity turns in its axes, as on no walk.
  private func armSteps(minShape: Float?) -> Int {
    var parameters = StepDetector.Parameters()
    if let minShape { parameters.minShape = minShape }
    var detector = StepDetector(parameters: parameters)
    // Exercises look like walking to the classifier.
    (detector.hint, detector.isHintConfident) = (.walking, true)
    var steps: [DetectedStep] = []
    let (rate, reach, arm) = (0.4, 1.2, 0.3)
    for batch in 0..<24 {
      let samples = (0..<125).map { number -> InertialSample in
        let time = Double(batch * 125 + number) / 50
        let phase = 2 * Double.pi * rate * time
        let (angle, turning) = (reach * sin(phase), reach * 2 * .pi * rate * cos(phase))
        let along = 9.81 * cos(angle) + arm * turning * turning
        return InertialSample(
          time: SimTime(seconds: time), x: Float(9.81 * sin(angle)), y: Float(along), z: 0)
      }
      detector.process(InertialBatch(samples: samples), into: &steps)
    }
    detector.finish(into: &steps)
    return steps.count
  }

  @Test func ignoresExercisesOfAnArm() {
    #expect(armSteps(minShape: nil) == 0)
    #expect(armSteps(minShape: -100) > 30)
  }

  /// With a confident walking hint, even a short walk has steps.
  @Test func confidentHintCountsShortWalks() {
    var (sure, unsure, all) = (0, 0, 0.0)
    for seed in 0..<6 as Range<UInt64> {
      let walk = Walker.Part.walk(5, rate: 1.8, strength: 0.7)
      let (reported, taken) = steps(walk, hint: .walking, isConfident: true, seed: seed)
      sure += reported
      all += taken
      unsure += steps(walk, hint: .walking, seed: seed).reported
      #expect(steps(.rest(120), hint: .walking, isConfident: true, seed: seed).reported == 0)
    }
    #expect(abs(Double(sure) / all - 1) < 0.2, "\(sure) of \(all)")
    #expect(Double(unsure) < 0.2 * all, "\(unsure) of \(all)")
  }

  @Test(arguments: MotionHint.allCases) func ignoresRestAndShaking(hint: MotionHint) {
    for seed in 0..<4 as Range<UInt64> {
      #expect(steps(.rest(120), hint: hint, seed: seed).reported == 0)
      if hint == .walking || hint == .running { continue }
      #expect(steps(.shake(60, hertz: 1.5, strength: 1), hint: hint, seed: seed).reported < 8)
    }
  }

  @Test func mapsActivitiesToHints() {
    let cases: [(ActivityFlags, MotionHint)] = [
      ([], .other), (.unknown, .none), (.stationary, .none), (.walking, .walking),
      (.running, .running), (.automotive, .vehicle), ([.automotive, .stationary], .vehicle),
      (.cycling, .cycling), ([.cycling, .stationary], .cycling),
    ]
    for (flags, hint) in cases {
      let report = ActivityReport(startTime: .start, flags: flags, confidence: .high)
      #expect(MotionHint(report) == hint)
    }
  }
}
