import Documents
import Formats
import Foundation
import Glibc
import Harness
import Kernel
import Observations
import Recordings
import Scoring
import Testing
import Truth

/// Third-party recordings: found, identified, and read with all available truth.
struct ReplayFormatTests {
  static let excerpts =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path + "/FormatsTests/Excerpts"

  /// Expectations for an excerpt.
  struct Expectation: Sendable, CustomStringConvertible {
    let path: String
    let format: String
    let device: String
    let sensors: [String]
    let truth: [String]

    init(
      _ path: String, _ format: String, _ device: String, _ sensors: [String], _ truth: [String]
    ) {
      (self.path, self.format, self.device) = (path, format, device)
      (self.sensors, self.truth) = (sensors, truth)
    }

    var description: String { path }
  }

  static let expectations: [Expectation] = [
    Expectation(
      "motionsense", "motionsense", "wlk_7/sub_1", ["accelerometer", "gyroscope"], ["activity"]),
    Expectation(
      "motionsense/wlk_7/sub_1.csv", "motionsense", "sub_1", ["accelerometer", "gyroscope"],
      ["activity"]),
    Expectation(
      "sp-sw-har", "sp-sw-har", "s01_01_sp", ["accelerometer", "gyroscope"], ["activity"]),
    Expectation("wisdm", "wisdm", "made_accel_phone", ["accelerometer"], ["activity"]),
    Expectation(
      "oxford", "oxford", "Pixel_Jamie_Hard_InHand_1", ["accelerometer"], ["steps"]),
    Expectation(
      "oxford/Pixel_Jamie_Hard_InHand_1", "oxford", "Pixel_Jamie_Hard_InHand_1",
      ["accelerometer"], ["steps"]),
    Expectation("sensorwatch", "sensorwatch", "slow-walking1", ["accelerometer"], ["steps"]),
    Expectation(
      "indoor-location-competition", "indoor-competition", "5dd9ef87c5b77e0006b17357",
      ["accelerometer", "gyroscope", "magnetometer", "wifi", "beacon"], ["position", "floor"]),
    Expectation(
      "getsensordata", "getsensordata", "made",
      [
        "accelerometer", "gyroscope", "magnetometer", "barometer", "wifi", "beacon",
        "receiver_fix",
      ], ["position", "floor"]),
    Expectation("ujiindoorloc", "ujiindoorloc", "made", ["wifi"], ["position", "floor"]),
    Expectation("ujimagnetic", "ujiindoorloc-mag", "made", ["magnetometer"], ["position"]),
    Expectation(
      "herald/20210311-0901-A.csv", "herald", "20210311-0901-A", ["beacon"], ["position"]),
    Expectation(
      "herald/20210109-2342-A.csv.gz", "herald", "20210109-2342-A", ["beacon"], ["position"]),
    Expectation(
      "openhps/ble_fingerprints.csv", "openhps", "ble_fingerprints", ["wifi", "beacon"],
      ["position"]),
    Expectation(
      "openhps/imu_fingerprints.csv", "openhps", "imu_fingerprints",
      ["accelerometer", "gyroscope", "magnetometer"], ["position"]),
    Expectation(
      "gnsslogger-2016.txt", "gnsslogger", "gnsslogger-2016", ["gnss", "receiver_fix"], []),
    Expectation(
      "gnsslogger-v3.txt", "gnsslogger", "gnsslogger-v3",
      ["accelerometer", "gyroscope", "magnetometer", "gnss", "receiver_fix"], []),
    Expectation("pixel6.23o", "rinex", "pixel6", ["gnss"], []),
    Expectation("floatingcar", "fcd", "9", ["receiver_fix"], ["activity"]),
    Expectation("floatingcar/points.csv", "fcd", "7", ["receiver_fix"], ["activity"]),
    Expectation("nmea", "nmea", "pixel6", ["receiver_fix"], []),
    Expectation("nmea", "nmea", "f9k-drive", ["receiver_fix"], []),
    Expectation("gpx/made.gpx", "gpx", "made", ["receiver_fix"], []),
    Expectation("fit", "fit", "made", ["receiver_fix"], ["activity"]),
    Expectation(
      "sensorlogger", "sensor-logger", "sensorlogger",
      ["accelerometer", "gyroscope", "magnetometer", "barometer", "wifi", "receiver_fix"], []),
    Expectation(
      "sensorlogger/Gyroscope.csv", "sensor-logger", "sensorlogger",
      ["accelerometer", "gyroscope", "magnetometer", "barometer", "wifi", "receiver_fix"], []),
    Expectation(
      "phyphox", "phyphox", "phyphox",
      ["accelerometer", "gyroscope", "barometer", "receiver_fix"], []),
  ]

  @Test(arguments: expectations)
  func excerptFormatsAreDetected(_ expected: Expectation) throws {
    let found = try FoundRecordings.find(at: Self.excerpts + "/" + expected.path)
    let source = try #require(found.sources.first { $0.name == expected.device })
    #expect(source.format.name == expected.format)
    let read = try source.read()
    #expect(read.recording.header.device == expected.device)
    let contents = RecordingContents(read.recording)
    #expect(contents.sensors.map(\.name) == expected.sensors)
    #expect(contents.truth.map(\.name) == expected.truth)
    let times = read.recording.observations.map(\.time)
    #expect(times == times.sorted() && times.allSatisfy { $0 >= .start })
    #expect(times.last.map { $0 <= read.recording.header.endTime } == true)
    let truth = read.recording.truth.map(\.time)
    #expect(truth == truth.sorted())
    // A stack can process it, and its score has nothing beyond the known truth.
    let result = try replayed(read.recording, stack: ReplayStage().makeStack())
    let scored = Set(result.score.samples.filter { !$0.values.isEmpty }.map(\.metric.name))
    if !expected.truth.contains("steps") { #expect(!scored.contains("steps.error")) }
    if !expected.truth.contains("position") {
      #expect(!scored.contains("horizontal_error") && !scored.contains("within_accuracy"))
    }
    if !expected.truth.contains("floor") { #expect(!scored.contains("floor.accuracy")) }
    // An explicit format gives the same.
    let named = try FoundRecordings.find(
      at: Self.excerpts + "/" + expected.path, format: .named(expected.format))
    #expect(named.sources.contains { $0.name == expected.device })
  }

  private func read(_ path: String) throws -> Recording {
    let found = try FoundRecordings.find(at: Self.excerpts + "/" + path)
    return try #require(found.sources.first).read().recording
  }

  @Test func truthMatchesTheFiles() throws {
    #expect(try read("motionsense").truth.map(\.activity) == [.walking])
    let chairs = try read("sp-sw-har").truth
    // Sitting and getting up are both at rest: the finer labels are the data set's own.
    #expect(chairs.map(\.activity) == [.stationary, .stationary])
    let many = try read("wisdm").truth.filter { $0.known.contains(.activity) }
    #expect(many.map(\.activity) == [.walking, .stationary])

    let watch = try read("sensorwatch")
    #expect(watch.truth.map(\.stepCount) == [45])
    #expect(watch.truth.first?.time == watch.header.endTime)
    let feet = try read("oxford").truth
    #expect(feet.first?.stepCount == 0 && (feet.last?.known == .steps || feet.count > 1))
    for (before, after) in zip(feet, feet.dropFirst()) where after.known.contains(.steps) {
      #expect(after.stepCount == before.stepCount + 1)
    }

    let mall = try read("indoor-location-competition")
    let waypoints = mall.truth.filter { $0.known.contains(.position) }
    #expect(waypoints.count == 5 && waypoints.allSatisfy { $0.floor == 0 })
    // Without a map, x and y are relative to 0, 0: a degree is some 111 km.
    let first = try #require(waypoints.first).coordinate
    #expect(abs(first.longitudeDegrees * 111_320 - 192.85178) < 0.1)
    #expect(abs(first.latitudeDegrees * 110_574 - 63.936214) < 0.1)
    #expect(mall.truth.last?.known == [])

    let museum = try read("getsensordata").truth
    #expect(museum.first?.coordinate.latitudeDegrees == 49.461316433032)
    // Between floors, the position is known but not the floor.
    #expect(museum.first?.known == .position && museum.dropFirst().first?.floor == -1)

    let corridor = try read("ujimagnetic").truth
    #expect(corridor.first?.coordinate.latitudeDegrees == 39.99392176518964)
    let campus = try read("ujiindoorloc").truth
    #expect(campus.count.isMultiple(of: 3) && campus.first?.floor == 1)
    let string = try read("herald/20210311-0901-A.csv").truth
    #expect(abs((string.first?.coordinate.longitudeDegrees ?? 0) * 111_320 - 0.01) < 1e-4)
    let office = try read("openhps").truth
    #expect(office.allSatisfy { $0.known == .position || $0.known == [] })
  }

  @Test func motionIsDeliveredInBatches() throws {
    let recording = try read("motionsense")
    var samples = 0
    for delivered in recording.observations {
      guard case .accelerometer(let batch) = delivered.item else { continue }
      samples += batch.samples.count
      #expect(batch.samples.allSatisfy { $0.time <= delivered.time })
      let span = (batch.samples.last?.time ?? .start) - (batch.samples.first?.time ?? .start)
      #expect(span < .seconds(2.5))
    }
    #expect(samples == RecordingContents(recording).sensors[0].count)
  }

  @Test func unknownTruthIsNotScored() throws {
    var recording = Recording(
      header: RecordingHeader(device: "d", source: "", endTime: SimTime(seconds: 10)))
    var known = TruthSample(unknownAt: .start)
    known.coordinate = Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)
    known.known = .position
    var gone = TruthSample(unknownAt: SimTime(seconds: 5))
    gone.coordinate = Coordinate(latitudeDegrees: 50, longitudeDegrees: 50)
    recording.truth = [known, gone]
    let reported = try replayed(recording, stack: LocationPublisher())
    let fixes = reported.score.fixes
    #expect(fixes.count == 9)
    // The position is given up to 5 s, and not interpolated towards the next sample, which has no position.
    #expect(fixes.prefix(4).allSatisfy { $0.horizontalErrorMetres < 1e-6 })
    #expect(fixes.dropFirst(4).allSatisfy { $0.horizontalErrorMetres.isNaN })
    func values(_ name: String) -> ValueSketch {
      reported.score.samples.first { $0.metric.name == name }?.values ?? []
    }
    #expect(values("horizontal_error").count == 4 && values("within_accuracy").count == 4)
    #expect(values("floor.accuracy").isEmpty && values("steps.error").isEmpty)
    #expect(fixes.allSatisfy { $0.verticalErrorMetres == nil })
    #expect(reported.contents.known == .seconds(5))
    // Without sensor data, it can't be scored.
    #expect(reported.thinness?.contains("less than 1 s") == true)
  }

  @Test func partialTruthRoundTrips() throws {
    var recording = Recording(
      header: RecordingHeader(device: "d", source: "", endTime: SimTime(seconds: 10)))
    for kind in TruthKinds.words.map(\.kind) {
      var sample = TruthSample(unknownAt: SimTime(seconds: Double(kind.rawValue) / 100))
      sample.known = kind
      sample.coordinate = Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)
      sample.altitudeMetres = 3
      sample.eastVelocityMetresPerSecond = 4
      sample.northVelocityMetresPerSecond = 5
      sample.distanceMetres = 6
      recording.truth.append(sample)
    }
    let files = recording.files
    let again = try Recording(name: "r") { name in files.first { $0.name == name }?.bytes }
    #expect(again.truth.map(\.known) == recording.truth.map(\.known))
  }

  @Test(arguments: [
    ("rtklib-delays.csv", nil, "--format"), ("rtklib-delays.csv", "wisdm", "rtklib-delays.csv:1"),
    ("oxford", "herald", "no recording of the format herald"),
    ("brdc0910-gps.09n", nil, "orbits"), ("nothing", nil, "no such file"),
    ("motionsense/wlk_7/sub_1.csv", "herald", "no column"),
  ])
  func refusesUnreadableFiles(_ path: String, _ format: String?, _ complaint: String) throws {
    let error = #expect(throws: DocumentError.self) {
      let found = try FoundRecordings.find(
        at: Self.excerpts + "/" + path, format: format.map { try ReplayFormat.named($0) })
      _ = try #require(found.sources.first).read()
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(complaint))
  }

  /// The log in the tables of the decimeter challenge.
  @Test func challengeTablesAreReadAsLogs() throws {
    let folder = NSTemporaryDirectory() + "gsdc-" + UUID().uuidString + "/pixel4"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: splitPath(folder).folder) }
    let log = try String(contentsOfFile: Self.excerpts + "/gnsslogger-v3.txt", encoding: .utf8)
    let lines = log.split(whereSeparator: \.isNewline)
    func write(_ name: String, _ header: String, _ kinds: [String]) throws {
      let rows = lines.filter { line in kinds.contains { line.hasPrefix($0 + ",") } }
      let text = ([Substring(header)] + rows).joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    func header(_ kind: String) throws -> String {
      let line = try #require(lines.first { $0.hasPrefix("# \(kind),") })
      return "MessageType" + line.dropFirst(kind.count + 2)
    }
    try write("device_gnss.csv", header("Raw"), ["Raw"])
    try write("device_imu.csv", header("UncalAccel"), ["UncalAccel", "UncalGyro", "UncalMag"])
    try write("ground_truth.csv", header("Fix"), ["Fix"])
    let found = try FoundRecordings.find(at: splitPath(folder).folder)
    #expect(found.sources.map(\.format.name) == ["gsdc"] && found.unknownFiles.isEmpty)
    #expect(found.sources.map(\.name) == ["pixel4"])
    let made = try #require(found.sources.first).read()
    let plain = try read("gnsslogger-v3.txt")
    func epochs(_ recording: Recording) -> [GNSSEpoch] {
      recording.observations.compactMap { delivered in
        guard case .gnss(let epoch) = delivered.item else { return nil }
        return epoch
      }
    }
    #expect(epochs(made.recording).map(\.measurements) == epochs(plain).map(\.measurements))
    #expect(RecordingContents(made.recording).truth.map(\.name) == ["position", "altitude"])
    let named = try FoundRecordings.find(at: folder, format: .named("gnsslogger"))
    #expect(
      try named.sources.first?.read().recording.observations.count
        == made.recording.observations.count)
  }

  @Test func unknownFormatsListTheSupportedOnes() {
    let error = #expect(throws: DocumentError.self) { try ReplayFormat.named("motionsens") }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("did you mean 'motionsense'") && text.contains("rinex"))
    #expect(Set(ReplayFormat.all.map(\.name)).count == ReplayFormat.all.count)
  }

  private static let data = getenv("VENUESIM_DATA").map { String(cString: $0) }

  /// Folder, number of recordings, formats, and true if all have enough data.
  static let sets: [(folder: String, count: Int, formats: Set<String>)] = [
    ("motionsense", 30, ["motionsense"]), ("wisdm-51", 2, ["wisdm"]),
    ("sp-sw-har", 16, ["sp-sw-har"]), ("oxford-step-counter", 7, ["oxford"]),
    ("wrist-steps-sensorwatch", 15, ["sensorwatch"]), ("comma2k19-example", 1, ["comma2k19"]),
    ("ipin2023-track3", 5, ["getsensordata"]), ("ujiindoorloc-validation", 1, ["ujiindoorloc"]),
    ("openhps-2021-02", 4, ["openhps"]), ("herald-ble-rssi", 5, ["herald"]),
    ("fcd-map-matching", 132, ["fcd"]), ("fit-auto-pause", 7, ["fit"]),
    ("gnss-hongkong-tst-static", 1, ["rinex"]), ("gnss-broadcast-ephemeris", 1, ["rinex"]),
  ]

  @Test(.enabled(if: data != nil, "VENUESIM_DATA names no folder of recordings"), arguments: sets)
  func wholeDataSetsReplay(_ folder: String, _ count: Int, _ formats: Set<String>) throws {
    let root = try #require(Self.data)
    let found = try FoundRecordings.find(at: root + "/" + folder)
    #expect(found.sources.count == count)
    #expect(Set(found.sources.map(\.format.name)) == formats)
    #expect(Set(found.sources.map(\.name)).count == count)
    let batch = try ReplayBatch(found.sources, stage: ReplayStage(), jobs: 2)
    try batch.run { source, outcome in
      guard case .replayed(let result, _, _) = outcome else {
        Issue.record("\(source.path): \(outcome)")
        return
      }
      #expect(result.thinness == nil, "\(source.path)")
      #expect(!result.contents.truth.isEmpty, "\(source.path)")
    }
  }
}

/// A stack that publishes one fixed position each second.
private struct LocationPublisher: TrackingStack {
  mutating func start(at time: SimTime, into sink: inout StackSink) {
    sink.setTimer(StackTimer(0), at: time + .seconds(1))
  }

  mutating func receive(_ observation: Observation, at time: SimTime, into sink: inout StackSink) {}

  mutating func timerFired(
    _ timer: StackTimer, at time: SimTime, into sink: inout StackSink
  ) {
    guard time < SimTime(seconds: 10) else { return }
    sink.setTimer(timer, at: time + .seconds(1))
    sink.publish(
      .location(
        LocationFix(
          time: time, coordinate: Coordinate(latitudeDegrees: 1, longitudeDegrees: 2),
          horizontalAccuracyMetres: 5, altitudeMetres: 3, verticalAccuracyMetres: 1,
          courseDegrees: -1, speedMetresPerSecond: -1, source: .gnss, transmitterCount: 0)))
  }
}
