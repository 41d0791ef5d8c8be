import BeaconStack
import Testing
import VenueSim

/// The stack in a simulated place, and on a recording, scored as `venuesim` would score it.
@Suite struct WeightedBeaconsTests {
  /// This folder, and where VenueSim's scenarios are.
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
  private static let scenarios = folder + "/../../../../"

  /// Inside the corridor; outside there are no beacons.
  private static let inside = try? Setting(
    "agents=[{name: walker, start: [2 m, 0 m], level: 0, itinerary: [stand: 5 s, "
      + "walk: {to: [58 m, 0 m], level: 0}, walk: {to: [2 m, 0 m], level: 0}]}]")

  /// The verdict on a budget in the form of scenario files.
  private func verdict(
    _ budget: String, of devices: [DeviceScore]
  ) throws -> BudgetVerdict.Verdict {
    var pool = ScenarioPool()
    for device in devices { pool.add(device) }
    let budget = try Budget(budget)
    return BudgetVerdict(budget, values: pool[budget.metric]).verdict
  }

  @Test func followsAWalkThroughTheCorridor() throws {
    let scenario = try LoadedScenario(
      path: Self.scenarios + "corridor.yaml", settings: [#require(Self.inside)])
    var devices: [DeviceScore] = []
    for seed in 1...5 as ClosedRange<UInt64> {
      let unit = RunUnit(scenario: scenario, seed: seed)
      devices += try unit.run(makeStack: { WeightedBeacons(map: $0.map) }).devices
    }
    #expect(try verdict("horizontal_error.p50 <= 4 m", of: devices) == .kept)
    #expect(try verdict("horizontal_error.p95 <= 10 m", of: devices) == .kept)
    #expect(try verdict("floor.accuracy.share >= 99 %", of: devices) == .kept)
    #expect(try verdict("availability.share >= 95 %", of: devices) == .kept)
    // The stack never requests satellites, so they cost nothing.
    #expect(devices.allSatisfy { device in device.power.allSatisfy { $0.component != "gnss" } })
  }

  @Test func weighingTheLoudestMoreIsBetter() throws {
    let scenario = try LoadedScenario(
      path: Self.scenarios + "corridor.yaml", settings: [#require(Self.inside)])
    let unit = RunUnit(scenario: scenario, seed: 1)
    // The same world for both, so even a small difference is one.
    let medians = try [0.1, 1].map { sharpness in
      let result = try unit.run(makeStack: { scenario in
        var stack = WeightedBeacons(map: scenario.map)
        stack.sharpness = sharpness
        return stack
      })
      let errors = result.devices[0].fixes.map(\.horizontalErrorMetres)
      return try #require(MetricRow.summary(.p50, of: errors))
    }
    #expect(medians[1] < medians[0], "\(medians)")
  }

  @Test func replaysARecording() throws {
    let scenario = try LoadedScenario(path: Self.scenarios + "corridor.yaml")
    let recording = try Recording(path: Self.folder + "/Recordings/corridor")
    let (score, outputs) = try replay(recording, stack: WeightedBeacons(map: scenario.map))
    #expect(outputs.count > 50)
    #expect(try verdict("horizontal_error.p50 <= 5 m", of: [score]) == .kept)
    // A recording is fed in as it was delivered, so the outcome is the same each time.
    #expect(try replay(recording, stack: WeightedBeacons(map: scenario.map)).outputs == outputs)
  }
}
