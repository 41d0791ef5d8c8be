import Foundation
import Testing

/// Settings swept over recordings, and the search for the worst case among them.
struct SweepReplaysTests {
  private static func recorded(_ sandbox: Sandbox) throws {
    let live = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1-6", "--record", "--out", "live")
    try #require(live.status == 0)
  }

  private static let replayed = [
    "live/recordings", "--scenario", TestPaths.corridor, "--quiet", "--metric",
    "ttff.mean",
  ]

  /// One row per value; all are compared with the first, recording by recording.
  @Test func valuesAreComparedWithTheFirst() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    let vary = ["--vary", "stack.satellites.use=filter,off"]
    let done = try sandbox.venuesim(["replay"] + Self.replayed + vary + ["--out", "swept"])
    #expect(done.status == 0, "\(done)")
    let table = try Table(try sandbox.read("swept/study.csv"))
    let each = table.rows(where: ["kind": "seed"])
    #expect(each.count == 12, "\(each.count)")
    #expect(Set(each.compactMap { $0["variant"] }).count == 2)
    // The first row equals a plain replay of each recording.
    let plain = try sandbox.venuesim(
      "replay", "live/recordings", "--scenario", TestPaths.corridor, "--quiet", "--out", "plain",
      "--set", "stack.satellites.use=filter")
    try #require(plain.status == 0, "\(plain)")
    let metrics = try Table(try sandbox.read("plain/metrics.csv"))
    for row in each where row["variant"] == "stack.satellites.use=filter" {
      let name = try #require(row["seed"])
      let own = metrics.rows(where: [
        "device": name, "metric": "ttff", "statistic": "mean",
      ])
      #expect(own.first?["value"] == row["value"], "\(name)")
    }
    // Without satellites the first fix is later: the interval excludes no change.
    let paired = table.rows(where: ["kind": "worsening", "variant": "stack.satellites.use=off"])
    let low = try #require(paired.first?["low"].flatMap { Double($0) })
    #expect(low > 0, "\(paired)")
    let again = try sandbox.venuesim(
      ["replay"] + Self.replayed + vary + ["--out", "again", "--jobs", "2"])
    #expect(again.status == 0)
    #expect(try sandbox.read("again/study.csv") == sandbox.read("swept/study.csv"))
  }

  /// Without `--metric`, every judged figure that a recording has is reported; a setting that nothing uses is named.
  @Test func settingsWithoutEffectAreNamed() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    func swept(_ vary: String) throws -> String {
      let done = try sandbox.venuesim(
        "replay", "live/recordings", "--scenario", TestPaths.corridor, "--vary", vary)
      try #require(done.status == 0, "\(done)")
      #expect(done.output.contains("horizontal_error.p50") && done.output.contains("ttff.mean"))
      return done.output
    }
    let note = "no figure changed in any run"
    #expect(try swept("stack.fusion.walking_speed=1,2 m/s").contains("2 m/s: " + note))
    #expect(try !swept("stack.satellites.use=filter,off").contains(note))
    for (name, setting) in [("a", "1 m/s"), ("b", "2 m/s")] {
      let run = try sandbox.venuesim(
        "replay", "live/recordings", "--scenario", TestPaths.corridor, "--out", name, "--quiet",
        "--set", "stack.fusion.walking_speed=\(setting)")
      try #require(run.status == 0, "\(run)")
    }
    let compared = try sandbox.venuesim("compare", "a", "b")
    #expect(compared.output.contains(note), "\(compared)")
    let different = try sandbox.venuesim(
      "replay", "live/recordings", "--scenario", TestPaths.corridor, "--out", "c", "--quiet",
      "--set", "stack.satellites.use=off")
    try #require(different.status == 0, "\(different)")
    #expect(try !sandbox.venuesim("compare", "a", "c").output.contains(note))
  }

  /// Random draws of the stack are varied, and differ; without any, an error appears.
  @Test func randomDrawsDiffer() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    let survey = try sandbox.venuesim(
      "survey", TestPaths.corridor, "--out", "survey.vsp", "--quiet")
    try #require(survey.status == 0, "\(survey)")
    let done = try sandbox.venuesim(
      "replay", "live/recordings", "--survey", "survey.vsp", "--seeds", "1-3", "--metric",
      "horizontal_error.p50", "--out", "drawn", "--quiet")
    #expect(done.status == 0, "\(done)")
    let table = try Table(try sandbox.read("drawn/study.csv"))
    let draws = Dictionary(
      grouping: table.rows(where: ["kind": "seed"]), by: { $0["variant"] ?? "" })
    #expect(draws.keys.sorted() == (1...3).map { "stack.locator.draw=\($0)" })
    let first = draws["stack.locator.draw=1"]?.map { $0["value"] }
    #expect(first?.count == 6 && first != draws["stack.locator.draw=2"]?.map { $0["value"] })

    let none = try sandbox.venuesim("replay", "live/recordings", "--seeds", "1-3")
    #expect(none.status == 2 && none.errors.contains("--survey"), "\(none)")
  }

  @Test func rejectsInvalidSweeps() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    let cases: [([String], String)] = [
      (["--vary", "stack.satellites.use=filter,of"], "'off'"),
      (["--vary", "stack.filter.process=1..2 m"], "takes values"),
      (["--metric", "horizontal_eror"], "'horizontal_error'"),
      (["--vary", "stack.satellites.use=off", "--stack-cpu", "c.csv"], "--stack-cpu"),
      (["--seeds", "0-3"], "from 1 to 1000"),
    ]
    for (options, cause) in cases {
      let refused = try sandbox.venuesim(["replay", "live/recordings"] + options)
      #expect(refused.status == 2 && refused.errors.contains(cause), "\(options) \(refused)")
    }
  }

  /// The worst recording under the worst setting is found, and unneeded settings are reverted.
  @Test func worstRecordingIsFound() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    let search = [
      "falsify", "live/recordings", "--scenario", TestPaths.corridor, "--budget",
      "availability.share >= 90 %", "--vary", "stack.satellites.use=single-point,off",
      "--vary", "stack.activity.first_probability=0.3..0.5", "--tries", "24",
    ]
    let found = try sandbox.venuesim(search)
    #expect(found.status == 4, "\(found)")
    let needed = found.output.split(separator: "\n").first { $0.hasPrefix("needed for it") } ?? ""
    #expect(needed.contains("stack.satellites.use=off"), "\(found.output)")
    #expect(!needed.contains("first_probability"), "\(found.output)")
    // The suggested command reproduces it.
    let line = found.output.split(separator: "\n").first { $0.hasPrefix("Reproduced by:") } ?? ""
    #expect(line.contains("--scenario") && line.contains("corridor-"), "\(line)")
    #expect(try sandbox.venuesim(search + ["--jobs", "2"]).output == found.output)

    let kept = try sandbox.venuesim(
      "falsify", "live/recordings", "--scenario", TestPaths.corridor, "--budget",
      "horizontal_error.p50 <= 10 km")
    #expect(kept.status == 0 && kept.output.contains("kept by all"), "\(kept)")
    let none = try sandbox.venuesim(
      "falsify", "live/recordings", "--scenario", TestPaths.corridor, "--metric",
      "pause.delay.p50")
    #expect(none.status == 5 || none.errors.contains("nothing to judge"), "\(none)")
  }
}
