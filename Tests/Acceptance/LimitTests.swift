import Foundation
import Testing

/// Behaviour under resource limits: the command ends with a message, and never by a signal.
struct LimitTests {
  private static let run =
    "run '\(TestPaths.corridor)' --set 'duration=20 s' --seeds 1000-1001 --jobs 2 --cache none --quiet"

  /// A run under a shell's limit.
  private func outcome(_ sandbox: Sandbox, _ limit: String, _ folder: String) throws -> Outcome {
    try sandbox.run(
      "/bin/bash",
      ["-c", "ulimit \(limit); exec '\(TestPaths.venuesim)' \(Self.run) --out \(folder)"])
  }

  /// With any amount of memory, the run succeeds as usual, or ends with a message.
  @Test func lowMemoryEndsWithAMessage() throws {
    let sandbox = try Sandbox()
    let usual = try outcome(sandbox, "-v unlimited", "usual")
    let files = try sandbox.files(below: "usual")
    #expect(usual.status != 1 && !files.isEmpty, "\(usual)")
    var ends: Set<Int32> = []
    // In kB, from the minimum for the loader, which may fail in its own way, to a sufficient amount.
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
    #expect(ends == [1, usual.status], "both outcomes occur")
  }

  /// The message about resuming appears only if the run can be resumed.
  @Test func resumingIsSuggestedOnlyIfPossible() throws {
    let sandbox = try Sandbox()
    let play = "play '\(TestPaths.corridor)' --set 'duration=20 s' --as gpx"
    var count = 0
    // In kB, from the minimum for the loader.
    for kilobytes in stride(from: 40_000, through: 80_000, by: 500) {
      let outcome = try sandbox.run(
        "/bin/bash", ["-c", "ulimit -v \(kilobytes); exec '\(TestPaths.venuesim)' \(play)"])
      guard outcome.errors.contains("venuesim: out of memory") else {
        if outcome.status == 0, count > 0 { break }
        continue
      }
      count += 1
      #expect(outcome.status == 1 && !outcome.errors.contains("--resume"), "\(outcome)")
    }
    #expect(count > 0, "some limit is reached")
  }

  /// A small stack suffices, because the work runs on a stack of its own.
  @Test(arguments: [64, 256]) func smallStackSuffices(kilobytes: Int) throws {
    let sandbox = try Sandbox()
    let usual = try outcome(sandbox, "-s 8192", "usual")
    let small = try outcome(sandbox, "-s \(kilobytes)", "small")
    #expect(small.status == usual.status && usual.status != 1, "\(small)")
    #expect(try sandbox.files(below: "small") == sandbox.files(below: "usual"))
  }

  /// Deeply nested files are read on a small stack, or rejected with a position.
  @Test func smallStackHandlesDeepNesting() throws {
    let sandbox = try Sandbox()
    let depth = 100_000
    let deep = "name: a\nabout: " + String(repeating: "[", count: depth)
    try sandbox.write("deep.yaml", deep + String(repeating: "]", count: depth) + "\n")
    let outcome = try sandbox.run(
      "/bin/bash", ["-c", "ulimit -s 64; exec '\(TestPaths.venuesim)' check deep.yaml"])
    #expect(outcome.status == 2 && outcome.errors.contains("deep.yaml"), "\(outcome)")
  }

  /// A limit on file sizes ends the run with a message about the file, and the run can be resumed.
  @Test(arguments: [1, 8, 32]) func fileSizeLimitEndsWithAMessage(kilobytes: Int) throws {
    let sandbox = try Sandbox()
    let usual = try outcome(sandbox, "-f unlimited", "usual")
    let small = try outcome(sandbox, "-f \(kilobytes)", "small")
    #expect(small.status == 1 && small.errors.contains("File too large"), "\(small)")
    let again = try sandbox.run(
      "/bin/bash", ["-c", "exec '\(TestPaths.venuesim)' \(Self.run) --out small --resume"])
    #expect(again.status == usual.status, "\(again)")
    #expect(try sandbox.files(below: "small") == sandbox.files(below: "usual"))
  }
}
