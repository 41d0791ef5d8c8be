import Foundation
import Testing

/// What the command does where the system gives it little: it ends in words, and never by a signal.
struct LimitTests {
  private static let run =
    "run '\(Places.corridor)' --set 'duration=20 s' --seeds 1000-1001 --jobs 2 --cache none --quiet"

  /// A shell's limit, and the run under it.
  private func outcome(_ sandbox: Sandbox, _ limit: String, _ folder: String) throws -> Outcome {
    try sandbox.run(
      "/bin/bash",
      ["-c", "ulimit \(limit); exec '\(Places.venuesim)' \(Self.run) --out \(folder)"])
  }

  /// Whatever the memory, all is well and as it always is, or the end is told.
  @Test func littleMemoryEndsInWords() throws {
    let sandbox = try Sandbox()
    let usual = try outcome(sandbox, "-v unlimited", "usual")
    let files = try sandbox.files(below: "usual")
    #expect(usual.status != 1 && !files.isEmpty, "\(usual)")
    var ends: Set<Int32> = []
    // In kB, from what is just enough for the loader, which ends as it likes, to what is enough.
    for kilobytes in stride(from: 60_000, through: 140_000, by: 5000) + [400_000] {
      let folder = "with-\(kilobytes)"
      let outcome = try outcome(sandbox, "-v \(kilobytes)", folder)
      ends.insert(outcome.status)
      switch outcome.status {
      case usual.status: #expect(try sandbox.files(below: folder) == files, "\(kilobytes)")
      default:
        #expect(outcome.status == 1, "\(kilobytes): \(outcome)")
        #expect(outcome.errors.contains("memory"), "\(kilobytes): \(outcome)")
      }
    }
    #expect(ends == [1, usual.status], "both are met")
  }

  /// What can't be gone on with isn't said to be.
  @Test func onlyWhatIsKeptIsGoneOnWith() throws {
    let sandbox = try Sandbox()
    let play = "play '\(Places.corridor)' --set 'duration=20 s' --as gpx"
    var count = 0
    // In kB, from what is just enough for the loader.
    for kilobytes in stride(from: 40_000, through: 80_000, by: 500) {
      let outcome = try sandbox.run(
        "/bin/bash", ["-c", "ulimit -v \(kilobytes); exec '\(Places.venuesim)' \(play)"])
      guard outcome.errors.contains("venuesim: out of memory") else {
        if outcome.status == 0, count > 0 { break }
        continue
      }
      count += 1
      #expect(outcome.status == 1 && !outcome.errors.contains("--resume"), "\(outcome)")
    }
    #expect(count > 0, "some limit is met")
  }

  /// A small stack is enough, since the work is done on one of its own.
  @Test(arguments: [64, 256]) func aSmallStackIsEnough(kilobytes: Int) throws {
    let sandbox = try Sandbox()
    let usual = try outcome(sandbox, "-s 8192", "usual")
    let small = try outcome(sandbox, "-s \(kilobytes)", "small")
    #expect(small.status == usual.status && usual.status != 1, "\(small)")
    #expect(try sandbox.files(below: "small") == sandbox.files(below: "usual"))
  }

  /// What is nested as deep as a file may be is read on it, or refused with its place.
  @Test func aSmallStackReadsDeepFiles() throws {
    let sandbox = try Sandbox()
    let depth = 100_000
    let deep = "name: a\nabout: " + String(repeating: "[", count: depth)
    try sandbox.write("deep.yaml", deep + String(repeating: "]", count: depth) + "\n")
    let outcome = try sandbox.run(
      "/bin/bash", ["-c", "ulimit -s 64; exec '\(Places.venuesim)' check deep.yaml"])
    #expect(outcome.status == 2 && outcome.errors.contains("deep.yaml"), "\(outcome)")
  }

  /// Files that may not get large end the run with what couldn't be written, and it can be gone on with.
  @Test(arguments: [1, 8, 32]) func smallFilesEndInWords(kilobytes: Int) throws {
    let sandbox = try Sandbox()
    let usual = try outcome(sandbox, "-f unlimited", "usual")
    let small = try outcome(sandbox, "-f \(kilobytes)", "small")
    #expect(small.status == 1 && small.errors.contains("File too large"), "\(small)")
    let again = try sandbox.run(
      "/bin/bash", ["-c", "exec '\(Places.venuesim)' \(Self.run) --out small --resume"])
    #expect(again.status == usual.status, "\(again)")
    #expect(try sandbox.files(below: "small") == sandbox.files(below: "usual"))
  }
}
