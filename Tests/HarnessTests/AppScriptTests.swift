import Foundation
import Harness
import Kernel
import Observations
import Scoring
import TestSupport
import Testing

/// Apps in scenarios: calls, required callbacks, and the underlying numbers.
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
    // The reasons of decisions are kept beside the outputs.
    #expect(result.devices[0].decisions.allSatisfy { !$0.reasons.isEmpty && !$0.service.isEmpty })
  }

  /// A phone that advertises as a beacon is received while its app is in the foreground, by others and not by
  /// itself.
  @Test func phonesAdvertiseAsBeacons() throws {
    let text = """
      name: hall
      duration: 90 s
      venue: venues/hall.yaml
      agents:
        - name: anna
          start: [10 m, 0 m]
          apps: [{name: app, location: when_in_use}]
          phone:
            - {at: 0 s, user: open}
            - at: 1 s
              call: {name: startRangingBeacons, uuid: 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6}
            - at: 10 s
              call: {name: startAdvertisingBeacon, uuid: 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6, major: 3, minor: 4}
            - {at: 40 s, user: lock}
          itinerary: [stand: 90 s]
        - name: ben
          start: [14 m, 0 m]
          apps: [{name: app, location: when_in_use}]
          phone:
            - {at: 0 s, user: open}
            - at: 1 s
              call: {name: startRangingBeacons, uuid: 2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6}
          itinerary: [stand: 90 s]

      """
    let result = try RunUnit(scenario: Place(scenario: text).load(), seed: 1).run()
    let received = result.devices.map { score in
      score.events.filter { $0.kind == "ranging" && $0.detail.hasPrefix("3/4 ") }
        .map(\.time.seconds)
    }
    #expect(received[0].isEmpty)
    let first = try #require(received[1].first)
    let last = try #require(received[1].last)
    #expect(received[1].count >= 25 && first >= 10 && first <= 13, "\(first)")
    // The last reading counts for some more seconds.
    #expect(last >= 40 && last <= 60, "\(last)")
  }

  /// Deferred locations are those that would have been delivered at once, and cost less.
  @Test func deferredLocationsAreCompleteAndCheaper() throws {
    func run(_ more: String) throws -> DeviceScore {
      let text = Self.scenario(
        """
        apps: [{name: app, location: always}]
        phone:
          - {at: 0 s, user: open}
          - {at: 0 s, call: {name: setAllowsBackgroundUpdates, on: true}}
          - {at: 0 s, call: {name: setPausesAutomatically, on: false}}
          - {at: 0 s, call: startUpdatingLocation}
          - {at: 2 s, user: lock}
        """ + more
      ).replacing("duration: 60 s", with: "duration: 5 min")
      let result = try RunUnit(scenario: Place(scenario: text).load(), seed: 1).run()
      return result.devices[0]
    }
    let live = try run("")
    let deferred = try run(
      "\n  - {at: 5 s, call: {name: allowDeferredUpdates, timeout: 4 min}}"
        // A second call ends the first, and defers as well.
        + "\n  - {at: 60 s, call: {name: allowDeferredUpdates, timeout: 230 s}}")
    func energy(_ score: DeviceScore) -> Double {
      score.power.filter { $0.component == "processor" }.reduce(0) { $0 + $1.millijoules }
    }
    #expect(energy(deferred) < 0.3 * energy(live))
    let times = deferred.fixes.map(\.fix.time)
    #expect(deferred.fixes.count { $0.deliveryTime - $0.fix.time > .seconds(30) } > 100)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(Set(times).count > 285)
    #expect(abs(deferred.fixes.count - live.fixes.count) <= 15)
  }

  /// Stays and legs follow one another without gaps, and history needs no live reports.
  @Test func journalIsContinuous() throws {
    let here = FileManager.default.currentDirectoryPath + "/scenarios/"
    var day = try String(contentsOfFile: here + "journal-day.yaml", encoding: .utf8)
    // The day in less than half the time.
    for (long, short) in [
      ("duration: 10 h", "duration: 4 h"), ("sit: 3 h", "sit: 50 min"), ("sit: 2 h", "sit: 40 min"),
      ("598 min", "238 min"), ("599 min", "239 min"), ("past: 10 h", "past: 4 h"),
      ("venues/", here + "venues/"), ("sky/", here + "sky/"),
    ] {
      day = day.replacing(long, with: short)
    }
    let result = try RunUnit(scenario: Place(scenario: day).load(), seed: 2).run()
    let journal = result.devices[0].journal
    #expect(journal.count { $0.kind == .stay } >= 4)
    // Short walks may be lost between two stays; drives may not.
    #expect(journal.count { $0.kind == .leg && $0.mode == "automotive" } == 2)
    #expect(
      zip(journal, journal.dropFirst()).allSatisfy { $0.end != nil && $0.end == $1.start })
    let pulled = result.devices[0].samples.first { $0.metric.name == "activity.pull.accuracy" }
    #expect((pulled?.values.count ?? 0) > 12_000)
  }

  @Test func constantsAreSetByName() throws {
    let constants = "constants: {in_use: {grace: 8 s}, region: {limit: 3}, ranging: {lead: 2 dB}}\n"
    _ = try Place(scenario: Place.scenario + constants).load([
      "constants.pause.fast=2 min", "constants.pause.other.still=20 min",
    ])
    #expect(ServiceConstantTable.rows.allSatisfy { $0.count == ServiceConstantTable.columns.count })
    #expect(
      ServiceConstantTable.rows.contains {
        $0.prefix(4) == ["region.limit", "20", "", "documented"]
      })
  }

  @Test func overriddenConstantIsUsed() throws {
    // A table that allows no monitored region rejects the first.
    let text = Self.scenario(
      Self.script + "\nexpect: [{event: 'monitoringFailed:hall', app: app}]\n")
    for (settings, isMet) in [([], false), (["constants.region.limit=0"], true)] {
      let loaded = try Place(scenario: text).load(settings)
      let result = try RunUnit(scenario: loaded, seed: 1).run()
      let reported = result.devices[0].events.contains { $0.detail == "monitoringFailed hall" }
      #expect(
        reported == isMet, "\(settings): \(result.devices[0].events.map(\.detail).prefix(20))")
    }
  }

  @Test(arguments: [
    ("constants: {in_use: {grade: 8 s}}", "'grace'"),
    ("constants: {in_use: {grace: 8}}", "its unit"),
    ("constants: {in_use: {grace: -1 s}}", "10 min"),
    ("constants: {region: {limits: 3}}", "'limit'"), ("constants: {regoin: {}}", "'region'"),
    ("constants: [1]", "a mapping"),
  ]) func invalidConstantsAreReported(line: String, cause: String) throws {
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
  ]) func invalidScriptsAreReported(lines: String, cause: String) throws {
    let found = try Place(scenario: Self.scenario(lines)).complaints()
    #expect(found.count == 1 && found[0].contains(cause), "\(found)")
  }
}
