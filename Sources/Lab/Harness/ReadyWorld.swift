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
    let named = try NamesInVenue(scenario, in: venue, plansAgents: !isChecked)
    (conditions, accessPoints) = (named.conditions, named.accessPoints)
    guard let agents = named.agents else { return }
    let wrong = world.problems(in: agents.plans).map { problem in
      Diagnostic(
        place: agents.places[problem.agent][problem.activity],
        message: "'\(agents.plans[problem.agent].name)' can't do this: \(problem.reason)")
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}

/// The parts of a scenario that name something in its venue.
private struct NamesInVenue {
  var conditions = RoadConditions()
  var accessPoints: [WiFiChange] = []
  var agents: PlannedAgents?

  /// Looks all names up.
  ///
  /// - Throws: All names that the venue lacks.
  init(_ scenario: Scenario, in venue: Venue, plansAgents: Bool) throws(DocumentError) {
    var wrong: [Diagnostic] = []
    do throws(DocumentError) {
      conditions = try scenario.roadConditions(in: venue)
    } catch {
      wrong += error.diagnostics
    }
    do throws(DocumentError) {
      accessPoints = try scenario.accessPointChanges(in: venue)
    } catch {
      wrong += error.diagnostics
    }
    do throws(DocumentError) {
      if plansAgents { agents = try scenario.plan(in: venue, seed: UInt64(scenario.seed)) }
    } catch {
      wrong += error.diagnostics
    }
    guard wrong.isEmpty else { throw DocumentError(wrong) }
  }
}

extension Scenario {
  /// Checks the names in the readable part of a scenario that has mistakes.
  ///
  /// - Parameters:
  ///   - venue: The venue.
  ///   - node: The scenario's document: unless all agents in it are readable, they can't be planned.
  /// - Throws: All names that the venue lacks.
  func checkNames(in venue: Venue, of node: Node) throws(DocumentError) {
    do throws(DocumentError) {
      _ = try NamesInVenue(
        self, in: venue, plansAgents: agents.count == node["agents"]?.count)
    } catch {
      let own = error.diagnostics.filter { $0.place?.file.isEmpty == false }
      guard own.isEmpty else { throw DocumentError(own, unlisted: error.unlisted) }
    }
  }
}
