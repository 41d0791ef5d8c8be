import Foundation
import Testing

/// Recordings in third-party formats, through the command.
struct ReplayFormatsTests {
  static let excerpts = TestPaths.root + "/Tests/FormatsTests/Excerpts"

  /// A walk with a phone in the pocket, long enough to be scored.
  private static func walk(_ rows: Int = 400, spoiltAt spoilt: Int? = nil) -> String {
    var text =
      ",gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,rotationRate.z,"
      + "userAcceleration.x,userAcceleration.y,userAcceleration.z\n"
    for row in 0..<rows {
      // Two steps per second.
      let push = 0.4 * sin(Double(row) / 50 * 4 * .pi)
      let value = row == spoilt ? "nonsense" : "\(push)"
      text += "\(row),0,-1,0,0.1,0.2,0.3,0,\(value),0\n"
    }
    return text
  }

  @Test func folderIsReplayedAsABatch() throws {
    let sandbox = try Sandbox()
    for (folder, person) in [("wlk_7", 1), ("wlk_7", 2), ("std_14", 1)] {
      try sandbox.write("data/\(folder)/sub_\(person).csv", Self.walk())
    }
    try sandbox.write("data/README.md", "words")
    try sandbox.write("data/people.csv", "code,age")
    let outcome = try sandbox.venuesim("replay", "data", "--out", "out")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    for device in ["std_14/sub_1", "wlk_7/sub_1", "wlk_7/sub_2"] {
      #expect(outcome.output.contains("\(device): motionsense, 7.98 s"), "\(outcome)")
    }
    #expect(outcome.output.contains("accelerometer 400 at 50.0 Hz"))
    #expect(outcome.output.contains("truth: activity 100 %"))
    // The reference stack doesn't use the gyroscope, so its batches are withheld.
    #expect(
      outcome.output.contains(
        "  matched: 16 of 32 observations reached the stack, 16 are of sensors that it has switched off"
      ))
    #expect(outcome.output.contains("  withheld: gyroscope 16"))
    #expect(outcome.output.contains("\nmatched: 48 of 96 observations reached the stack"))
    #expect(outcome.output.contains("ignored: 1 file of unknown format (people.csv)"))
    let metrics = try Table(sandbox.read("out/metrics.csv"))
    #expect(
      Set(metrics["device"]) == ["std_14/sub_1", "wlk_7/sub_1", "wlk_7/sub_2", "all"])
    // Only an activity label of standing rules out steps.
    let falsely = metrics.rows(where: ["metric": "steps.false_per_hour", "statistic": "mean"])
    #expect(Set(falsely.compactMap { $0["device"] }) == ["std_14/sub_1", "all"])
    for (name, header) in RunFolderTests.headers {
      #expect(try Table(sandbox.read("out/" + name)).columns.joined(separator: ",") == header)
    }

    // The results don't depend on the number of jobs, nor on the output folder.
    let again = try sandbox.venuesim("replay", "data", "--out", "again", "--jobs", "1")
    #expect(again.status == 0)
    for name in RunFolderTests.headers.keys.sorted() + ["manifest.json"] {
      #expect(try sandbox.read("out/" + name) == sandbox.read("again/" + name), "\(name)")
    }
  }

  @Test func invalidRecordingDoesNotStopTheBatch() throws {
    let sandbox = try Sandbox()
    try sandbox.write("data/wlk_1/sub_1.csv", Self.walk())
    try sandbox.write("data/wlk_1/sub_2.csv", Self.walk(spoiltAt: 7))
    let outcome = try sandbox.venuesim("replay", "data", "--json", "--out", "out")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.errors.hasPrefix("data/wlk_1/sub_2.csv:9:"), "\(outcome)")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect((json["recordings"] as? [Any])?.count == 1)
    #expect((json["totals"] as? [String: Any])?["withheld"] as? Int == 16)
    #expect((json["unreadable"] as? [[String: String]])?.first?["device"] == "wlk_1/sub_2")
    #expect(try sandbox.read("out/manifest.json").contains("wlk_1/sub_2"))

    try sandbox.write("data/wlk_1/sub_1.csv", Self.walk(spoiltAt: 1))
    let none = try sandbox.venuesim("replay", "data", "--out", "nothing")
    #expect(none.status == 2 && none.output.isEmpty && !sandbox.exists("nothing"), "\(none)")
    let mixed = try sandbox.venuesim("replay", "missing", "data")
    #expect(mixed.status == 2 && mixed.errors.contains("missing"), "\(mixed)")
  }

  @Test func recordingsWithTooLittleDataFail() throws {
    let sandbox = try Sandbox()
    try sandbox.write("short/wlk_1/sub_1.csv", Self.walk(40))
    let short = try sandbox.venuesim("replay", "short", "--out", "out")
    // Nothing could be scored: bad input, and nothing is kept.
    #expect(short.status == 2 && short.errors.contains("less than 1 s"), "\(short)")
    #expect(short.output.contains("TOO LITTLE DATA") && short.output.contains("all: 0 recordings"))
    #expect(!sandbox.exists("out"))
    // Beside a good recording it fails by name, and the other one is kept.
    try sandbox.write("short/wlk_1/sub_2.csv", Self.walk())
    let mixed = try sandbox.venuesim("replay", "short", "--out", "out")
    #expect(
      mixed.status == 1 && mixed.errors.contains("'short/wlk_1/sub_1.csv' has too little data"))
    #expect(mixed.output.contains("too little data: wlk_1/sub_1"), "\(mixed)")
    #expect(try sandbox.read("out/manifest.json").contains("wlk_1/sub_1"))
    #expect(try !sandbox.read("out/metrics.csv").contains("wlk_1/sub_1"))

    // A trace with two waypoints in its first quarter.
    var trace = "#\tFloorName:F1\n"
    for row in 0..<400 {
      trace += "\(1_574_562_083_000 + row * 20)\tTYPE_ACCELEROMETER\t0.1\t0.2\t9.8\t3\n"
      if row == 0 || row == 99 {
        trace += "\(1_574_562_083_000 + row * 20)\tTYPE_WAYPOINT\t\(row).0\t2.0\n"
      }
    }
    try sandbox.write("trace.txt", trace)
    // Only the covered part is scored, and the output says so.
    let thin = try sandbox.venuesim("replay", "trace.txt")
    #expect(thin.status == 0, "\(thin)")
    #expect(
      thin.output.contains("caution: its truth covers 25 % of its time; the rest isn't judged"))
    #expect(thin.output.contains("truth interpolated over 1.98 s"), "\(thin)")
  }

  /// Tables rounded by a spreadsheet, a low rate, and no truth: all are reported.
  @Test func dataProblemsAreReported() throws {
    let sandbox = try Sandbox()
    func table(_ time: (Int) -> String, _ elapsed: (Int) -> String) -> String {
      (0..<100).reduce("time,seconds_elapsed,z,y,x\n") { text, row in
        text + "\(time(row)),\(elapsed(row)),9.8,0,0.\(row % 10)\n"
      }
    }
    try sandbox.write(
      "a/TotalAcceleration.csv", table({ _ in "1.68E+18" }, { "\(Double($0) / 5)" }))
    let kept = try sandbox.venuesim("replay", "a")
    #expect(kept.status == 0, "\(kept)")
    for part in [
      "accelerometer 100 at 5.00 Hz", "caution: the accelerometer has 5 readings a second",
      "truth: none: errors can't be scored", "columns 'time' saved with rounded values",
    ] { #expect(kept.output.contains(part), "\(kept)") }
    let json = try sandbox.venuesim("replay", "a", "--json")
    #expect(json.output.contains("\"cautions\":[\"the accelerometer"), "\(json)")
    try sandbox.write("b/TotalAcceleration.csv", table({ _ in "1.68E+18" }, { _ in "1.00" }))
    let lost = try sandbox.venuesim("replay", "b", "--out", "out")
    #expect(lost.status == 2 && !sandbox.exists("out"), "\(lost)")
    #expect(lost.errors.contains("TotalAcceleration.csv:1:1: only 1 different"), "\(lost)")
  }

  @Test func formatOptionSelectsAndRejects() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a/walk.csv", Self.walk())
    let named = try sandbox.venuesim("replay", "a/walk.csv", "--format", "motionsense")
    #expect(named.status == 0 && named.output.contains("no activity in the path"), "\(named)")
    let unknown = try sandbox.venuesim("replay", "a", "--format", "motion")
    #expect(unknown.status == 2 && unknown.errors.contains("motionsense"), "\(unknown)")
    let wrong = try sandbox.venuesim("replay", "a", "--format", "herald")
    #expect(wrong.status == 2 && wrong.errors.contains("--format"), "\(wrong)")
    try sandbox.write("b/words.txt", "words\n")
    let strange = try sandbox.venuesim("replay", "b")
    #expect(strange.status == 2 && strange.errors.contains("getsensordata"), "\(strange)")
    // Settings reach the stack: with this one no step exceeds the threshold.
    let few = ["replay", "a/walk.csv", "--format", "motionsense", "--json"]
    let deaf = try sandbox.venuesim(
      few + ["--set", "stack.steps={use: peaks, threshold: 19 m/s2}"])
    #expect(deaf.status == 0, "\(deaf)")
    // A parameter of an unused part would have no effect.
    let dead = try sandbox.venuesim(few + ["--set", "stack.steps.threshold=19 m/s2"])
    #expect(dead.status == 2 && dead.errors.contains("is a parameter of 'peaks'"), "\(dead)")
    let stray = try sandbox.venuesim("replay", "a", "--set", "signals.noise=0")
    #expect(stray.status == 2 && stray.errors.contains("stack."), "\(stray)")
  }

  @Test(.enabled(if: TestPaths.python != nil, "no python3 with its standard library"))
  func compressedFilesAreReadInPlace() throws {
    let sandbox = try Sandbox()
    try sandbox.write("data/wlk_1/sub_1.csv", Self.walk())
    try sandbox.write("data/wlk_1/sub_2.csv", Self.walk())
    let script = """
      import gzip, os, shutil, zipfile
      with zipfile.ZipFile('all.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
          for name in ('wlk_1/sub_1.csv', 'wlk_1/sub_2.csv'):
              archive.write('data/' + name, name)
      os.makedirs('packed/wlk_1')
      for name in ('sub_1', 'sub_2'):
          with open('data/wlk_1/' + name + '.csv', 'rb') as plain:
              with gzip.open('packed/wlk_1/' + name + '.csv.gz', 'wb') as packed:
                  packed.write(plain.read())
      os.makedirs('outer')
      shutil.copy('all.zip', 'outer/all.zip')
      """
    let python = try #require(TestPaths.python)
    #expect(try sandbox.run(python, ["-c", script]).status == 0)
    let plain = try sandbox.venuesim("replay", "data", "--json")
    for path in ["packed", "all.zip"] {
      let outcome = try sandbox.venuesim("replay", path, "--json")
      #expect(outcome.status == 0 && outcome.output == plain.output, "\(path): \(outcome)")
    }
    // A car's tracks in an archive are separate devices.
    let cars = try sandbox.run(
      python,
      [
        "-c",
        """
        import zipfile
        with zipfile.ZipFile('cars.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
            for name in ('points', 'routes', 'network'):
                archive.write('\(Self.excerpts)/floatingcar/' + name + '.csv', name + '.csv')
        """,
      ])
    #expect(cars.status == 0, "\(cars)")
    let tracks = try sandbox.venuesim("replay", "cars.zip")
    #expect(tracks.status == 0 && tracks.output.contains("all: 2 recordings"), "\(tracks)")
    #expect(tracks.output.contains("7: fcd,") && tracks.output.contains("cross_track_error"))
    let nested = try sandbox.venuesim("replay", "outer", "--json")
    #expect(nested.status == 0 && nested.output.contains("all.zip/wlk_1/sub_2"), "\(nested)")
  }

  @Test func timeJumpIsRejected() throws {
    let sandbox = try Sandbox()
    var trace = ""
    for row in 0..<200 {
      let time = 1_574_562_083_000 + row * 20 + (row == 199 ? 40 * 86_400_000 : 0)
      trace += "\(time)\tTYPE_ACCELEROMETER\t0.1\t0.2\t9.8\t3\n"
    }
    try sandbox.write("trace.txt", trace)
    let outcome = try sandbox.venuesim("replay", "trace.txt")
    #expect(outcome.status == 2 && outcome.errors.contains("the time jumps"), "\(outcome)")
  }

  @Test(arguments: [
    "indoor-location-competition", "getsensordata", "wisdm", "herald", "openhps", "oxford",
  ])
  func excerptsAreReplayed(_ name: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim("replay", Self.excerpts + "/" + name)
    // Excerpts are short; some have too little data for scores, but all are read and reported.
    #expect(outcome.status == 0 || outcome.errors.contains("too little data"), "\(outcome)")
    #expect(outcome.output.contains("truth: "), "\(outcome)")
  }
}
