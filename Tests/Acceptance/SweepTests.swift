import Foundation
import Testing

struct SweepTests {
  private static let sweep = """

    sweep:
      seeds: 1-3
      axes:
        - {key: stack.locator.window, values: [1 s, 10 s]}
        - {key: agents.walker.device, values: [phone-2014, phone-2019]}
      ablate: [stack.satellites]

    """

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let corridor = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
      .replacingOccurrences(of: "duration: 3 min", with: "duration: 30 s")
      .replacingOccurrences(of: "venues/", with: TestPaths.root + "/scenarios/venues/")
    try sandbox.write("a.yaml", corridor + Self.sweep)
    return sandbox
  }

  @Test func everyVariantIsInTableAndPicture() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.venuesim("run", "a.yaml", "--sweep", "--out", "one", "--jobs", "1")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("corridor: 6 variants") && outcome.output.contains("  *  "))
    #expect(try sandbox.files(below: "one").keys.sorted() == ["pareto.svg", "sweep.csv"])
    let table = Table(try sandbox.read("one/sweep.csv"))
    #expect(
      table.columns == [
        "run", "scenario", "variant", "stack.locator.window", "agents.walker.device", "seed",
        "device", "metric", "statistic", "value", "unit", "n",
      ])
    #expect(Set(table["variant"]).count == 6 && Set(table["seed"]) == ["1", "2", "3", "all"])
    // A pooled mean is the mean of its seeds, weighted by their counts.
    let key = ["variant": "as is", "metric": "horizontal_error", "statistic": "mean"]
    let rows = table.rows(where: key)
    #expect(rows.count == 4)
    let (sum, count) = rows.filter { $0["seed"] != "all" }.reduce((0.0, 0.0)) { total, row in
      let weight = Double(row["n"] ?? "") ?? .nan
      return (total.0 + weight * (Double(row["value"] ?? "") ?? .nan), total.1 + weight)
    }
    let pooled = rows.first { $0["seed"] == "all" }.flatMap { Double($0["value"] ?? "") }
    #expect(abs((pooled ?? .nan) - sum / count) < 1e-9)
    // Without --sweep the plain scenario runs, with the same figures as the variant 'as is'.
    let plain = try sandbox.venuesim("run", "a.yaml", "--seeds", "1-3", "--out", "plain")
    #expect(plain.status != 2, "\(plain)")
    let metrics = Table(try sandbox.read("plain/metrics.csv"))
    let mean = metrics.rows(where: ["seed": "all", "metric": "horizontal_error"])
      .first { $0["statistic"] == "mean" }
    #expect(mean?["value"].flatMap(Double.init) == pooled)

    let two = try sandbox.venuesim("run", "a.yaml", "--sweep", "--out", "two", "--jobs", "2")
    #expect(two.status == 0)
    #expect(try sandbox.files(below: "one") == sandbox.files(below: "two"))
  }

  @Test func stoppedSweepResumes() throws {
    let sandbox = try sandbox()
    let all = ["run", "a.yaml", "--sweep", "--quiet", "--seeds", "1-3", "--out"]
    #expect(try sandbox.venuesim(all + ["whole"]).status == 0)
    let refused = try sandbox.venuesim(all + ["whole"])
    #expect(refused.status == 2 && refused.errors.contains("not empty"), "\(refused)")
    let foreign = try sandbox.venuesim(all + ["whole", "--resume"])
    #expect(foreign.status == 2 && foreign.errors.contains("no sweep"), "\(foreign)")

    let long = ["run", "a.yaml", "--sweep", "--quiet", "--seeds", "1-100", "--jobs", "1", "--out"]
    var stopped: Outcome
    repeat {
      // A sweep that ends before the signal proves nothing, and is tried again.
      try? FileManager.default.removeItem(atPath: sandbox.path + "/part")
      let running = try sandbox.start(TestPaths.venuesim, long + ["part"])
      waitUntil { sandbox.exists("part/variants/0001.csv") || !running.isRunning }
      running.signal(SIGINT)
      stopped = try running.outcome()
    } while stopped.status == 0
    #expect(stopped.status == 130 && stopped.errors.contains("--resume"), "\(stopped)")
    let kept = Table(try sandbox.read("part/sweep.csv"))
    #expect(kept["seed"].contains("all") && Set(kept["variant"]).count < 6)
    let resumed = try sandbox.venuesim(long + ["part", "--resume"])
    #expect(resumed.status == 0, "\(resumed)")
    #expect(try sandbox.venuesim(long + ["again"]).status == 0)
    #expect(try sandbox.files(below: "part") == sandbox.files(below: "again"))
  }

  @Test func sweepFileListsItsScenarios() throws {
    let sandbox = try sandbox()
    let other = try sandbox.read("a.yaml")
      .replacingOccurrences(of: "name: corridor", with: "name: other")
    try sandbox.write("b.yaml", other)
    try sandbox.write(
      "both.yaml", "scenarios: [a.yaml, b.yaml]\nsweep: {ablate: [stack.satellites]}\n")
    let outcome = try sandbox.venuesim("run", "both.yaml", "--sweep", "--out", "both")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("other: 2 variants"), "\(outcome)")
    #expect(Set(Table(try sandbox.read("both/sweep.csv"))["scenario"]) == ["corridor", "other"])
    for (arguments, cause) in [
      (["a.yaml", "b.yaml"], "one file"), (["none.yaml"], "cannot read"),
      (["a.yaml", "--record"], "--record"),
      (
        [
          "a.yaml", "--set", "sweep.axes=[]", "--set",
          "sweep.ablate=[]",
        ], "varies nothing"
      ),
    ] {
      let refused = try sandbox.venuesim(["run", "--sweep", "--out", "x"] + arguments)
      #expect(refused.status == 2 && refused.errors.contains(cause), "\(refused)")
      #expect(!sandbox.exists("x"))
    }
  }
}
