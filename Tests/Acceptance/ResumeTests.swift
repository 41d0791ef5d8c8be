import Foundation
import Glibc
import Testing

/// Runs that are killed and resumed.
struct ResumeTests {
  private static let seeds = 12

  private func command(_ folder: String, jobs: Int, _ more: [String] = []) -> [String] {
    [
      "run", TestPaths.corridor, "--seeds", "1-\(Self.seeds)", "--jobs", "\(jobs)", "--out", folder,
      "--record", "--set", "budgets=[]",
    ] + more
  }

  /// Progress of the run in a folder, as the size of its journal, header included.
  private func journalSize(_ sandbox: Sandbox, _ folder: String) -> Int {
    var status = stat()
    let path = sandbox.path + "/" + folder + "/.journal"
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Waits until a run's journal has a size, or the run has ended.
  ///
  /// Moments are measured by the journal, so that a slow machine tests the same.
  private func wait(for bytes: Int, in sandbox: Sandbox, _ folder: String) {
    waitUntil {
      journalSize(sandbox, folder) >= bytes || sandbox.exists(folder + "/manifest.json")
    }
  }

  /// A missing scene, for which there was no room, is the only thing that a complete run may lack.
  @Test func missingSceneIsRestored() throws {
    let sandbox = try Sandbox()
    let words = ["run", TestPaths.corridor, "--out", "run", "--quiet"]
    #expect(try sandbox.venuesim(words).status == 0)
    let scene = try sandbox.read("run/scene.json")
    try FileManager.default.removeItem(atPath: sandbox.path + "/run/scene.json")
    let again = try sandbox.venuesim(words + ["--resume"])
    #expect(again.status == 0, "\(again)")
    #expect(try sandbox.read("run/scene.json") == scene)
  }

  /// Killed at several moments, some of them before the first unit and during a commit.
  @Test(arguments: [1, 2]) func killedRunEqualsAnUninterruptedOne(jobs: Int) throws {
    let sandbox = try Sandbox()
    let whole = try sandbox.venuesim(command("whole", jobs: jobs))
    #expect(whole.status == 0, "\(whole)")
    let files = try sandbox.files(below: "whole")
    #expect(files.keys.allSatisfy { !$0.contains("/.") && !$0.hasPrefix(".") })
    var resumed = 0
    var moments: [(bytes: Int, microseconds: UInt32)] = [
      (1, 0), (3000, 0), (8000, 20_000), (1, 250_000),
    ]
    var index = 0
    while index < moments.count {
      let (bytes, microseconds) = moments[index]
      let folder = "killed-\(index)"
      let first = try sandbox.start(TestPaths.venuesim, command(folder, jobs: jobs))
      wait(for: bytes, in: sandbox, folder)
      usleep(microseconds)
      first.signal(SIGKILL)
      let death = try first.outcome()
      #expect(death.status == 128 + 9 || death.status == 0)
      // The manifest is written last, also by a run that is killed there.
      if sandbox.exists(folder + "/manifest.json") {
        #expect(
          try sandbox.files(below: folder).filter { !$0.key.hasPrefix(".") } == files, "\(death)")
      }
      // Killed again during the resumed run.
      let second = try sandbox.start(TestPaths.venuesim, command(folder, jobs: jobs, ["--resume"]))
      usleep(microseconds)
      second.signal(SIGKILL)
      _ = try second.outcome()

      let last = try sandbox.venuesim(command(folder, jobs: 3 - jobs, ["--resume"]))
      #expect(last.status == 0, "\(last)")
      if last.errors.contains("runs were finished before") { resumed += 1 }
      #expect(try sandbox.files(below: folder) == files, "\(microseconds) µs, --jobs \(jobs)")
      let finished = last.output.hasPrefix("Nothing to do")
      #expect(finished || last.output == whole.output.replacing("whole/", with: folder + "/"))
      index += 1
      // On a busy machine, all kills may be too early or too late.
      if index == moments.count, resumed == 0, index < 24 { moments.append((3000, 0)) }
    }
    #expect(resumed > 0, "some run was killed between its first and its last unit")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func stoppedRunResumes(signal: Int32) throws {
    let sandbox = try Sandbox()
    _ = try sandbox.venuesim(command("whole", jobs: 2))
    var stopped: Outcome
    repeat {
      // A run that ended before the signal came proves nothing, and is tried again.
      try? FileManager.default.removeItem(atPath: sandbox.path + "/kept")
      let first = try sandbox.start(TestPaths.venuesim, command("kept", jobs: 2))
      wait(for: 8000, in: sandbox, "kept")
      first.signal(signal)
      stopped = try first.outcome()
    } while stopped.status == 0
    #expect(stopped.status == 130 && stopped.errors.contains("--resume"), "\(stopped)")
    #expect(sandbox.exists("kept/metrics.csv") && sandbox.exists("kept/manifest.json"))
    let refused = try sandbox.venuesim(command("kept", jobs: 2))
    #expect(refused.status == 2 && refused.errors.contains("--resume"), "\(refused)")
    let rest = try sandbox.venuesim(command("kept", jobs: 2, ["--resume"]))
    #expect(rest.status == 0 && rest.errors.contains("were finished before"), "\(rest)")
    #expect(try sandbox.files(below: "kept") == (try sandbox.files(below: "whole")))
  }

  @Test func finishedRunIsNotRepeated() throws {
    let sandbox = try Sandbox()
    let arguments = ["run", TestPaths.corridor, "--seeds", "1-2", "--out", "kept", "--resume"]
    // With --resume, a run without earlier results starts as usual.
    #expect(try sandbox.venuesim(arguments).status == 0)
    let files = try sandbox.files(below: "kept")
    let again = try sandbox.venuesim(arguments)
    #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
    #expect(again.output == "Nothing to do: all 2 runs are finished. The files are in kept/.\n")
    let json = try sandbox.venuesim(arguments + ["--json"])
    #expect(json.output.contains("\"already_finished\":true"), "\(json)")
    #expect(try sandbox.venuesim(arguments + ["--quiet"]).output.isEmpty)
    #expect(try sandbox.files(below: "kept") == files)

    // A complete run repeats its exit status.
    try sandbox.write("kept/budgets.csv", "verdict\nkept\nmissed\n")
    #expect(try sandbox.venuesim(arguments).status == 4)
    for change in [["--set", "duration=2 min"], ["--record"]] {
      let refused = try sandbox.venuesim(arguments + change)
      #expect(refused.status == 2 && refused.errors.contains("a different one"), "\(refused)")
    }
    for change in [["--force"], []] {
      let wrong = try sandbox.venuesim(
        change.isEmpty ? ["run", TestPaths.corridor, "--resume"] : arguments + change)
      #expect(wrong.status == 2 && wrong.output.isEmpty, "\(wrong)")
    }
    try sandbox.write("mine/notes.txt", "mine")
    let foreign = try sandbox.venuesim("run", TestPaths.corridor, "--out", "mine", "--resume")
    #expect(foreign.status == 2 && foreign.errors.contains("has no run"), "\(foreign)")
  }

  @Test func changedScenarioIsRejected() throws {
    let sandbox = try Sandbox()
    let scenario = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
    let venue = try String(
      contentsOfFile: TestPaths.root + "/scenarios/venues/corridor.yaml", encoding: .utf8)
    try sandbox.write("venues/corridor.yaml", venue)
    try sandbox.write("corridor.yaml", scenario)
    let arguments = ["run", "corridor.yaml", "--seeds", "1-5000", "--out", "kept"]
    let first = try sandbox.start(TestPaths.venuesim, arguments)
    wait(for: 8000, in: sandbox, "kept")
    // The folder is in use as long as the first run lives, even with --resume.
    let busy = try sandbox.venuesim(arguments + ["--resume"])
    #expect(busy.status == 2 && busy.errors.contains("another run is writing"), "\(busy)")
    first.signal(SIGKILL)
    _ = try first.outcome()
    let before = try sandbox.files(below: "kept")

    func refusal(_ arguments: [String], _ reason: String) throws {
      let outcome = try sandbox.venuesim(arguments + ["--resume"])
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(reason), "\(outcome)")
      #expect(try sandbox.files(below: "kept") == before)
    }
    try sandbox.write("corridor.yaml", scenario + "# changed\n")
    try refusal(arguments, "the scenario 'corridor' has changed since")
    try sandbox.write("corridor.yaml", scenario)
    try sandbox.write("venues/corridor.yaml", venue + "# changed\n")
    try refusal(arguments, "the venue of scenario 'corridor' has changed since")
    try sandbox.write("venues/corridor.yaml", venue)
    try refusal(arguments + ["--record"], "it was started without --record")
    try refusal(arguments + ["--set", "duration=1 min"], "--set was")
    // --force removes everything of it.
    let fresh = ["run", "corridor.yaml", "--seeds", "1-2", "--out"]
    #expect(try sandbox.venuesim(fresh + ["kept", "--force"]).status == 0)
    #expect(try sandbox.venuesim(fresh + ["fresh"]).status == 0)
    #expect(try sandbox.files(below: "kept") == (try sandbox.files(below: "fresh")))
  }
}
