import Foundation
import Testing

/// Campaigns recorded by commit, and regressions between them.
struct CampaignHistoryTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let corridor = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
      .replacingOccurrences(of: "venues/", with: TestPaths.root + "/scenarios/venues/")
    try sandbox.write("corridor.yaml", corridor)
    try sandbox.write(
      "nightly.yaml",
      "campaign: nightly\nscenarios: [corridor.yaml]\nseeds: 1000-1015\nset: {duration: 60 s}\n")
    return sandbox
  }

  private func record(
    _ sandbox: Sandbox, _ commit: String, _ date: String, _ settings: String...
  ) throws {
    let folder = "at-" + commit
    let run = try sandbox.venuesim(
      ["campaign", "run", "nightly.yaml", "--out", folder, "--quiet"]
        + settings.flatMap { ["--set", $0] })
    #expect([0, 4].contains(run.status), "\(run)")
    let kept = try sandbox.venuesim(
      "campaign", "record", "--out", folder, "--store", "weeks.sqlite", "--commit", commit,
      "--date", date)
    #expect(kept.status == 0 && kept.output.contains(commit), "\(kept)")
  }

  @Test func regressionIsReported() throws {
    let sandbox = try sandbox()
    for (number, commit) in ["aaa1", "bbb2", "ccc3"].enumerated() {
      try record(sandbox, commit, "2026-11-0\(number + 1)")
    }
    let calm = try sandbox.venuesim(
      "campaign", "report", "--store", "weeks.sqlite", "--out", "calm")
    #expect(calm.status == 0 && calm.output.contains("0 worse, 0 better"), "\(calm)")
    try record(
      sandbox, "ddd4", "2026-11-04", "stack.satellites.use=off",
      "stack.locator.use=strongest-beacon")
    let worse = try sandbox.venuesim(
      "campaign", "report", "nightly", "--store", "weeks.sqlite", "--out", "page", "--links",
      "../at-ddd4")
    #expect(worse.status == 3 && worse.output.contains("worse: corridor"), "\(worse)")
    let page = try sandbox.read("page/index.html")
    #expect(page.contains("\"verdict\":\"worse\"") && page.contains("\"changes\":[3]"))
    #expect(try sandbox.read("page/badge.svg").contains("worse"))
    let byFolder = try sandbox.venuesim(
      "campaign", "report", "at-ddd4/", "--store", "weeks.sqlite")
    #expect(byFolder.status == 3 && byFolder.output.contains("worse: corridor"), "\(byFolder)")
    // The verdicts are those of compare.
    let compare = try sandbox.venuesim("compare", "at-ccc3", "at-ddd4", "--json")
    let reported = try sandbox.venuesim("campaign", "report", "--store", "weeks.sqlite", "--json")
    let moved = try #require(
      (JSONSerialization.jsonObject(with: Data(reported.output.utf8)) as? [String: Any])?["moved"]
        as? [[String: Any]])
    #expect(!moved.isEmpty)
    for row in moved {
      #expect(compare.output.contains(try #require(row["figure"] as? String)), "\(row)")
    }
    // Another record of a commit replaces its entry; an older base may be selected.
    let since = try sandbox.venuesim(
      "campaign", "report", "--store", "weeks.sqlite", "--since", "2026-11-02", "--json")
    #expect(since.status == 3, "\(since)")
    try record(
      sandbox, "ddd4", "2026-11-04", "stack.satellites.use=off",
      "stack.locator.use=strongest-beacon")
    let again = try sandbox.venuesim("campaign", "report", "--store", "weeks.sqlite", "--json")
    #expect(again.output == reported.output)
  }

  @Test func rejectsInvalidStoresAndFolders() throws {
    let sandbox = try sandbox()
    try record(sandbox, "aaa1", "2026-11-01")
    try sandbox.write("text.sqlite", "no store")
    try FileManager.default.copyItem(
      atPath: sandbox.path + "/weeks.sqlite", toPath: sandbox.path + "/newer.sqlite")
    let bump = try sandbox.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sqlite3; sqlite3.connect('newer.sqlite').execute('PRAGMA user_version = 9')",
      ])
    #expect(bump.status == 0, "\(bump)")
    for (words, reported) in [
      (["report", "--store", "none.sqlite"], "none.sqlite"),
      (["report", "--store", "text.sqlite"], "not an SQLite database"),
      (["report", "--store", "newer.sqlite"], "newer venuesim"),
      (
        ["report", "weekly", "--store", "weeks.sqlite"],
        "nothing of the campaign 'weekly', and no folder of results has that name. The store has 'nightly'"
      ),
      (
        ["report", "--store", "weeks.sqlite", "--since", "zzz"],
        "no entry before the last matches 'zzz'"
      ),
      (
        ["record", "--out", "none", "--store", "weeks.sqlite", "--commit", "x"],
        "none/manifest.json"
      ),
      (["record", "--out", "at-aaa1", "--store", "weeks.sqlite"], "--commit"),
      (
        [
          "record", "--out", "at-aaa1", "--store", "weeks.sqlite", "--commit", "x", "--date",
          "monday",
        ], "--date takes"
      ),
    ] {
      let outcome = try sandbox.venuesim(["campaign"] + words)
      #expect(outcome.status == 2 && outcome.errors.contains(reported), "\(words): \(outcome)")
    }
    // A table that was edited by hand is rejected.
    let path = sandbox.path + "/at-aaa1/metrics.csv"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacingOccurrences(of: "horizontal_error,p50,", with: "horizontal_error,p50,0")
      .write(
        toFile: path, atomically: true, encoding: .utf8)
    let changed = try sandbox.venuesim(
      "campaign", "record", "--out", "at-aaa1", "--store", "weeks.sqlite", "--commit", "x")
    #expect(
      changed.status == 2 && changed.errors.contains("has changed since the run wrote it"),
      "\(changed)")
  }

  /// Tables of plain runs have checksums, and changed ones are rejected by name.
  @Test func rejectsChangedTables() throws {
    let sandbox = try sandbox()
    #expect(
      [0, 4].contains(
        try sandbox.venuesim(
          "run", "corridor.yaml", "--seeds", "1000-1002", "--out", "run", "--quiet"
        ).status))
    for (table, verbs) in [
      (
        "metrics.csv",
        [["compare", "run", "run"], ["report", "run"], ["report", "run", "--csv"]]
      ),
      ("events.csv", [["explain", "run"], ["report", "run"]]), ("fixes.csv", [["report", "run"]]),
    ] {
      let path = sandbox.path + "/run/" + table
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      for (change, reported) in [(Data(whole.dropLast(40)), "rows, not"), (nil, "is missing")] {
        if let change {
          try change.write(to: URL(fileURLWithPath: path))
        } else {
          try FileManager.default.removeItem(atPath: path)
        }
        for verb in verbs {
          let outcome = try sandbox.venuesim(verb)
          #expect(
            outcome.status == 2 && outcome.errors.contains(table), "\(verb) \(reported): \(outcome)"
          )
        }
        try whole.write(to: URL(fileURLWithPath: path))
      }
      for verb in verbs { #expect(try sandbox.venuesim(verb).status == 0, "\(verb)") }
    }
  }
}
