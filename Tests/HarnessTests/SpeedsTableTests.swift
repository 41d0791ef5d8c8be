import Testing

/// The table of recordings without an accelerometer, `results/speeds/study.csv`, is a gate.
@Suite struct SpeedsTableTests {
  private static let rides = [
    "fit-auto-pause/garmin-edge-500-activity.fit", "fit-auto-pause/sample-activity.fit",
    "fit-auto-pause/goldencheetah_Weather_XDATA_2016_02_06_13_01_22.fit",
  ]
  private static let drives = "fcd-map-matching"

  private static func f1(_ kind: String, _ variant: String, on recording: String) throws -> Double {
    try StudyTable("results/speeds/study.csv", kind: "pooled")
      .figure("activity.f1.\(kind).share", of: variant, on: recording)
  }

  /// A ride is recognised by speeds alone; without information in them, nothing is reported.
  @Test(arguments: rides) func ridesAreReported(ride: String) throws {
    #expect(try Self.f1("cycling", "by speeds", on: ride) > 0.93)
    #expect(try Self.f1("cycling", "speeds say nothing", on: ride) < 0.05)
  }

  /// Cars are distinguished from bicycles by their speed changes; without changes many aren't.
  @Test func drivesAreReported() throws {
    let reported = try Self.f1("automotive", "by speeds", on: Self.drives)
    let blind = try Self.f1("automotive", "changes say nothing", on: Self.drives)
    #expect(reported > 0.82 && reported > blind + 0.1, "\(reported) \(blind)")
  }
}
