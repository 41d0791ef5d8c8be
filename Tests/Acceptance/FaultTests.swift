import Foundation
import Glibc
import Testing

/// Behaviour of the command under faults of its environment.
struct FaultTests {
  @Test func nonEmptyFoldersNeedForce() throws {
    let sandbox = try Sandbox()
    let record = ["run", TestPaths.corridor, "--record", "--out", "kept"]
    try sandbox.write("kept/notes.txt", "mine")
    let before = try sandbox.files()
    let refused = try sandbox.venuesim(record)
    #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
    #expect(
      refused.errors
        == "venuesim: the folder 'kept' is not empty; name another with --out, or use --force\n")
    #expect(try sandbox.files() == before)

    // --force removes an earlier run's files, recordings too; foreign files stay.
    #expect(try sandbox.venuesim(record + ["--force", "--seeds", "1-2"]).status == 0)
    try sandbox.write("kept/recordings/corridor-1-walker/barometer.csv", "stale")
    try sandbox.write("kept/recordings/mine/notes.txt", "mine")
    #expect(try sandbox.venuesim(record + ["--force", "--seeds", "1-1"]).status == 0)
    _ = try sandbox.venuesim(record.dropLast() + ["fresh", "--seeds", "1-1"])
    var files = try sandbox.files(below: "kept")
    #expect(files.removeValue(forKey: "notes.txt") == Data("mine".utf8))
    #expect(files.removeValue(forKey: "recordings/mine/notes.txt") == Data("mine".utf8))
    #expect(files == (try sandbox.files(below: "fresh")))

    // Bad input is found before anything is removed.
    let wrong = try sandbox.venuesim(record + ["--force", "--set", "duration=-1 s"])
    #expect(wrong.status == 2)
    #expect(try sandbox.files(below: "kept").count == files.count + 2)
    // An empty folder may be used.
    try FileManager.default.createDirectory(
      atPath: sandbox.path + "/empty", withIntermediateDirectories: false)
    #expect(try sandbox.venuesim("run", TestPaths.corridor, "--out", "empty").status == 0)
  }

  @Test func foldersThatCannotBeCreatedAreReported() throws {
    let sandbox = try Sandbox()
    try sandbox.write("file", "text")
    let cases = [
      ("file", "'file': a part of its path is not a folder"),
      ("file/below/it", "'file': a part of its path is not a folder"),
      ("/proc/venuesim/kept", "'/proc/venuesim': "),
      (String(repeating: "x", count: 300), "its name is too long"),
    ]
    for (folder, reason) in cases {
      let outcome = try sandbox.venuesim("run", TestPaths.corridor, "--out", folder)
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.hasPrefix("venuesim: cannot write '"), "\(outcome)")
      #expect(outcome.errors.contains(reason), "\(outcome)")
    }
    #expect(try sandbox.files() == ["file": Data("text".utf8)])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func interruptionKeepsFinishedRuns(
    signal: Int32
  ) throws {
    let sandbox = try Sandbox()
    let command = try sandbox.start(
      TestPaths.venuesim, ["run", TestPaths.corridor, "--seeds", "1-20000", "--out", "kept"])
    // Only after some runs have finished: their rows are in the hidden table by then.
    let table = sandbox.path + "/kept/.fixes.csv.partial"
    waitUntil {
      var status = stat()
      return stat(table, &status) == 0 && status.st_size > 100_000 || !command.isRunning
    }
    command.signal(signal)
    let outcome = try command.outcome()
    #expect(outcome.status == 130 && !outcome.isLate, "\(outcome)")
    #expect(outcome.errors.contains("venuesim: interrupted; "), "\(outcome)")
    let finished = try expectConsistentResults(in: "kept", of: sandbox, units: 20_000)
    #expect(finished > 0)
    #expect(outcome.errors.contains(" \(finished) of 20000 runs are finished and kept in kept/"))
    #expect(outcome.output.contains("corridor: \(finished) run"))
  }

  /// A disk that is full from the start, one without room for a recording, and one with room for a few.
  @Test(
    .enabled(if: Disk.isAvailable, "only root can mount a small disk to fill"),
    arguments: [4, 88, 2048, 3072])
  func fullDiskKeepsFinishedRuns(kilobytes: Int) throws {
    let sandbox = try Sandbox()
    let disk = try Disk(kilobytes: kilobytes, in: sandbox)
    let outcome = try sandbox.venuesim(
      "run", TestPaths.corridor, "--record", "--seeds", "1-5", "--jobs", "2", "--out", "disk/kept")
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.errors.hasPrefix("venuesim: cannot write 'disk/kept")
        && outcome.errors.contains("No space left on device"), "\(outcome)")
    let files = try sandbox.files(below: "disk")
    #expect(!files.keys.contains { $0.hasSuffix(".partial") }, "\(files.keys)")
    if kilobytes <= 4 {
      #expect(files.isEmpty, "\(files.keys)")
    } else {
      let finished = try expectConsistentResults(in: "disk/kept", of: sandbox, units: 5)
      let recordings = Set(
        files.keys.compactMap { try? /recordings\/([^\/]+)\//.firstMatch(in: $0) }
          .map { String($0.1) })
      #expect(recordings.sorted() == (0..<finished).map { "corridor-\($0 + 1)-walker" })
      #expect((finished > 0) == (kilobytes > 1024))
      // A kept recording is complete.
      for name in recordings {
        let replay = try sandbox.venuesim(
          "replay", "disk/kept/recordings/" + name, "--scenario", TestPaths.corridor)
        #expect(replay.status == 0, "\(replay)")
      }
    }
    disk.unmount()
  }

  /// Tables fill a disk row by row, so it may get full at any position in any of them.
  ///
  /// From 84 kB on, a disk has room for headers and manifest; a smaller one is left empty.
  @Test(.enabled(if: Disk.isAvailable, "only root can mount a small disk to fill"))
  func tablesStayConsistentOnAFullDisk() throws {
    // Every table takes at least a page; manifest, scene, checksums and folders take eight more.
    let minimum = 4 * (RunFolderTests.headers.count + 8)
    for kilobytes in Array(stride(from: 16, through: 120, by: 4)) + [256, 512] {
      let sandbox = try Sandbox()
      let disk = try Disk(kilobytes: kilobytes, in: sandbox)
      let outcome = try sandbox.venuesim(
        "run", TestPaths.corridor, "--seeds", "1-50", "--quiet", "--out", "disk/kept")
      #expect(outcome.status == 1 && outcome.errors.contains("No space left"), "\(outcome)")
      if kilobytes < minimum, !sandbox.exists("disk/kept/manifest.json") {
        #expect(try sandbox.files(below: "disk").isEmpty, "\(kilobytes) kB")
        disk.unmount()
        continue
      }
      let finished = try expectConsistentResults(in: "disk/kept", of: sandbox, units: 50)
      #expect(outcome.errors.contains("; \(finished) of 50 runs are finished"), "\(outcome)")
      disk.unmount()
    }
  }

  @Test(.enabled(if: Disk.isAvailable, "only root can mount a disk to protect"))
  func readOnlyDisksAreReported() throws {
    let sandbox = try Sandbox()
    let disk = try Disk(kilobytes: 64, in: sandbox, options: ",ro")
    let outcome = try sandbox.venuesim("run", TestPaths.corridor, "--out", "disk/kept")
    #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors == "venuesim: cannot write 'disk/kept': Read-only file system\n")
    disk.unmount()
  }

  /// A second run into the folder of a running one.
  @Test func runsDoNotShareAFolder() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.start(
      TestPaths.venuesim, ["run", TestPaths.corridor, "--seeds", "1-20000", "--out", "kept"])
    waitUntil { sandbox.exists("kept/.events.csv.partial") || !first.isRunning }
    let second = try sandbox.venuesim("run", TestPaths.corridor, "--out", "kept")
    #expect(second.status == 2 && second.errors.contains("not empty"), "\(second)")
    first.signal(SIGINT)
    #expect(try first.outcome().status == 130)
    _ = try expectConsistentResults(in: "kept", of: sandbox, units: 20_000)
  }

  /// Checks that tables and manifest list the same complete units, and returns their number.
  private func expectConsistentResults(
    in folder: String, of sandbox: Sandbox, units: Int
  ) throws -> Int {
    let files = try sandbox.files(below: folder)
    #expect(!files.keys.contains { $0.hasSuffix(".partial") }, "\(files.keys)")
    let text = try #require(files["manifest.json"])
    let manifest = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    #expect(manifest["complete"] as? Bool == false)
    let finished = try #require(manifest["finished"] as? [[String: String]])
    let missing = try #require(manifest["missing"] as? [[String: String]])
    // The first seeds are finished, the others are missing.
    #expect(finished.count <= 1 && missing.count == 1)
    let count = Int(finished.first?["last_seed"] ?? "0") ?? 0
    #expect(count == 0 || finished.first?["first_seed"] == "1")
    #expect(missing.first?["first_seed"] == "\(count + 1)")
    #expect(missing.first?["last_seed"] == "\(units)")
    let seeds = (0..<count).map { "\($0 + 1)" }
    for (name, header) in RunFolderTests.headers {
      let table = try Table(sandbox.read(folder + "/" + name))
      #expect(table.columns.joined(separator: ",") == header)
      guard name != "budgets.csv" else { continue }
      var seen: [String] = []
      for seed in table["seed"] where seen.last != seed { seen.append(seed) }
      if RunFolderTests.mayBeEmpty.contains(name) {
        #expect(seen.allSatisfy(seeds.contains), "\(name)")
      } else {
        #expect(seen.filter { $0 != "all" } == seeds, "\(name)")
      }
    }
    return count
  }
}

/// A small RAM disk, mounted below a sandbox.
private final class Disk {
  private let point: String
  private var isMounted = true

  init(kilobytes: Int, in sandbox: Sandbox, options: String = "") throws {
    point = sandbox.path + "/disk"
    guard Self.mount(point, "size=\(kilobytes)k" + options, sandbox) else {
      throw CommandFailure(description: "cannot mount a disk at \(point)")
    }
  }

  deinit { unmount() }

  func unmount() {
    if isMounted { umount2(point, Int32(MNT_DETACH)) }
    isMounted = false
  }

  /// True if this machine allows tests to mount disks.
  static let isAvailable: Bool = {
    guard getuid() == 0, let sandbox = try? Sandbox() else { return false }
    let point = sandbox.path + "/disk"
    guard mount(point, "size=4k", sandbox) else { return false }
    umount2(point, Int32(MNT_DETACH))
    return true
  }()

  private static func mount(_ point: String, _ options: String, _ sandbox: Sandbox) -> Bool {
    guard let program = TestPaths.program("mount") else { return false }
    mkdir(point, 0o755)
    let outcome = try? sandbox.run(
      program, ["-t", "tmpfs", "-o", options, "none", point])
    return outcome?.status == 0
  }
}
