import Documents
import Formats
import Geometry
import Kernel
import Observations
import Recordings
import TestSupport
import Testing
import Truth

struct LibRSFTests {
  private static func read(_ text: String) throws(DocumentError) -> LibRSFDrive {
    try LibRSFDrive.read(Array(text.utf8), file: "drive.txt")
  }

  private static let row =
    "pseudorange3 0 19949087.7 25 14567933.9 2809850.97 21875628.1 12 1 85.1 49"

  @Test func readsRanges() throws {
    let drive = try Self.read(
      """
      # a remark
      odom3 0 5.85 0 0 0 0 -0.006 0.0025 0.0009 0.0009 4e-06 4e-06 4e-06
      \(Self.row)
      pseudorange3 0.2 19713469.0 64 18145916.0 11532054.0 13684037.0 320 4 58.1 40
      point3 0 3785108.1 899901.49 5037234.5
      """)
    #expect(drive.ranges.count == 2 && drive.places.count == 1 && drive.hasOdometer)
    let range = try #require(drive.ranges.first)
    #expect(range.satellite == SatelliteID(.gps, 12) && range.sigmaMetres == 5)
    #expect(range.metres == 19_949_087.7 && range.carrierToNoiseDecibelHertz == 49)
    #expect(drive.ranges.last?.satellite == SatelliteID(.glonass, 20))
    #expect(drive.ranges.last?.time == SimTime(seconds: 0.2))
    #expect(drive.report.lines == ["1 rows of a kind that aren't used (first in line 2)"])
  }

  /// Rows of 2018 have standard deviations, and systems by satellite numbers; those by RTKLIB are numbered
  /// across all systems.
  @Test(arguments: [
    (
      "range3 0 19949087.7 5 14567933.9 2809850.97 21875628.1 12 85.1 49", Constellation.gps, 12,
      49.0
    ),
    ("range3 0 19949087.7 5 14567933.9 2809850.97 21875628.1 620 85.1 45", .glonass, 20, 45),
    ("range3 0 19949087.7 5 14567933.9 2809850.97 21875628.1 7 85.1", .gps, 7, 40),
    (
      "pseudorange3 0 19949087.7 25 14567933.9 2809850.97 21875628.1 52 4 85.1 29", .glonass, 20, 29
    ),
    ("pseudorange3 0 23949087.7 25 14567933.9 2809850.97 25875628.1 62 8 85.1 29", .galileo, 3, 29),
    ("pseudorange3 0 23949087.7 25 14567933.9 2809850.97 25875628.1 119 32 5 29", .beidou, 14, 29),
  ]) func readsRowsOfAllYears(
    row: String, system: Constellation, number: Int, strength: Double
  ) throws {
    let drive = try Self.read(row + "\ngt3 0 3785108.1 899901.49 5037234.5")
    let range = try #require(drive.ranges.first)
    #expect(range.satellite == SatelliteID(system, number) && range.sigmaMetres == 5)
    #expect(range.carrierToNoiseDecibelHertz == strength && drive.places.count == 1)
  }

  /// Files are detected by content; the truth of a drive is found by the rest of the names.
  @Test func findsDrivesAndTheirTruthByContent() throws {
    let folder = try TemporaryFolder()
    let (speed, place) = ("odom3 0 5.85 0 0 0 0 0 1 1 1 1 1 1\n", "3785108.1 899901.49 5037234.5\n")
    func drive(_ later: Double) -> String {
      String(repeating: speed, count: 200)
        + (0..<5).map { second in
          "pseudorange3 \(later + Double(second)) 19949087.7 25 14567933.9 2809850.97 21875628.1 12 1 85 49"
        }.joined(separator: "\n")
    }
    try folder.write("Data_Frankfurt_Westend_Tower_Input.txt", drive(0))
    try folder.write("Frankfurt_Westend_Tower_GT.txt", "point3 0 " + place)
    // By a clock with an old epoch, in both files.
    try folder.write("Berlin_RTK_Input.txt", drive(1_621_218_775))
    try folder.write(
      "Berlin_RTK_GT.txt", "point3 1621218776 " + place + "point3 1621218777 " + place)
    // True positions first, and the ranges far below.
    try folder.write("all.txt", String(repeating: "gt3 1 " + place, count: 100) + drive(0))
    // No satellites in it: a different data set.
    try folder.write("Indoor_UWB_Input.txt", speed + "range2 0 4.5 0.1 1 2 3\n")
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.unknownFiles == ["Indoor_UWB_Input.txt"], "\(found.unknownFiles)")
    #expect(
      found.sources.map(\.name)
        == ["Berlin_RTK_Input", "Data_Frankfurt_Westend_Tower_Input", "all"])
    #expect(found.sources.allSatisfy { $0.format.name == "librsf" })
    let reads = try found.sources.map { try $0.read() }
    #expect(reads.map { $0.recording.truth.count { !$0.known.isEmpty } } == [2, 1, 100])
    #expect(reads[0].recording.truth[0].time.seconds == 1)
    #expect(reads[0].recording.header.endTime.seconds == 4)
    #expect(reads[1].notes.contains("the truth is the track of Frankfurt_Westend_Tower_GT.txt"))
  }

  @Test func repairsAndCounts() throws {
    let drive = try Self.read(
      """
      \(Self.row)
      \(Self.row)
      pseudorange3 9 19949087.7 25 14567933.9 2809850.97 21875628.1 12 1 85.1 49
      pseudorange3 9 19949087.7 25 14567933.9 2809850.97 21875628.1 12 9 85.1 49
      pseudorange3 9 9.7 25 14567933.9 2809850.97 21875628.1 13 1 85.1 49
      """)
    #expect(drive.ranges.count == 2)
    #expect(drive.report.count(of: .repeated) == 1 && drive.report.count(of: .gap) == 1)
    #expect(drive.report.count(of: .otherSystem) == 1)
    #expect(drive.report.count(of: .invalidRange) == 1)
  }

  @Test(arguments: [
    ("pseudorange3 0 x 25 1 2 3 12 1 85 49", "drive.txt:1:16: expected a number, not 'x'"),
    ("pseudorange3 0 19949087.7 25", "drive.txt:1:29: expected a number, but the row ends"),
    ("point3 -1 1 2 3", "drive.txt:1:8: expected a time in s from the start, not '-1'"),
  ]) func refusesInvalidNumbers(text: String, message: String) {
    let error = #expect(throws: DocumentError.self) { _ = try Self.read(text) }
    #expect(error.map { "\($0)" } == message)
  }

  /// Orbits through the given satellite positions are accurate for every system; the truth is that of the
  /// neighbouring file.
  @Test func convertsToARecording() throws {
    let found = try FoundRecordings.find(at: LogPaths.excerpts + "librsf")
    let source = try #require(found.sources.first)
    #expect(found.sources.count == 1 && source.format.name == "librsf")
    let read = try source.read()
    var store = BroadcastEphemerides()
    var epochs: [GNSSEpoch] = []
    for delivered in read.recording.observations {
      switch delivered.item {
      case .ephemeris(let message): store.insert(message)
      case .gnss(let epoch): epochs.append(epoch)
      default: break
      }
    }
    #expect(epochs.count > 50 && read.recording.truth.count > 50)
    let drive = try LibRSFDrive.read(
      LogPaths.excerpt("librsf/Potsdamer_Input.txt.gz"), file: "drive")
    let header = read.recording.header
    var worst: [Constellation: Double] = [:]
    for range in drive.ranges {
      let sent =
        GPSTime(week: header.gpsWeek, secondsOfWeek: header.gpsSecondsOfWeek) + range.time.seconds
        + -range.metres / KeplerEphemeris.speedOfLight
      guard let state = store.satelliteState(of: range.satellite, at: sent) else { continue }
      let miss = state.positionMetres.distance(to: range.satellitePosition)
      let system = range.satellite.constellation
      worst[system] = max(worst[system] ?? 0, miss)
    }
    #expect(try #require(worst[.gps]) < 0.1 && #require(worst[.glonass]) < 0.1, "\(worst)")
    let first = try #require(read.recording.truth.first)
    #expect(abs(first.coordinate.latitudeDegrees - 52.5) < 0.05)
    #expect(first.known.contains([.position, .altitude, .activity]))
    #expect(read.settings == ["signals.gnss.receiver=module", "placement=roof"])
  }

  /// The ranges of a drive are corrected by the satellite clocks and their relativistic term: the orbits through
  /// its satellite positions must not add that term again, 12 m in this case.
  @Test func correctedRangesHaveOrbitsWithoutClock() throws {
    var orbit = KeplerEphemeris()
    (orbit.rootOfSemiMajorAxis, orbit.eccentricity) = (5153.7, 0.02)
    (orbit.inclinationRadians, orbit.meanAnomalyRadians) = (0.96, 1)
    orbit.timeOfEphemerisSeconds = 302_400
    let metres = 21_000_000.0
    let rows = (0...200).map { second in
      let place = orbit.satelliteState(
        atSecondsOfWeek: 302_400 + Double(second) - metres / KeplerEphemeris.speedOfLight
      ).positionMetres
      return "range3 \(second) \(metres) 5 \(place.x) \(place.y) \(place.z) 12 45 45"
    }
    let folder = try TemporaryFolder()
    let truth = "gt3 0 3785108.1 899901.49 5037234.5"
    try folder.write("drive.txt", (rows + [truth]).joined(separator: "\n"))
    let found = try FoundRecordings.find(at: folder.path)
    let read = try #require(found.sources.first).read()
    var store = BroadcastEphemerides()
    for case .ephemeris(let message) in read.recording.observations.map(\.item) {
      store.insert(message)
    }
    let header = read.recording.header
    for second in stride(from: 0.0, through: 200, by: 20) {
      let time =
        GPSTime(week: header.gpsWeek, secondsOfWeek: header.gpsSecondsOfWeek) + second
      let state = try #require(store.satelliteState(of: SatelliteID(.gps, 12), at: time))
      #expect(abs(state.clockSeconds) * KeplerEphemeris.speedOfLight < 0.05, "\(second) s")
    }
  }

  @Test func truthAloneIsNoRecording() throws {
    let error = #expect(throws: (any Error).self) {
      _ = try FoundRecordings.find(at: LogPaths.excerpts + "librsf/Potsdamer_GT.txt.gz")
    }
    #expect("\(error as Any)".contains("has the true positions of a drive"))
  }
}
