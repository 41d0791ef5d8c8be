import Foundation
import Glibc
import Testing

/// Cached surveys: faster, and the same byte for byte.
struct CacheTests {
  private static let office = TestPaths.root + "/scenarios/office-floors.yaml"
  /// A minute of a scenario with a survey.
  private static func run(_ cache: String, _ folder: String) -> [String] {
    [
      "run", office, "--set", "duration=60 s", "--cache", cache, "--out", folder, "--jobs", "1",
      "--quiet",
    ]
  }

  /// The cached surveys in a folder; crowdsourced databases are beside them.
  private static func surveys(_ sandbox: Sandbox) throws -> [String: Data] {
    try sandbox.files(below: "cache").filter { $0.key.hasPrefix("survey-") }
  }

  /// Exit status of a short run, which is too short for its budgets.
  private static let ends = Int32(4)

  @Test func cachedSurveysChangeNoResult() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim(Self.run("none", "plain")).status == Self.ends)
    #expect(try sandbox.venuesim(Self.run("cache", "made")).status == Self.ends)
    let entries = try sandbox.files(below: "cache")
    #expect(try Self.surveys(sandbox).count == 1)
    #expect(try sandbox.venuesim(Self.run("cache", "kept")).status == Self.ends)
    let plain = try sandbox.files(below: "plain")
    #expect(plain == (try sandbox.files(below: "made")))
    #expect(plain == (try sandbox.files(below: "kept")))
    #expect(entries == (try sandbox.files(below: "cache")), "the entries are reused unchanged")
    // Another stack uses the same survey; other signals need another one.
    var other = Self.run("cache", "stack") + ["--set", "stack.locator.particles=300"]
    #expect(try sandbox.venuesim(other).status == Self.ends)
    #expect(try sandbox.files(below: "cache") == entries)
    other = Self.run("cache", "signals") + ["--set", "signals.wifi.shadow=4 dB"]
    let outcome = try sandbox.venuesim(other)
    #expect(outcome.status == Self.ends, "\(outcome)")
    #expect(try Self.surveys(sandbox).count == 2)
    let count = try sandbox.files(below: "cache").count

    let list = try sandbox.venuesim("cache", "list", "--cache", "cache")
    #expect(list.status == 0 && list.outputLines.count == count + 1, "\(list)")
    let cleared = try sandbox.venuesim("cache", "clear", "--cache", "cache")
    #expect(cleared.status == 0 && cleared.errors.contains("\(count) entries deleted"))
    #expect(try sandbox.files(below: "cache").isEmpty)
    #expect(try sandbox.venuesim("cache", "clean", "--cache", "cache").status == 2)
  }

  /// A crowdsourced database is cached like a survey.
  @Test func cachedCrowdDatabasesChangeNoResult() throws {
    let sandbox = try Sandbox()
    for (cache, folder) in [("none", "plain"), ("cache", "made"), ("cache", "kept")] {
      let outcome = try sandbox.venuesim(
        [
          "run", TestPaths.root + "/scenarios/canyon-walk.yaml", "--set", "duration=120 s",
          "--cache",
          cache, "--out", folder, "--quiet",
        ])
      #expect([0, Self.ends].contains(outcome.status), "\(outcome)")
    }
    #expect(try sandbox.files(below: "cache").keys.contains { $0.hasPrefix("crowd-") })
    let plain = try sandbox.files(below: "plain")
    #expect(plain == (try sandbox.files(below: "made")))
    #expect(plain == (try sandbox.files(below: "kept")))
  }

  /// Trajectories are cached, too: a change of the stack uses them, a change of the agents doesn't, and
  /// warnings are repeated.
  @Test func cachedTrajectoriesChangeNoResult() throws {
    let sandbox = try Sandbox()
    func run(_ scenario: String, _ cache: String, _ folder: String, _ more: String...) throws {
      let outcome = try sandbox.venuesim(
        ["run", TestPaths.root + "/scenarios/\(scenario).yaml", "--quiet", "--jobs", "1"]
          + ["--cache", cache, "--out", folder] + more)
      #expect([0, Self.ends].contains(outcome.status), "\(outcome)")
    }
    for scenario in ["corridor", "traffic-jam"] {
      for (cache, folder) in [("none", "plain"), (scenario, "made"), (scenario, "kept")] {
        try run(scenario, cache, "\(scenario)-\(folder)", "--seeds", "1-2")
      }
      let plain = try sandbox.files(below: scenario + "-plain")
      #expect(plain == (try sandbox.files(below: scenario + "-made")))
      #expect(plain == (try sandbox.files(below: scenario + "-kept")))
      let names = try sandbox.files(below: scenario).keys
      #expect(names.count { $0.hasPrefix("truth-") } == 2)
      #expect(names.count { $0.hasPrefix("world-") } == 1)
    }
    func entries() throws -> Set<String> { try Set(sandbox.files(below: "corridor").keys) }
    let before = try entries()
    try run("corridor", "corridor", "stack", "--seeds", "1-2", "--set", "stack.satellites.use=off")
    #expect(try entries() == before)
    try run("corridor", "corridor", "agents", "--set", "agents.0.start=[-20 m, 0 m]")
    #expect(try entries().count == before.count + 2, "another world, another path")
    // The warning about an agent without a destination is repeated each time.
    for _ in 0..<2 {
      let outcome = try sandbox.venuesim(
        "check", TestPaths.root + "/scenarios/corridor.yaml", "--cache", "corridor", "--set",
        "agents.0.itinerary=[{walk: {to: nowhere}}]")
      #expect(outcome.status == 2 && outcome.errors.contains("nowhere"), "\(outcome)")
    }
  }

  /// Truncated entries, a limit on file sizes, or a file in place of the folder: the run still succeeds.
  @Test func runsSucceedWithADamagedCache() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.venuesim(Self.run("cache", "made")).status == Self.ends)
    let right = try sandbox.files(below: "made")
    let name = try #require(Self.surveys(sandbox).keys.first)
    let path = sandbox.path + "/cache/" + name
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(truncate(path, size / 2) == 0)
    #expect(try sandbox.venuesim(Self.run("cache", "cut")).status == Self.ends)
    #expect(try sandbox.files(below: "cut") == right)
    #expect(try sandbox.files(below: "cache")[name]?.count == size)

    try sandbox.write("file", "text")
    let arguments = Self.run("file/cache", "nowhere").filter { $0 != "--quiet" }
    let outcome = try sandbox.venuesim(arguments)
    #expect(outcome.status == Self.ends, "\(outcome)")
    #expect(outcome.errors.contains("nothing was kept for the next run"))
    #expect(try sandbox.files(below: "nowhere") == right)
    // Like a full disk: no file may exceed 4 kB, and nothing else is written.
    let command = "ulimit -f 8; exec \"$0\" run \"$1\" --set 'duration=60 s' --cache full"
    let full = try sandbox.run(
      "/bin/sh", ["-c", command, TestPaths.venuesim, Self.office])
    #expect(full.status == Self.ends, "\(full)")
    #expect(full.errors.contains("nothing was kept") && full.errors.contains("File too large"))
    #expect(try sandbox.files(below: "full").values.allSatisfy { $0.count <= 4096 })
  }

  /// Two concurrent processes, and one that is killed.
  @Test func concurrentProcessesShareACache() throws {
    let sandbox = try Sandbox()
    let killed = try sandbox.start(TestPaths.venuesim, Self.run("cache", "killed"))
    usleep(300_000)
    killed.signal(SIGKILL)
    _ = try killed.outcome()
    let both = try ["one", "two"].map {
      try sandbox.start(TestPaths.venuesim, Self.run("cache", $0))
    }
    for command in both { #expect(try command.outcome().status == Self.ends) }
    let files = try sandbox.files(below: "one")
    #expect(!files.isEmpty)
    #expect(files == (try sandbox.files(below: "two")))
    #expect(try Self.surveys(sandbox).count == 1)
    #expect(try sandbox.files(below: "cache").keys.allSatisfy { $0.hasSuffix(".vscache") })
  }
}
