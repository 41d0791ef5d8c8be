import Foundation
import Testing

/// Errors of campaigns: old results of a changed program, runs that weren't stored, missing tables, and lost
/// options.
struct CampaignFaultTests {
  private func sandbox(_ more: String = "", seeds: String = "1000-1003") throws -> Sandbox {
    let sandbox = try Sandbox()
    let corridor = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
      .replacingOccurrences(of: "duration: 3 min", with: "duration: 20 s")
      .replacingOccurrences(of: "venues/", with: TestPaths.root + "/scenarios/venues/")
    try sandbox.write("corridor.yaml", corridor)
    try sandbox.write(
      "c.yaml", "campaign: my_nightly\nscenarios: [corridor.yaml]\nseeds: \(seeds)\n" + more)
    return sandbox
  }

  /// The source of a program is part of the identity: a changed program is run again, as a stack and as a
  /// part.
  @Test(
    .enabled(if: TestPaths.python != nil, "no python3 with its standard library"),
    arguments: [
      ("strongest_beacon.py", ["--stack", "cmd:python3 mine.py"]),
      ("nearest_beacon_part.py", ["--set", "stack.locator={use: \"cmd:python3 'mine.py'\"}"]),
    ]) func changedProgramIsRunAgain(example: String, options: [String]) throws
  {
    let sandbox = try sandbox(seeds: "1000-1001")
    let text = try String(
      contentsOfFile: TestPaths.root + "/scenarios/examples/" + example, encoding: .utf8)
    try sandbox.write("mine.py", text)
    let campaign = ["campaign", "run", "c.yaml", "--out", "o"] + options
    let run =
      ["run", "corridor.yaml", "--seeds", "1000-1001", "--out", "r", "--resume"] + options
    for command in [campaign, run] {
      let first = try sandbox.venuesim(command)
      #expect([0, 4].contains(first.status), "\(first)")
      let same = try sandbox.venuesim(command)
      #expect(same.status == first.status, "\(same)")
      #expect(
        same.errors.contains("2 of 2 runs were finished before")
          || same.output.contains("Nothing to do"), "\(same)")
    }
    try sandbox.write("mine.py", "import sys\nsys.exit('broken')\n")
    let again = try sandbox.venuesim(campaign)
    #expect(again.status == 1 && again.errors.contains("broken"), "\(again)")
    let resumed = try sandbox.venuesim(run)
    #expect(resumed.status == 2 && resumed.errors.contains("is a different one"), "\(resumed)")
  }

  /// Runs that couldn't be stored aren't reported as kept.
  @Test func unstoredRunsAreNotReportedAsKept() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.run(
      "/bin/bash",
      ["-c", "ulimit -f 1; exec '\(TestPaths.venuesim)' campaign run c.yaml --out o 2>&1 | cat"])
    #expect(outcome.output.contains("0 of 4 runs are finished and kept in o/"), "\(outcome)")
    #expect(outcome.output.contains("the same command does the rest"), "\(outcome)")
    let rest = try sandbox.venuesim("campaign", "run", "c.yaml", "--out", "o")
    #expect([0, 4].contains(rest.status), "\(rest)")
  }

  @Test func missingTablesAreRestored() throws {
    let sandbox = try sandbox("keep: all\n")
    let command = ["campaign", "run", "c.yaml", "--out", "o"]
    #expect([0, 4].contains(try sandbox.venuesim(command).status))
    let whole = try sandbox.files(below: "o/runs")
    #expect(whole.keys.contains("corridor-1001/fixes.csv"), "\(whole.keys)")
    try FileManager.default.removeItem(atPath: sandbox.path + "/o/runs/corridor-1001")
    #expect([0, 4].contains(try sandbox.venuesim(command).status))
    #expect(try sandbox.files(below: "o/runs") == whole)
    // From shards alone, as from other machines.
    try FileManager.default.removeItem(atPath: sandbox.path + "/o/runs")
    #expect(
      [0, 4].contains(try sandbox.venuesim(["campaign", "merge"] + command.dropFirst(2)).status))
    #expect(try sandbox.files(below: "o/runs") == whole)
  }

  @Test func launchersForwardOptions() throws {
    let sandbox = try sandbox()
    func launch(_ words: String...) throws -> Outcome {
      try sandbox.venuesim(["campaign", "launch"] + words + ["--out", "o", "--shards", "2"])
    }
    for launcher in ["slurm", "dask", "parallel", "kubernetes"] {
      let text = try launch(launcher, "c.yaml", "--cache", "none", "--set", "duration=10 s")
      #expect(text.status == 0 && text.output.contains("--cache"), "\(text)")
      #expect(text.output.contains("duration=10 s"), "\(text)")
      let refused = try launch(launcher, "c.yaml", "--jobs", "4")
      #expect(
        refused.status == 2 && refused.errors.contains("--jobs doesn't go with"), "\(refused)")
    }
    let pods = try launch("kubernetes", "c.yaml")
    #expect(pods.output.contains("name: \"my-nightly\""), "\(pods)")
    // The placeholder of the shard's number in parallel's commands can't be a user's word.
    let parallel = try launch("parallel", "c.yaml", "--set", "stack={}")
    #expect(parallel.output.contains("-I @SHARD@") && parallel.output.contains("@SHARD@/2"))
    #expect(parallel.output.contains("stack={}") && !parallel.output.contains("--resume"))
  }

  /// A task opens only the files of its own runs; a truncated file of others isn't even opened.
  @Test func shardOpensOnlyItsOwnFiles() throws {
    let sandbox = try sandbox()
    let command = ["campaign", "run", "c.yaml", "--out", "o", "--shard"]
    #expect(try sandbox.venuesim(command + ["1/2"]).status == 0)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/o/shards").first)
    try sandbox.write("o/shards/" + name, "cut")
    let other = try sandbox.venuesim(command + ["2/2"])
    #expect(other.status == 0 && !other.errors.contains(name), "\(other)")
    let own = try sandbox.venuesim(command + ["1/2"])
    #expect(own.status == 0 && own.errors.contains("isn't a shard; it isn't used"), "\(own)")
  }

  /// Several processes that create one store at the same time all succeed.
  @Test func concurrentProcessesCreateOneStore() throws {
    let sandbox = try sandbox()
    #expect(
      [0, 4].contains(try sandbox.venuesim("campaign", "run", "c.yaml", "--out", "o").status))
    for round in 1...3 {
      let all = try (1...6).map { number in
        try sandbox.start(
          TestPaths.venuesim,
          [
            "campaign", "record", "--out", "o", "--store", "new-\(round).db", "--commit",
            "c\(number)", "--date", "2026-02-28T10:00:00+01:00",
          ])
      }
      for one in all {
        let outcome = try one.outcome()
        #expect(outcome.status == 0, "\(outcome)")
      }
    }
    for date in ["2026-02-29", "2026-02-28zz", "2026-02-28</script>", "2026-02-28T"] {
      let outcome = try sandbox.venuesim(
        "campaign", "record", "--out", "o", "--store", "new-1.db", "--commit", "x", "--date", date)
      #expect(outcome.status == 2 && outcome.errors.contains("--date takes"), "\(outcome)")
    }
  }
}
