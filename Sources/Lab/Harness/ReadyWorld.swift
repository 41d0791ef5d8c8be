import Documents
import Mobility
import Scenarios
import Signals
import Venues

/// A scenario's world, checked: everybody can do what they set out to.
struct ReadyWorld {
  let world: World
  let conditions: RoadConditions
  let accessPoints: [WiFiChange]

  /// Checks what only scenario and venue together can tell.
  ///
  /// - Throws: Each agent's first step that can't be taken, and names that the venue lacks.
  init(_ scenario: Scenario, in world: World) throws(DocumentError) {
    self.world = world
    let venue = world.venue
    conditions = try scenario.roadConditions(in: venue)
    accessPoints = try scenario.accessPointChanges(in: venue)
    let agents = try scenario.plan(in: venue, seed: UInt64(scenario.seed))
    let wrong = world.problems(in: agents.plans).map { problem in
      Diagnostic(
        place: agents.places[problem.agent][problem.errand],
        message: "'\(agents.plans[problem.agent].name)' can't do this: \(problem.reason)")
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}
