import Testing

/// The table of walks indoors on recordings, `results/indoors/study.csv`, is a gate: whoever makes it anew and
/// finds the locator behind 5-NN on the same survey sees this red.
@Suite struct RealIndoorsTests {
  private static let mean = "horizontal_error.mean"

  private static func table() throws -> StudyTable {
    try StudyTable("results/indoors/study.csv", kind: "pooled")
  }

  /// The recordings on which a variant isn't better than others by a tenth.
  private static func lost(_ variant: String, to others: [String]) throws -> [String] {
    let table = try table()
    return try table.scenarios.filter { scenario in
      let own = try table.figure(mean, of: variant, on: scenario)
      return try others.contains { try own > 0.9 * table.figure(mean, of: $0, on: scenario) }
    }
  }

  @Test func theFilterBeatsNeighboursEverywhere() throws {
    #expect(try Self.table().scenarios.count == 3)
    #expect(try Self.lost("reference", to: ["5-NN", "5-NN by angle"]) == [])
    #expect(try Self.lost("beacons alone", to: ["5-NN, beacons alone"]) == [])
  }

  /// The share within the radius told of both floors' walks together.
  private static func within(_ variant: String) throws -> Double {
    let table = try table()
    let malls = table.scenarios.filter { $0.contains("competition") }
    try #require(malls.count == 2)
    return try malls.map { try table.figure("within_accuracy.share", of: variant, on: $0) }.reduce(
      0, +) / 2
  }

  @Test func radiiInTheMallAreHonest() throws {
    for variant in ["reference", "beacons alone", "Wi-Fi alone"] {
      let within = try Self.within(variant)
      #expect((0.6...0.75).contains(within), "\(variant): \(within)")
    }
  }

  /// The same questions refuse a locator that is no better, and radii that end before the hall does.
  @Test func whatIsNoBetterIsFound() throws {
    #expect(try !Self.lost("5-NN", to: ["5-NN by angle"]).isEmpty)
    #expect(try Self.within("beacons alone, radii end at 30 m") < 0.4)
  }
}
