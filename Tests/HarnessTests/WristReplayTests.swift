import Documents
import Formats
import Glibc
import Harness
import Observations
import Recordings
import Scoring
import Testing

/// A watch is recognised by its motion, without being declared as one.
struct WristReplayTests {
  private static let data = getenv("VENUESIM_DATA").map { String(cString: $0) }

  /// Activities of a person with a phone in the pocket and a watch on the wrist (WISDM), by a stack that
  /// detects watches, and by one that takes all devices for phones.
  @Test(.enabled(if: data != nil, "VENUESIM_DATA names no folder of recordings"))
  func wristActivitiesNeedWatchDetection() throws {
    let root = try #require(Self.data)
    func accuracies(_ settings: [String]) throws -> [String: Double] {
      let found = try FoundRecordings.find(at: root + "/wisdm-51")
      let stage = try ReplayStage(settings: settings.map { try Setting($0) })
      var values: [String: Double] = [:]
      try ReplayBatch(found.sources, stage: stage, jobs: 2).run { source, outcome in
        guard case .replayed(let result, _, _) = outcome else {
          Issue.record("\(source.path): \(outcome)")
          return
        }
        guard
          let sample = result.score.samples.first(where: {
            $0.metric.name == "activity.batch.accuracy"
          }), let row = MetricRow.rows(sample.metric, values: sample.values).first
        else { return }
        values[source.path.contains("watch") ? "watch" : "phone"] = row.value
      }
      return values
    }
    let (found, blind) = (try accuracies([]), try accuracies(["stack.activity.wrist.share=0"]))
    #expect(try #require(found["watch"]) > 0.9)
    #expect(try #require(blind["watch"]) < 0.6)
    #expect(try #require(found["phone"]) > (try #require(blind["phone"])) - 0.01)
  }
}
