import Testing

/// The table of automatic pauses on recordings, `results/pauses/study.csv`, is a gate.
@Suite struct PausesTableTests {
  /// The rides.
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

  /// Most pauses of sports computers are detected; with phone parameters, which need minutes, none are.
  @Test(arguments: rides) func pausesAreDetected(ride: String) throws {
    #expect(try Self.figure("pause.told.caught.share", "as sports computers", on: ride) > 0.85)
    #expect(try Self.figure("pause.told.caught.share", "as phones", on: ride) < 0.1)
    #expect(try Self.figure("pause.told.late.share", "as sports computers", on: ride) < 0.05)
  }

  /// Catches at least as many as the better of two simple rules, silence and slowness, nearly without false
  /// pauses; silence alone has 355 an hour on a ride whose computer saves records.
  @Test(arguments: rides) func isNotBehindSimpleRules(ride: String) throws {
    let sport = "as sports computers"
    let caught = try Self.figure("pause.told.caught.share", sport, on: ride)
    for rule in ["silence", "slowness"] {
      #expect(try caught >= Self.figure("pause.\(rule).caught.share", sport, on: ride))
    }
    #expect(try Self.figure("pause.told.false_per_hour.mean", sport, on: ride) < 2)
  }
}
