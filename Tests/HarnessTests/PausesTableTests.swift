import Testing

/// The table of automatic pauses on recordings, `results/pauses/study.csv`, is a gate.
@Suite struct PausesTableTests {
  private static let rides = [
    "fit-auto-pause/garmin-edge-500-activity.fit", "fit-auto-pause/sample-activity.fit",
    "fit-auto-pause/goldencheetah_Weather_XDATA_2016_02_06_13_01_22.fit",
  ]

  private static func figure(
    _ name: String, _ variant: String, on ride: String
  ) throws -> Double {
    try StudyTable("results/pauses/study.csv", kind: "median")
      .figure(name, of: variant, on: ride)
  }

  /// Most pauses of sports computers are detected with the earlier parameters; with phone parameters, which
  /// need minutes, none are.
  @Test(arguments: rides) func pausesAreDetected(ride: String) throws {
    #expect(try Self.figure("pause.told.caught.share", "as sports computers", on: ride) > 0.8)
    #expect(try Self.figure("pause.told.caught.share", "as phones", on: ride) < 0.1)
    #expect(try Self.figure("pause.told.late.share", "as sports computers", on: ride) < 0.05)
  }

  /// False pauses are fewer than one in eight minutes on rides, and more than a simple rule's where a device
  /// didn't decide; the test only requires that they don't increase.
  @Test(arguments: rides) func falsePausesAreFew(ride: String) throws {
    #expect(
      try Self.figure("pause.told.false_per_hour.mean", "as sports computers", on: ride) < 7.5)
    withKnownIssue {
      let reported = try Self.figure(
        "pause.told.false_per_hour.mean", "as sports computers", on: ride)
      #expect(
        try reported < Self.figure("pause.slowness.false_per_hour.mean", "as phones", on: ride))
    }
  }
}
