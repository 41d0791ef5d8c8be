import Foundation
import Glibc
import Testing

/// Campaigns as users run them: in one go, in shards, killed, repeated, and with bad files.
struct CampaignTests {
  private static let campaign = """
    campaign: small
    about: Two scenarios under some seeds.
    scenarios:
      - corridor.yaml
      - {scenario: corridor-slow.yaml, seeds: 2000-2004, set: {duration: 20 s}}
    seeds: 1000-1011
    set: {stack.locator.window: 2 s}

    """

  private func sandbox(_ campaign: String = campaign) throws -> Sandbox {
    let sandbox = try Sandbox()
    let corridor = try String(contentsOfFile: TestPaths.corridor, encoding: .utf8)
      .replacingOccurrences(of: "duration: 3 min", with: "duration: 30 s")
      .replacingOccurrences(of: "venues/", with: TestPaths.root + "/scenarios/venues/")
    try sandbox.write("corridor.yaml", corridor)
    try sandbox.write(
      "corridor-slow.yaml",
      corridor.replacingOccurrences(of: "name: corridor", with: "name: corridor-slow"))
    try sandbox.write("small.yaml", campaign)
    return sandbox
  }

  private func campaign(_ words: String...) -> [String] { ["campaign"] + words + ["--quiet"] }

  /// The tables and the manifest, without the shards.
  private func results(_ sandbox: Sandbox, _ folder: String) throws -> [String: Data] {
    try sandbox.files(below: folder).filter { !$0.key.hasPrefix("shards/") }
  }

  @Test func repeatedShardsInAnyOrderEqualOneRun() throws {
    let sandbox = try sandbox()
    let whole = try sandbox.venuesim(campaign("run", "small.yaml", "--out", "whole"))
    #expect(whole.status == 0 || whole.status == 4, "\(whole)")
    let wanted = try results(sandbox, "whole")
    #expect(wanted.keys.sorted() == ["budgets.csv", "manifest.json", "metrics.csv", "worst.csv"])
    for (folder, count, order) in [
      ("one", 1, [1]), ("five", 5, [4, 1, 5, 1, 3, 2]), ("many", 40, Array((1...40).reversed())),
    ] {
      for number in order {
        let shard = try sandbox.venuesim(
          campaign(
            "run", "small.yaml", "--out", folder, "--shard", "\(number)/\(count)", "--jobs",
            "\(1 + number % 2)"))
        #expect(shard.status == 0 && shard.output.isEmpty, "\(shard)")
      }
      let merged = try sandbox.venuesim(campaign("merge", "small.yaml", "--out", folder))
      #expect(merged.status == whole.status, "\(merged)")
      #expect(try results(sandbox, folder) == wanted, "\(folder)")
    }
    // Split in two ways, in two folders: any choice of shards gives the same result.
    for number in [1, 3] {
      _ = try sandbox.venuesim(
        campaign("run", "small.yaml", "--out", "mixed", "--shard", "\(number)/3"))
    }
    let mixed = try sandbox.venuesim(
      campaign("merge", "small.yaml", "five/shards", "many/shards", "--out", "mixed"))
    #expect(mixed.status == whole.status, "\(mixed)")
    #expect(try results(sandbox, "mixed") == wanted)
  }

  /// The tables agree with plain runs of the same seeds.
  @Test func metricsEqualPlainRuns() throws {
    let sandbox = try sandbox()
    #expect(
      [0, 4].contains(try sandbox.venuesim(campaign("run", "small.yaml", "--out", "all")).status))
    let run = try sandbox.venuesim(
      "run", "corridor.yaml", "--seeds", "1000-1011", "--set", "stack.locator.window=2 s", "--out",
      "run", "--quiet")
    #expect([0, 4].contains(run.status), "\(run)")
    let (own, plain) = (
      Table(try sandbox.read("all/metrics.csv")), Table(try sandbox.read("run/metrics.csv"))
    )
    var compared = 0
    for row in plain.rows(where: ["scenario": "corridor"]) {
      let key = [
        "scenario": "corridor", "seed": row["seed"] ?? "", "metric": row["metric"] ?? "",
        "statistic": row["statistic"] ?? "",
      ]
      guard let other = own.rows(where: key).first else { continue }
      let (a, b) = (Double(row["value"] ?? "") ?? .nan, Double(other["value"] ?? "") ?? .nan)
      #expect(a == b || abs(a - b) <= 1e-9 * max(abs(a), abs(b)), "\(key)")
      #expect(row["n"] == other["n"], "\(key)")
      compared += 1
    }
    #expect(compared > 100, "\(compared)")
    let reported = try sandbox.read("all/manifest.json")
    let fingerprint = try sandbox.read("run/manifest.json").firstMatch(
      of: /"events_fingerprint": "([0-9a-f]+)"/)
    #expect(reported.contains(String(try #require(fingerprint).1)))
    let compare = try sandbox.venuesim("compare", "all", "all", "--quiet")
    #expect(compare.status == 0, "\(compare)")
  }

  @Test func killedCampaignResumes() throws {
    let sandbox = try sandbox(
      Self.campaign.replacingOccurrences(of: "1000-1011", with: "1000-1199"))
    let command = campaign("run", "small.yaml", "--jobs", "2")
    let whole = try sandbox.venuesim(command + ["--out", "whole"])
    let wanted = try results(sandbox, "whole")
    for (signal, status) in [(SIGINT, 130), (SIGTERM, 130), (SIGKILL, 137)] {
      let folder = "stopped-\(signal)"
      var stopped: Outcome
      repeat {
        // A campaign that ended before the signal came is tried again.
        try? FileManager.default.removeItem(atPath: sandbox.path + "/" + folder)
        let first = try sandbox.start(TestPaths.venuesim, command + ["--out", folder])
        waitUntil { sandbox.exists(folder) || !first.isRunning }
        usleep(300_000)
        first.signal(signal)
        stopped = try first.outcome()
      } while stopped.status == whole.status
      #expect(Int(stopped.status) == status, "\(stopped)")
      if signal != SIGKILL {
        #expect(stopped.errors.contains("interrupted; "), "\(stopped)")
        let left = try sandbox.venuesim("campaign", "status", "small.yaml", "--out", folder)
        #expect(left.status == 0 && left.output.contains("missing: corridor"), "\(left)")
      }
      let second = try sandbox.venuesim(command + ["--out", folder])
      #expect(second.status == whole.status, "\(second)")
      #expect(try results(sandbox, folder) == wanted, "\(signal)")
    }
  }

  /// Missing, truncated, changed and foreign shards are reported and run again.
  @Test func invalidShardsAreReportedAndRunAgain() throws {
    let sandbox = try sandbox()
    for number in 1...4 {
      _ = try sandbox.venuesim(
        campaign("run", "small.yaml", "--out", "bad", "--shard", "\(number)/4"))
    }
    let shards = sandbox.path + "/bad/shards/"
    let names = try FileManager.default.contentsOfDirectory(atPath: shards).sorted()
    #expect(names.count == 4)
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: shards + name))
    }
    try bytes(names[0]).dropLast(7).write(to: URL(fileURLWithPath: shards + names[0]))
    var changed = try bytes(names[1])
    changed[changed.count / 2] ^= 4
    try changed.write(to: URL(fileURLWithPath: shards + names[1]))
    try FileManager.default.removeItem(atPath: shards + names[2])
    try Data("VenueSim shard 9\n".utf8).write(to: URL(fileURLWithPath: shards + "later.shard"))
    try Data("no shard".utf8).write(to: URL(fileURLWithPath: shards + "other.shard"))
    try sandbox.write("other.yaml", Self.campaign.replacingOccurrences(of: "2 s", with: "3 s"))
    _ = try sandbox.venuesim(campaign("run", "other.yaml", "--out", "bad", "--shard", "4/4"))

    let merge = try sandbox.venuesim("campaign", "merge", "small.yaml", "--out", "bad")
    #expect(merge.status == 2, "\(merge)")
    for word in [
      "\(names[0])' is truncated or damaged", "\(names[1])' is truncated or damaged",
      "later.shard' is a shard of another version",
      "other.shard' isn't a shard",
      "belongs to another campaign: scenario 'corridor' has other settings",
      "of 17 runs are missing, from corridor 1000",
    ] {
      #expect(merge.errors.contains(word), "\(word): \(merge)")
    }
    #expect(!sandbox.exists("bad/metrics.csv"))
    let again = try sandbox.venuesim(campaign("run", "small.yaml", "--out", "bad"))
    let whole = try sandbox.venuesim(campaign("run", "small.yaml", "--out", "whole"))
    #expect(again.status == whole.status, "\(again)")
    #expect(try results(sandbox, "bad") == results(sandbox, "whole"))
  }

  @Test func worstRunsAreReproducedFromTheirSeeds() throws {
    let sandbox = try sandbox(Self.campaign + "keep: worst 2\nworst: horizontal_error.p95\n")
    let run = try sandbox.venuesim(
      "campaign", "run", "small.yaml", "--out", "all", "--progress", "plain")
    #expect([0, 4].contains(run.status), "\(run)")
    let worst = Table(try sandbox.read("all/worst.csv"))
    let metrics = Table(try sandbox.read("all/metrics.csv"))
    for (scenario, count) in [("corridor", 12), ("corridor-slow", 5)] {
      let figures = metrics.rows(where: [
        "scenario": scenario, "metric": "horizontal_error", "statistic": "p95",
      ])
      .filter { $0["seed"] != "all" }.sorted {
        Double($0["value"] ?? "") ?? 0 > Double($1["value"] ?? "") ?? 0
      }
      let reported = worst.rows(where: ["scenario": scenario])
      #expect(reported.count == count && figures.count == count)
      #expect(reported.compactMap { $0["seed"] } == figures.compactMap { $0["seed"] })
      for row in figures.prefix(2) {
        let seed = row["seed"] ?? ""
        let tables = Table(try sandbox.read("all/worst/\(scenario)-\(seed)/metrics.csv"))
        let again = tables.rows(where: [
          "seed": seed, "metric": "horizontal_error", "statistic": "p95",
        ]).first
        #expect(again?["value"] == row["value"], "\(scenario) \(seed)")
        #expect(sandbox.exists("all/worst/\(scenario)-\(seed)/fixes.csv"))
      }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/all/worst").count == 4)
  }

  /// Estimated time on more cores, from trial runs; more cores take less time and the same work.
  @Test func planEstimatesTime() throws {
    let sandbox = try sandbox()
    func estimate(cores: Int) throws -> [String: Any] {
      let plan = try sandbox.venuesim(
        "campaign", "plan", "small.yaml", "--json", "--shards", "17", "--cores", "\(cores)")
      #expect(plan.status == 0, "\(plan)")
      let answer = try JSONSerialization.jsonObject(with: Data(plan.output.utf8))
      return try #require((answer as? [String: Any])?["estimate"] as? [String: Any])
    }
    let (one, many) = (try estimate(cores: 1), try estimate(cores: 17))
    for (reported, cores) in [(one, 1), (many, 17)] {
      let number = { (key: String) in reported[key] as? Double ?? -1 }
      #expect(number("shards") == 17 && number("bytes") > 1000)
      let minimum = number("core_s") / Double(cores)
      #expect(number("core_s") > 0 && number("whole_s") > minimum, "\(reported)")
    }
    let (slow, fast) = (one["whole_s"] as? Double ?? 0, many["whole_s"] as? Double ?? 0)
    #expect(slow > 1.5 * fast, "\(slow) and \(fast)")
    let text = try sandbox.venuesim("campaign", "plan", "small.yaml", "--cores", "4")
    #expect(text.output.contains("17 shards on 4 such cores"), "\(text)")
    let none = try sandbox.venuesim("campaign", "plan", "small.yaml", "--cores", "0")
    #expect(none.status == 2 && none.errors.contains("--cores takes"), "\(none)")
  }

  @Test func mistakesAreReportedWithPositions() throws {
    let sandbox = try sandbox()
    func complaint(_ text: String) throws -> Outcome {
      try sandbox.write("wrong.yaml", text)
      return try sandbox.venuesim("campaign", "plan", "wrong.yaml")
    }
    for (text, words) in [
      ("campaign: a\nscenarios: [none.yaml]\n", "wrong.yaml:2:13"),
      ("campaign: a\nscenarios: []\n", "wrong.yaml:2:12"),
      (
        "campaign: a\nscenarios: [corridor.yaml, corridor.yaml]\n",
        "is called 'corridor', is listed twice"
      ),
      ("campaign: a\nscenarios: [corridor.yaml]\nkeep: worst 0\n", "wrong.yaml:3:7"),
      ("campaign: a\nscenarios: [corridor.yaml]\nworst: horizontal\n", "wrong.yaml:3:8"),
      ("campaign: a\nscenarios: [corridor.yaml]\nsheds: 4\n", "wrong.yaml:3:1"),
      ("campaign: a\nscenarios: [corridor.yaml]\nseeds: 100-110\n", "training data"),
      ("campaign: a\nscenarios: [corridor.yaml]\nset: {stack.locator.windw: 2 s}\n", "window"),
    ] {
      let outcome = try complaint(text)
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(text): \(outcome)")
    }
    for words in [
      ["campaign"], ["campaign", "walk", "small.yaml"], ["campaign", "run", "small.yaml"],
      ["campaign", "run", "small.yaml", "--out", "x", "--shard", "0/4"],
      ["campaign", "run", "small.yaml", "--out", "x", "--shard", "5/4"],
      ["campaign", "status", "small.yaml", "--out", "x", "--shards", "none"],
    ] {
      let outcome = try sandbox.venuesim(words)
      #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(words): \(outcome)")
    }
    #expect(!sandbox.exists("x"))
    #expect(try sandbox.venuesim("check", "small.yaml").status == 0)
    let plan = try sandbox.venuesim("campaign", "plan", "small.yaml", "--shards", "3")
    #expect(plan.status == 0 && plan.output.contains("17 runs"), "\(plan)")
    #expect(plan.output.contains("shard 2/3: corridor 1005-1010"), "\(plan)")
  }
}
