import Documents
import Formats
import Harness
import Kernel
import Observations
import Recordings
import Scoring
import TestSupport
import Testing
import Truth

/// Replays of tracks without an accelerometer, with activities from speeds.
struct ReplaySpeedTests {
  /// A ride with a stop of two minutes, and the speeds of its locations.
  private static func ride() -> ReadRecording {
    var assembly = RecordingAssembly()
    var north = 0.0
    for second in 0...900 {
      let speed = (300..<420).contains(second) ? 0.0 : 6.5
      north += speed
      assembly.add([
        ReceiverFix(
          time: SimTime(seconds: Double(second)),
          coordinate: Coordinate(
            latitudeDegrees: 47 + north / 111_170, longitudeDegrees: 8),
          horizontalAccuracyMetres: 5, speedMetresPerSecond: speed)
      ])
    }
    var truth = TruthSample(unknownAt: .start)
    (truth.activity, truth.known) = (.cycling, .activity)
    assembly.add(truth)
    return ReadRecording(assembly.recording(device: "computer", source: "made"))
  }

  private static func replay(_ settings: String...) throws -> ReplayResult {
    let stage = try ReplayStage(settings: settings.map { try Setting($0) })
    return try replayed(ride(), stack: stage.makeStack())
  }

  private static func flags(_ result: ReplayResult, at second: Double) -> ActivityFlags? {
    result.outputs.last { output in
      guard case .activity = output.item else { return false }
      return output.time <= SimTime(seconds: second)
    }.flatMap { if case .activity(let report) = $0.item { report.flags } else { nil } }
  }

  /// During a stop the phone's own filter reports no speed; the ride is still recognised again.
  @Test func cyclingIsRecognisedAgainAfterAStop() throws {
    let result = try Self.replay()
    #expect(Self.flags(result, at: 120) == .cycling)
    #expect(try #require(Self.flags(result, at: 410)).contains(.stationary))
    #expect(Self.flags(result, at: 880) == .cycling)
  }

  @Test func noActivityWithoutSpeedEvidence() throws {
    let result = try Self.replay("stack.activity.alone.silence=24 h")
    #expect(Self.flags(result, at: 880) == .unknown)
  }

  /// Activities from speeds alone are for apps: they affect no location and no pause.
  @Test func speedActivitiesAffectNoLocationOrPause() throws {
    func others(_ result: ReplayResult) -> [Delivered<Output>] {
      result.outputs.filter { output in
        switch output.item {
        case .activity, .activityHistory: false
        default: true
        }
      }
    }
    let pauses = "stack.services.pauses=sport"
    let (reported, silent) = (
      others(try Self.replay(pauses)),
      others(try Self.replay(pauses, "stack.activity.alone.silence=24 h"))
    )
    // The receiver may rest for two of the fifteen minutes, and so may the app.
    #expect(reported.count > 700, "\(reported.count)")
    let other = zip(reported, silent).first { $0 != $1 }
    #expect(reported == silent, "first \(String(describing: other))")
  }

  /// Activities are scored; steps, without sensor data, aren't.
  @Test func activitiesAreScoredAndStepsAreNot() throws {
    let judged = try Self.replay().score.samples.filter { $0.values.count > 0 }
    let names = Set(judged.map(\.metric.name))
    #expect(!names.contains("activity.contradicted"))
    #expect(!names.contains { $0.hasPrefix("steps.") })
    #expect(names.contains("activity.accuracy"), "\(names.sorted())")
  }
}
