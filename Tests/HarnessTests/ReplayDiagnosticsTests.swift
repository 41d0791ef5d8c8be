import Documents
import Formats
import Geometry
import Harness
import Kernel
import Maps
import Observations
import Recordings
import TestSupport
import Testing

/// Recordings that don't match the replay's settings, or have too little data.
struct ReplayDiagnosticsTests {
  // MARK: Surveys

  private func indoors() throws -> RecordingSource {
    try #require(
      try FoundRecordings.find(
        at: ReplayFormatTests.excerpts + "/indoor-location-competition"
      ).sources.first)
  }

  /// A survey with some transmitters, without their positions.
  private func survey(_ senders: Set<RadioMap.Sender>) throws -> RadioMap {
    let origin = try Geodetic(latitudeDegrees: 30, longitudeDegrees: 120, altitudeMetres: 0)
    var map = RadioMap(venue: "elsewhere", origin: origin)
    map.senders = senders.sorted()
    return map
  }

  private func outcome(
    _ source: RecordingSource, in survey: RadioMap
  ) throws -> ReplayBatch.RecordingOutcome? {
    let stage = try ReplayStage(hasSurvey: true).knowing(survey, digest: "d")
    var outcome: ReplayBatch.RecordingOutcome?
    try ReplayBatch([source], stage: stage).run { outcome = $1 }
    return outcome
  }

  private func received(_ source: RecordingSource) throws -> Set<RadioMap.Sender> {
    try source.read().recording.observations.reduce(into: []) { found, delivered in
      guard case .wifi(let scan) = delivered.item else { return }
      found.formUnion(scan.readings.map { RadioMap.Sender($0) })
    }
  }

  @Test func surveyOfAnotherBuildingIsReported() throws {
    let source = try indoors()
    let unknownFiles = try survey([.wifi(0x02_0000_0000_10), .wifi(0x02_0000_0000_20)])
    guard case .unreadable(let error) = try outcome(source, in: unknownFiles) else {
      Issue.record("replayed with another building's survey")
      return
    }
    let said = error.diagnostics.map { "\($0)" }.joined()
    for part in [
      source.path, "none is among the 2 of the survey", "another building", "survey build",
    ] {
      #expect(said.contains(part), "\(said)")
    }
  }

  @Test func oneKnownTransmitterIsEnough() throws {
    let source = try indoors()
    let one = try #require(try received(source).min())
    guard case .replayed = try outcome(source, in: survey([one, .wifi(0x02_0000_0000_10)])) else {
      Issue.record("refused, though a transmitter is known")
      return
    }
  }

  /// Two unknown networks outdoors don't prove a wrong venue.
  @Test func fewUnknownTransmittersAreAccepted() throws {
    let found = try FoundRecordings.find(at: ReplayFormatTests.excerpts + "/sensorlogger")
    let source = try #require(found.sources.first)
    #expect(try received(source).count < 3)
    guard case .replayed = try outcome(source, in: survey([.wifi(0x02_0000_0000_90)])) else {
      Issue.record("refused for two networks")
      return
    }
  }

  // MARK: Rates and truth

  private func walk(hertz: Int, folder: TemporaryFolder) throws -> ReplayResult {
    let rows = (0..<(hertz * 20)).reduce("time,seconds_elapsed,z,y,x\n") { text, row in
      text + "\(1_700_000_000_000_000_000 + row * 1_000_000_000 / hertz),0,9.8,0,0.\(row % 10)\n"
    }
    try folder.write("walk-\(hertz)/TotalAcceleration.csv", rows)
    let path = folder.path + "/walk-\(hertz)"
    let read = try #require(try FoundRecordings.find(at: path).sources.first).read()
    return try replayed(read, stack: ReplayStage().makeStack())
  }

  @Test(arguments: [(5, true), (10, true), (13, false), (25, false), (100, false)])
  func slowAccelerometerIsReported(hertz: Int, isSlow: Bool) throws {
    let result = try walk(hertz: hertz, folder: TemporaryFolder())
    #expect(result.cautions.isEmpty != isSlow, "\(result.cautions)")
    guard isSlow else { return }
    #expect(result.cautions[0].hasPrefix("the accelerometer has \(hertz)"))
    for part in ["below 12.5", "steps, distance and activities", "record at 25"] {
      #expect(result.cautions[0].contains(part))
    }
  }

  /// A long gap between two fast stretches is no low rate.
  @Test func pausesDoNotCountAsLowRate() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<400).reduce("time,seconds_elapsed,z,y,x\n") { text, row in
      let pause = row < 200 ? 0 : 600_000_000_000
      return text
        + "\(1_700_000_000_000_000_000 + row * 20_000_000 + pause),0,9.8,0,0.\(row % 10)\n"
    }
    try folder.write("TotalAcceleration.csv", rows)
    let read = try #require(try FoundRecordings.find(at: folder.path).sources.first).read()
    let result = try replayed(read, stack: ReplayStage().makeStack())
    #expect((result.contents.sensors.first?.hertz ?? 99) < 1 && result.cautions.isEmpty)
  }
}
