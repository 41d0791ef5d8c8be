import Foundation
import Testing

/// Replay of recordings.
struct ReplayTests {
  /// The figures of a scenario's devices, without their names, and without those that only a live run has,
  /// because they need the receiver's initial state or the placement of the phone.
  private func figures(_ metrics: Table) -> [[String]] {
    metrics.rows(where: ["device": "walker"]).map { row in
      ["metric", "statistic", "value", "unit", "n"].map { row[$0] ?? "" }
    }.filter { !$0[0].hasPrefix("ttff.") && $0[0] != "activity.flags_right" }
  }

  @Test func replayReproducesMetrics() throws {
    let sandbox = try Sandbox()
    let live = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seed", "7", "--record", "--out", "live")
    #expect(live.status == 0)
    let recording = "live/recordings/corridor-7-walker"
    let replay = try sandbox.venuesim(
      "replay", recording, "--scenario", TestPaths.corridor, "--out", "again")
    #expect(replay.status == 0 && replay.errors.isEmpty, "\(replay)")

    let (old, new) = try (
      Table(sandbox.read("live/metrics.csv")), Table(sandbox.read("again/metrics.csv"))
    )
    let (before, after) = (figures(old), figures(new))
    #expect(before.map { [$0[0], $0[1], $0[4]] } == after.map { [$0[0], $0[1], $0[4]] })
    for (one, other) in zip(before, after) {
      let (value, again) = try (#require(Double(one[2])), #require(Double(other[2])))
      // Truth is recorded to about a millimetre; everything else must be equal.
      let isDerived = ["nees", "energy.per_useful_fix", "bound_efficiency"].contains(one[0])
      let tolerance = one[3] == "m" ? 0.002 : isDerived ? 0.001 * value : 0
      #expect(abs(value - again) <= tolerance, "\(one) \(other)")
    }
    let (reported, retold) = try (
      Table(sandbox.read("live/events.csv")), Table(sandbox.read("again/events.csv"))
    )
    #expect(reported.count > 100)
    for column in ["time_s", "event", "detail"] { #expect(reported[column] == retold[column]) }
    for (name, header) in RunFolderTests.headers {
      let columns = try Table(sandbox.read("again/" + name)).columns
      #expect(columns.joined(separator: ",") == header)
    }

    // Settings reach the stack.
    let changed = try sandbox.venuesim(
      "replay", recording, "--scenario", TestPaths.corridor, "--set", "stack.satellites.use=off",
      "--out", "changed")
    #expect(changed.status == 0)
    #expect(try figures(Table(sandbox.read("changed/metrics.csv"))) != after)
    let refused = try sandbox.venuesim(
      "replay", recording, "--scenario", TestPaths.corridor, "--out", "again")
    #expect(refused.status == 2 && refused.errors.contains("not empty"), "\(refused)")
  }

  /// An archived recording gives the same result, with or without its folder's name.
  @Test(.enabled(if: TestPaths.python != nil, "no python3 with its standard library"))
  func archivesReplayLikeFolders() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim("run", TestPaths.corridor, "--seed", "7", "--record", "--out", "live")
    let recording = "live/recordings/corridor-7-walker"
    let script = """
      import os, zipfile
      for path, prefix, method in (
          ('flat.zip', '', zipfile.ZIP_DEFLATED), ('nested.zip', 'walk/', zipfile.ZIP_STORED)):
          with zipfile.ZipFile(path, 'w', method) as archive:
              for name in sorted(os.listdir('\(recording)')):
                  archive.write('\(recording)/' + name, prefix + name)
      with zipfile.ZipFile('empty.zip', 'w') as archive:
          archive.writestr('readme', 'nothing')
      whole = open('flat.zip', 'rb').read()
      open('cut.zip', 'wb').write(whole[:len(whole) // 2])
      open('flipped.zip', 'wb').write(whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:])
      """
    let python = try #require(TestPaths.python)
    #expect(try sandbox.run(python, ["-c", script]).status == 0)
    var outputs: Set<String> = []
    for path in [recording, "flat.zip", "nested.zip"] {
      let outcome = try sandbox.venuesim(
        "replay", path, "--scenario", TestPaths.corridor, "--json", "--out", "out-\(outputs.count)",
        "--force")
      #expect(outcome.status == 0, "\(path): \(outcome)")
      outputs.insert(outcome.output)
    }
    #expect(outputs.count == 1)
    for path in ["empty.zip", "cut.zip", "flipped.zip"] {
      let outcome = try sandbox.venuesim(
        "replay", path, "--scenario", TestPaths.corridor, "--out", "bad")
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(path): \(outcome)")
      #expect(outcome.errors.contains(path) && !sandbox.exists("bad"), "\(outcome)")
    }
  }

  /// The file, the damaged line, its new text, and a part of the message.
  static let damage: [(file: String, line: Int, text: String, complaint: String)] = [
    ("accelerometer.csv", 1, "nonsense", "corridor-7-walker/accelerometer.csv:2:2: "),
    ("accelerometer.csv", 20, "1,2", "accelerometer.csv:20"),
    ("gnss.csv", 5, "x,y,z", "gnss.csv:5"),
    ("truth.csv", 100, "\"", "truth.csv:100"),
    ("beacon.csv", 3, "-1,0,0,0,0", "beacon.csv:3"),
    ("recording.yaml", 2, "version: 99", "recording.yaml:2:10: "),
    ("recording.yaml", 3, "devise: x", "(did you mean 'device'?)"),
  ]

  @Test func damagedRecordingsAreRejected() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim("run", TestPaths.corridor, "--seed", "7", "--record", "--out", "live")
    let recording = "live/recordings/corridor-7-walker/"
    // Without checksums, as in older versions: damage must be found all the same.
    try FileManager.default.removeItem(atPath: sandbox.path + "/live/SHA256SUMS")
    for (file, line, text, complaint) in Self.damage {
      let whole = try sandbox.read(recording + file)
      var lines = whole.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines[line - 1] = text
      try sandbox.write(recording + file, lines.joined(separator: "\n"))
      let outcome = try sandbox.venuesim(
        "replay", recording, "--scenario", TestPaths.corridor, "--out", "bad")
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(file): \(outcome)")
      #expect(outcome.errors.contains(complaint), "\(file): \(outcome)")
      #expect(!sandbox.exists("bad"))
      try sandbox.write(recording + file, whole)
    }
  }
}
