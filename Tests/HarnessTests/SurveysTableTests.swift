import Documents
import Testing

/// The table of recordings positioned by surveys of other trials, `results/indoors/surveys.csv`, is a gate.
@Suite struct SurveysTableTests {
  private static let back = "IPIN 2023, back where the way out was surveyed"
  private static let unknown = "IPIN 2023, ways not surveyed"
  private static let uji = "UJIIndoorLoc, half by half"

  /// A variant's figures in a set; one row per draw of the particles, if it has any.
  private static func rows(_ set: String, _ variant: String) throws -> [[String: Double]] {
    var csv = try CSVReader(path: "results/indoors/surveys.csv")
    var found: [[String: Double]] = []
    let columns = csv.columns
    while try csv.nextRow() {
      let name = csv.text(at: 1)
      guard csv.text(at: 0) == set, name == variant || name.hasPrefix("\(variant), draw") else {
        continue
      }
      found.append(
        Dictionary(
          uniqueKeysWithValues: columns.indices.dropFirst(2).compactMap { index in
            csv.number(at: index).map { (columns[index], $0) }
          }))
    }
    try #require(found.count == (variant.hasPrefix("5-NN") ? 1 : 3), "\(variant) in \(set)")
    return found
  }

  /// The mean over the draws.
  private static func mean(
    _ figure: String, of variant: String = "reference", in set: String
  ) throws -> Double {
    let values = try rows(set, variant).map { try #require($0[figure]) }
    return values.reduce(0, +) / Double(values.count)
  }

  /// On return walks along a surveyed path, the score reaches its target.
  @Test func surveyedPathsReachTheTargetScore() throws {
    let score = try Self.mean("ipin_score_m", in: Self.back)
    #expect(score < 5, "\(score)")
    #expect(try Self.mean("ipin_score_m", of: "5-NN", in: Self.back) > 5)
    #expect(try Self.mean("ipin_score_m", of: "5-NN by angle", in: Self.back) > 5)
  }

  /// With little radio reception the magnetic field improves the position; with much, it does no harm.
  @Test func magneticFieldHelpsWithLittleReception() throws {
    let alone = try ["beacons alone", "beacons alone, without the magnetic field"].map {
      try Self.mean("mean_m", of: $0, in: Self.back)
    }
    // Two of the five walks receive one or two beacons at a time and are placed some 25 m off with or without
    // the field; they decide the mean.
    withKnownIssue { #expect(alone[0] < 0.8 * alone[1], "\(alone)") }
    let middle = try ["beacons alone", "beacons alone, without the magnetic field"].map {
      try Self.mean("p50_m", of: $0, in: Self.back)
    }
    #expect(middle[0] < 0.8 * middle[1], "\(middle)")
    let all = try ["reference", "without the magnetic field"].map {
      try Self.mean("mean_m", of: $0, in: Self.back)
    }
    #expect(all[0] < 1.05 * all[1], "\(all)")
  }

  @Test func fingerprintsAreAssignedToTheirFloors() throws {
    #expect(try Self.mean("floor", in: Self.uji) > 0.93)
    let medians = try ["reference", "5-NN"].map { try Self.mean("p50_m", of: $0, in: Self.uji) }
    #expect(medians[0] < 1.05 * medians[1], "\(medians)")
    withKnownIssue { #expect(medians[0] < medians[1]) }
    let means = try ["reference", "5-NN"].map { try Self.mean("mean_m", of: $0, in: Self.uji) }
    withKnownIssue { #expect(means[0] < means[1]) }
    let within = try Self.mean("within_accuracy", in: Self.uji)
    #expect((0.6...0.75).contains(within), "\(within)")
  }

  /// Outside the surveyed area, positions are poor, and radii are too narrow.
  @Test(arguments: [("mean_m", 0.0...9), ("floor", 0.9...1), ("within_accuracy", 0.6...0.75)])
  func unsurveyedPathsAreInaccurate(figure: String, wanted: ClosedRange<Double>) throws {
    let found = try Self.mean(figure, in: Self.unknown)
    withKnownIssue { #expect(wanted.contains(found), "\(found)") }
  }

  @Test func nearestNeighboursAreBetterOnUnsurveyedPaths() throws {
    let means = try ["reference", "5-NN by angle"].map {
      try Self.mean("mean_m", of: $0, in: Self.unknown)
    }
    withKnownIssue { #expect(means[0] < means[1]) }
  }
}
