import Documents
import Harness
import Reporting
import Scenarios
import Scoring

/// The folder of a batch of replays: tables, a manifest, and the map.
struct ReplayFolder {
  private let batch: ReplayBatch
  private let settings: [Setting]
  private let path: String
  private let overwrites: Bool
  private let digest: String
  /// Nil until there is something to keep.
  private(set) var run: RunFolder?

  /// Creates a folder, which is made with the first score; `contents` are the recordings' digests.
  init(
    of batch: ReplayBatch, _ settings: [Setting], contents: [String], at path: String,
    overwrites: Bool
  ) {
    (self.batch, self.settings) = (batch, settings)
    (self.path, self.overwrites) = (path, overwrites)
    digest = batch.digest(version: version, contents: contents)
  }

  mutating func add(_ score: DeviceScore) throws {
    if run == nil { run = try RunFolder(path: path, run: digest, overwrites: overwrites) }
    try run?.add([score], scenario: "replay", seed: 0)
  }

  /// Completes the folder, unless nothing was added.
  mutating func finish(_ report: ReplayReport, isComplete: Bool) throws {
    guard run != nil else { return }
    try run?.add(report.pool, verdicts: [], scenario: "replay")
    let manifest = manifest(report, isComplete: isComplete)
    try run?.finish(manifest, scene: scene(of: batch.stage))
    reportSceneProblem(of: run)
  }

  /// The inputs, without times and paths.
  private func manifest(_ report: ReplayReport, isComplete: Bool) -> JSONValue {
    [
      "run": .string(digest), "venuesim": .string(version), "complete": .bool(isComplete),
      "stack": .string(batch.stack.name),
      "settings": .array(settings.map { .string($0.text) }),
      "scenario": batch.stage.scenario.map(entry) ?? .null,
      "survey": batch.stage.surveyDigest.map { ["sha256": .string($0)] } ?? .null,
      "recordings": .array(report.names),
      "too_thin": .array(report.thin.map { .string($0) }),
      "unreadable": .array(report.unreadable.map { .string($0.name) }),
    ]
  }

  /// The scenario that supplies map and settings.
  private func entry(_ loaded: LoadedScenario) -> JSONValue {
    [
      "name": .string(loaded.scenario.name), "file": .string(splitPath(loaded.path).name),
      "file_sha256": .string(loaded.fileDigest), "venue_sha256": .string(loaded.venueDigest),
    ]
  }
}
