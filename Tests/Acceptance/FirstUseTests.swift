import Foundation
import Testing

/// First use: the demo, new files, and missing requirements.
struct FirstUseTests {
  @Test func versionNamesItsOrigin() throws {
    let outcome = try Sandbox().venuesim("--version")
    #expect(outcome.status == 0)
    let words = outcome.output.split(separator: " ", maxSplits: 2)
    #expect(words.count == 3 && words[0] == "venuesim", "\(outcome)")
    #expect(words.last == "(built from a tree)\n", "\(outcome)")
  }

  @Test func demoWritesAPageInSeconds() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim("demo", "canyon", "--out", "shown")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("The page is shown/canyon/report.html."))
    #expect(try sandbox.read("shown/canyon/report.html").contains("<html"))
    #expect(sandbox.exists("shown/canyon/fixes.csv"))
    #expect(outcome.processorSeconds < 30, "about five seconds on two cores")
    let again = try sandbox.venuesim("demo", "canyon", "--out", "shown")
    #expect(again.status == 2 && again.errors.contains("--force"), "\(again)")
    let slip = try sandbox.venuesim("demo", "musem")
    #expect(slip.status == 2 && slip.errors.contains("did you mean 'museum'?"), "\(slip)")
  }

  /// Several demos give one object, in a folder of any name.
  @Test func severalDemosPrintOneObject() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(
      "demo", "canyon", "commute", "--json", "--out=--shown")
    #expect(outcome.status == 0, "\(outcome)")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(answer["verb"] as? String == "demo" && answer["status"] as? Int == 0)
    let demos = try #require(answer["demos"] as? [[String: Any]])
    #expect(demos.compactMap { $0["folder"] as? String } == ["--shown/canyon", "--shown/commute"])
    #expect(sandbox.exists("--shown/commute/report.html"))
    let nowhere = try sandbox.venuesim("demo", "canyon", "--out=")
    #expect(nowhere.status == 2 && nowhere.errors.contains("--out names no folder"), "\(nowhere)")
  }

  @Test func newScenarioRunsUnchanged() throws {
    let sandbox = try Sandbox()
    let made = try sandbox.venuesim("new", "scenario", "sites/first.yaml")
    #expect(made.status == 0, "\(made)")
    #expect(
      made.output
        == "sites/first.yaml\nsites/first-venue.yaml\n"
        + "Now: venuesim run sites/first.yaml --report --out first-run\n")
    let text = try sandbox.read("sites/first.yaml")
    #expect(
      text.hasPrefix("# yaml-language-server: $schema=.venuesim/scenario.schema.json\n"), "\(text)")
    #expect(text.contains("\nname: first\n") && text.contains("\nvenue: first-venue.yaml"))
    #expect(
      try sandbox.read("sites/.venuesim/scenario.schema.json")
        == sandbox.venuesim("schema", "scenario").output)
    let run = try sandbox.venuesim("run", "sites/first.yaml", "--seeds", "1-3")
    #expect(run.status == 0 && !run.output.contains("missed:"), "\(run)")
    let power = try sandbox.venuesim("check", "--power", "sites/first.yaml")
    #expect(power.status == 0, "each budget can fail, and its cause breaks it: \(power)")
    let campaign = try sandbox.venuesim("new", "campaign", "sites/nightly.yaml")
    #expect(campaign.status == 0, "\(campaign)")
    let plan = try sandbox.venuesim("campaign", "plan", "sites/nightly.yaml")
    #expect(plan.status == 0 && plan.output.contains("100 runs"), "\(plan)")
  }

  @Test func newCampaignCreatesOrReferencesAScenario() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim("new", "campaign", "camp.yaml").status == 0)
    #expect(sandbox.exists("first.yaml") && sandbox.exists("first-venue.yaml"))
    let plan = try sandbox.venuesim("campaign", "plan", "camp.yaml")
    #expect(plan.status == 0 && plan.output.contains("100 runs"), "\(plan)")
    let own = try sandbox.venuesim(
      "new", "campaign", "runs/mine.yaml", "--scenario", "first.yaml")
    #expect(own.status == 0 && !sandbox.exists("runs/first.yaml"), "\(own)")
    #expect(try sandbox.venuesim("campaign", "plan", "runs/mine.yaml").status == 0)
  }

  /// A bundled scenario is run by its name, from any folder; an existing file takes precedence.
  @Test func bundledScenarioRunsByName() throws {
    let sandbox = try Sandbox()
    let named = try sandbox.venuesim("run", "corridor", "--seeds", "7", "--json")
    let filed = try sandbox.venuesim("run", TestPaths.corridor, "--seed", "7", "--json")
    #expect(named.status == 0 && named.output == filed.output, "\(named)")
    let list = try sandbox.venuesim("list", "scenarios")
    #expect(list.status == 0 && list.output.contains("museum-visit"), "\(list)")
    try sandbox.write("corridor", "mine")
    #expect(try sandbox.venuesim("run", "corridor").status == 2)
  }

  @Test func existingFilesAreNotOverwritten() throws {
    let sandbox = try Sandbox()
    try sandbox.write("first.yaml", "mine")
    let refused = try sandbox.venuesim("new", "scenario", "first.yaml")
    #expect(
      refused.status == 2 && refused.errors.contains("'first.yaml' exists already"), "\(refused)")
    #expect(try sandbox.read("first.yaml") == "mine")
    #expect(!sandbox.exists("first-venue.yaml"), "no part of the pair is written")
    #expect(try sandbox.venuesim("new", "scenario", "first.yaml", "--force").status == 0)
  }

  @Test func newScenarioUsesPlacesOfTheVenue() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim("new", "venue", "sites/studio.yaml").status == 0)
    let made = try sandbox.venuesim(
      "new", "scenario", "runs/visit.yaml", "--venue", "sites/studio.yaml")
    #expect(made.status == 0, "\(made)")
    let text = try sandbox.read("runs/visit.yaml")
    #expect(text.contains("venue: ../sites/studio.yaml"), "\(text)")
    #expect(text.contains("start: \"Hall\"") && text.contains("visit: {to: \"Library\""), "\(text)")
    let run = try sandbox.venuesim("run", "runs/visit.yaml")
    #expect(run.status == 0, "\(run)")
    try sandbox.write(
      "bare.yaml",
      "name: Bare\norigin: {latitude: 1 deg, longitude: 1 deg, altitude: 0 m}\nbuildings: []\n")
    let nowhere = try sandbox.venuesim("new", "scenario", "no.yaml", "--venue", "bare.yaml")
    #expect(nowhere.status == 2 && nowhere.errors.contains("no two named places"), "\(nowhere)")
  }

  @Test(arguments: ["stack", "part"]) func newProgramsRun(kind: String) throws {
    let sandbox = try Sandbox()
    let python = try #require(TestPaths.python)
    #expect(try sandbox.venuesim("new", kind, "mine.py").status == 0)
    let command = "cmd:\(python) mine.py"
    let outcome = try sandbox.venuesim(
      kind == "stack"
        ? ["run", TestPaths.corridor, "--stack", command, "--json"]
        : ["run", TestPaths.corridor, "--set", "stack.locator={use: \"\(command)\"}", "--json"])
    #expect(outcome.status == 0 || outcome.status == 4, "\(outcome)")
    #expect(outcome.output.contains("\"availability\""), "\(outcome)")
  }

  @Test func examplesAreCopiedCompletely() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim("new", "examples")
    #expect(outcome.status == 0, "\(outcome)")
    let ours = try sandbox.files(below: "scenarios")
    for file in ["corridor.yaml", "venues/corridor.yaml", "examples/PROTOCOL.md"] {
      let original = FileManager.default.contents(atPath: TestPaths.root + "/scenarios/" + file)
      #expect(ours[file] == original, "\(file)")
    }
    #expect(try sandbox.venuesim("check", "scenarios/corridor.yaml").status == 0)
    #expect(try sandbox.venuesim("new", "examples").status == 2)
  }

  @Test func doctorReportsMissingRequirements() throws {
    let sandbox = try Sandbox()
    let well = try sandbox.venuesim("doctor", "--json")
    #expect(well.status == 0 && well.output.contains("\"well\":true"), "\(well)")
    let shell = try #require(TestPaths.program("bash"))
    let ill = try sandbox.run(
      shell,
      [
        "-c", "VENUESIM_SHARE=/nowhere TMPDIR=/nowhere PATH=/nowhere \"$0\" doctor",
        TestPaths.venuesim,
      ])
    #expect(ill.status == 1, "\(ill)")
    for word in [
      "there are no scenarios in '/nowhere'", "'/nowhere' can't be written to",
      "apt-get install python3",
    ] {
      #expect(ill.output.contains(word), "\(word): \(ill)")
    }
    let demo = try sandbox.run(
      shell, ["-c", "VENUESIM_SHARE=/nowhere \"$0\" demo", TestPaths.venuesim])
    #expect(demo.status == 1 && demo.errors.split(separator: "\n").count == 1, "\(demo)")
  }

  @Test func doctorChecksFolders() throws {
    let sandbox = try Sandbox()
    try sandbox.write("file", "")
    func doctor(_ variables: String...) throws -> Outcome {
      try sandbox.run("/usr/bin/env", variables + [TestPaths.venuesim, "doctor"])
    }
    let well = try doctor("VENUESIM_CACHE=kept/here", "TMPDIR=.")
    #expect(well.status == 0 && !well.output.contains("can't be written to"), "\(well)")
    #expect(
      well.output.firstMatch(of: /space for long runs +\., [0-9.]+ [GM]B free\n/) != nil, "\(well)")
    let alone = try doctor("VENUESIM_CACHE=kept")
    #expect(alone.status == 0 && !alone.output.contains("can't be written to"), "\(alone)")
    let ill = try doctor("VENUESIM_CACHE=file", "TMPDIR=file")
    #expect(ill.status == 1, "\(ill)")
    let lines = ill.outputLines.filter {
      $0.contains("'file' can't be written to: it isn't a folder")
    }
    #expect(lines.count == 2, "\(ill)")
    let below = try doctor("VENUESIM_CACHE=file/kept")
    #expect(below.output.contains("'file' can't be written to: it isn't a folder"), "\(below)")
  }

  @Test func manualPageListsTheOptionsOfHelp() throws {
    let sandbox = try Sandbox()
    let page = try sandbox.venuesim("help", "--man", "run")
    #expect(page.status == 0 && page.output.hasPrefix(#".TH VENUESIM\-RUN 1"#), "\(page)")
    let help = try sandbox.venuesim("help", "run")
    for line in help.outputLines where line.hasPrefix("  --") {
      let name = line.dropFirst(2).prefix { $0 != " " }.replacing("-", with: #"\-"#)
      #expect(page.output.contains(name), "\(name)")
    }
  }
}
