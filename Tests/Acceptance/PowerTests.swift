import Foundation
import Testing

/// `check --power`: tests that a scenario's budgets can fail, and do without their causes.
struct PowerTests {
  /// A stationary person outdoors, with a budget that only satellites keep.
  private static func scenario(
    _ breaks: String, budgets: String = "[availability.share >= 50 %, energy.mean <= 1 kJ]"
  ) -> String {
    """
    name: walk
    duration: 60 s
    venue: \(TestPaths.root)/scenarios/venues/corridor.yaml
    agents:
      - {name: walker, start: [-30 m, 0 m], itinerary: [stand: 55 s]}
    budgets: \(budgets)
    breaks: \(breaks)

    """
  }

  private static let satellites = "{turn: stack.satellites.use=off, misses: availability.share}"

  @Test func causesBreakTheirBudgets() throws {
    let sandbox = try Sandbox()
    try sandbox.write("s.yaml", Self.scenario("[\(Self.satellites)]"))
    let outcome = try sandbox.venuesim("check", "--power", "s.yaml")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(
      outcome.output.contains("breaks  walk: a stack that reports nothing: availability.share"),
      "\(outcome)")
    #expect(
      outcome.output.contains("breaks  walk: stack.satellites.use=off: availability.share"),
      "\(outcome)")
    #expect(
      outcome.output.contains("2 of 2 breaks violate the budgets that they name, in 1 scenario\n"))
    let json = try sandbox.venuesim("check", "--power", "--json", "--seeds", "3-4", "s.yaml")
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(json.status == 0 && rows.map { $0["breaks"] as? Bool } == [true, true], "\(json)")
    #expect(try sandbox.venuesim("check", "s.yaml").output == "s.yaml: good\n")
    #expect(try sandbox.venuesim("run", "s.yaml").status == 0)
    // A user's setting may remove what a break refers to.
    let set = try sandbox.venuesim("run", "s.yaml", "--set", "stack.satellites.use=single-point")
    #expect(set.status == 0, "\(set)")
  }

  /// A break without effect, a budget that is missed anyway, and one that a mute stack keeps.
  @Test(arguments: [
    (
      "[{turn: stack.steps.use=peaks, misses: availability.share}]",
      "[availability.share >= 50 %]",
      "HOLDS   walk: stack.steps.use=peaks: availability.share (", "1 of 2"
    ),
    (
      "[{turn: stack.satellites.use=off, misses: [availability.share, energy.mean]}]",
      "[availability.share >= 50 %, energy.mean <= 1 kJ]",
      "HOLDS   walk: stack.satellites.use=off: energy.mean (", "1 of 2"
    ),
    (
      "[\(satellites)]", "[availability.share >= 99.999 %]",
      "MISSED  walk: stack.satellites.use=off: missed without it, too: availability.share (",
      "1 of 2"
    ),
    (
      "[{turn: duration=80 s, misses: energy.mean}]", "[energy.mean <= 1 kJ]",
      "HOLDS   walk: a stack that reports nothing: energy.mean (", "0 of 2"
    ),
  ]) func budgetsWithoutPowerAreReported(
    breaks: String, budgets: String, line: String, count: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("s.yaml", Self.scenario(breaks, budgets: budgets))
    let outcome = try sandbox.venuesim("check", "--power", "s.yaml")
    #expect(outcome.status == 4, "\(outcome)")
    #expect(outcome.output.contains(line) && outcome.output.contains(count), "\(outcome)")
  }

  @Test(arguments: [
    (
      "{turn: stack.satelites.use=off, misses: availability.share}", "s.yaml:7:",
      "(did you mean 'satellites'?)"
    ),
    ("{turn: stack.satellites.use=of, misses: availability.share}", "s.yaml:7:", "off"),
    (
      "{turn: stack.fusion.raech=3 m, misses: availability.share}", "s.yaml:7:",
      "unknown key 'raech'"
    ),
    ("{turn: stack.locator.particles=3, misses: availability.share}", "s.yaml:7:", "particles"),
    ("{turn: agents.wlaker.count=2, misses: availability.share}", "s.yaml:7:", "'walker'"),
    ("{turn: stack.satellites.use, misses: availability.share}", "s.yaml:7:", "setting"),
    (
      "{turn: stack.satellites.use=off, misses: availabilty.share}", "s.yaml:7:",
      "no budget or expectation is called 'availabilty.share' (did you mean 'availability.share'?)"
    ),
    ("{turn: stack.satellites.use=off, misses: ttff.mean}", "s.yaml:7:", "'ttff.mean'"),
    ("{turn: stack.satellites.use=off}", "s.yaml:7:", "misses"),
  ]) func rejectsUnknownCausesAndBudgets(entry: String, place: String, words: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("s.yaml", Self.scenario("[\(entry)]"))
    for arguments in [["check", "s.yaml"], ["check", "--power", "s.yaml"], ["run", "s.yaml"]] {
      let outcome = try sandbox.venuesim(arguments)
      #expect(outcome.status == 2, "\(outcome)")
      #expect(
        outcome.errors.contains(place) && outcome.errors.contains(words), "\(entry): \(outcome)")
    }
  }

  @Test func rejectsScenariosWithoutCausesOrBudgets() throws {
    let sandbox = try Sandbox()
    try sandbox.write("none.yaml", Self.scenario("[]"))
    try sandbox.write("free.yaml", Self.scenario("[]", budgets: "[]"))
    let outcome = try sandbox.venuesim("check", "--power", "none.yaml", "free.yaml")
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains("'none.yaml' has no settings that must break it"), "\(outcome)")
    #expect(outcome.errors.contains("'free.yaml' has no budget and no expectation"), "\(outcome)")
    let seeds = try sandbox.venuesim("check", "--seeds", "1-3", "none.yaml")
    #expect(seeds.status == 2 && seeds.errors.contains("--seeds belongs to --power"), "\(seeds)")
  }
}
