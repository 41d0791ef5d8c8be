import Harness
import Kernel
import Mobility
import Observations
import Scenarios
import Testing
import Truth
import Venues

/// All people on stairs reach their end.
struct StairsTests {
  private static let scenarios =
    #filePath.split(separator: "/").dropLast(3).reduce("") {
      $0 + "/" + $1
    } + "/scenarios/"

  /// A house's stairs, a metre wide and entered from the side: in three seeds of eight, a person once started
  /// behind a rail, and went back and forth for a week.
  @Test(arguments: [1, 4, 8] as [UInt64])
  func peopleDoNotGetStuckBehindRails(seed: UInt64) throws {
    let scenario = try LoadedScenario(
      path: Self.scenarios + "week-of-days.yaml",
      settings: [Setting("duration=8 h")])
    let entry = scenario.scenario
    let agents = try entry.plan(in: scenario.venue, seed: seed)
    let end = SimTime.start + entry.duration
    let truth = try scenario.world.move(
      agents.plans, conditions: scenario.conditions, until: end, seed: seed)
    let changes = truth.trajectories[0].changes(in: scenario.venue, until: end)
    let flights = changes.filter { $0.kind == .doing && $0.to.hasPrefix("stairs") }.count
    // From the bedroom down to breakfast, and no more before noon.
    #expect((1...3).contains(flights))
  }
}
