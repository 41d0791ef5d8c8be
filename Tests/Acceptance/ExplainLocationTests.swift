import Foundation
import Testing

/// `explain DIR location`: runs, recordings, replays, and messages for what is missing.
struct ExplainLocationTests {
  /// A run of two seeds, recorded, beside its scenario.
  private func run(_ sandbox: Sandbox) throws {
    let outcome = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1-2", "--out", "r", "--record", "--quiet")
    #expect(outcome.status == 0 || outcome.status == 4, "\(outcome)")
  }

  private func object(_ outcome: Outcome) throws -> [String: Any] {
    #expect(outcome.status == 0, "\(outcome)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func explainsLocationsOfRunsAndRecordings() throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    let arguments = ["explain", "r", "location@0:01:00", "--seed", "2", "--device", "walker"]
    let text = try sandbox.venuesim(arguments)
    #expect(text.status == 0 && text.errors.isEmpty, "\(text)")
    #expect(text.output.hasPrefix("At 0:01:00 walker (corridor, seed 2) was reported "), "\(text)")
    for part in ["Effects: ", "Inputs received in the last 30 s", "State", "satellites", "map"] {
      #expect(text.output.contains(part), "\(part): \(text)")
    }
    #expect(try sandbox.venuesim(arguments + ["--jobs", "1"]).output == text.output)
    let json = try object(sandbox.venuesim(arguments + ["--json"]))
    #expect(json["time_s"] as? Double == 60 && (json["pulls"] as? [Any])?.isEmpty == false)
    // The worst location of all devices is that of the table.
    let worst = try object(sandbox.venuesim("explain", "r", "location", "--json"))
    let error = try #require((worst["error"] as? [String: Any])?["distance_m"] as? Double)
    let errors = Table(try sandbox.read("r/fixes.csv"))["horizontal_error_m"]
    let largest = errors.compactMap { Double($0) }.max() ?? 0
    #expect(abs(error - largest) < 0.001)
    // A recording of the run has the same location, with the map and the settings of the scenario.
    let recording = "r/recordings/corridor-2-walker"
    let replayed = try object(
      sandbox.venuesim(
        "explain", recording, "location@60", "--scenario", TestPaths.corridor, "--json"))
    #expect(
      replayed["location"] as? NSDictionary == json["location"] as? NSDictionary, "\(replayed)")
    let replay = try sandbox.venuesim(
      "replay", recording, "--scenario", TestPaths.corridor, "--out", "again", "--quiet")
    #expect(replay.status == 0, "\(replay)")
    let folder = try object(
      sandbox.venuesim(
        "explain", "again", "location@60", "--recordings", recording, "--scenario",
        TestPaths.corridor, "--json"))
    #expect(folder["location"] as? NSDictionary == json["location"] as? NSDictionary, "\(folder)")
  }

  @Test func saysWhatIsMissing() throws {
    let sandbox = try Sandbox()
    try run(sandbox)
    try sandbox.write("other/corridor.yaml", "name: corridor\n")
    let recording = "r/recordings/corridor-1-walker"
    _ = try sandbox.venuesim(
      "replay", recording, "--scenario", TestPaths.corridor, "--out", "again", "--quiet")
    let mistakes: [([String], String)] = [
      (["r", "location@0:30:00"], "no location within a minute of 0:30:00: they were reported"),
      (["r", "location#100000"], "there is no location number 100000"),
      (["r", "location", "--device", "walkr"], "(did you mean 'walker'?)"),
      (["r", "location", "--seed", "9"], "the run has no seed 9: there are 1, 2"),
      (["r", "location", "--scenario", "coridor"], "(did you mean 'corridor'?)"),
      (["r", "location", "--scenario", "none.yaml"], "there is no file 'none.yaml'"),
      (["r", "location", "--set", "stack.locator.window=9 s"], "--set is for recordings"),
      (["none", "location"], "'none' isn't there"),
      (["again", "location"], "name them with --recordings PATH"),
      (["again", "location", "--recordings", "r/recordings/corridor-2-walker"], "replay it again"),
      (["r/recordings", "location"], "choose one with --device, such as "),
    ]
    for (arguments, answer) in mistakes {
      let outcome = try sandbox.venuesim(["explain"] + arguments)
      #expect(outcome.status == 2 && outcome.errors.contains(answer), "\(arguments): \(outcome)")
      #expect(outcome.output.isEmpty, "\(arguments): \(outcome)")
    }
  }

  @Test func rejectsAChangedScenarioAndAMissingProgram() throws {
    let sandbox = try Sandbox()
    let venue = try String(
      contentsOfFile: TestPaths.root + "/scenarios/venues/corridor.yaml", encoding: .utf8)
    let scenario = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
    try sandbox.write("venues/corridor.yaml", venue)
    try sandbox.write("mine.yaml", scenario)
    _ = try sandbox.venuesim("run", "mine.yaml", "--out", "r", "--quiet")
    #expect(try sandbox.venuesim("explain", "r", "location").status == 0)
    try sandbox.write("mine.yaml", scenario + "\n# changed\n")
    let changed = try sandbox.venuesim("explain", "r", "location")
    #expect(changed.status == 2 && changed.errors.contains("'mine.yaml' or its venue has changed"))
    try FileManager.default.removeItem(atPath: sandbox.path + "/mine.yaml")
    let missing = try sandbox.venuesim("explain", "r", "location")
    let cure = "give its path: --scenario FILE"
    #expect(missing.status == 2 && missing.errors.contains(cure), "\(missing)")
    // A manifest of another stack stands for a program that is no longer there.
    try sandbox.write("mine.yaml", scenario)
    let manifest = try String(contentsOfFile: sandbox.path + "/r/manifest.json", encoding: .utf8)
    try sandbox.write(
      "r/manifest.json",
      manifest.replacingOccurrences(
        of: "\"stack\": \"reference\"", with: "\"stack\": \"cmd:./gone\""))
    try FileManager.default.removeItem(atPath: sandbox.path + "/r/SHA256SUMS")
    let gone = try sandbox.venuesim("explain", "r", "location")
    #expect(gone.status != 0 && gone.errors.contains("./gone"), "\(gone)")
    #expect(gone.errors.contains("it must be there again"), "\(gone)")
  }
}
