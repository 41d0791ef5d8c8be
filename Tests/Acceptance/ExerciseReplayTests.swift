import Foundation
import Testing

/// Shoulder exercises with a watch (seglearn, 5 persons, 70 clips): no step is taken.
struct ExerciseReplayTests {
  private static let data = ProcessInfo.processInfo.environment["VENUESIM_DATA"]

  /// False steps an hour, as the mean over the clips.
  private static func falseSteps(_ sandbox: Sandbox, _ settings: [String]) throws -> Double {
    let folder = try #require(data) + "/wrist-shoulder-exercises"
    let done = try sandbox.venuesim(
      ["replay", folder, "--out", "exercises", "--force", "--quiet"]
        + settings.flatMap { ["--set", $0] })
    try #require(done.status == 0, "\(done)")
    let metrics = try Table(try sandbox.read("exercises/metrics.csv"))
    let rows = metrics.rows(
      where: ["metric": "steps.false_per_hour", "statistic": "mean", "device": "all"])
    return try #require(rows.first?["value"].flatMap { Double($0) })
  }

  @Test(.enabled(if: data != nil, "VENUESIM_DATA names no folder of recordings"))
  func exercisesHaveFewSteps() throws {
    let sandbox = try Sandbox()
    #expect(try Self.falseSteps(sandbox, []) < 600)
    // Without the shape of the motion.
    #expect(try Self.falseSteps(sandbox, ["stack.steps.steps.least_shape=-100"]) > 1200)
  }
}
