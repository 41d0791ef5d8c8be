import Foundation
import Testing

/// Comparison of two settings on recordings, recording by recording.
struct CompareReplaysTests {
  /// A folder with recordings of ten walks.
  private static func recorded(_ sandbox: Sandbox) throws {
    let live = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1-10", "--record", "--out", "live")
    try #require(live.status == 0)
  }

  private static func replay(
    _ sandbox: Sandbox, _ recordings: String, to folder: String, _ settings: String...
  ) throws {
    let sets = settings.flatMap { ["--set", $0] }
    let done = try sandbox.venuesim(
      ["replay", recordings, "--scenario", TestPaths.corridor, "--quiet", "--out", folder] + sets)
    try #require(done.status == 0, "\(done)")
  }

  @Test func recordingsArePaired() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    try Self.replay(sandbox, "live/recordings", to: "before")
    try Self.replay(sandbox, "live/recordings", to: "after", "stack.satellites.use=off")

    let same = try sandbox.venuesim("compare", "before", "before")
    #expect(same.status == 0 && same.output.contains("identical"), "\(same)")

    let moved = try sandbox.venuesim("compare", "before", "after")
    #expect(moved.status == 3, "\(moved)")
    #expect(moved.output.contains("recordings"), "\(moved.output)")
    #expect(moved.output.contains("settings as in the file → stack.satellites.use=off"))
    // The recording's name points to the cause.
    #expect(moved.output.contains("corridor-"), "\(moved.output)")
    let table = try Table(
      sandbox.venuesim("compare", "before", "after", "--format", "csv").output)
    let worse = table.rows(where: ["kind": "figure", "verdict": "worse"])
    #expect(!worse.isEmpty && worse.allSatisfy { $0["seeds"] == "10" })
    #expect(worse.allSatisfy { $0["seed"]?.hasPrefix("corridor-") == true }, "\(worse)")
  }

  /// Runs that can't be paired are rejected by name.
  @Test func unpairedRecordingsAreReported() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    try Self.replay(sandbox, "live/recordings", to: "before")
    let recordings = sandbox.path + "/live/recordings"
    // Without checksums, as in recordings outside of a run's folder.
    try FileManager.default.removeItem(atPath: sandbox.path + "/live/SHA256SUMS")
    try FileManager.default.removeItem(atPath: recordings + "/corridor-3-walker")
    let file = recordings + "/corridor-4-walker/recording.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try (text + "# seen\n").write(toFile: file, atomically: true, encoding: .utf8)
    try Self.replay(sandbox, "live/recordings", to: "after")

    let refused = try sandbox.venuesim("compare", "before", "after")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.contains("recording 'corridor-3-walker'"), "\(refused.errors)")
    #expect(
      refused.errors.contains("recording 'corridor-4-walker'")
        && refused.errors.contains("differs in content"), "\(refused.errors)")
    let mixed = try sandbox.venuesim("compare", "live", "before")
    #expect(mixed.status == 2, "\(mixed)")
  }

  /// Page, text and JSON agree.
  @Test func pageAndCommandAgree() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    try Self.replay(sandbox, "live/recordings", to: "before")
    try Self.replay(sandbox, "live/recordings", to: "after", "stack.satellites.use=off")
    let reported = try sandbox.venuesim(
      "compare", "before", "after", "--json", "--html", "page.html")
    #expect(reported.status == 3, "\(reported)")
    let report =
      try JSONSerialization.jsonObject(with: Data(reported.output.utf8)) as? [String: Any]
    let summary = try #require(report?["summary"] as? String)
    #expect(summary.contains("worse"))
    let page = try sandbox.read("page.html")
    #expect(page.contains("\"summary\":\"\(summary)\""))
    // The report's page has the same verdicts.
    let made = try sandbox.venuesim(
      "report", "after", "--against", "before", "--out", "report.html", "--quiet")
    #expect(made.status == 0, "\(made)")
    #expect(try sandbox.read("report.html").contains("\"summary\":\"\(summary)\""))
  }

  /// A baseline of recordings is stored, broken by a setting, and rejected after a recording has changed.
  @Test func recordingsAreGated() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    func gate(_ more: String...) throws -> Outcome {
      try sandbox.venuesim(
        ["gate", "live/recordings", "--scenario", TestPaths.corridor, "--baselines", "kept"] + more)
    }
    let early = try gate()
    #expect(early.status == 2 && early.errors.contains("have no baseline"), "\(early)")
    let made = try gate("--update", "--reason", "First figures")
    #expect(made.status == 0 && made.output.contains("made, 10 recordings"), "\(made)")
    let kept = try sandbox.read("kept/replay-recordings.csv")
    #expect(kept.contains("recording_corridor-3-walker") && kept.contains("content,sha256"))
    let same = try gate()
    #expect(same.status == 0 && same.output.contains("identical"), "\(same)")
    let broken = try gate("--set", "stack.satellites.use=off")
    #expect(broken.status == 3, "\(broken)")
    #expect(broken.output.contains("corridor-") && broken.output.contains("worse"))
    // The page has the worst recording before and after.
    let shown = try gate("--set", "stack.satellites.use=off", "--out", "shown", "--quiet")
    #expect(shown.status == 3, "\(shown)")
    #expect(try sandbox.read("shown/gate.html").contains("\"comparisons\":[{"))
    for side in ["before", "after"] {
      let tracks = try sandbox.read("shown/\(side)/fixes.csv")
      #expect(tracks.split(separator: "\n").count > 10, "\(side)")
    }
    let again = try gate("--update", "--reason", "None")
    #expect(again.output.contains("unchanged"), "\(again)")
    let seeded = try gate("--seeds", "1-3")
    #expect(seeded.status == 64 || seeded.status == 2, "\(seeded)")

    // The gate notices it without the run's checksums.
    try FileManager.default.removeItem(atPath: sandbox.path + "/live/SHA256SUMS")
    let file = sandbox.path + "/live/recordings/corridor-4-walker/recording.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try (text + "# seen\n").write(toFile: file, atomically: true, encoding: .utf8)
    let changed = try gate()
    #expect(changed.status == 2 && changed.errors.contains("differs in content"), "\(changed)")
  }

  /// A replay's manifest holds all its inputs.
  @Test func manifestHoldsAllInputs() throws {
    let sandbox = try Sandbox()
    try Self.recorded(sandbox)
    try Self.replay(sandbox, "live/recordings", to: "again", "stack.satellites.use=off")
    let manifest = try sandbox.read("again/manifest.json")
    for part in [
      "\"settings\"", "stack.satellites.use=off", "\"scenario\"", "\"file_sha256\"",
      "\"venue_sha256\"", "\"sha256\"", "\"file\": \"recording.yaml\"",
    ] { #expect(manifest.contains(part), "\(part)") }
  }
}
