import Foundation
import Glibc
import Testing

/// Files written by `new`, with various names.
struct NewFilesTests {
  /// A campaign whose name would be that of its new scenario or venue.
  @Test(arguments: ["first.yaml", "./first.yaml", "first-venue.yaml"])
  func newCampaignIsNotOverwrittenByItsScenario(name: String) throws {
    let sandbox = try Sandbox()
    let path = "sites/" + name
    let made = try sandbox.venuesim("new", "campaign", path)
    #expect(made.status == 0, "\(made)")
    #expect(try sandbox.read(path).contains("\nname: first"))
    let plan = try sandbox.venuesim("campaign", "plan", path)
    #expect(plan.status == 0 && plan.output.contains("100 runs"), "\(plan)")
  }

  /// A file's name, and the name of the scenario in it.
  @Test(arguments: [
    ("true.yaml", "scenario-true"), ("null.yaml", "scenario-null"), ("1e5.yaml", "scenario-1e5"),
    ("0x1f.yaml", "scenario-0x1f"), ("my visit.yaml", "my-visit"), ("über.yaml", "ber"),
    ("日本.yaml", "scenario"), ("a.b_c-1.yaml", "a.b_c-1"),
  ]) func scenarioNameIsDerivedFromFileName(file: String, name: String) throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim("new", "scenario", file).status == 0)
    #expect(try sandbox.read(file).contains("\nname: \(name)\n"))
    let check = try sandbox.venuesim("check", file)
    #expect(check.status == 0, "\(check)")
    #expect(try sandbox.venuesim("new", "campaign", "c/" + file, "--scenario", file).status == 0)
    let plan = try sandbox.venuesim("campaign", "plan", "c/" + file)
    #expect(plan.status == 0, "\(plan)")
  }

  @Test(arguments: [".yaml", "sites/.yaml", "a\nb.yaml"])
  func rejectsUnusableFileNames(path: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim("new", "scenario", path)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(
      outcome.errors.contains("no name before its ending")
        || outcome.errors.contains("leave it out"))
    #expect(try sandbox.files().isEmpty)
  }

  @Test func commandsInCommentsNameTheNewFile() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim("new", "venue", "my-nightly.yaml").status == 0)
    let venue = try sandbox.read("my-nightly.yaml")
    #expect(venue.contains("#     venuesim check my-nightly.yaml\n"), "\(venue)")
    #expect(try sandbox.venuesim("new", "campaign", "my-studio.yaml").status == 0)
    let campaign = try sandbox.read("my-studio.yaml")
    #expect(campaign.contains("run my-studio.yaml --out my-studio\n"), "\(campaign)")
    #expect(try sandbox.venuesim("new", "scenario", "my visit.yaml").status == 0)
    let scenario = try sandbox.read("my visit.yaml")
    #expect(scenario.contains("#     venuesim check 'my visit.yaml'\n"), "\(scenario)")
  }

  /// The suggested next command works in a shell, with blanks and quotes in names.
  @Test(arguments: ["stack", "part"]) func suggestedCommandRunsInAShell(kind: String) throws {
    let sandbox = try Sandbox()
    let shell = try #require(TestPaths.program("bash"))
    _ = try #require(TestPaths.python)
    let made = try sandbox.venuesim("new", kind, "it's my.py")
    let next = try #require(made.outputLines.first { $0.hasPrefix("Now: venuesim run ") })
    let words = next.dropFirst("Now: venuesim ".count)
      .replacing("SCENARIO", with: "'\(TestPaths.corridor)'")
    let outcome = try sandbox.run(shell, ["-c", "\"$0\" \(words) --json", TestPaths.venuesim])
    #expect(outcome.status == 0 || outcome.status == 4, "\(words): \(outcome)")
    #expect(outcome.output.contains("\"availability\""), "\(words): \(outcome)")
  }

  /// Runs the command with its own folder of examples.
  private func examples(_ sandbox: Sandbox, to target: String) throws -> Outcome {
    try sandbox.run(
      "/usr/bin/env", ["VENUESIM_SHARE=share", TestPaths.venuesim, "new", "examples", target])
  }

  @Test func examplesAreNotCopiedIntoThemselves() throws {
    let sandbox = try Sandbox()
    try sandbox.write("share/scenarios/corridor.yaml", "name: corridor\n")
    #expect(symlink("share/scenarios", sandbox.path + "/link") == 0)
    for target in ["share/scenarios/mine", "share/scenarios/a/../b", "link/mine"] {
      let outcome = try examples(sandbox, to: target)
      #expect(outcome.status == 2, "\(target): \(outcome)")
      #expect(outcome.errors.contains("lies in the folder of the examples"), "\(outcome)")
      #expect(try sandbox.files(below: "share").count == 1, "\(target)")
    }
    #expect(try examples(sandbox, to: "share/scenarios-of-mine").status == 0)
    #expect(sandbox.exists("share/scenarios-of-mine/corridor.yaml"))
  }

  @Test func copiedExamplesStayExecutable() throws {
    let sandbox = try Sandbox()
    try sandbox.write("share/scenarios/corridor.yaml", "name: corridor\n")
    let tool = try sandbox.write("share/scenarios/examples/tool.sh", "true\n")
    #expect(chmod(tool, 0o755) == 0)
    #expect(try examples(sandbox, to: "mine").status == 0)
    #expect(access(sandbox.path + "/mine/examples/tool.sh", X_OK) == 0)
    #expect(access(sandbox.path + "/mine/corridor.yaml", X_OK) != 0)
  }

  @Test func newStudyRunsAsItIs() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim("new", "study", "mine.yaml").status == 0)
    let outcome = try sandbox.venuesim("study", "mine.yaml", "--seeds", "1-2", "--out", "mine")
    #expect(outcome.status == 0, "\(outcome)")
    for variant in ["reference", "no Wi-Fi", "no beacons", "no motion"] {
      #expect(outcome.output.contains(variant))
    }
  }

  @Test func listsAreSearchedByWords() throws {
    let sandbox = try Sandbox()
    let all = try sandbox.venuesim("list", "parameters", "--names").output.split(separator: "\n")
    let some = try sandbox.venuesim("list", "parameters", "Locator", "spread", "--names").output
      .split(separator: "\n")
    #expect(some.contains("stack.locator.answer.spread_share"))
    #expect(some.count > 3 && some.count < all.count / 10, "\(some.count)")
    let metric = try sandbox.venuesim("explain", "metric", "horizontal_error.p95").output
    #expect(metric.hasPrefix("horizontal_error\n  unit: m\n"), "\(metric)")
    let parameter = try sandbox.venuesim(
      "explain", "parameter", "stack.locator.answer.spread_share")
    #expect(parameter.output.contains("default: 0.7"), "\(parameter)")
  }

  /// A folder whose name isn't UTF-8 keeps its bytes.
  @Test func folderNamesNeedNotBeUTF8() throws {
    let sandbox = try Sandbox()
    let shell = try #require(TestPaths.program("bash"))
    let script = """
      mkdir $'caf\\xe9' other && cd $'caf\\xe9' && "$0" new venue v.yaml --quiet &&
      "$0" new scenario ../other/visit.yaml --venue v.yaml --quiet && "$0" check ../other/visit.yaml
      """
    let outcome = try sandbox.run(shell, ["-c", script, TestPaths.venuesim])
    #expect(outcome.status == 0, "\(outcome)")
  }
}
