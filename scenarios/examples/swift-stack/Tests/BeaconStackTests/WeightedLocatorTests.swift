import BeaconStack
import Testing
import VenueSim

/// The indoor locator alone replaced, in the whole reference stack.
@Suite struct WeightedLocatorTests {
  private static let corridor =
    "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/") + "/corridor.yaml"

  private func scenario(_ settings: String...) throws -> LoadedScenario {
    try LoadedScenario(
      path: Self.corridor, settings: settings.map { try Setting($0) },
      parts: PartCatalogue.reference.adding(WeightedLocator.kind))
  }

  @Test func takesThePlaceOfTheIndoorLocatorByName() throws {
    let mine = try scenario("stack.locator={use: weighted}")
    let score = try RunUnit(scenario: mine, seed: 1).run().devices[0]
    // Satellites and services are those of the reference stack: fixes go on outside as well.
    #expect(score.fixes.contains { $0.fix.source == .beacon && $0.fix.floor == 0 })
    #expect(score.fixes.contains { $0.fix.source != .beacon })
    let errors = score.fixes.filter { $0.fix.source == .beacon }.map(\.horizontalErrorMetres)
    #expect(try #require(MetricRow.summary(.p50, of: errors)) < 6)
  }

  @Test func itsParametersAreTurnedAsAnyOthers() throws {
    func fixes(_ setting: String) throws -> [FixScore] {
      Array(try RunUnit(scenario: scenario(setting), seed: 1).run().devices[0].fixes)
    }
    #expect(
      try fixes("stack.locator={use: weighted, sharpness: 0.2}")
        != fixes("stack.locator={use: weighted}"))
  }

  @Test func aParameterOfAnotherPartIsRefused() {
    #expect(throws: DocumentError.self) {
      try scenario("stack.locator={use: weighted, reach: 3 m}")
    }
  }

  /// Its figures on the corridor, under ten seeds, and whether the scenario's budgets are kept.
  private func figures(
    _ setting: String
  ) throws -> (table: FigureTable, verdicts: [BudgetVerdict]) {
    let mine = try scenario(setting)
    var table = FigureTable(scenario: mine.scenario.name, source: setting)
    var pool = ScenarioPool()
    for seed in 1...10 as ClosedRange<UInt64> {
      let devices = try RunUnit(scenario: mine, seed: seed).run().devices
      for device in devices { pool.add(device) }
      try table.add(devices, seed: seed, figures: GatedFigure.standard)
    }
    return (table, mine.budgets.map { BudgetVerdict($0, values: pool.values(of: $0)) })
  }

  /// A gate in Swift: a deliberately broken part is worse, and misses the scenario's budgets.
  @Test func aBrokenOneDoesNotPassTheGate() throws {
    let good = try figures("stack.locator={use: weighted}")
    #expect(good.verdicts.allSatisfy { $0.verdict == .kept }, "\(good.verdicts)")
    let same = try Comparison(good.table, figures("stack.locator={use: weighted}").table)
    #expect(same.isDecided && !same.isWorse)
    for parameter in ["loud: -40 dBm", "sharpness: 0"] {
      let broken = try figures("stack.locator={use: weighted, \(parameter)}")
      #expect(try Comparison(good.table, broken.table).isWorse, "\(parameter)")
      #expect(broken.verdicts.contains { $0.verdict == .missed }, "\(parameter)")
    }
  }
}
