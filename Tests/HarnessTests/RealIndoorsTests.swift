import Testing

/// The table of indoor walks on recordings, `results/indoors/study.csv`, is a gate: it fails if a new table
/// has the locator behind 5-NN on the same survey.
@Suite struct RealIndoorsTests {
  private static let mean = "horizontal_error.mean"

  private static func table() throws -> StudyTable {
    try StudyTable("results/indoors/study.csv", kind: "pooled")
  }

  /// The recordings on which a variant isn't better than others by a tenth.
  private static func lost(
    _ variant: String, to others: [String], on scenarios: [String]
  ) throws -> [String] {
    let table = try table()
    return try scenarios.filter { scenario in
      let own = try table.figure(mean, of: variant, on: scenario)
      return try others.contains { try own > 0.9 * table.figure(mean, of: $0, on: scenario) }
    }
  }

  /// The sets of recordings with their complete survey, or those with a half or a quarter of it.
  private static func sets(thin: Bool) throws -> [String] {
    let found = try table().scenarios.filter { $0.hasSuffix("of the survey") == thin }
    try #require(found.count == (thin ? 4 : 3))
    return found
  }

  @Test func filterBeatsNearestNeighboursEverywhere() throws {
    let sets = try Self.sets(thin: false)
    #expect(try Self.lost("reference", to: ["5-NN", "5-NN by angle"], on: sets) == [])
    #expect(try Self.lost("beacons alone", to: ["5-NN, beacons alone"], on: sets) == [])
  }

  /// With a quarter of B1's survey, nearest neighbours by angle are more accurate, with half of it equal.
  @Test func filterBeatsNearestNeighboursWithSparseSurveys() throws {
    let lost = try Self.lost(
      "reference", to: ["5-NN", "5-NN by angle"], on: Self.sets(thin: true))
    #expect(lost.allSatisfy { $0.contains("/B1,") }, "\(lost)")
    withKnownIssue { #expect(lost == []) }
  }

  /// Share within the reported radius, over both floors' walks.
  private static func within(
    _ variant: String, by survey: String = "path_data_files"
  ) throws
    -> Double
  {
    let table = try table()
    let malls = table.scenarios.filter { $0.contains("competition") && $0.hasSuffix(survey) }
    try #require(malls.count == 2)
    return try malls.map { try table.figure("within_accuracy.share", of: variant, on: $0) }.reduce(
      0, +) / 2
  }

  @Test func accuracyRadiiInTheMallAreCalibrated() throws {
    for variant in ["reference", "beacons alone", "Wi-Fi alone"] {
      let within = try Self.within(variant)
      #expect((0.6...0.75).contains(within), "\(variant): \(within)")
    }
  }

  /// With a half and a quarter of the survey, radii are still too narrow; without the misfit term they are
  /// worse.
  @Test(arguments: [(" half of the survey", 0.5), (" a quarter of the survey", 0.4)])
  func misfitTermWidensRadiiOfSparseSurveys(survey: String, minimum: Double) throws {
    let within = try Self.within("reference", by: survey)
    #expect(within >= minimum, "\(within)")
    withKnownIssue { #expect((0.6...0.75).contains(within)) }
    let gain = try within - Self.within("without misfit", by: survey)
    #expect(gain > 0, "\(gain)")
    // With a half, the share of the spread already widens them.
    withKnownIssue {
      #expect(gain > 0.01, "\(gain)")
    } when: {
      minimum == 0.5
    }
  }

  /// Other random draws of the particles agree: with complete surveys, means differ by less than a tenth.
  @Test func randomDrawsAgree() throws {
    let table = try Self.table()
    for scenario in try Self.sets(thin: false) {
      let means = try ["reference", "reference, draw 2", "reference, draw 3"].map {
        try table.figure(Self.mean, of: $0, on: scenario)
      }
      let (minimum, maximum) = (means.min() ?? 0, means.max() ?? 0)
      #expect(maximum < 1.1 * minimum && maximum > minimum, "\(scenario): \(means)")
    }
  }

  /// The tests reject a locator that is no better, and radii that are too small.
  @Test func comparisonsRejectWorseLocatorsAndRadii() throws {
    #expect(try !Self.lost("5-NN", to: ["5-NN by angle"], on: Self.sets(thin: false)).isEmpty)
    #expect(try Self.within("beacons alone, radii end at 30 m") < 0.4)
  }
}
