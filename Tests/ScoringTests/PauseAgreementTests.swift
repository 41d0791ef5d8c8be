import Kernel
import Observations
import Scoring
import Testing
import Truth

/// Reported pauses, and simple rules, compared with the stops in a recording.
struct PauseAgreementTests {
  private static func time(_ seconds: Double) -> SimTime { SimTime(seconds: seconds) }

  /// An hour on a bicycle whose computer pauses at 100 to 130 s, 400 to 460 s and 900 to 920 s.
  private static let stops = [(100.0, 130.0), (400, 460), (900, 920)]

  private func score(
    pauses: [Double], stops: [(Double, Double)] = Self.stops, fixes: [ReceiverFix] = []
  ) -> DeviceScore {
    var input = ScoringInput(
      device: "bike",
      outputs: pauses.map { Delivered(time: Self.time($0), .pause(.paused)) },
      truth: { time in
        var sample = TruthSample(unknownAt: time)
        let isAtRest = stops.contains { $0.0 <= time.seconds && time.seconds < $0.1 }
        sample.activity = isAtRest ? .stationary : .cycling
        // A manual stop after 3000 s, with unknown activity.
        sample.known = time.seconds > 3000 ? [] : .activity
        return sample
      },
      changes: stops.flatMap { begin, end in
        [
          TrueChange(time: Self.time(begin), kind: .pause, from: "resumed", to: "paused"),
          TrueChange(time: Self.time(end), kind: .pause, from: "paused", to: "resumed"),
        ]
      }, duration: .seconds(3600), power: [])
    input.pauseRules = PauseRulesOfThumb(fixes.map { Delivered(time: $0.time, .fix($0)) })
    return scoreDevice(input)
  }

  private func values(_ name: String, of score: DeviceScore) -> [Double] {
    let values = score.samples.first { $0.metric.name == name }?.values ?? []
    return values.isExact ? values.values.sorted() : [values.sum, Double(values.count)]
  }

  @Test func classifiesPausesAsCaughtLateOrFalse() {
    // In time, late, none at all; then one in motion, and one at an unknown time.
    let found = score(pauses: [104, 430, 600, 3300])
    #expect(values("pause.told.caught", of: found) == [1, 3])
    #expect(values("pause.told.late", of: found) == [1, 3])
    #expect(values("pause.told.delay", of: found) == [4, 30])
    #expect(values("pause.told.false_per_hour", of: found) == [1])
  }

  @Test func slightlyEarlyPausesCount() {
    let found = score(pauses: [92, 380, 905])
    #expect(values("pause.told.caught", of: found) == [2, 3])
    #expect(values("pause.told.delay", of: found) == [-8, 5])
    #expect(values("pause.told.false_per_hour", of: found) == [1])
  }

  @Test func hasNoFiguresWithoutStops() {
    let found = score(pauses: [100], stops: [])
    #expect(values("pause.told.caught", of: found).isEmpty)
    #expect(values("pause.told.false_per_hour", of: found).isEmpty)
  }

  /// Locations once a second, none in the first stop, and crawling ones in the second.
  @Test func rulesOfThumbUseReceivedFixes() {
    var fixes: [ReceiverFix] = []
    for second in 0...1000 where !(101..<130).contains(second) {
      let isSlow = (401..<460).contains(second)
      fixes.append(
        ReceiverFix(
          time: Self.time(Double(second)),
          coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: 8),
          speedMetresPerSecond: isSlow ? 0.4 : 5))
    }
    let found = score(pauses: [], fixes: fixes)
    #expect(values("pause.told.caught", of: found) == [0, 3])
    #expect(values("pause.silence.caught", of: found) == [1, 3])
    #expect(values("pause.silence.delay", of: found) == [3])
    #expect(values("pause.slowness.caught", of: found) == [1, 3])
    #expect(values("pause.slowness.delay", of: found) == [1])
    #expect(values("pause.slowness.false_per_hour", of: found) == [0])
  }

  @Test func detectsSlownessWithoutSpeeds() {
    var rules = PauseRulesOfThumb()
    for second in 0...40 {
      // 5 m/s to the north for 20 s, then none.
      let north = Double(min(second, 20)) * 5
      rules.add(
        ReceiverFix(
          time: Self.time(Double(second)),
          coordinate: Coordinate(latitudeDegrees: 47 + north / 111_170, longitudeDegrees: 8)))
    }
    #expect(rules.bySlowness == [Self.time(21)] && rules.bySilence.isEmpty)
  }
}
