import Documents
import Formats
import Harness
import Kernel
import Observations
import Recordings
import Scoring
import TestSupport
import Testing

/// Replays of sports computers and tracks, which drive the automatic pause.
struct ReplayPauseTests {
  private func pauses(_ recording: Recording, by setting: String) throws -> [SimTime] {
    let stage = try ReplayStage(settings: [Setting("stack.services.pauses=\(setting)")])
    return try replayed(recording, stack: stage.makeStack()).outputs.compactMap { output in
      if case .pause(.paused) = output.item { output.time } else { nil }
    }
  }

  private func made() throws -> Recording {
    let found = try FoundRecordings.find(at: ReplayFormatTests.excerpts + "/fit/made.fit")
    return try #require(found.sources.first).read().recording
  }

  @Test func pausesDoNotDependOnLaterData() throws {
    let recording = try made()
    let all = try pauses(recording, by: "sport")
    var cuts = 0
    for cut in stride(from: 5.0, to: recording.header.endTime.seconds, by: 5) {
      var short = recording
      short.observations.removeAll { $0.time.seconds > cut }
      let reported = try pauses(short, by: "sport").filter { $0.seconds <= cut }
      #expect(reported == all.filter { $0.seconds <= cut }, "cut at \(cut) s")
      cuts += 1
    }
    #expect(cuts > 10)
  }

  /// Ten minutes of track: 4 m/s, with 20 s at a light after a minute and 5 s of waiting after two.
  private func track() -> [ReceiverFix] {
    var (north, fixes) = (0.0, [ReceiverFix]())
    for second in 0...600 {
      let isAtRest = (60..<80).contains(second) || (120..<125).contains(second)
      // Slower than a walk in the end, and still moving.
      let speed = isAtRest ? 0 : second > 300 ? 1.2 : 4
      north += speed
      let wandering = isAtRest ? 0.3 * Double(second % 2) : 0
      fixes.append(
        ReceiverFix(
          time: SimTime(seconds: Double(second)),
          coordinate: Coordinate(
            latitudeDegrees: 47 + (north + wandering) / 111_170, longitudeDegrees: 8)))
    }
    return fixes
  }

  @Test func stopsAreFoundInHindsight() {
    let found = HindsightStops(track())
    #expect(found.rests.count == 2 && found.stops.count == 1)
    #expect(found.stops.allSatisfy { (58...61).contains($0.begin.seconds) })
    #expect(found.stops.allSatisfy { (79...81).contains($0.end.seconds) })
    #expect(HindsightStops([]).rests.isEmpty)
  }

  /// The replay of the track as a GPX file.
  private func replayedTrack() throws -> ReplayResult {
    let points = track().map { fix in
      let (minute, second) = (Int(fix.time.seconds) / 60, Int(fix.time.seconds) % 60)
      let clock = "08:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)"
      return "<trkpt lat=\"\(fix.coordinate.latitudeDegrees)\" lon=\"8\">"
        + "<time>2026-05-01T\(clock)Z</time></trkpt>"
    }
    let text =
      "<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
      + points.joined() + "</trkseg></trk></gpx>"
    let folder = try TemporaryFolder()
    try writeFile(Array(text.utf8), to: folder.path + "/track.gpx")
    let found = try FoundRecordings.find(at: folder.path + "/track.gpx")
    let source = try #require(found.sources.first)
    let stage = try ReplayStage(settings: [Setting("stack.services.pauses=sport")])
    return try replayed(source.read(), stack: stage.makeStack())
  }

  @Test func sportsComputerResumesByItself() throws {
    let reported = try replayedTrack().outputs.compactMap { output in
      if case .pause(let event) = output.item { event } else { nil }
    }
    // The receiver continues during the pause, or its end would go undetected.
    #expect(reported.starts(with: [.paused, .resumed]), "\(reported)")
  }

  @Test func continuousTrackIsScoredByItsStops() throws {
    let result = try replayedTrack()
    func values(_ name: String) -> [Double] {
      let values = result.score.samples.first { $0.metric.name == name }?.values ?? []
      return values.isExact ? values.values.sorted() : [values.sum, Double(values.count)]
    }
    #expect(result.pauseCount == 1)
    #expect(values("pause.told.caught") == [1, 1])
    #expect(values("pause.slowness.caught") == [1, 1])
    // Its locations continue: there is no silence.
    #expect(values("pause.silence.caught") == [0, 1])
  }
}
