import Testing

/// The table of pauses at simulated lights, `results/lights/study.csv`, is a gate: stops are detected within
/// ten seconds, with receiver noise, and few false pauses are reported between them.
///
/// A stop within a pause counts as missed, such as those of cyclists who walk on slowly.
@Suite struct LightsTests {
  private static func figures(_ variant: String) throws -> [(caught: Double, wrong: Double)] {
    let table = try StudyTable("results/lights/study.csv", kind: "median")
    try #require(table.scenarios.count == 2)
    return try table.scenarios.map {
      (
        try table.figure("pause.told.caught.share", of: variant, on: $0),
        try table.figure("pause.told.false_per_hour.mean", of: variant, on: $0)
      )
    }
  }

  @Test func stopsAtLightsAreDetected() throws {
    let figures = try Self.figures("as sports computers")
    for (caught, wrong) in figures {
      #expect(wrong <= 16, "\(wrong)")
      #expect(caught >= 0.7, "\(caught)")
    }
    // Cyclists who walk on slowly stay paused: their next stops are missed.
    withKnownIssue { #expect(figures.allSatisfy { $0.caught >= 0.8 }) }
  }

  /// Without satellites speed is noise, and the same test fails.
  @Test func falseStopsIncreaseWithoutSatellites() throws {
    for (_, wrong) in try Self.figures("without satellites") {
      #expect(wrong > 60, "\(wrong)")
    }
  }
}
