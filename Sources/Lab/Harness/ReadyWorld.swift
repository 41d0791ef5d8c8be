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
  /// - Parameters:
  ///   - scenario: What is to be done.
  ///   - world: Where.
  ///   - isChecked: Whether every step is known to be one that can be taken, so that nobody looks.
  /// - Throws: Each agent's first step that can't be taken, and names that the venue lacks.
  init(_ scenario: Scenario, in world: World, isChecked: Bool = false) throws(DocumentError) {
    self.world = world
    let venue = world.venue
    conditions = try scenario.roadConditions(in: venue)
    accessPoints = try scenario.accessPointChanges(in: venue)
    guard !isChecked else { return }
    let agents = try scenario.plan(in: venue, seed: UInt64(scenario.seed))
    let wrong = world.problems(in: agents.plans).map { problem in
      Diagnostic(
        place: agents.places[problem.agent][problem.errand],
        message: "'\(agents.plans[problem.agent].name)' can't do this: \(problem.reason)")
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}
