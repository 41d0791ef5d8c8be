import Documents
import Formats
import Geometry
import Harness
import Kernel
import Maps
import Observations
import Recordings
import Scoring
import TestSupport
import Testing
import Truth

/// Recordings of positions: cars' tracks, phones' tables, receivers with better references, pauses.
struct ReplayPositionTests {
  private static let excerpts = ReplayFormatTests.excerpts

  private func values(_ name: String, _ result: ReplayResult) -> [Double] {
    result.score.samples.first { $0.metric.name == name }?.values.values ?? []
  }

  // MARK: Floating cars

  @Test func aFileHoldsManyTracks() throws {
    let found = try FoundRecordings.find(at: Self.excerpts + "/floatingcar")
    #expect(found.sources.map(\.name) == ["7", "9"] && found.unknownFiles.isEmpty)
    let read = try #require(found.sources.first).read()
    #expect(read.recording.header.device == "7")
    // The map has roads only, without the true route.
    let map = try #require(read.map)
    #expect(map.roads.roads.count == 2 && map.roads.junctions.count == 3 && map.levels.isEmpty)
    let length = map.roads.roads.reduce(0.0) { sum, road in
      sum + (road.line[1] - road.line[0]).length
    }
    #expect(abs((read.route?.lengthMetres ?? 0) - length) < 0.1)
    #expect(try #require(found.sources.last).read().map?.roads == map.roads)
  }

  @Test func tracksAreScoredByCrossTrackError() throws {
    let found = try FoundRecordings.find(at: Self.excerpts + "/floatingcar")
    let read = try #require(found.sources.first).read()
    let result = try replayed(read, stack: ReplayStage().makeStack(knowing: read.map))
    let errors = values("cross_track_error", result)
    #expect(!errors.isEmpty && errors.count == result.match.locations)
    #expect(result.match.locationsMatched == errors.count && result.thinness == nil)
    // Points are up to 26 millionths of a degree off the parallel, some 2.9 m.
    #expect(errors.allSatisfy { $0 < 3 } && (errors.max() ?? 0) > 2)
    // The matched share of the route is known, too.
    // Without motion data, driving is recognised by the track, and its roads are known.
    let matched = result.outputs.count { output in
      if case .location(let fix) = output.item { fix.source == .mapMatched } else { false }
    }
    #expect(matched >= 9, "\(matched)")
    let lengths = result.score.samples.first { $0.metric.name == "matched_length" }
    #expect(lengths?.values.count == 1)
    // The times of the true route are unknown, so position errors aren't scored.
    #expect(values("horizontal_error", result).isEmpty && values("within_accuracy", result).isEmpty)
    var blind = read
    blind.route = nil
    let unknown = try replayed(blind, stack: ReplayStage().makeStack())
    #expect(values("cross_track_error", unknown).isEmpty && unknown.match.locationsMatched == 0)
  }

  @Test func tracksOfSeveralFilesKeepTheirFilesNames() throws {
    let folder = try TemporaryFolder()
    let rows =
      "id,time,geometry\n1,2020-01-01 00:00:00Z,POINT (1 2)\n"
      + "1,2020-01-01 00:00:04Z,POINT (1 2)\n"
    try folder.write("a/points.csv", rows)
    try folder.write("b/points.csv", rows)
    try folder.write("c/points.csv", "id,time,geometry\n1,never,POINT (1 2)\n")
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.sources.map(\.name) == ["a/points/1", "b/points/1", "c/points"])
    let read = try found.sources[0].read()
    #expect(read.route == nil && read.map == nil && read.notes.count == 1)
    #expect(throws: DocumentError.self) { try found.sources[2].read() }
  }

  // MARK: Published beacons

  @Test func beaconsOfADataSetFormTheMap() throws {
    let folder = try TemporaryFolder()
    try folder.write("beacons.csv", "x,y,name,mac\n3,4,BEACON_01,ff:ff:c3:12:cb:a9\n")
    let rows = (0..<20).reduce("TIMESTAMP,X,Y,ORIENTATION,BEACON_01\n") { text, row in
      text + "\(1_600_000_000_000 + row * 1000),3,0,0,\(-60 - row % 2)\n"
    }
    try folder.write("ble_fingerprints.csv", rows)
    let read = try #require(try FoundRecordings.find(at: folder.path).sources.first).read()
    #expect(read.map?.beacons.count == 1)
    let result = try replayed(read, stack: ReplayStage().makeStack(knowing: read.map))
    // The phone is 4 m from the beacon, whose position is reported.
    let errors = values("horizontal_error", result)
    #expect(errors.count > 10 && errors.allSatisfy { abs($0 - 4) < 0.05 }, "\(errors)")
    let ignorant = try replayed(read, stack: ReplayStage().makeStack())
    #expect(ignorant.match.locations == 0 && ignorant.thinness == nil)
  }

  // MARK: Phones' tables

  @Test func tablesOfAPhoneFormOneRecording() throws {
    let found = try FoundRecordings.find(at: Self.excerpts + "/sensorlogger")
    #expect(found.sources.count == 1 && found.unknownFiles.isEmpty)
    let read = try #require(found.sources.first).read()
    let fixes = read.recording.observations.compactMap { delivered -> ReceiverFix? in
      guard case .fix(let fix) = delivered.item else { return nil }
      return fix
    }
    #expect(fixes.count == 4 && fixes[1].horizontalAccuracyMetres == 4.75)
    #expect(read.recording.truth.isEmpty)
    #expect(read.notes.contains { $0.contains("has no ground truth") })
    #expect(try FoundRecordings.find(at: Self.excerpts + "/phyphox").unknownFiles.isEmpty)
  }

  @Test func tablesNamedAfterActivitiesAreRecordings() throws {
    let folder = try TemporaryFolder()
    let header =
      "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\","
      + "\"Acceleration z (m/s^2)\",\"Absolute acceleration (m/s^2)\"\n"
    let rows = (0..<200).reduce(header) { $0 + "\(Double($1) / 100),0.1,0.2,9.8,9.81\n" }
    try folder.write("bus.csv", rows)
    try folder.write("walk.csv", rows)
    try folder.write("other/Raw Data.csv", rows)
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.sources.map(\.name) == ["bus", "other", "walk"])
    #expect(found.sources.map(\.format.name) == ["phyphox-table", "phyphox", "phyphox-table"])
    for source in found.sources {
      let contents = RecordingContents(try source.read().recording)
      #expect(contents.sensors.map(\.name) == ["accelerometer"] && contents.rows == 200)
    }
  }

  // MARK: Better receivers and pauses

  private func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let digits = Array("0123456789ABCDEF")
    return "$\(body)*\(digits[Int(sum) >> 4])\(digits[Int(sum) & 15])\n"
  }

  /// A stationary receiver at 1 Hz, a number of minutes of arc × 10⁻³ north of 50°.
  private func track(_ seconds: Range<Int>, minutes: String, date: String = "010120") -> String {
    seconds.reduce("") { text, second in
      let time = "1200" + (second < 10 ? "0" : "") + "\(second).00"
      return text + sentence("GPRMC,\(time),A,50\(minutes),N,01100.0000,E,0.0,0.0,\(date),,,A")
        + sentence("GPGGA,\(time),50\(minutes),N,01100.0000,E,1,08,1.0,500.0,M,45.0,M,,")
    }
  }

  @Test func betterReceiverIsUsedAsTruth() throws {
    let folder = try TemporaryFolder()
    try folder.write("drive.nmea", track(10..<40, minutes: "00.0010"))
    try folder.write("drive.SPAN.gga", track(0..<59, minutes: "00.0000"))
    // Of another drive, without common times.
    try folder.write("later.SPAN.gga", track(0..<59, minutes: "00.0000", date: "020120"))
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.sources.map(\.name) == ["drive"] && found.unknownFiles.isEmpty)
    let read = try #require(found.sources.first).read()
    #expect(read.notes.contains { $0.contains("drive.SPAN.gga") })
    let result = try replayed(read, stack: ReplayStage().makeStack())
    let errors = values("horizontal_error", result)
    // A thousandth of a minute of arc is some 1.85 m.
    #expect(errors.count > 20 && errors.allSatisfy { abs($0 - 1.853) < 0.01 })
    #expect(result.thinness == nil)

    // Alone it is a recording without truth, never its own truth.
    let alone = try TemporaryFolder()
    try alone.write("drive.SPAN.gga", track(0..<59, minutes: "00.0000"))
    let single = try #require(try FoundRecordings.find(at: alone.path).sources.first).read()
    #expect(
      single.recording.truth.isEmpty
        && single.notes == [
          "no independent truth beside it: the errors of locations are unknown"
        ])
  }

  @Test func automaticPausesAreTransitions() throws {
    let found = try FoundRecordings.find(at: Self.excerpts + "/fit")
    let read = try #require(found.sources.first).read()
    // Two pauses, one of them by the user.
    #expect(read.changes.map(\.to) == ["paused", "resumed"])
    #expect(read.changes.map(\.time.seconds) == [20, 50])
    let result = try replayed(read, stack: Pauser(at: [10, 23, 52]))
    #expect(result.pauseCount == 1)
    let reported = result.score.transitions.filter { $0.kind == "pause" }
    #expect(reported.map { $0.reportedTime?.seconds } == [23, 52])
    let silent = try replayed(read, stack: Pauser(at: [])).score.transitions
    #expect(silent.filter { $0.kind == "pause" }.map(\.reportedTime) == [nil, nil])
    // Unlabelled activities are unknown.
    #expect(read.recording.truth.allSatisfy { ($0.activity == .other) == $0.known.isEmpty })
  }

  @Test func replayKeepsExactTransitionTimes() throws {
    let place = try Place()
    let scenario = try place.load()
    let run = try RunUnit(scenario: scenario, seed: 3).run(records: true)
    let recording = try #require(run.recordings.first)
    let again = try replayed(recording, stack: scenario.makeStack()).score.transitions
    // Samples of the truth have activities and floors, but not the rest.
    let live = run.devices[0].transitions.filter { ["activity", "floor"].contains($0.kind) }
    #expect(!live.isEmpty && again == live, "\(again) \(live)")
  }

  // MARK: What is matched

  @Test func withheldObservationsAreCounted() throws {
    let found = try FoundRecordings.find(at: Self.excerpts + "/sensorlogger")
    let read = try #require(found.sources.first).read()
    let result = try replayed(read, stack: ReplayStage().makeStack())
    #expect(result.offered == read.recording.observations.count)
    #expect(result.match.delivered + result.match.withheld == result.offered)
    let kinds = result.match.kinds
    #expect(kinds.first { $0.name == "accelerometer" }?.withheld == 0)
    #expect(kinds.first { $0.name == "fix" }?.delivered == 4)
    #expect(kinds.first { $0.name == "gyroscope" }?.delivered == 0)
  }

  @Test(arguments: [(100, 49, false), (100, 51, true), (100, 0, false)])
  func recordingThatLostHalfItsRowsIsTooThin(_ rows: Int, _ bad: Int, _ isThin: Bool) throws {
    let folder = try TemporaryFolder()
    let text = (0..<rows).reduce("time,seconds_elapsed,z,y,x\n") { text, row in
      text + "\(1_700_000_000_000_000_000 + row * 50_000_000),0,"
        + (row % 100 < bad ? "spoilt" : "9.8") + ",0,0\n"
    }
    try folder.write("walk/TotalAcceleration.csv", text)
    let read = try #require(try FoundRecordings.find(at: folder.path).sources.first).read()
    #expect(read.warnings.dropped == bad)
    let result = try replayed(read, stack: ReplayStage().makeStack())
    #expect((result.thinness != nil) == isThin, "\(result.thinness ?? "thick")")
  }

  @Test(arguments: [
    ("city.osm.pbf", "maps"), ("floor.geojson", "maps"), ("blocks.topojson.gz", "maps"),
    ("words.csv", "--format"),
  ])
  func foldersWithoutRecordingsReportTheirContents(_ name: String, _ complaint: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("data/" + name, "{}\n")
    let error = #expect(throws: DocumentError.self) {
      try FoundRecordings.find(at: folder.path + "/data")
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(complaint))
  }

  @Test(arguments: [("ends too soon", false), ("is packed twice", true)])
  func damagedPackedFilesAreNamedAsSuch(_ complaint: String, _ isTwice: Bool) throws {
    let folder = try TemporaryFolder()
    let packed = try Gzip.compress(Array("<gpx></gpx>".utf8))
    let path = folder.path + "/a.gpx.gz"
    try writeFile(isTwice ? Gzip.compress(packed) : Array(packed.dropLast(5)), to: path)
    let error = #expect(throws: DocumentError.self) { try FoundRecordings.find(at: path) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("a.gpx.gz: \(complaint)"))
  }

  @Test func namesOfDevicesAreNoFormulas() throws {
    let folder = try TemporaryFolder()
    for name in ["=cmd", "@sum", "-1", "plain-1"] {
      try folder.write("walks/\(name).csv", "time_s,latitude_deg,longitude_deg\n0,52,13\n1,52,13\n")
    }
    let found = try FoundRecordings.find(at: folder.path + "/walks")
    #expect(found.sources.map(\.name) == ["_-1", "_=cmd", "_@sum", "plain-1"])
  }
}

/// A stack that alternately publishes a pause and a resumption at given times, in s.
private struct Pauser: TrackingStack {
  private let times: [Double]

  init(at times: [Double]) {
    self.times = times
  }

  mutating func start(at time: SimTime, into sink: inout StackSink) {
    for (number, moment) in times.enumerated() {
      sink.setTimer(StackTimer(number), at: SimTime(seconds: moment))
    }
  }

  mutating func receive(_ observation: Observation, at time: SimTime, into sink: inout StackSink) {}

  mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    // Early, right, right: only reports after the change count.
    sink.publish(.pause(time < SimTime(seconds: 50) ? .paused : .resumed))
  }
}
