import Foundation
import Testing

/// Exit statuses, and error messages about input files.
struct VerdictTests {
  /// A scenario of the corridor, without budgets by default.
  static func scenario(duration: String = "20 s", _ budgets: [String] = []) -> String {
    """
    name: short
    duration: \(duration)
    venue: \(TestPaths.root)/scenarios/venues/corridor.yaml
    agents:
      - {name: walker, start: [-30 m, 0 m], itinerary: [walk: {to: [60 m, 0 m]}]}
    budgets: [\(budgets.joined(separator: ", "))]
    """
  }

  static let verdicts: [(budgets: [String], status: Int32, verdicts: [String])] = [
    ([], 0, []),
    (["availability.share >= 10 %"], 0, ["kept"]),
    (["availability.share >= 0.1", "horizontal_error.p50 <= 1 mm"], 4, ["kept", "missed"]),
    (["energy.mean <= 1 uJ"], 4, ["missed"]),
    // A stack without results misses budgets, unless the budget allows it.
    (["steps.abs_error.p95 <= 10 %"], 4, ["missed"]),
    (["steps.abs_error.p95 <= 10 % if any"], 0, ["undecided"]),
    (["steps.abs_error.p95 <= 10 % if any", "power.mean <= 1 uW"], 4, ["undecided", "missed"]),
  ]

  @Test(arguments: verdicts.indices) func budgetsSetTheExitStatus(index: Int) throws {
    let (budgets, status, verdicts) = Self.verdicts[index]
    let sandbox = try Sandbox()
    // A stationary person takes no steps: `steps.abs_error` has no values.
    let text = Self.scenario(budgets).replacing("walk: {to: [60 m, 0 m]}", with: "stand: 20 s")
    try sandbox.write("s.yaml", text)
    let outcome = try sandbox.venuesim("run", "s.yaml", "--out", "kept")
    #expect(outcome.status == status && outcome.errors.isEmpty, "\(outcome)")
    let rows = try Table(sandbox.read("kept/budgets.csv"))
    #expect(rows["verdict"] == verdicts)
    for (budget, verdict) in zip(budgets, verdicts) {
      #expect(outcome.output.contains("\(verdict): \(budget) ("), "\(outcome)")
    }
    let json = try sandbox.venuesim("run", "s.yaml", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(json.status == status && object["status"] as? Int == Int(status))
    let quiet = try sandbox.venuesim("run", "s.yaml", "--quiet")
    #expect(quiet.status == status && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet)")
  }

  @Test func settingsChangeTheScenario() throws {
    let sandbox = try Sandbox()
    let budget = "budgets=['horizontal_error.p50 <= 1 mm']"
    let missed = try sandbox.venuesim(
      "run", TestPaths.corridor, "--set", budget, "--set", "duration=10 s", "--out", "kept")
    #expect(missed.status == 4, "\(missed)")
    // One location per second after the first fix, some seconds after the start.
    #expect(try (3...8).contains(Table(sandbox.read("kept/fixes.csv")).count))
    #expect(try sandbox.read("kept/manifest.json").contains("\"duration=10 s\""))
    #expect(try sandbox.venuesim("check", TestPaths.corridor, "--set", budget).status == 0)
  }

  /// All mistakes of all files at once, each with its position, and nothing written.
  @Test func allMistakesAreReportedAtOnce() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "bad.yaml",
      """
      name: bad
      duratoin: 3 min
      duration: 180
      venue: venue.yaml
      agents:
        - name: walker
          start: [-30 m, 0 furlongs]
          placement: wasit
          itinerary: [{wlak: {to: [0 m, 0 m]}}]
      budgets: [horizontal_eror.p95 <= 20 m, ttff.mean <= 3 m]
      """)
    try sandbox.write("venue.yaml", "name: V\nbuidlings: []\n")
    let expected = [
      "bad.yaml:2:1: unknown key 'duratoin' (did you mean 'duration'?)", "bad.yaml:3:11: ",
      "bad.yaml:7:20: ", "bad.yaml:8:16: ", "(did you mean 'waist'?)", "bad.yaml:9:18: ",
      "(did you mean 'walk'?)", "bad.yaml:10:11: ",
      "(did you mean 'horizontal_error.p95'?)", "bad.yaml:10:40: ", "venue.yaml:2:1: ",
      "(did you mean 'buildings'?)",
    ]
    for verb in ["run", "check"] {
      let arguments =
        [verb, "bad.yaml", TestPaths.corridor] + (verb == "run" ? ["--out", "o"] : [])
      let outcome = try sandbox.venuesim(arguments)
      #expect(outcome.status == 2, "\(outcome)")
      for part in expected { #expect(outcome.errors.contains(part), "\(part): \(outcome)") }
      // A mistake, or the line of the file with a caret below.
      for line in outcome.errors.split(separator: "\n") {
        let known = line.prefixMatch(of: /(?:bad|venue)\.yaml:\d+:\d+: .| *\d* \|/)
        #expect(known != nil, "\(line)")
      }
      #expect(outcome.output == (verb == "check" ? "\(TestPaths.corridor): good\n" : ""))
      #expect(!sandbox.exists("o"))
    }
    let json = try sandbox.venuesim("check", "bad.yaml", "none.yaml", "--json")
    let objects = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(json.status == 2 && json.errors.isEmpty && objects.count >= 8, "\(json)")
    #expect(
      objects.contains {
        $0["file"] as? String == "bad.yaml" && $0["line"] as? Int == 2
          && $0["column"] as? Int == 1 && $0["suggestion"] as? String == "duration"
      })
    #expect(objects.contains { ($0["message"] as? String)?.contains("none.yaml") == true })
    let good = try sandbox.venuesim("check", TestPaths.corridor, "--json")
    #expect(good.status == 0 && good.output == "[]\n", "\(good)")
  }

  /// Files that aren't scenarios.
  @Test(arguments: ["", "[]", "name", "a: [1,", "\t", "venue: {}", "%YAML 3.0\n---\n", "\u{0}"])
  func rejectsFilesThatAreNoScenarios(text: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("strange.yaml", text)
    for arguments in [["check", "strange.yaml"], ["run", "strange.yaml", "--out", "o"]] {
      let outcome = try sandbox.venuesim(arguments)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains("strange.yaml"), "\(outcome)")
      #expect(!sandbox.exists("o"))
    }
  }
}
