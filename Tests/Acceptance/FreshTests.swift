import Foundation
import Testing

/// `fresh` and `budgets`: unseen seeds, and limits fitted under others.
struct FreshTests {
  private static func scenario(_ budgets: String, name: String = "walk") -> String {
    """
    name: \(name)
    duration: 60 s
    venue: \(TestPaths.root)/scenarios/venues/corridor.yaml
    agents:
      - {name: walker, start: [-30 m, 0 m], itinerary: [stand: 55 s]}
    budgets:
    \(budgets)

    """
  }

  @Test func seedsAreDerivedFromTheCommit() throws {
    let sandbox = try Sandbox()
    try sandbox.write("walk.yaml", Self.scenario("  - availability.share >= 50 %"))
    func fresh(_ commit: String) throws -> (status: Int32, line: String) {
      let outcome = try sandbox.venuesim(
        "fresh", "walk.yaml", "--commit", commit, "--count", "3", "--out", commit)
      let last = outcome.output.split(separator: "\n").last.map(String.init) ?? ""
      return (outcome.status, last)
    }
    let (one, same, other) = (try fresh("a1"), try fresh("a1"), try fresh("b2"))
    #expect(one.status == 0 && one.line.hasPrefix("1 of 1 budgets kept (100 %)"), "\(one)")
    #expect(one == same && one.line != other.line)
    let table = try Table(sandbox.read("a1/fresh.csv"))
    #expect(table.rows.count == 1 && table.columns.last == "chance")
  }

  @Test func missedBudgetsAreReported() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "walk.yaml", Self.scenario("  - availability.share >= 99.9999 %\n  - energy.mean <= 1 kJ"))
    let outcome = try sandbox.venuesim("fresh", "walk.yaml", "--commit", "c", "--count", "2")
    #expect(outcome.status == 4, "\(outcome)")
    #expect(outcome.output.contains("1 of 2 budgets kept (50.0 %)"), "\(outcome)")
    #expect(outcome.output.contains("2 of 2") && outcome.output.contains("0.003"), "\(outcome)")
    let none = try sandbox.venuesim("fresh", "walk.yaml")
    #expect(none.status == 2 && none.errors.contains("--commit"), "\(none)")
  }

  @Test func commitSelectsAPartOfTheScenarios() throws {
    let sandbox = try Sandbox()
    let names = ["one", "two", "three"]
    for name in names {
      try sandbox.write(
        name + ".yaml", Self.scenario("  - availability.share >= 50 %", name: name))
    }
    let outcome = try sandbox.venuesim(
      ["fresh", "--commit", "d", "--count", "1", "--parts", "3"] + names.map { $0 + ".yaml" })
    #expect(outcome.status == 0 && outcome.output.contains("in 1 of 3 scenarios"), "\(outcome)")
  }

  @Test func limitsAreFitted() throws {
    let sandbox = try Sandbox()
    let loose = """
        - energy.mean <= 1 kJ
        - {limit: availability.share >= 50 %, source: the guide}
      """
    try sandbox.write("walk.yaml", Self.scenario(loose))
    let reported = try sandbox.venuesim("budgets", "walk.yaml", "--seeds", "201-205")
    #expect(reported.status == 4 && reported.output.contains("too loose"), "\(reported)")
    #expect(reported.output.contains("as the guide"), "\(reported)")
    #expect(try sandbox.read("walk.yaml").contains("- energy.mean <= 1 kJ\n"))
    for _ in 0..<2 {
      let fitted = try sandbox.venuesim("budgets", "walk.yaml", "--seeds", "201-205", "--fit")
      #expect(fitted.status == 0, "\(fitted)")
    }
    let text = try sandbox.read("walk.yaml")
    #expect(text.contains("kJ  # 90 % of seeds 201-205 reach "), "\(text)")
    #expect(text.split(separator: "#").count == 2, "\(text)")
    #expect(
      text.contains("  - {limit: availability.share >= 50 %, source: the guide}\n"), "\(text)")
    #expect(try sandbox.venuesim("budgets", "walk.yaml", "--seeds", "201-205").status == 0)
    #expect(try sandbox.venuesim("run", "walk.yaml", "--seeds", "1001-1002").status == 0)
  }

  /// `--margin` fits limits more closely; no limit is fitted below the resolution.
  @Test func marginSetsFittedLimits() throws {
    let sandbox = try Sandbox()
    func limit(_ arguments: String...) throws -> Double? {
      try sandbox.write("walk.yaml", Self.scenario("  - energy.mean <= 1000 J"))
      let outcome = try sandbox.venuesim(
        ["budgets", "walk.yaml", "--seeds", "201-203", "--fit"] + arguments)
      guard outcome.status == 0 else { return nil }
      let line = try sandbox.read("walk.yaml").split(separator: "\n").last ?? ""
      return line.split(separator: " ").dropFirst(3).first.flatMap { Double($0) }
    }
    let (usual, close) = (try #require(try limit()), try #require(try limit("--margin", "1.02")))
    #expect(abs(usual / close - 1.2 / 1.02) < 0.03, "\(usual) and \(close)")
    #expect(try limit("--margin", "1.4") == nil)
    #expect(try limit("--margin", "much") == nil)
  }

  /// The smaller side of a share is scaled, so that each limit can be kept and missed.
  @Test func fittedSharesStayWithinRange() throws {
    let sandbox = try Sandbox()
    let text = """
      breaks:
        - {turn: stack.satellites.use=off, misses: availability.share <= 99.9 %}
      """
    try sandbox.write("walk.yaml", Self.scenario("  - availability.share <= 99.9 %\n" + text))
    let outcome = try sandbox.venuesim("budgets", "walk.yaml", "--seeds", "201-203", "--fit")
    #expect(outcome.status == 0, "\(outcome)")
    let fitted = try sandbox.read("walk.yaml")
    let limits = fitted.split(separator: "\n").compactMap { line -> Double? in
      guard let found = line.firstRange(of: "<= ") else { return nil }
      return Double(line[found.upperBound...].prefix { $0.isNumber || $0 == "." })
    }
    // Limits named in 'breaks' are renamed.
    #expect(limits.count == 2 && limits.first == limits.last && limits[0] <= 100, "\(fitted)")
    #expect(try sandbox.venuesim("check", "walk.yaml").status == 0, "\(fitted)")
  }

  /// Judging and training seeds are rejected for fitting.
  @Test(arguments: ["150-160", "900-1000", "5000-5001"]) func rejectsOtherSeedsForFitting(
    seeds: String
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("walk.yaml", Self.scenario("  - energy.mean <= 1 kJ"))
    let outcome = try sandbox.venuesim("budgets", "walk.yaml", "--seeds", seeds, "--fit")
    #expect(outcome.status == 2 && outcome.errors.contains("nothing may be fitted"), "\(outcome)")
  }
}
