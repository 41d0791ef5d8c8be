import Foundation
import Testing

/// Budgets that compare a figure between devices, or parts of a run.
struct CompareBudgetTests {
  /// A phone whose app takes locations, and one whose app asks for nothing.
  private static func scenario(_ budget: String) -> String {
    """
    name: walk
    about: Who asks for nothing spends less.
    duration: 60 s
    venue: \(TestPaths.root)/scenarios/venues/corridor.yaml
    agents:
      - name: live
        start: [-30 m, 0 m]
        apps: [{name: app, location: always}]
        phone: [{at: 0 s, user: open}, {at: 1 s, call: startUpdatingLocation}]
        itinerary: [stand: 30 s, walk: {to: [-10 m, 0 m]}, stand: 30 s]
      - name: quiet
        start: [-30 m, 0 m]
        apps: [{name: app, location: always}]
        phone: [{at: 0 s, user: open}]
        itinerary: [stand: 30 s, walk: {to: [-10 m, 0 m]}, stand: 30 s]
    budgets: [\(budget)]

    """
  }

  @Test(arguments: [
    ("compare: energy.mean, of: quiet, below: live, by: 10 %", 0 as Int32),
    ("compare: energy.mean, of: live, above: quiet, by: 10 %", 0),
    ("compare: energy.mean, of: quiet, above: live", 4),
    ("compare: energy.mean, of: quiet, below: live, by: 95 %", 4),
    // Live is dearer, but by less than 90 %.
    ("compare: energy.mean, of: live, below: quiet, by: -90 %", 0),
    ("compare: horizontal_error.p95, above: horizontal_error.p50, devices: live", 0),
    ("compare: horizontal_error.p95, below: horizontal_error.p50", 4),
    // The quiet phone has no locations.
    ("compare: horizontal_error.p95, of: quiet, below: live", 4),
    (
      "compare: horizontal_error.p50, of: {until: 30 s}, below: {from: 30 s}, by: -90 %, devices: live",
      0
    ),
  ]) func differencesAreJudged(budget: String, status: Int32) throws {
    let sandbox = try Sandbox()
    try sandbox.write("walk.yaml", Self.scenario("{\(budget)}"))
    let outcome = try sandbox.venuesim("run", "walk.yaml", "--seeds", "1001-1003", "--out", "out")
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.contains(status == 0 ? "kept: " : "missed: "), "\(outcome)")
    let table = try Table(sandbox.read("out/budgets.csv"))
    #expect(table.rows.count == 1 && table.columns.contains("condition"), "\(table.columns)")
  }

  @Test func theDifferenceHasAnInterval() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "walk.yaml", Self.scenario("{compare: energy.mean, of: quiet, below: live, by: 10 %}"))
    let outcome = try sandbox.venuesim("run", "walk.yaml", "--seeds", "1001-1003")
    #expect(
      outcome.output.contains("kept: energy.mean of quiet below live by 10 % (-0."), "\(outcome)")
    #expect(outcome.output.contains(", 95 % -0."), "\(outcome)")
  }

  @Test(arguments: [
    ("compare: energy.mean, of: quite, below: live", "no device is called 'quite'"),
    ("compare: energy.mean, of: live, below: live", "is compared with itself"),
    ("compare: energy.mean, of: live", "needs either 'below' or 'above'"),
    ("compare: energy.mean, below: live", "needs 'of'"),
    ("compare: energy.mean, below: energy.mean", "is compared with itself"),
    (
      "compare: energy.mean, of: live, below: quiet, above: quiet",
      "needs either 'below' or 'above'"
    ),
    ("compare: energie.mean, of: live, below: quiet", "unknown metric 'energie.mean'"),
    ("compare: energy.mean, of: {until: 5 s}, below: {from: 5 s}", "covers a device's whole run"),
    ("limit: energy.mean <= 5 J, by: 10 %", "needs 'compare' with the figure"),
    (
      "limit: energy.mean <= 5 J, compare: energy.mean, of: live, below: quiet",
      "excludes 'compare'"
    ),
    ("devices: live", "needs 'limit' or 'compare'"),
  ]) func mistakesHaveTheirPlace(budget: String, words: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("walk.yaml", Self.scenario("{\(budget)}"))
    let outcome = try sandbox.venuesim("check", "walk.yaml")
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
    #expect(outcome.errors.contains("walk.yaml:"), "\(outcome)")
  }
}
