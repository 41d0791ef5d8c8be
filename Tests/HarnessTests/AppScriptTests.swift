import Harness
import Observations
import Scoring
import Testing

/// Apps in scenarios: what they call, what they must be told, and the numbers behind it.
struct AppScriptTests {
  private static func scenario(_ more: String) -> String {
    Place.scenario.replacing(
      "    start: [-20 m, 0 m]\n",
      with: "    start: [-20 m, 0 m]\n"
        + more.split(separator: "\n").map { "    \($0)\n" }.joined())
  }

  private static let script = """
    apps: [{name: app, location: always}]
    phone:
      - {at: 1 s, user: open}
      - {at: 2 s, call: startUpdatingLocation}
      - {at: 25 s, call: {name: startMonitoringRegion, identifier: hall, radius_here: 100 m}}
      - {on: location, after: 10 s, times: 1, call: {name: setAllowsBackgroundUpdates, on: true}}
      - {on: location, after: 11 s, times: 1, call: stopUpdatingLocation}
    """

  @Test func expectationsBecomeBudgets() throws {
    let text = Self.scenario(
      Self.script + """

        expect:
          - {event: location, app: app, from: 2 s, until: 20 s}
          - {event: location, since: told location, from: 15 s, never: true, share: 50 %}
          - {event: paused, never: true}
          - {event: 'authorization:denied'}
        """)
    let loaded = try Place(scenario: text).load()
    #expect(loaded.budgets.count == 4)
    #expect(loaded.budgets.allSatisfy { $0.metric.name == "expectation.met" })
    let result = try RunUnit(scenario: loaded, seed: 1).run()
    var pool = ScenarioPool()
    for score in result.devices { pool.add(score) }
    let verdicts = loaded.budgets.map { BudgetVerdict($0, values: pool.values(of: $0)).verdict }
    #expect(verdicts == [.kept, .kept, .kept, .missed])
    #expect(loaded.budgets[1].text.contains("since told location"))
    // Why it went so is kept beside what was told.
    #expect(result.devices[0].decisions.allSatisfy { !$0.reasons.isEmpty && !$0.service.isEmpty })
  }

  @Test func constantsAreSetByName() throws {
    let constants = "constants: {in_use.grace: 8 s, region: {limit: 3}, ranging: {lead: 2 dB}}\n"
    _ = try Place(scenario: Place.scenario + constants).load(["constants.pause.fast=2 min"])
    #expect(ServiceConstantTable.rows.allSatisfy { $0.count == ServiceConstantTable.columns.count })
    #expect(
      ServiceConstantTable.rows.contains {
        $0.prefix(4) == ["region.limit", "20", "", "documented"]
      })
  }

  @Test func anOverriddenNumberIsUsed() throws {
    // A table in which no region may be monitored refuses the first.
    let text = Self.scenario(
      Self.script + "\nexpect: [{event: 'monitoringFailed:hall', app: app}]\n")
    for (settings, isMet) in [([], false), (["constants.region.limit=0"], true)] {
      let loaded = try Place(scenario: text).load(settings)
      let result = try RunUnit(scenario: loaded, seed: 1).run()
      let told = result.devices[0].events.contains { $0.detail == "monitoringFailed hall" }
      #expect(told == isMet, "\(settings): \(result.devices[0].events.map(\.detail).prefix(20))")
    }
  }

  @Test(arguments: [
    ("constants: {in_use.grade: 8 s}", "'in_use.grace'"),
    ("constants: {in_use.grace: 8}", "8"), ("constants: {in_use.grace: -1 s}", "must lie from"),
    ("constants: {region: {limits: 3}}", "'region.limit'"), ("constants: {a: [1]}", "a quantity"),
  ]) func wrongNumbersAreNamed(line: String, cause: String) throws {
    let found = try Place(scenario: Place.scenario + line + "\n").complaints()
    #expect(found.count == 1 && found[0].contains(cause), "\(found)")
  }

  @Test(arguments: [
    ("expect: [{event: pausd}]", "'paused'"),
    ("expect: [{event: paused, since: regon in x}]", "'region'"),
    ("expect: [{event: paused, never: true, least: 2}]", "excludes"),
    ("expect: [{event: paused, from: 5 s, until: 4 s}]", "must come after"),
    ("phone: [{user: open}]", "one of 'at', 'on' or 'when'"),
    ("phone: [{at: 1 s, on: paused, user: open}]", "only one of"),
    ("phone: [{on: nothing, user: open}]", "no event is called 'nothing'"),
    ("phone: [{at: 1 s, call: {name: startRangingBeacons, uuid: 12345}}]", "UUID"),
  ]) func wrongScriptsAreNamed(lines: String, cause: String) throws {
    let found = try Place(scenario: Self.scenario(lines)).complaints()
    #expect(found.count == 1 && found[0].contains(cause), "\(found)")
  }
}
