import Foundation
import TestSupport
import Testing

/// `venuesim report` and `run --report`, as a user runs them.
struct ReportTests {
  private static let page = "report.html"

  @Test func reportOptionAndVerbWriteTheSamePage() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1-2", "--out", "kept", "--report")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(run.output.hasSuffix("The page is kept/report.html.\n"), "\(run)")
    let first = try sandbox.read("kept/report.html")
    let report = try sandbox.venuesim("report", "kept/", "--out", "elsewhere.html")
    #expect(report.status == 0 && report.output == "The page is elsewhere.html.\n", "\(report)")
    #expect(try sandbox.read("elsewhere.html") == first)
    // It contains nothing of this machine or time, and loads nothing.
    let plain = first.replacing("'http://www.w3.org/2000/svg'", with: "")
    #expect(!plain.contains("/tmp") && !plain.contains("http://") && !plain.contains("https://"))
    #expect(first.contains("default-src 'none'"))
    #expect(!first.contains("src=\"") && !first.contains("@import") && !first.contains("url("))
  }

  /// The page depends on the folder alone, with any number of jobs, and repeatedly.
  @Test func movedFolderGivesTheSamePage() throws {
    let sandbox = try Sandbox()
    let scenario = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
    try sandbox.write("place/corridor.yaml", scenario)
    try sandbox.write(
      "place/venues/corridor.yaml",
      String(contentsOfFile: TestPaths.root + "/scenarios/venues/corridor.yaml", encoding: .utf8))
    var pages: Set<String> = []
    for jobs in ["1", "4"] {
      let run = try sandbox.venuesim(
        "run", "place/corridor.yaml", "--seeds", "1-4", "--jobs", jobs, "--out", "run\(jobs)",
        "--report", "--quiet")
      #expect(run.status == 0 && run.output.isEmpty, "\(run)")
      pages.insert(try sandbox.read("run\(jobs)/report.html"))
    }
    try FileManager.default.removeItem(atPath: sandbox.path + "/place")
    try FileManager.default.moveItem(
      atPath: sandbox.path + "/run1", toPath: sandbox.path + "/moved")
    let report = try sandbox.venuesim("report", "moved", "--quiet")
    #expect(report.status == 0 && report.output.isEmpty && report.errors.isEmpty, "\(report)")
    pages.insert(try sandbox.read("moved/report.html"))
    #expect(pages.count == 1)
  }

  @Test func resumedFinishedRunGetsItsPage() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim("run", TestPaths.corridor, "--out", "kept")
    let again = try sandbox.venuesim(
      "run", TestPaths.corridor, "--out", "kept", "--force", "--report")
    #expect(again.status == 0 && sandbox.exists("kept/report.html"), "\(again)")
    // A page of an earlier run doesn't belong to the next one's tables.
    let other = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seed", "9", "--out", "kept", "--force")
    #expect(other.status == 0 && !sandbox.exists("kept/report.html"), "\(other)")
    let resumed = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seed", "9", "--out", "kept", "--resume", "--report")
    #expect(resumed.status == 0 && sandbox.exists("kept/report.html"), "\(resumed)")
  }

  @Test func twoRunsShareAPage() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim("run", TestPaths.corridor, "--out", "a")
    _ = try sandbox.venuesim(
      "run", TestPaths.corridor, "--out", "b", "--set", "stack.locator.window=9 s")
    let report = try sandbox.venuesim("report", "a", "--against", "b", "--out", "both.html")
    #expect(report.status == 0, "\(report)")
    let page = try sandbox.read("both.html")
    #expect(page.contains("stack.locator.window=9 s"))
    #expect(try page.utf8.count > sandbox.venuesimPage(of: "a").utf8.count)
  }

  @Test func condensedTablesAgreeWithMetrics() throws {
    let sandbox = try Sandbox()
    for (folder, settings) in [("a", []), ("b", ["--set", "stack.locator.window=9 s"])] {
      _ = try sandbox.venuesim(
        ["run", TestPaths.corridor, "--seeds", "1-3", "--out", folder] + settings)
    }
    let one = try sandbox.venuesim("report", "a", "--csv")
    #expect(one.status == 0, "\(one)")
    #expect(one.output == "The tables are in a/: by_scenario.csv, by_group.csv.\n")
    let several = try sandbox.venuesim("report", "a", "b", "--csv", "--out", "tables")
    #expect(several.status == 0, "\(several)")
    let settings = try Table(sandbox.read("tables/by_setting.csv"))
    #expect(Set(settings["setting"]) == ["as it is", "stack.locator.window=9 s"])
    let scenarios = try Table(sandbox.read("tables/by_scenario.csv"))
    let metrics = try Table(sandbox.read("a/metrics.csv"))
    let row = try #require(scenarios.rows(where: ["metric": "horizontal_error"]).first)
    for statistic in ["mean", "p50", "p95", "max"] {
      let pooled = metrics.rows(where: [
        "seed": "all", "metric": "horizontal_error", "statistic": statistic,
      ])
      #expect(row[statistic] == pooled.first?["value"], "\(statistic)")
    }
    #expect(row["seeds"] == "3" && row["device_runs"] == "3" && row["verdict"] == "kept")
    let help = try sandbox.venuesim("help", "report")
    for column in scenarios.columns + settings.columns { #expect(help.output.contains(column)) }
  }

  @Test(arguments: [
    (["report"], "report which run's folder?"), (["report", "nowhere"], "holds no run"),
    (["report", "kept", "kept"], "one run"), (["report", "empty"], "holds no run"),
    (["report", "kept", "--against", "nowhere"], "holds no run"),
    (["report", "kept", "--csv", "--against", "kept"], "exclude each other"),
    (["report", "kept", "kept", "--csv"], "--out DIR"),
    (["run", TestPaths.corridor, "--report"], "--report needs --out DIR"),
  ]) func mistakesAreReported(arguments: [String], message: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("kept/manifest.json", "{\"run\": \"r\"}")
    try sandbox.write("empty/fixes.csv", "run\n")
    let outcome = try sandbox.venuesim(arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome)")
    #expect(!sandbox.exists("kept/" + Self.page))
  }

  @Test func damagedTableIsReported() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim("run", TestPaths.corridor, "--out", "kept")
    let manifest = try sandbox.read("kept/manifest.json")
    let sums = try sandbox.read("kept/SHA256SUMS")
    try FileManager.default.removeItem(atPath: sandbox.path + "/kept/SHA256SUMS")
    try sandbox.write("kept/manifest.json", try unsealed(manifest))
    let table = try sandbox.read("kept/fixes.csv")
    try sandbox.write("kept/fixes.csv", table.replacing("beacon,", with: "beacon,,,,,,"))
    let outcome = try sandbox.venuesim("report", "kept")
    #expect(outcome.status == 2 && outcome.errors.contains("kept/fixes.csv:"), "\(outcome)")
    // The checksum fails before anything is read.
    try sandbox.write("kept/manifest.json", manifest)
    try sandbox.write("kept/SHA256SUMS", sums)
    let sealed = try sandbox.venuesim("report", "kept")
    #expect(
      sealed.status == 2 && sealed.errors.contains("fixes.csv' has changed since the run wrote it"),
      "\(sealed)")
    #expect(!sandbox.exists("kept/" + Self.page))
  }

  /// Changes of the manifest, the scene and recordings are named; folders of older versions have no checksums.
  @Test func changedFilesAreNamed() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim(
      "run", TestPaths.corridor, "--set", "duration=20 s", "--record", "--out", "kept")
    let recording = "kept/recordings/corridor-1-walker"
    let sums = try sandbox.run("/bin/sh", ["-c", "cd kept && sha256sum --quiet -c SHA256SUMS"])
    #expect(sums.status == 0, "\(sums)")
    #expect(
      try sandbox.read("kept/SHA256SUMS").contains("  recordings/corridor-1-walker/beacon.csv\n"))
    for (file, old, new, commands) in [
      (
        "kept/manifest.json", "\"reference\"", "\"my own\"",
        [["report", "kept"], ["compare", "kept", "kept"]]
      ),
      ("kept/scene.json", "0", "1", [["report", "kept"]]),
      (recording + "/beacon.csv", "-8", "-7", [["replay", recording], ["replay", "kept"]]),
    ] {
      let text = try sandbox.read(file)
      try sandbox.write(file, text.replacing(old, with: new))
      for words in commands {
        let outcome = try sandbox.venuesim(words)
        #expect(
          outcome.status == 2
            && outcome.errors.contains("'\(file)' has changed since the run wrote it; "),
          "\(outcome)")
      }
      try sandbox.write(file, text)
      for words in commands { #expect(try sandbox.venuesim(words).status != 2, "\(words)") }
    }
    // Changed on purpose: a copy outside of the run's folder has no checksums.
    let outside =
      "mkdir own && cp -r \(recording) own/walk && sed -i 's/,-8/,-7/' own/walk/beacon.csv"
    #expect(try sandbox.run("/bin/sh", ["-c", outside]).status == 0)
    #expect(try sandbox.venuesim("replay", "own/walk").status == 0)
    try FileManager.default.removeItem(atPath: sandbox.path + "/" + recording + "/beacon.csv")
    let less = try sandbox.venuesim("replay", recording)
    #expect(
      less.status == 2 && less.errors.contains("beacon.csv' is missing, but the run wrote it"))
    try FileManager.default.removeItem(atPath: sandbox.path + "/kept/SHA256SUMS")
    #expect(try sandbox.venuesim("replay", recording).status == 0, "as in older versions")
  }

  /// The page as users see it, in headless Chromium.
  @Test(
    .enabled(
      if: TestPaths.python != nil
        && (TestPaths.program("chromedriver") != nil
          || ProcessInfo.processInfo.environment["CHROMEDRIVER"] != nil),
      "no headless Chromium: Debian's chromium-driver is not installed"))
  func pageWorksInABrowser() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      TestPaths.root + "/Tests/Browser/run", [TestPaths.venuesim])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("ok: compared: compares"), "\(outcome)")
  }
}

extension Sandbox {
  /// The page of a run's folder.
  fileprivate func venuesimPage(of folder: String) throws -> String {
    _ = try venuesim("report", folder)
    return try read(folder + "/report.html")
  }
}
