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

  @Test func itsDialsAreTurnedAsAnyOthers() throws {
    func fixes(_ setting: String) throws -> [FixScore] {
      try RunUnit(scenario: scenario(setting), seed: 1).run().devices[0].fixes
    }
    #expect(
      try fixes("stack.locator={use: weighted, sharpness: 0.2}")
        != fixes("stack.locator={use: weighted}"))
  }

  @Test func aDialOfAnotherPartIsRefused() {
    #expect(throws: DocumentError.self) {
      try scenario("stack.locator={use: weighted, reach: 3 m}")
    }
  }
}
