import Documents
import Harness
import Kernel
import Mobility
import Scenarios
import Testing
import Truth

/// Serialised worlds in the cache are restored exactly.
struct CachedWorldTests {
  /// Walkers among walls, stairs, lifts, cars, a train, a phone that is put down.
  private static let scenarios = [
    "corridor", "office-floors", "train-ride", "commute-day", "journal-day", "cycle-commute",
    "forgot-to-stop", "desk-hour",
  ]

  private static func truth(of name: String) throws -> (truth: GroundTruth, end: SimTime) {
    let loaded = try LoadedScenario(path: "scenarios/\(name).yaml")
    let agents = try loaded.scenario.plan(in: loaded.venue, seed: 5)
    let end = SimTime.start + min(loaded.scenario.duration, .hours(2))
    let truth = try loaded.world.move(
      agents.plans, conditions: loaded.conditions, until: end, seed: 5)
    return (truth, end)
  }

  @Test(arguments: scenarios)
  func worldsRoundTrip(name: String) throws {
    let (truth, end) = try Self.truth(of: name)
    let bytes = truth.bytes
    let again = try GroundTruth(bytes: bytes)
    #expect(again.bytes == bytes)
    #expect(again.warnings == truth.warnings)
    #expect(again.trajectories.count == truth.trajectories.count)
    for (old, new) in zip(truth.trajectories, again.trajectories) {
      var time = SimTime.start
      while time < end {
        #expect(old.pose(at: time) == new.pose(at: time))
        #expect(old.devicePose(at: time) == new.devicePose(at: time))
        #expect(old.link[time] == new.link[time] && old.vehicle[time] == new.vehicle[time])
        time += .seconds(3.7)
      }
      #expect(old.stepEvents.count == new.stepEvents.count && old.endTime == new.endTime)
    }
  }

  /// Truncated worlds are rejected, for every length.
  @Test func truncatedWorldsAreRefused() throws {
    let bytes = try Self.truth(of: "corridor").truth.bytes
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 997)) {
      #expect(throws: (any Error).self) { try GroundTruth(bytes: Array(bytes.prefix(count))) }
    }
    #expect(throws: (any Error).self) { try GroundTruth(bytes: bytes + [0]) }
    // Counts far beyond the data.
    for place in stride(from: 0, to: min(bytes.count, 4000), by: 7) {
      var other = bytes
      other[place] = 0xFF
      _ = try? GroundTruth(bytes: other)
    }
  }

  /// Warnings are restored, too.
  @Test func warningsRoundTrip() throws {
    let warnings = [WorldWarning(time: SimTime(seconds: 7.5), agent: "Zoë", text: "went home")]
    let truth = GroundTruth(trajectories: [], warnings: warnings)
    #expect(try GroundTruth(bytes: truth.bytes).warnings == warnings)
  }
}
