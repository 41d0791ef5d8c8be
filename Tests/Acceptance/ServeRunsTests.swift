import Foundation
import Glibc
import Testing

/// The list of runs, their pages, comparisons, and runs in progress.
struct ServeRunsTests {
  /// The data of a report page.
  private func data(_ page: String) throws -> Substring {
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    return page[start.upperBound..<end.lowerBound]
  }

  private func runs(_ served: Served) throws -> [[String: Any]] {
    try #require(try served.get("/api/runs").json()["runs"] as? [[String: Any]])
  }

  private func run(_ path: String, _ served: Served) throws -> [String: Any]? {
    try runs(served).first { $0["path"] as? String == path }
  }

  @Test func runsAreListedOpenedAndCompared() throws {
    let sandbox = try Sandbox()
    for (name, options) in [
      ("out/base", []), ("out/deep/new", ["--set", "stack.locator.window=10 s"]),
    ] {
      let outcome = try sandbox.venuesim(
        ["run", TestPaths.corridor, "--seeds", "1-2", "--out", name] + options)
      #expect(outcome.status == 0 || outcome.status == 4, "\(outcome)")
    }
    // Times decide the order.
    let early = [
      timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0),
    ]
    #expect(utimensat(AT_FDCWD, sandbox.path + "/out/base/manifest.json", early, 0) == 0)
    let served = try Served(sandbox, "serve", "out")
    let list = try runs(served)
    #expect(list.map { $0["path"] as? String } == ["deep/new", "base"])
    for entry in list {
      #expect(entry["state"] as? String == "finished" && entry["seeds"] as? String == "1–2")
      #expect(entry["scenarios"] as? [String] == ["corridor"])
      #expect((entry["verdicts"] as? [String: Int])?.isEmpty == false)
      let figures = try #require(entry["figures"] as? [[Any]])
      #expect(
        figures.contains { $0[1] as? String == "horizontal_error" && $0[2] as? String == "p95" })
    }
    #expect(list[0]["settings"] as? [String] == ["stack.locator.window=10 s"])
    #expect(list[1]["modified"] as? Double == 1_700_000_000)

    // The same data as in the file that 'report' writes.
    #expect(try sandbox.venuesim("report", "out/base", "--out", "base.html").status == 0)
    let page = try served.get("/runs/base")
    #expect(try page.status == 200 && data(page.body) == data(sandbox.read("base.html")))
    #expect(
      page.body.contains("src=\"/assets/live.js\"") && page.body.contains("connect-src 'self'"))
    #expect(try !sandbox.read("base.html").contains("connect-src"))
    let head = try served.get("/runs/base", method: "HEAD")
    #expect(head.body.isEmpty && head.header("etag") == page.header("etag"))
    #expect(head.header("content-length") == page.header("content-length"))

    #expect(
      try sandbox.venuesim("report", "out/deep/new", "--against", "out/base", "--out", "both.html")
        .status == 0)
    let both = try served.get("/compare?base=base&new=deep/new")
    #expect(both.status == 200)
    // The comparison names the folders as they were given.
    let wanted = try data(sandbox.read("both.html")).replacing(
      "\"out/", with: "\"\(sandbox.path)/out/")
    #expect(try data(both.body) == wanted)
    #expect(try served.get("/compare?base=base&new=none").status == 404)
    #expect(try served.stop().status == 130)
  }

  @Test func damagedRunsAreListedWithTheirError() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.venuesim(
      "run", TestPaths.corridor, "--seeds", "1,3-4", "--out", "good")
    #expect(outcome.status == 0 || outcome.status == 4)
    for name in ["cut", "torn", "lacks"] {
      try FileManager.default.copyItem(
        atPath: sandbox.path + "/good", toPath: sandbox.path + "/" + name)
    }
    try sandbox.write("cut/metrics.csv", String(sandbox.read("good/metrics.csv").prefix(500)))
    try sandbox.write("torn/manifest.json", "{\"run\": ")
    try sandbox.write("lacks/fixes.csv", "")
    try sandbox.write("other/manifest.json", "{\"name\": \"of another program\"}")
    let served = try Served(sandbox, "serve")
    let states = Dictionary(
      uniqueKeysWithValues: try runs(served).map { ($0["path"] as? String ?? "", $0) })
    #expect(Set(states.keys) == ["good", "cut", "torn", "lacks"])
    #expect(states["good"]?["state"] as? String == "finished")
    #expect(states["good"]?["seeds"] as? String == "1, 3–4")
    for name in ["cut", "torn"] {
      #expect(states[name]?["state"] as? String == "damaged")
      #expect((states[name]?["error"] as? String)?.contains("\(name)/") == true)
    }
    // Large tables are checked when the page is made.
    for name in ["cut", "lacks"] {
      #expect(try served.get("/runs/\(name)").status == 422)
      let progress = try served.get("/api/progress/\(name)").json()
      #expect(progress["state"] as? String == "damaged")
      #expect((progress["text"] as? String)?.contains("has changed since") == true, "\(progress)")
    }
    #expect(try served.get("/runs/torn").status == 200)
    #expect(try served.get("/runs/good").status == 200)
  }

  @Test func emptyFoldersSayWhatToDo() throws {
    let sandbox = try Sandbox()
    let served = try Served(sandbox, "serve")
    let list = try served.get("/api/runs").json()
    #expect((list["runs"] as? [Any])?.isEmpty == true)
    #expect((list["example"] as? String)?.contains("--out '\(sandbox.path)/first'") == true)
    #expect(try served.get("/").body.contains("No runs yet"))
    #expect(try served.get("/api/progress").json()["state"] as? String == "empty")
  }

  @Test(.enabled(if: hasProc)) func runsInProgressAreFollowed() throws {
    let sandbox = try Sandbox()
    let served = try Served(sandbox, "serve")
    // Far more seeds than this test waits for.
    let running = try sandbox.start(
      TestPaths.venuesim,
      [
        "run", TestPaths.corridor, "--seeds", "7,11-100009", "--jobs", "1", "--out", "long",
        "--quiet",
      ])
    defer { running.signal(SIGKILL) }
    var progress: [String: Any] = [:]
    try waitUntil {
      progress = try served.get("/api/progress/long").json()
      return progress["done"] as? Int ?? 0 >= 2 || !running.isRunning
    }
    #expect(progress["state"] as? String == "running" && progress["total"] as? Int == 100_000)
    let scenario = try #require((progress["scenarios"] as? [[String: Any]])?.first)
    #expect(scenario["name"] as? String == "corridor")
    let metrics = try #require(scenario["metrics"] as? [[String: Any]])
    let error = try #require(metrics.first { $0["metric"] as? String == "horizontal_error" })
    #expect(try #require((error["values"] as? [String: Double])?["p50"]) > 0)
    let entry = try #require(try run("long", served))
    #expect(entry["state"] as? String == "running" && entry["seeds"] as? String == "7, 11–100009")
    #expect(try served.get("/runs/long").body.contains("id=\"run-bar\""))

    running.signal(SIGKILL)
    _ = try running.outcome()
    #expect(try run("long", served)?["state"] as? String == "interrupted")
    let after = try served.get("/api/progress/long").json()
    #expect((after["text"] as? String)?.contains("--resume") == true)
    #expect(try #require(after["done"] as? Int) >= 2)
  }

  @Test func stoppedRunsHaveAPageOfTheirFinishedPart() throws {
    let sandbox = try Sandbox()
    let running = try sandbox.start(
      TestPaths.venuesim,
      ["run", TestPaths.corridor, "--seeds", "1-100000", "--jobs", "1", "--out", "long"])
    let served = try Served(sandbox, "serve")
    try waitUntil {
      try served.get("/api/progress/long").json()["done"] as? Int ?? 0 >= 1 || !running.isRunning
    }
    running.signal(SIGINT)
    #expect(try running.outcome().status == 130)
    let entry = try #require(try run("long", served))
    #expect(entry["state"] as? String == "stopped")
    #expect(try served.get("/runs/long").body.contains("src=\"/assets/live.js\""))
  }

  @Test func watchedRunsAreMadeAgain() throws {
    let sandbox = try Sandbox()
    func simulate(_ window: String) throws {
      let outcome = try sandbox.venuesim(
        "run", TestPaths.corridor, "--out", "out", "--force", "--set",
        "stack.locator.window=\(window)")
      #expect(outcome.status == 0 || outcome.status == 4, "\(outcome)")
    }
    try simulate("4 s")
    let served = try Served(sandbox, "report", "out", "--watch")
    let first = try served.get("/")
    #expect(first.status == 200 && first.body.contains("window=4 s"))
    #expect(waitUntil { sandbox.exists("out/report.html") })
    #expect(try data(first.body) == data(sandbox.read("out/report.html")))
    try simulate("9 s")
    let second = try served.get("/")
    #expect(second.body.contains("window=9 s") && second.header("etag") != first.header("etag"))
    // The file follows without any request.
    try simulate("7 s")
    #expect(
      try waitUntil {
        try sandbox.exists("out/report.html")
          && sandbox.read("out/report.html").contains("window=7 s")
      })
    let outcome = try served.stop()
    #expect(outcome.status == 130 && outcome.errors.isEmpty, "\(outcome)")
  }
}
