import Foundation
import Testing

/// A stack in another process, as users of other languages bring it.
@Suite struct ChildStackTests {
  private static let python = Places.python
  private static let example =
    "cmd:python3 " + Places.root + "/scenarios/examples/strongest_beacon.py"

  @Test(.enabled(if: python != nil, "no python3 with its standard library"))
  func thePythonExampleRunsAndIsTheSameForAnyJobs() throws {
    let sandbox = try Sandbox()
    for (folder, jobs) in [("a", "1"), ("b", "3")] {
      let outcome = try sandbox.venuesim([
        "run", Places.corridor, "--seeds", "1-4", "--jobs", jobs, "--stack", Self.example, "--out",
        folder, "--set", "budgets=[horizontal_error.p50 <= 10 m, availability.share >= 0.9]",
      ])
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(try sandbox.files(below: "a") == sandbox.files(below: "b"))
    let fixes = try Table(sandbox.read("a/fixes.csv"))
    #expect(fixes["source"].allSatisfy { $0 == "beacon" } && fixes["source"].count > 500)
  }

  /// What a child may do wrong, and what is said of it; its last word is an exit status of 1.
  @Test(arguments: [
    ("false", "the stack's process has ended with status 1"),
    ("no-such-program", "the stack's process has ended with status 127"),
    ("kill -9 $$", "the stack's process has ended by signal 9"),
    ("echo hello; cat >/dev/null", "expected a value"),
    ("printf '{\"hel'", "the stack's process has ended"),
    ("echo '{\"hello\":{\"version\":99}}'; cat >/dev/null", "expected {\"hello\": {\"version\": 1"),
    ("head -c 100000 /dev/zero", "the stack's process has ended"),
    ("echo '{\"hello\":{\"version\":1}}'; read a", "the stack's process has ended"),
    (
      "echo '{\"hello\":{\"version\":1}}'; read a; echo '{\"tel\":[]}'; cat >/dev/null",
      "unknown key 'tel' in the answer (did you mean 'tell'?)"
    ),
  ])
  func aChildThatFailsEndsTheRun(command: String, message: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim([
      "run", Places.corridor, "--seeds", "1-2", "--stack", "cmd:" + command, "--out", "kept",
    ])
    #expect(outcome.status == 1 && !outcome.isLate, "\(outcome)")
    #expect(outcome.errors.contains(message), "\(outcome)")
    #expect(outcome.errors.contains("the stack '\(command)' failed"), "\(outcome)")
  }
}
