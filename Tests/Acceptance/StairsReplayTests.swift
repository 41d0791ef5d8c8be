import Foundation
import Testing

/// People on stairs with a phone in the front pocket (MotionSense): walking always has steps.
struct StairsReplayTests {
  private static let data = ProcessInfo.processInfo.environment["VENUESIM_DATA"]

  /// The recordings of stairs without any reported step.
  private static func stepless(_ sandbox: Sandbox, _ settings: [String]) throws -> [String] {
    let folder = try #require(data) + "/motionsense/A_DeviceMotion_data"
    let paths = ["dws_1", "dws_11", "ups_3", "ups_12"].map { "\(folder)/\($0)" }
    let sets = settings.flatMap { ["--set", $0] }
    let done = try sandbox.venuesim(
      ["replay"] + paths + ["--out", "stairs", "--force", "--quiet"] + sets)
    try #require(done.status == 0, "\(done)")
    let events = try Table(try sandbox.read("stairs/events.csv"))
    let reported = Set(events.rows(where: ["event": "pedometer"]).compactMap { $0["device"] })
    let all = Set(events.rows(where: ["event": "activity"]).compactMap { $0["device"] })
    #expect(all.count == 12)
    return all.subtracting(reported).sorted()
  }

  @Test(.enabled(if: data != nil, "VENUESIM_DATA names no folder of recordings"))
  func stepsAreReportedOnStairs() throws {
    let sandbox = try Sandbox()
    #expect(try Self.stepless(sandbox, []) == [])
    // Without the bonus of known walking, a rhythm is required first.
    let doubted = ["stack.steps.steps.sure_foot_bonus=0", "stack.steps.steps.foot_bonus=0"]
    #expect(!(try Self.stepless(sandbox, doubted)).isEmpty)
  }
}
