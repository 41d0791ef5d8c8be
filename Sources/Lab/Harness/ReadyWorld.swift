import Documents
import Mobility
import Scenarios
import Signals
import Venues

/// A scenario's validated world: every agent can do its activities.
struct ReadyWorld {
  let world: World
  let conditions: RoadConditions
  let accessPoints: [WiFiChange]

  /// Validates a scenario against its venue.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - world: The venue.
  ///   - isChecked: True to skip the check of the activities, known to succeed.
  /// - Throws: Each agent's first impossible activity, and names that the venue lacks.
  init(_ scenario: Scenario, in world: World, isChecked: Bool = false) throws(DocumentError) {
    self.world = world
    let venue = world.venue
    conditions = try scenario.roadConditions(in: venue)
    accessPoints = try scenario.accessPointChanges(in: venue)
    guard !isChecked else { return }
    let agents = try scenario.plan(in: venue, seed: UInt64(scenario.seed))
    let wrong = world.problems(in: agents.plans).map { problem in
      Diagnostic(
        place: agents.places[problem.agent][problem.activity],
        message: "'\(agents.plans[problem.agent].name)' can't do this: \(problem.reason)")
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}
