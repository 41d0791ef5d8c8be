import Foundation
import Testing

struct StudyTests {
  private static let study = """
    study: small
    scenarios: [corridor.yaml]
    seeds: 1-3
    variants:
      as is: {}
      without satellites: {stack.satellites.use: off}
    metrics: [horizontal_error.p95, power.mean, {metric: availability.share, title: told}]

    """

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let corridor = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
      .replacingOccurrences(of: "duration: 3 min", with: "duration: 60 s")
      .replacingOccurrences(of: "venues/", with: TestPaths.root + "/scenarios/venues/")
    try sandbox.write("corridor.yaml", corridor)
    try sandbox.write("study.yaml", Self.study)
    return sandbox
  }

  /// The median of three seeds, recomputed from the tables of plain runs.
  @Test func cellsAreMediansOfPlainRuns() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.venuesim("study", "study.yaml", "--out", "one", "--jobs", "1")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("without satellites"), "\(outcome)")
    #expect(
      try sandbox.files(below: "one").keys.sorted() == ["study.csv", "study.md", "study.svg"])
    let study = Table(try sandbox.read("one/study.csv"))
    for (variant, settings) in [
      ("as is", []), ("without satellites", ["--set", "stack.satellites.use=off"]),
    ] {
      let run = ["run", "corridor.yaml", "--seeds", "1-3", "--out", variant, "--quiet"] + settings
      #expect([0, 4].contains(try sandbox.venuesim(run).status))
      let metrics = Table(try sandbox.read(variant + "/metrics.csv"))
      for (metric, statistic) in [
        ("horizontal_error", "p95"), ("power", "mean"), ("availability", "share"),
      ] {
        let rows = metrics.rows(where: ["metric": metric, "statistic": statistic])
        let seeds = rows.filter { $0["seed"] != "all" }.compactMap { $0["value"] }
        let pooled = rows.filter { $0["seed"] == "all" }.compactMap { $0["value"] }
        let cell = ["variant": variant, "figure": "\(metric).\(statistic)"]
        func reported(_ kind: String) -> [String] {
          study.rows(where: cell.merging(["kind": kind]) { $1 }).compactMap { $0["value"] }
        }
        #expect(seeds.count == 3 && reported("seed") == seeds)
        #expect(reported("pooled") == pooled)
        let middle = seeds.compactMap(Double.init).sorted()[1]
        #expect(reported("median").compactMap(Double.init) == [middle], "\(variant) \(metric)")
      }
    }
    #expect(Set(study.rows(where: ["kind": "worsening"]).compactMap { $0["variant"] }).count == 1)

    let two = try sandbox.venuesim("study", "study.yaml", "--out", "two", "--jobs", "2", "--quiet")
    #expect(two.status == 0 && two.output.isEmpty)
    #expect(try sandbox.files(below: "one") == sandbox.files(below: "two"))
    let csv = try sandbox.venuesim("study", "study.yaml", "--format", "csv")
    #expect(try csv.output == sandbox.read("one/study.csv"))
  }

  @Test func stoppedStudyResumes() throws {
    let sandbox = try sandbox()
    let long = ["study", "study.yaml", "--quiet", "--seeds", "1-100", "--jobs", "1", "--out"]
    let running = try sandbox.start(TestPaths.venuesim, long + ["part"])
    waitUntil { sandbox.exists("part/variants/0001.csv") || !running.isRunning }
    running.signal(SIGINT)
    let stopped = try running.outcome()
    #expect(stopped.status == 130 && stopped.errors.contains("--resume"), "\(stopped)")
    let finished = Set(Table(try sandbox.read("part/study.csv"))["variant"])
    let other = try sandbox.venuesim(
      "study", "study.yaml", "--seeds", "1-2", "--out", "part", "--resume")
    #expect(other.status == 2 && other.errors.contains("has no study"), "\(other)")
    let resumed = try sandbox.venuesim(long + ["part", "--resume"])
    #expect(resumed.status == 0, "\(resumed)")
    #expect(try sandbox.venuesim(long + ["whole"]).status == 0)
    let all = Set(Table(try sandbox.read("whole/study.csv"))["variant"])
    #expect(finished.contains("as is") && finished.isStrictSubset(of: all), "\(finished)")
    #expect(try sandbox.files(below: "part") == sandbox.files(below: "whole"))
  }

  /// Interrupted before anything was finished, it starts anew; complete, there is nothing to do.
  @Test func resumesEmptyAndCompleteStudies() throws {
    let sandbox = try sandbox()
    try sandbox.write("part/variants/.0001.csv.partial", "run,scen")
    let first = try sandbox.venuesim(
      "study", "study.yaml", "--out", "part", "--resume", "--quiet", "--seeds", "1-2")
    #expect(first.status == 0, "\(first)")
    let files = try sandbox.files(below: "part")
    #expect(files.keys.sorted() == ["study.csv", "study.md", "study.svg"])
    let again = try sandbox.venuesim(
      "study", "study.yaml", "--out", "part", "--resume", "--seeds", "1-2")
    #expect(again.status == 0 && again.output.hasPrefix("Nothing to do"), "\(again)")
    #expect(try sandbox.files(below: "part") == files)
    let other = try sandbox.venuesim("study", "study.yaml", "--out", "part", "--resume")
    #expect(other.status == 2 && other.errors.contains("has no study"), "\(other)")
  }

  @Test func mistakesAreReportedWithPositions() throws {
    let sandbox = try sandbox()
    try sandbox.write("bad.yaml", Self.study.replacing("power.mean", with: "powr.mean"))
    let refused = try sandbox.venuesim("study", "bad.yaml", "--out", "x")
    #expect(refused.status == 2 && !sandbox.exists("x"))
    #expect(
      refused.errors.hasPrefix("bad.yaml:7:33: unknown metric 'powr.mean'")
        && refused.errors.contains("did you mean 'power.mean'?"), "\(refused)")
    #expect(try sandbox.venuesim("check", "bad.yaml").errors == refused.errors)
    #expect(try sandbox.venuesim("check", "study.yaml").status == 0)
    for (arguments, cause) in [
      (["study"], "study which file?"), (["study", "study.yaml", "--resume"], "--out"),
      (["study", "study.yaml", "--format", "cvs"], "did you mean 'csv'?"),
      (["study", "study.yaml", "--variant", "as si"], "did you mean 'as is'?"),
    ] {
      let outcome = try sandbox.venuesim(arguments)
      #expect(outcome.status == 2 && outcome.errors.contains(cause), "\(outcome)")
    }
  }

  /// The bundled studies are valid; those of recordings need the recordings.
  @Test func bundledStudiesAreValid() throws {
    let folder = TestPaths.root + "/scenarios/studies"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".yaml") && !$0.contains("recordings") }
    #expect(files.count >= 7)
    let outcome = try Sandbox().venuesim(["check"] + files.map { folder + "/" + $0 })
    #expect(outcome.status == 0, "\(outcome)")
  }
}
