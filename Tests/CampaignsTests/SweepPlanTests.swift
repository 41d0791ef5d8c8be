import Campaigns
import Devices
import Documents
import Harness
import Kernel
import Parts
import Positioning
import Scenarios
import Scoring
import Services
import TestSupport
import Testing

struct SweepPlanTests {
  private func plan(_ lines: String, _ settings: [String] = []) throws -> SweepPlan {
    let place = try Place(scenario: Place.scenario + lines + "\n")
    return try SweepPlan(path: place.path, settings: settings.map { try Setting($0) })
  }

  private func complaints(_ lines: String) throws -> [String] {
    let place = try Place(scenario: Place.scenario + lines + "\n")
    return mistakes { () throws(DocumentError) in try SweepPlan(path: place.path) }
      .map { String($0.drop { $0 != ":" }) }
  }

  @Test func combinesEveryValueWithEveryOther() throws {
    let sweep = try plan(
      """
      sweep:
        seeds: 3-5
        axes:
          - {key: stack.locator.window, values: [1 s, 3 s, 10 s]}
          - {key: agents.anna.device, values: [phone-2019, watch]}
        ablate: [stack.satellites, signals.wifi]
      """, ["duration=20 s"])
    #expect(sweep.axes == ["stack.locator.window", "agents.anna.device"])
    #expect(sweep.seeds == SeedList(3...5) && sweep.variants.count == 9)
    #expect(
      sweep.variants.prefix(3).map(\.label) == [
        "as is", "without stack.satellites", "without signals.wifi",
      ])
    #expect(sweep.variants.prefix(3).allSatisfy { $0.values == ["", ""] })
    #expect(sweep.variants[1].scenario.scenario.stack[.satellites].name == "off")
    let last = sweep.variants[8]
    #expect(last.label == "stack.locator.window=10 s, agents.anna.device=watch")
    #expect(last.values == ["10 s", "watch"])
    let locator = last.scenario.scenario.stack.parameters(
      .locator, BeaconLocatorPart.Parameters.self)
    #expect(locator?.locator.window == .seconds(10))
    #expect(last.scenario.scenario.agents[0].device.name == "watch")
    #expect(sweep.variants.allSatisfy { $0.scenario.scenario.duration == .seconds(20) })
    #expect(Set(sweep.variants.map(\.scenario.digest)).count == 9)
  }

  @Test func variantsShareSeedsAndDoNotDependOnJobs() throws {
    let sweep = try plan(
      "sweep: {seeds: 1-3, axes: [{key: stack.satellites.use, values: [single-point, off]}]}",
      ["duration=20 s"])
    func figures(_ jobs: Int, from first: Int = 0) throws -> [VariantFigures] {
      var all: [VariantFigures] = []
      try sweep.run(sweep.plan(jobs: jobs), from: first) { all.append($0) }
      return all
    }
    let alone = try figures(1)
    #expect(alone.count == 2)
    #expect(alone[0].parts.map(\.seed) == ["1", "2", "3", "all"])
    for (one, two) in zip(alone, try figures(2)) {
      #expect(one.number == two.number && one.parts.map(\.rows) == two.parts.map(\.rows))
    }
    #expect(try figures(2, from: 1).map(\.pooled) == [alone[1].pooled])
    // Equal worlds: a variant without changes gives the plain run's figures.
    var pool = ScenarioPool()
    for seed in 1...3 as ClosedRange<UInt64> {
      for device in try RunUnit(scenario: sweep.variants[0].scenario, seed: seed).run().devices {
        pool.add(device)
      }
    }
    #expect(pool.rows == alone[0].pooled)
  }

  @Test(arguments: [
    ("sweep: {axes: [{key: stack.locator.window, values: [1, 3 s]}]}", ":11:53:", "with its unit"),
    ("sweep: {axes: [{key: stack.locatr.window, values: [1 s]}]}", ":11:52:", "'locator'"),
    ("sweep: {axes: [{key: agents.ana.device, values: [watch]}]}", ":11:50:", "'anna'"),
    ("sweep: {axes: [{key: agents.9.device, values: [watch]}]}", ":11:48:", "not an index"),
    ("sweep: {ablate: [stack.locator]}", ":11:18:", "can't be switched off"),
    ("sweep: {ablate: [stack.gps]}", ":11:18:", "can't be switched off"),
    ("sweep: {seeds: 5-2, ablate: [stack.satellites]}", ":11:16:", "begins above its end"),
    ("sweep: {seeds: 5, ablate: [stack.satellites]}", ":11:16:", "such as '1-20'"),
    (
      "sweep: {ablate: [stack.satellites], pareto: {energy: enrgy.mean}}", ":11:54:",
      "'energy.mean'"
    ),
    ("sweep: {axis: []}", ":11:9:", "did you mean 'axes'?"),
    ("sweep: {}", "", "varies nothing"), ("", "", "block; it says"),
  ]) func reportsThePositionOfAMistake(line: String, place: String, cause: String) throws {
    let found = try complaints(line)
    #expect(found.count == 1 || cause.hasPrefix("'"), "\(found)")
    #expect(found.contains { $0.hasPrefix(place) && $0.contains(cause) }, "\(found)")
  }

  @Test func refusesTooManyVariantsAndSeeds() throws {
    let values = "[" + (1...40).map { "\($0) s" }.joined(separator: ", ") + "]"
    let keys = ["stack.locator.window", "stack.steps.refractory", "duration", "a", "b", "c", "d"]
    for count in [3, 7] {
      let axes = keys.prefix(count).map { "{key: \($0), values: \(values)}" }
      let found = try complaints("sweep: {axes: [\(axes.joined(separator: ", "))]}")
      #expect(found.count == 1 && found[0].contains("40 x 40 x 40"), "\(found)")
      #expect(found[0].contains(count == 3 ? "64000 variants" : "more than a billion"))
    }
    let seeds = try complaints("sweep: {seeds: 1-4000000000, ablate: [stack.satellites]}")
    #expect(seeds.count == 1 && seeds[0].contains("more than a million seeds"), "\(seeds)")
  }
}
