import Campaigns
import Documents
import Harness
import Kernel
import Scenarios
import Scoring
import TestSupport
import Testing

struct FalsifierTests {
  /// The lines after the first agent, which the failure doesn't need.
  private static let lines = """
        phone: [{at: 5 s, reboot: 1 s}, {at: 20 s, network: none}]
      - {name: bob, start: [1 m, 0 m], phones: 0, itinerary: [{stand: 5 s}]}
      - {name: crowd, count: 6, phones: 0, start: [2 m, 0 m], spread: 1 m}
    access_points:
      - {name: ap1, at: 30 s, then: off}

    """

  private func falsifier(
    _ lines: String = "", metric: String? = nil, budget: String? = nil, vary: [String] = [],
    jobs: Int = 1
  ) throws -> (place: Place, falsifier: Falsifier) {
    let place = try Place(scenario: Place.scenario + lines)
    var falsifier = try Falsifier(
      path: place.path, target: try FalsifyTarget(metric: metric, budget: budget),
      seeds: SeedList(1...4), varied: try vary.map { try VariedKey($0) })
    falsifier.tries = 16
    falsifier.jobs = jobs
    return (place, falsifier)
  }

  @Test func shrinksToASmallerFailingScenario() throws {
    let (place, falsifier) = try falsifier(Self.lines, budget: "steps.abs_error.max >= 200 %")
    let found = try falsifier.run()
    // Any step count of a walking person misses this; a walking person must remain.
    #expect(found.tries <= 8 && found.figure != nil)
    let tree = try #require(found.tree)
    #expect(tree["agents"]?.count == 1 && tree["access_points"] == nil, "\(tree.yaml)")
    #expect(tree.yaml.contains("walk:") && !tree.yaml.contains("reboot"), "\(tree.yaml)")
    #expect(tree["seed"]?.text == found.seed.map { "\($0)" })
    #expect(found.removed.after < found.removed.before)
    // The file reproduces the result.
    let text = try #require(found.file(comments: ["a\nb"]) { $0 })
    #expect(text.hasPrefix("# a b\nname: hall\n"))
    let written = try Place(scenario: text)
    let again = try LoadedScenario(path: written.path)
    #expect(again.budgets.map(\.text) == ["steps.abs_error.max >= 200 %"])
    let result = try RunUnit(scenario: again, seed: UInt64(again.scenario.seed)).run()
    var pool = ScenarioPool()
    for device in result.devices { pool.add(device) }
    let row = pool.rows.first { $0.metric.name == "steps.abs_error" && $0.statistic == .max }
    #expect(row?.value == found.figure)
    withExtendedLifetime(place) {}
  }

  @Test func findsWorseSettingsWithAnyJobs() throws {
    // Longer runs take more energy: the worst case is known.
    let vary = ["duration=40..90 s", "agents.anna.placement=waist,hand_texting"]
    let (home, alone) = try falsifier(metric: "energy.mean", vary: vary)
    let (place, plain) = try falsifier(metric: "energy.mean")
    let (other, both) = try falsifier(metric: "energy.mean", vary: vary, jobs: 2)
    let (one, two, none) = (try alone.run(), try both.run(), try plain.run())
    #expect(one.tree == two.tree && one.figure == two.figure && one.settings == two.settings)
    #expect(one.shrinkTries == two.shrinkTries && one.tries == 16 && none.tries == 4)
    #expect((one.worstFigure ?? 0) >= (none.worstFigure ?? .infinity))
    #expect((one.figure ?? 0) > (one.limit?.limit ?? .infinity))
    let found = one.settings.first { $0.hasPrefix("duration=") } ?? ""
    let seconds = try Quantity.parseDuration(String(found.dropFirst("duration=".count))).seconds
    #expect((75...90).contains(seconds), "\(found)")
    // Another seed of the search draws other settings.
    var (short, again) = (alone, alone)
    (short.tries, again.tries, again.searchSeed) = (8, 8, 2)
    #expect(try again.run().settings != short.run().settings)
    withExtendedLifetime((home, place, other)) {}
  }

  @Test func reportsKeptBudgetsAndInterruptions() throws {
    let (home, kept) = try falsifier(budget: "availability.share >= 0.1 %")
    let found = try kept.run()
    #expect(found.tree == nil && found.tries == 4 && found.worstFigure != nil)
    let (place, running) = try falsifier(metric: "horizontal_error.p95")
    let token = CancellationToken()
    var stopped = running
    stopped.cancellation = token
    stopped.progress = { _, done, _ in if done == 2 { token.cancel() } }
    let partial = try stopped.run()
    #expect(partial.isInterrupted && partial.tries == 2 && partial.tree != nil)
    let (other, nothing) = try falsifier(metric: "steps.false_per_hour.mean")
    #expect(try nothing.run().worstFigure == nil)
    withExtendedLifetime((home, place, other)) {}
  }

  @Test(
    arguments: [
      ("x.p50", nil, [], "unknown metric"), ("horizontal_error", nil, [], "p95"),
      ("horizontal_eror.p95", nil, [], "'horizontal_error.p95'"), (nil, nil, [], "--metric"),
      (nil, "power.mean <= 3", [], "--budget"), ("ttff.p95", "power.mean <= 3 mW", [], "different"),
      ("ttff.p95", nil, ["stack.locator.window"], "key=LOW..HIGH"),
      ("ttff.p95", nil, ["stack.locator.window="], "key=LOW..HIGH"),
      ("ttff.p95", nil, ["a..b=1..2"], "an empty key"),
      ("ttff.p95", nil, ["stack.locator.window=1..3"], "with its unit"),
      ("ttff.p95", nil, ["stack.locator.window=3..1 s"], "begins above"),
      ("ttff.p95", nil, ["stack.locator.window=1 s..2 min"], "in one unit"),
      ("ttff.p95", nil, ["stack.locator.window=nan..3 s"], "in one unit"),
      ("ttff.p95", nil, ["stack.locator.windw=1..3 s"], "'window'"),
      ("ttff.p95", nil, ["agents.ann.device=watch"], "'anna'"),
      ("ttff.p95", nil, ["agents.anna.device=watch,wotch"], "'watch'"),
    ] as [(String?, String?, [String], String)])
  func refusesBadInput(
    metric: String?, budget: String?, vary: [String], cause: String
  ) throws {
    let error = #expect(throws: DocumentError.self) {
      try falsifier(metric: metric, budget: budget, vary: vary)
    }
    #expect(error?.description.contains(cause) == true, "\(String(describing: error))")
  }

  @Test func readsTheFalsifyBlock() throws {
    let lines = """
      falsify:
        seeds: 7-9
        vary:
          - {key: stack.locator.window, range: 1..20 s}
          - {key: agents.anna.device, values: [watch, phone-2019]}

      """
    let place = try Place(scenario: Place.scenario + lines)
    let target = try FalsifyTarget(metric: "ttff.p95", budget: nil)
    let own = try Falsifier(path: place.path, target: target)
    #expect(own.seeds == SeedList(7...9))
    #expect(own.varied.map(\.key) == ["stack.locator.window", "agents.anna.device"])
    let replaced = try Falsifier(
      path: place.path, target: target, seeds: SeedList(1...2),
      varied: [try VariedKey("stack.locator.window=2..3 s")])
    #expect(replaced.seeds == SeedList(1...2) && replaced.varied.count == 2)
  }

  /// Values share the unit of the last, as the ends of a range do.
  @Test func listedValuesShareTheLastUnit() throws {
    func texts(_ text: String) throws -> [String] {
      try VariedKey(text).values().map { "\($0.value.text ?? "")" }
    }
    #expect(try texts("a.b=0.5,0.9,2 m/s") == ["0.5 m/s", "0.9 m/s", "2 m/s"])
    #expect(try texts("a.b=1 s,2 s") == ["1 s", "2 s"])
    #expect(try texts("a.b=watch,phone-2019") == ["watch", "phone-2019"])
  }
}
