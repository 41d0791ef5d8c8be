import Testing

/// The table of satellites on recordings, `results/satellites/study.csv`, is a gate: whoever makes it anew
/// and finds the filter behind an epoch by itself sees this red.
@Suite struct RealSatellitesTests {
  private static func table() throws -> StudyTable {
    try StudyTable("results/satellites/study.csv", kind: "median")
  }

  /// The recordings on which a variant's mean error is more than a twentieth above an epoch's own.
  private static func lost(_ variant: String) throws -> [String] {
    let (table, mean) = (try table(), "horizontal_error.mean")
    return try table.scenarios.filter {
      try table.figure(mean, of: variant, on: $0)
        > 1.05 * table.figure(mean, of: "each epoch for itself", on: $0)
    }
  }

  @Test func theFilterIsBehindAnEpochNowhere() throws {
    #expect(try Self.table().scenarios.count == 2)
    #expect(try Self.lost("filter") == [])
    let within = try Self.table().figure(
      "within_accuracy.share", of: "filter", on: "gnss-berlin-potsdamer-platz")
    #expect((0.6...0.75).contains(within), "\(within)")
  }

  /// The filter of before, which the table has, too, would be refused.
  @Test func aFilterThatIsBehindIsFound() throws {
    #expect(
      try Self.lost("filter that turns as slowly without rates") == ["gnss-berlin-potsdamer-platz"])
  }
}
