import Kernel
import Observations
import Recordings
import Scoring
import Signals
import Studies
import Testing
import Truth
import Twins

/// Twins of recordings with motion sensors and without positions.
struct MotionTwinTests {
  /// A minute of an accelerometer at a rate, of a phone at rest, with a given truth.
  private static func recording(_ truth: [TruthSample], hertz: Double = 100) -> ReadRecording {
    let end = SimTime(seconds: 60)
    var recording = Recording(
      header: RecordingHeader(
        device: "phone", source: "test", endTime: end, gpsWeek: 2000))
    recording.truth = truth
    let count = Int(60 * hertz)
    for second in 0..<60 {
      let range = (second * count / 60)..<((second + 1) * count / 60)
      let samples = range.map {
        InertialSample(time: SimTime(seconds: Double($0) / hertz), x: 0, y: 0, z: 9.81)
      }
      recording.observations.append(
        Delivered(
          time: SimTime(seconds: Double(second + 1)),
          .accelerometer(InertialBatch(samples: samples))))
    }
    return ReadRecording(recording)
  }

  private static func twin(_ read: ReadRecording, seed: UInt64 = 1001) throws -> Recording {
    let parameters = TwinParameters(placement: .frontPocket, moving: .walking)
    return try Twin(
      of: read, in: Twin.nowhere(), signals: SignalSettings(), parameters: parameters, seed: seed
    ).recording(seed: seed)
  }

  /// Steps counted one by one: forty from 10 s on at the given rate, then none.
  private static func walk(rate: Double) -> [TruthSample] {
    [TruthSample.steps(0, at: .start)]
      + (1...40).map { .steps($0, at: SimTime(seconds: 10 + Double($0) / rate)) }
      + [.steps(40, at: SimTime(seconds: 60))]
  }

  /// Twins have the bearer's step rate, at the same times; a standing person has no motion.
  @Test(arguments: [1.4, 1.8, 2.1]) func stepRateMatchesOriginal(rate: Double) throws {
    let twin = try Self.twin(Self.recording(Self.walk(rate: rate)))
    let last = try #require(twin.truth.last)
    #expect(abs(last.stepCount - 40) <= 3, "\(last.stepCount)")
    let middle = try #require(twin.truth.first { $0.stepCount >= 20 })
    #expect(abs(middle.time.seconds - (10 + 20 / rate)) < 2, "\(middle.time)")
    var (still, moving) = ([Double](), [Double]())
    for case .accelerometer(let batch) in twin.observations.map(\.item) {
      for sample in batch.samples {
        let size = Double(sample.x * sample.x + sample.y * sample.y + sample.z * sample.z)
        let force = abs(size.squareRoot() - 9.81)
        if sample.time.seconds < 7 { still.append(force) }
        if sample.time.seconds > 13, sample.time.seconds < 10 + 38 / rate { moving.append(force) }
      }
    }
    #expect(still.reduce(0, +) / Double(still.count) < 0.3)
    #expect(moving.reduce(0, +) / Double(moving.count) > 1)
  }

  /// Readings are at the original's times, in its batches.
  @Test func readingTimesMatchOriginal() throws {
    let read = Self.recording(Self.walk(rate: 1.8), hertz: 31)
    let twin = try Self.twin(read)
    func times(_ recording: Recording) -> [[SimTime]] {
      recording.observations.compactMap { delivered in
        guard case .accelerometer(let batch) = delivered.item else { return nil }
        return [delivered.time] + batch.samples.map(\.time)
      }
    }
    #expect(times(twin) == times(read.recording))
  }

  /// If only the activity is known, each twin is another person, reproducible by seed.
  @Test func personVariesBySeed() throws {
    let read = Self.recording([.doing(.walking, from: .start)])
    func first(_ seed: UInt64) throws -> Recording { try Self.twin(read, seed: seed) }
    #expect(try first(1001).observations == first(1001).observations)
    #expect(try first(1001).observations != first(1002).observations)
  }

  @Test func errorsNameMissingData() throws {
    let cases: [([TruthSample], Double, String)] = [
      ([], 100, "has no true positions"),
      // The times of the steps are unknown.
      ([.steps(80, at: SimTime(seconds: 60))], 100, "no times of steps"),
      (Self.walk(rate: 1.8), 1200, "resample the recording"),
    ]
    for (truth, hertz, message) in cases {
      do {
        _ = try Self.twin(Self.recording(truth, hertz: hertz))
        Issue.record("\(message) was not missed")
      } catch {
        #expect("\(error)".contains(message), "\(error)")
      }
    }
  }

  /// A twin's walk is similar to a walk, and dissimilar with the gait model switched off.
  @Test func disablingGaitIncreasesDistance() throws {
    let read = Self.recording(Self.walk(rate: 1.8))
    let real = try Self.twin(read, seed: 2001)
    var withoutGait = SignalSettings()
    guard case .on(var motion) = withoutGait.motion else { return }
    motion.gait.stride = false
    motion.gait.roughness = false
    withoutGait.motion = .on(motion)
    let parameters = TwinParameters(placement: .frontPocket, moving: .walking)
    func distance(_ signals: SignalSettings) throws -> Double {
      let twins = try (UInt64(1001)...1004).map { seed in
        try Twin(of: read, in: Twin.nowhere(), signals: signals, parameters: parameters, seed: seed)
          .recording(seed: seed)
      }
      var comparison = TwinComparison(recording: "walk")
      try MotionTwin.compare(real, with: twins, into: &comparison)
      let figure = comparison.figures.first {
        $0.signal == "walking" && $0.quantity == "force about its mean, RMS"
      }
      return try #require(figure?.kolmogorovSmirnov)
    }
    #expect(try distance(withoutGait) == 1)
    #expect(try distance(SignalSettings()) < 1)
  }
}
