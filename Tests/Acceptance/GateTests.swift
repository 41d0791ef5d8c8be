import Foundation
import TestSupport
import Testing

/// `gate` and `compare`, as scripts use them.
struct GateTests {
  /// A walk from the open into a corridor, with beacons and satellites.
  private static func scenario(_ budgets: [String] = []) -> String {
    VerdictTests.scenario(duration: "90 s", budgets).replacing(
      "to: [60 m, 0 m]", with: "to: [58 m, 0 m], level: 0")
  }

  private static let walk = scenario()

  /// A sandbox with a scenario and its baseline.
  private func sandbox(_ text: String = walk, seeds: String = "1-10") throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("s.yaml", text)
    let made = try sandbox.venuesim(
      "gate", "s.yaml", "--update", "--reason", "first", "--seeds", seeds, "--detects", "any",
      "--baselines", "base")
    #expect(made.status == 0 && made.errors.isEmpty && made.output.contains("made"), "\(made)")
    return sandbox
  }

  private func gate(_ sandbox: Sandbox, _ arguments: String...) throws -> Outcome {
    try gate(sandbox, arguments)
  }

  private func gate(_ sandbox: Sandbox, _ arguments: [String]) throws -> Outcome {
    try sandbox.venuesim(["gate", "s.yaml", "--baselines", "base"] + arguments)
  }

  @Test func unchangedStackIsIdentical() throws {
    let sandbox = try sandbox()
    let one = try gate(sandbox, "--jobs", "1", "--out", "kept")
    #expect(one.status == 0 && one.errors.isEmpty, "\(one)")
    #expect(one.output.contains("events identical") && !one.output.contains("undecided"))
    #expect(try gate(sandbox, "--jobs", "2").output == one.output)
    #expect(try gate(sandbox, "--seeds", "3-4").status == 0)
    #expect(
      try sandbox.files(below: "kept").keys.sorted() == [
        "after/SHA256SUMS", "after/battery.csv", "after/budgets.csv", "after/clouds.csv",
        "after/decisions.csv",
        "after/events.csv", "after/fixes.csv", "after/journal.csv", "after/manifest.json",
        "after/metrics.csv", "after/power.csv", "after/routes.csv", "after/scene.json",
        "after/states.csv",
        "after/track.csv", "after/transitions.csv", "gate.csv", "gate.html", "gate.json", "gate.md",
        "gate.txt", "gate.xml",
      ])
    #expect(try sandbox.read("kept/gate.txt") == one.output)
  }

  @Test func regressionIsReportedWithItsTime() throws {
    let sandbox = try sandbox()
    let outcome = try gate(sandbox, "--set", "stack.satellites.use=off")
    #expect(outcome.status == 3, "\(outcome)")
    let row = outcome.outputLines.first { $0.contains("availability.share") }
    #expect(row?.hasSuffix("worse") == true && row?.contains(" points ") == true, "\(outcome)")
    #expect(outcome.output.contains("settings as in the file → stack.satellites.use=off"))
    #expect(outcome.output.contains("availability.share: seed "), "\(outcome)")
    #expect(outcome.output.contains("walker at ") && outcome.output.contains("no location for "))
    #expect(!outcome.output.contains("\u{1B}"))
    let github = try gate(sandbox, "--set", "stack.satellites.use=off", "--format", "github")
    #expect(github.status == 3 && github.output.hasPrefix("::error title="), "\(github)")
    // Other figures aren't judged.
    let other = try gate(
      sandbox, "--set", "stack.satellites.use=off", "--metric", "steps.error", "--quiet")
    #expect(other.status == 0 && other.output.isEmpty, "\(other)")
  }

  @Test func exitStatusRanksRegressionThenBudgetThenUndecided() throws {
    let sandbox = try sandbox(Self.scenario(["energy.gnss.mean >= 1 J"]))
    // Two seeds can't show a regression, but miss the budget.
    let budget = try gate(sandbox, "--seeds", "3-4", "--set", "stack.satellites.use=off")
    #expect(budget.status == 4 && budget.output.contains("missed"), "\(budget)")
    #expect(try gate(sandbox, "--set", "stack.satellites.use=off").status == 3)
    // Two seeds are too few for a verdict.
    let few = try self.sandbox(seeds: "1-2")
    let open = try gate(few, "--set", "stack.satellites.use=off")
    #expect(open.status == 5 && open.output.contains("too few; about"), "\(open)")
  }

  @Test func updateReasonsAreRecorded() throws {
    let sandbox = try sandbox()
    let before = try sandbox.read("base/short.csv")
    let same = try gate(
      sandbox, "--update", "--reason", "nothing new", "--seeds", "1-10", "--detects", "any")
    #expect(same.status == 0 && same.output.contains("unchanged"), "\(same)")
    #expect(try sandbox.read("base/short.csv") == before)
    let outcome = try gate(
      sandbox, "--update", "--reason", "no satellites, \"on\npurpose\"", "--set",
      "stack.satellites.use=off", "--seeds", "1-10", "--detects", "any")
    #expect(outcome.status == 0, "\(outcome)")
    let text = try sandbox.read("base/short.csv")
    #expect(text.contains("reason,1,,first"), "\(text)")
    #expect(text.contains("reason,2,,\"no satellites, \"\"on purpose\"\"\""), "\(text)")
    #expect(text.contains("about,setting,,stack.satellites.use=off"))
    #expect(text.contains("seed_10") && !text.contains("seed_11"))
  }

  /// The figures of a scenario's budgets are watched, and a baseline that misses a budget is rejected.
  @Test func baselineMustKeepItsBudgets() throws {
    let sandbox = try Sandbox()
    let kept = "{limit: within_accuracy.share >= 1 %, while: stationary}"
    try sandbox.write("s.yaml", Self.scenario([kept]))
    let make = ["--update", "--reason", "first", "--seeds", "1-3", "--detects", "any"]
    #expect(try gate(sandbox, make).status == 0)
    let table = try sandbox.read("base/short.csv")
    #expect(table.contains("figure,within_accuracy.share (while stationary),"), "\(table)")
    try sandbox.write("s.yaml", Self.scenario(["power.mean <= 1 mW"]))
    let refused = try gate(sandbox, make)
    #expect(refused.status == 4, "\(refused)")
    #expect(refused.errors.contains("not made, since it would miss 'power.mean'"), "\(refused)")
    #expect(try sandbox.read("base/short.csv") == table)
  }

  static let mistakes: [(arguments: [String], complaint: String)] = [
    (["gate", "s.yaml"], "no baseline 'results/baselines/short.csv'"),
    (["gate", "s.yaml", "--baselines", "base", "--seeds", "9-12"], "not 9-12"),
    (["gate", "s.yaml", "--baselines", "base", "--update"], "--reason"),
    (["gate", "s.yaml", "--baselines", "base", "--reason", "x"], "--update"),
    (["gate", "s.yaml", "--baselines", "base", "--update", "--reason", " "], "--reason is empty"),
    (["gate", "s.yaml", "--baselines", "base", "--metric", "ttf"], "(did you mean 'ttff'?)"),
    (["gate", "s.yaml", "--baselines", "base", "--metric", "power.max"], "no figure 'power.max'"),
    (["gate", "s.yaml", "--baselines", "base", "--format", "junt"], "(did you mean 'junit'?)"),
    (["gate", "changed.yaml", "--baselines", "base"], "another scenario digest"),
    (["gate", "s.yaml", "--baselines", "nan"], "not a number"),
    (["gate", "s.yaml", "--baselines", "nobody"], "'somebody' missing in this run"),
    (["gate", "s.yaml", "--baselines", "old"], "figures of version 0"),
    (["gate", "s.yaml", "--baselines", "venue"], "another venue digest"),
    (
      ["gate", "s.yaml", "--baselines", "base", "--detects", "5 %"], "--detects belongs to --update"
    ),
    (["gate", "s.yaml", "--baselines", "base", "--limit", "0"], "--limit takes a number of seeds"),
    (["gate", "s.yaml", "--baselines", "base", "--limit", "1 ms"], "is too short for one run"),
    (
      ["gate", "s.yaml", "--baselines", "base", "--seeds", "1-3", "--limit", "9"], "--limit is for"
    ),
    (
      ["gate", "s.yaml", "--baselines", "base", "--base-stack", "reference", "--base-binary", "x"],
      "exclude each other"
    ),
    (
      [
        "gate", "s.yaml", "--baselines", "weak", "--update", "--reason", "x", "--seeds", "1-5",
        "--detects", "ten",
      ], "--detects takes a percentage"
    ),
    (
      ["gate", "s.yaml", "--baselines", "weak", "--update", "--reason", "x", "--seeds", "1-5"],
      "5 seeds would find a change of"
    ),
    (["gate"], "gate which scenario"), (["compare", "a"], "which two run folders"),
    (["compare", "one", "nowhere"], "nowhere"), (["compare", "one", "two"], "the seeds differ"),
    (["compare", "one", "nanrun"], "not a number"), (["compare", "one", "empty"], "is empty"),
    (["compare", "one", "torn"], "is incomplete"),
    (["compare", "one", "fewer"], "'walker' missing"),
    (["compare", "one", "patchy"], "is missing under seed"),
    (["compare", "one", "edited"], "another scenario digest"),
  ]

  /// Copies of the run `one`, each with one fault.
  private func breakRuns(_ sandbox: Sandbox) throws {
    // Without checksums, as in older versions: faults must be found all the same.
    let manifest = try unsealed(try sandbox.read("one/manifest.json"))
    try FileManager.default.removeItem(atPath: sandbox.path + "/one/SHA256SUMS")
    let metrics = try sandbox.read("one/metrics.csv")
    let lines = metrics.split(separator: "\n").map(String.init)
    func write(_ folder: String, _ lines: [String], _ manifest: String) throws {
      try sandbox.write(folder + "/manifest.json", manifest)
      try sandbox.write(folder + "/metrics.csv", lines.joined(separator: "\n") + "\n")
    }
    func changed(_ change: (String) -> String) -> [String] { lines.map(change) }
    try write("empty", [lines[0]], manifest)
    let torn = manifest.replacing("\"complete\": true", with: "\"complete\": false")
    try write("torn", lines, torn)
    try write("fewer", changed { $0.replacing(",walker,", with: ",guide,") }, manifest)
    let patchy = changed { line in
      line.contains(",2,walker,") ? line.replacing(",walker,", with: ",guide,") : line
    }
    try write("patchy", patchy, manifest)
    let broken = changed { line in
      guard let range = line.firstRange(of: ",power,mean,") else { return line }
      return String(line[..<range.upperBound]) + "nan,mW,1"
    }
    try write("nanrun", broken, manifest)
  }

  /// Runs that can't be compared are rejected, each by name.
  @Test func rejectsIncomparableRuns() throws {
    let sandbox = try sandbox(seeds: "1-3")
    let base = try sandbox.read("base/short.csv")
    let power = try #require(base.firstRange(of: "power.mean,mW,"))
    let comma = try #require(base[power.upperBound...].firstIndex(of: ","))
    try sandbox.write(
      "nan/short.csv", base.replacingCharacters(in: power.upperBound..<comma, with: "nan"))
    try sandbox.write(
      "nobody/short.csv", base.replacing("device,,walker", with: "device,,somebody"))
    try sandbox.write(
      "old/short.csv", base.replacing("figures_version,,1", with: "figures_version,,0"))
    try sandbox.write("venue/short.csv", base.replacing("venue_sha256,,", with: "venue_sha256,,0"))
    try sandbox.write("changed.yaml", Self.walk + "\nabout: Changed.")
    for (file, folder, seeds) in [
      ("s.yaml", "one", "1-3"), ("s.yaml", "two", "1-4"), ("changed.yaml", "edited", "1-3"),
    ] {
      #expect(try sandbox.venuesim("run", file, "--seeds", seeds, "--out", folder).status == 0)
    }
    try breakRuns(sandbox)
    for (arguments, complaint) in Self.mistakes {
      let outcome = try sandbox.venuesim(arguments)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(arguments) \(outcome)")
      #expect(outcome.errors.contains(complaint), "\(arguments) \(outcome)")
    }
    let meant = try sandbox.venuesim("compare", "one", "edited", "--changed-scenario")
    #expect(meant.status == 0 && meant.output.contains("identical"), "\(meant)")
  }

  /// Seeds are run as they are needed: a large change stops the gate early, no change as well.
  @Test func gateStopsWhenItIsDecided() throws {
    let sandbox = try sandbox(seeds: "1-30")
    #expect(try gate(sandbox).output.contains("short: 12 seeds, events identical"))
    #expect(try gate(sandbox, "--limit", "6").output.contains("short: 6 seeds, events identical"))
    #expect(try gate(sandbox, "--seeds", "auto").output.contains("short: 12 seeds"))
    let broken = try gate(sandbox, "--set", "stack.satellites.use=off", "--jobs", "1")
    #expect(broken.status == 3, "\(broken)")
    #expect(broken.output.contains("short: 12 seeds") || broken.output.contains("short: 24 seeds"))
    // The same bytes for the same limit in seeds.
    let again = try gate(sandbox, "--set", "stack.satellites.use=off", "--jobs", "2")
    #expect(again.output == broken.output)
    let whole = try gate(sandbox, "--set", "stack.satellites.use=off", "--seeds", "1-30", "--all")
    #expect(whole.status == 3 && whole.output.contains("(secondary)"), "\(whole)")
  }

  /// Without seeds, a new baseline has as many as detect a change.
  @Test func newBaselineTakesTheSeedsItNeeds() throws {
    let sandbox = try Sandbox()
    try sandbox.write("s.yaml", Self.walk)
    let made = try gate(
      sandbox, "--update", "--reason", "first", "--detects", "60 %", "--limit", "40")
    #expect(made.status == 0 && made.output.contains("made, seeds 1001-10"), "\(made)")
    #expect(try sandbox.read("base/short.csv").contains("seed_1012"))
  }

  /// An interrupted gate goes on where it was, and comes to the same result as one without interruption.
  @Test(.enabled(if: TestPaths.python != nil, "Python 3 is missing"))
  func interruptedGateGoesOn() throws {
    let sandbox = try sandbox(seeds: "1-30")
    // The ninth run waits for the interruption.
    try sandbox.write(
      "late.py",
      """
      import os, sys, time
      sys.stdin.readline()
      print('{"hello":{"version":1}}', flush=True)
      with open("runs", "a") as file:
          file.write("run\\n")
      if sum(1 for _ in open("runs")) == 9:
          open("reached", "w").close()
          while not os.path.exists("interrupted"):
              time.sleep(0.01)
      for line in sys.stdin:
          print("{}", flush=True)
      """)
    let stack = ["--stack", "cmd:python3 late.py", "--jobs", "1"]
    let command = try sandbox.start(
      TestPaths.venuesim, ["gate", "s.yaml", "--baselines", "base", "--out", "kept"] + stack)
    waitUntil { sandbox.exists("reached") || !command.isRunning }
    command.signal(SIGINT)
    try sandbox.write("interrupted", "")
    let stopped = try command.outcome()
    #expect(stopped.status == 130 && sandbox.exists("kept/.progress-short"), "\(stopped)")
    // Seeds of other figures are of no use.
    try FileManager.default.copyItem(
      atPath: sandbox.path + "/kept", toPath: sandbox.path + "/other")
    let other = try gate(sandbox, stack + ["--out", "other", "--metric", "power.mean"])
    #expect(other.status != 2 && !other.errors.contains("finished before"), "\(other)")
    let resumed = try gate(sandbox, stack + ["--out", "kept"])
    #expect(resumed.errors.contains("seeds of 'short' were finished before"), "\(resumed)")
    #expect(!sandbox.exists("kept/.progress-short"))
    let whole = try gate(sandbox, stack)
    #expect(whole.output == resumed.output && whole.status == resumed.status, "\(whole)")
    #expect(!whole.errors.contains("finished before"))
  }

  /// A baseline of another platform is used, with a note.
  @Test func otherPlatformsAreNoted() throws {
    let sandbox = try sandbox(seeds: "1-3")
    let base = try sandbox.read("base/short.csv")
    let range = try #require(base.firstRange(of: "platform,,linux"))
    try sandbox.write(
      "base/short.csv", base.replacingCharacters(in: range, with: "platform,,plan9"))
    let outcome = try gate(sandbox)
    #expect(outcome.status == 0 && outcome.output.contains("made on plan9"), "\(outcome)")
  }

  /// The page shows the worst seed before and after, where the baseline's side can be made.
  @Test func gateKeepsAPageOfBothSides() throws {
    let sandbox = try sandbox()
    let outcome = try gate(
      sandbox, "--set", "stack.satellites.use=off", "--out", "kept", "--base-stack", "reference")
    #expect(outcome.status == 3, "\(outcome)")
    let page = try sandbox.read("kept/gate.html")
    #expect(page.contains("availability.share") && sandbox.exists("kept/before/manifest.json"))
    let program = try gate(
      sandbox, "--set", "stack.satellites.use=off", "--out", "again", "--base-binary",
      TestPaths.venuesim)
    #expect(program.status == 3 && sandbox.exists("again/before/fixes.csv"), "\(program)")
    let missing = try gate(sandbox, "--out", "none", "--base-binary", "/nowhere/venuesim")
    #expect(missing.status == 2 && missing.errors.contains("can't be started"), "\(missing)")
  }

  /// The figures that decide, from the file to the verdict.
  @Test func scenariosNameTheFiguresThatDecide() throws {
    let sandbox = try Sandbox()
    try sandbox.write("s.yaml", Self.walk + "\njudge: {power.mean: 5 %, ttff.mean: 10 s}\n")
    #expect(
      try gate(sandbox, "--update", "--reason", "x", "--seeds", "1-10", "--detects", "any").status
        == 0)
    let outcome = try gate(sandbox, "--set", "stack.satellites.use=off", "--format", "csv")
    let rows = try Table(outcome.output)
    let decides = zip(rows["figure"], rows["role"]).filter { $0.1 == "primary" }.map(\.0)
    #expect(decides == ["power.mean", "ttff.mean"], "\(outcome)")
    for (judge, complaint) in [
      ("{powr.mean: 5 %}", "s.yaml:7:9: unknown metric 'powr.mean' (did you mean 'power.mean'?)"),
      ("{power: 5 %}", "'power' needs a statistic"), ("{power.mean: 0 %}", "more than zero"),
      ("{power.mean: 5 m}", "s.yaml:7:"), ("[power.mean]", "expected a mapping such as"),
      ("{'power.mean (floor 2)': 5 %}", "no budget covers 'floor 2'"),
    ] {
      try sandbox.write("s.yaml", Self.walk + "\njudge: \(judge)\n")
      let wrong = try sandbox.venuesim("check", "s.yaml")
      #expect(wrong.status == 2 && wrong.errors.contains(complaint), "\(judge) \(wrong)")
    }
  }

  @Test func foldersAreComparedSeedBySeed() throws {
    let sandbox = try Sandbox()
    try sandbox.write("s.yaml", Self.walk)
    for (folder, setting) in [
      ("one", "stack.satellites.use=single-point"), ("two", "stack.satellites.use=off"),
    ] {
      let outcome = try sandbox.venuesim(
        "run", "s.yaml", "--seeds", "1-10", "--set", setting, "--out", folder)
      #expect(outcome.status == 0, "\(outcome)")
    }
    let same = try sandbox.venuesim("compare", "one", "one")
    #expect(same.status == 0 && same.output.contains("events identical"), "\(same)")
    let worse = try sandbox.venuesim("compare", "one", "two")
    #expect(worse.status == 3 && worse.output.contains("no location for "), "\(worse)")
    #expect(worse.output.contains("where there were "), "\(worse)")
    let each = try sandbox.venuesim("compare", "one", "two", "--each-device", "--format", "csv")
    #expect(each.status == 3 && each.output.contains(",walker,availability.share,"), "\(each)")
  }

  /// Budgets of parts of a run, from the file to the verdict.
  @Test func budgetsMayHaveConditions() throws {
    let sandbox = try Sandbox()
    let budgets = [
      "{limit: horizontal_error.p95 <= 1 km, only: floor == 0}",
      "{limit: horizontal_error.p95 <= 1 mm, while: walking, devices: walk*}",
      "{limit: horizontal_error.p95 <= 1 mm, devices: nobody}",
      "{limit: horizontal_error.p95 <= 1 km, from: 10 s, until: 20 s}",
    ]
    try sandbox.write("s.yaml", Self.scenario(budgets))
    let outcome = try sandbox.venuesim("run", "s.yaml", "--out", "kept")
    #expect(outcome.status == 4, "\(outcome)")
    let rows = try Table(sandbox.read("kept/budgets.csv"))
    #expect(rows["verdict"] == ["kept", "missed", "missed", "kept"], "\(outcome)")
    #expect(
      rows["condition"] == [
        "floor 0", "while walking, devices walk*", "devices nobody", "from 10.0 s, until 20.0 s",
      ])
    try sandbox.write(
      "s.yaml",
      Self.scenario([
        "{limit: horizontal_eror.p95 <= 1 m, only: floor == 0}",
        "{limit: power.mean <= 1 W, while: driving}",
      ]))
    let wrong = try sandbox.venuesim("check", "s.yaml")
    #expect(wrong.status == 2, "\(wrong)")
    #expect(
      wrong.errors.contains("s.yaml:6:19: unknown metric 'horizontal_eror.p95' (did you mean"))
    #expect(wrong.errors.contains("'power' covers a device's whole run"), "\(wrong)")
  }
}
