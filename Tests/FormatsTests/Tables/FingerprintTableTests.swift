import Documents
import Formats
import Kernel
import Observations
import Recordings
import TestSupport
import Testing
import Truth

/// Arbitrary tables of fingerprints, by their own column names or by those in a short file.
struct FingerprintTableTests {
  /// Reads the first recording of a folder of files.
  private static func read(
    _ files: [String: String], _ name: String, leaves unknown: [String] = []
  ) throws -> ReadRecording {
    let folder = try TemporaryFolder()
    for (file, text) in files { try writeFile(Array(text.utf8), to: folder.path + "/" + file) }
    let found = try FoundRecordings.find(at: folder.path)
    #expect(found.unknownFiles == unknown, "\(found.unknownFiles)")
    #expect(found.sources.map(\.name) == [name], "\(found.sources.map(\.name))")
    #expect(found.sources.first?.format.name == "fingerprints")
    return try #require(found.sources.first).read()
  }

  /// The received transmitters with their levels, scan by scan.
  private static func scans(_ read: ReadRecording) -> [[String]] {
    read.recording.observations.compactMap { delivery in
      guard case .wifi(let scan) = delivery.item else { return nil }
      return scan.readings.map { "\($0.ssid) \($0.rssiDecibelMilliwatts)" }
    }
  }

  private static let wide = """
    E,N,storey,AP1,AP2,remark
    100,200,G,-50,100,x
    110,200,1,100,-61.5,
    ,,1,-40,-40,
    120,200,1,100,,
    """
  private static let names =
    "{x: E, y: N, unit: 1 cm, floor: storey, floors: {G: 0}, transmitters: [AP*]}"
  private static let received = [["AP1 -50.0"], ["AP2 -61.5"], []]

  @Test func readsOneColumnPerTransmitter() throws {
    let read = try Self.read(["a.csv": Self.wide, "a.columns.yaml": Self.names], "a")
    #expect(Self.scans(read) == Self.received)
    let known = read.recording.truth.filter { $0.known.contains(.position) }
    #expect(known.map(\.floor) == [0, 0, 1, 1, 1, 1])
    #expect(abs(known[0].coordinate.latitudeDegrees * 110_574 - 2) < 0.01)
    // Fingerprints are independent: the truth between two of them is unknown.
    #expect(read.recording.truth.contains { $0.known.isEmpty })
    #expect(read.warnings.dropped == 1, "\(read.warnings.lines)")
    #expect(read.notes.contains { $0.contains("no position on the Earth") })
  }

  /// The rows in other forms give the same scans.
  @Test func readsOneRowPerReading() throws {
    let read = try Self.read(
      [
        "a.csv": """
        x_m,y_m,floor,transmitter,rssi_dbm,scan
        1,2,0,AP1,-50,1
        1.1,2,1,AP2,-61.5,2
        1.1,2,1,AP3,-70,2
        1.1,2,1,AP2,-63,3
        """
      ], "a")
    #expect(
      Self.scans(read) == [["AP1 -50.0"], ["AP2 -61.5", "AP3 -70.0"], ["AP2 -63.0"]])
  }

  @Test func readsPositionsOfHeaderlessTablesFromAnotherFile() throws {
    let read = try Self.read(
      [
        "rss.csv": "-50;100\n100;-61.5\n100;100\n", "places.csv": "1;2;0\n1.1;2;3.7\n1.2;2;3.7\n",
        "columns.yaml": """
        header: false
        separator: ';'
        beside: [{file: places.csv, header: false}]
        x: beside.1
        y: beside.2
        floor: beside.3
        floor_height: 3.7 m
        transmitters: [1-2]
        """,
      ], "rss")
    #expect(Self.scans(read) == [["1 -50.0"], ["2 -61.5"], []])
    #expect(read.recording.truth.filter { !$0.known.isEmpty }.map(\.floor) == [0, 0, 1, 1, 1, 1])
  }

  @Test func readsBeaconsAtNamedPoints() throws {
    let read = try Self.read(
      [
        "s.csv": "location,b1,b2\nA1,-60,-200\nA2,-200,-70\n",
        "points.csv": "x_m,location,y_m\n3,A2,0\n0,A1,0\n",
        "s.columns.yaml": """
        {beside: [{file: points.csv, by: location}], transmitters: [b*], kind: beacon, unheard: [-200]}
        """,
      ], "s")
    let beacons = read.recording.observations.compactMap { delivery -> BeaconIdentity? in
      guard case .beacon(let received) = delivery.item else { return nil }
      return received.identity
    }
    #expect(beacons.count == 2 && beacons[0] != beacons[1])
    #expect(read.recording.truth.allSatisfy { !$0.known.contains(.floor) })
  }

  /// A transmitter has the same address in a table with other columns before it.
  @Test func addressesDependOnNamesOnly() throws {
    func address(_ text: String) throws -> [HardwareAddress] {
      try Self.read(["a.csv": text, "a.columns.yaml": "transmitters: [AP*]"], "a")
        .recording.observations.flatMap { delivery -> [HardwareAddress] in
          guard case .wifi(let scan) = delivery.item else { return [] }
          return scan.readings.map(\.bssid)
        }
    }
    #expect(
      try address("x_m,y_m,AP1,AP2\n0,0,100,-50\n") == address("x_m,y_m,AP2\n0,0,-50\n"))
    let own = try Self.read(["a.csv": "x_m,y_m,02:00:00:00:00:07\n0,0,-50\n"], "a")
    #expect(Self.scans(own) == [["02:00:00:00:00:07 -50.0"]])
  }

  private static let walk = """
    t,x_m,y_m,AP1,AP2
    100,0,0,-50,-60
    101,1,0,-50,-61
    102,2,0,-52,100
    200,2,50,-50,-60
    """

  /// The times of the readings, scan by scan, and the positions with times.
  private static func times(
    _ read: ReadRecording
  ) -> (readings: [[Double]], truth: [(seconds: Double, metres: Double)]) {
    let readings = read.recording.observations.compactMap { delivery -> [Double]? in
      guard case .wifi(let scan) = delivery.item else { return nil }
      return scan.readings.map { $0.time.seconds }
    }
    let truth = read.recording.truth.filter { $0.known.contains(.position) }.map {
      ($0.time.seconds, ($0.coordinate.longitudeDegrees * 111_320).rounded())
    }
    return (readings, truth)
  }

  /// Rows with times are walks; a level that is equal to the one before is an old reading.
  @Test func readsWalks() throws {
    let read = try Self.read(
      ["a.csv": Self.walk, "a.columns.yaml": "{time: t, transmitters: [AP*]}"], "a")
    let (readings, truth) = Self.times(read)
    #expect(readings == [[0, 0], [0, 1], [2], [42, 42]])
    #expect(truth.map(\.seconds) == [0, 1, 2, 42])
    #expect(truth.map(\.metres) == [0, 1, 2, 2])
    // Between two walks the position is unknown.
    let unknown = read.recording.truth.filter { $0.known.isEmpty }.map(\.time.seconds)
    #expect(unknown.count == 2 && unknown[0] < 3 && unknown[1] < 43, "\(unknown)")
    #expect(read.notes.contains("2 walks are placed 40 s apart"))
    #expect(!read.notes.contains { $0.contains("no times") })
  }

  @Test func readsWalksByInterval() throws {
    let names = "{interval: 500 ms, walk: t, transmitters: [AP*]}"
    let read = try Self.read(["a.csv": Self.walk, "a.columns.yaml": names], "a")
    // Each value of t is a walk.
    #expect(Self.times(read).truth.map(\.seconds) == [0, 40, 80, 120])
  }

  /// Readings are older than their rows by the latency.
  @Test func subtractsLatency() throws {
    let names = "{time: t, latency: 2 s, transmitters: [AP*]}"
    let read = try Self.read(["a.csv": Self.walk, "a.columns.yaml": names], "a")
    #expect(Self.times(read).readings == [[-2, -2], [-2, -1], [0], [40, 40]])
  }

  /// A scan without a time is left out whole, with one row for each level.
  @Test func leavesOutScansWithoutTimes() throws {
    let table = """
      t,x_m,y_m,transmitter,rssi_dbm,scan
      ,0,0,AP1,-50,1
      ,0,0,AP2,-51,1
      5,1,0,AP1,-52,2
      5,1,0,AP2,-53,2
      """
    let read = try Self.read(["a.csv": table, "a.columns.yaml": "time: t"], "a")
    #expect(Self.scans(read) == [["AP1 -52.0", "AP2 -53.0"]])
    #expect(read.warnings.dropped == 2, "\(read.warnings.lines)")
  }

  /// With one row for each level, the interval is from scan to scan.
  @Test func countsScansForTheInterval() throws {
    let table = """
      x_m,y_m,transmitter,rssi_dbm,scan
      0,0,AP1,-50,1
      0,0,AP2,-51,1
      1,0,AP1,-52,2
      """
    let read = try Self.read(["a.csv": table, "a.columns.yaml": "interval: 1 s"], "a")
    #expect(Self.times(read).truth.map(\.seconds) == [0, 1])
  }

  /// A magnetometer is read only if north is known; then y need not be north.
  @Test(arguments: [nil, 0, 90] as [Int?]) func readsMotionSensorsBeside(azimuth: Int?) throws {
    let names = """
      {time: t, transmitters: [AP*],\(azimuth.map { " azimuth: \($0) deg," } ?? "")
      inertial: {file: s-*.csv, rate: 2 Hz,
      accelerometer: [ax, ay, az], magnetometer: [mx, my, mz]}}
      """
    let sensors = "ax,ay,az,mx,my,mz\n1,2,9,10,20,30\n1,2,8,10,20,31\n"
    let walk = Self.walk.split(separator: "\n").dropLast().joined(separator: "\n")
    let read = try Self.read(
      ["a.csv": walk, "a.columns.yaml": names, "s-a.csv": sensors], "a", leaves: ["s-a.csv"])
    let batches = read.recording.observations.compactMap { delivery -> [InertialSample]? in
      guard case .accelerometer(let batch) = delivery.item else { return nil }
      return batch.samples
    }
    #expect(batches.flatMap { $0 }.map(\.z) == [9, 8])
    #expect(batches.flatMap { $0 }.map(\.time.seconds) == [0, 0.5])
    let fields = read.recording.observations.compactMap { delivery -> [InertialSample]? in
      guard case .magnetometer(let batch) = delivery.item else { return nil }
      return batch.samples
    }
    #expect(fields.flatMap { $0 }.map(\.z) == (azimuth == nil ? [] : [30, 31]))
    let places = read.recording.truth.map(\.coordinate).filter { !$0.latitudeDegrees.isNaN }
    let (first, last) = (try #require(places.first), try #require(places.last))
    let (east, north) = (
      last.longitudeDegrees - first.longitudeDegrees, last.latitudeDegrees - first.latitudeDegrees
    )
    // The walk goes towards x, which is south if y is east.
    #expect(azimuth == 90 ? north < -1e-6 && abs(east) < 1e-9 : east > 1e-6 && abs(north) < 1e-9)
  }

  @Test func refusesMotionSensorsOfSeveralWalks() throws {
    let names = "{time: t, transmitters: [AP*], inertial: {file: s.csv, rate: 2 Hz}}"
    #expect {
      try Self.read(
        ["a.csv": Self.walk, "a.columns.yaml": names, "s.csv": "ax\n1\n"], "a", leaves: ["s.csv"])
    } throws: {
      "\($0)".contains("holds one walk")
    }
  }

  /// A table of walks in both directions whose levels are late says so.
  @Test(arguments: [0, 3]) func estimatesLatency(seconds: Int) throws {
    var rows = ["t,walk,x_m,y_m,AP1,AP2,AP3"]
    for walk in 0..<10 {
      for second in 0..<40 {
        let x = walk % 2 == 0 ? second : 39 - second
        let late = max(0, second - seconds)
        let heard = Double(walk % 2 == 0 ? late : 39 - late)
        let levels = [0.0, 20, 39].map {
          -40 - abs(heard - $0) - 0.1 * Double((walk * 7 + second) % 5)
        }
        rows.append(
          "\(1000 * walk + second),\(walk),\(x),0," + levels.map { "\($0)" }.joined(separator: ","))
      }
    }
    let read = try Self.read(
      [
        "a.csv": rows.joined(separator: "\n"),
        "a.columns.yaml": "{time: t, walk: walk, transmitters: [AP*]}",
      ], "a")
    let notes = read.notes.filter { $0.contains("latency") }
    if seconds == 0 {
      #expect(notes.isEmpty, "\(notes)")
    } else {
      #expect(notes.contains { $0.contains("'latency: 3 s'") }, "\(read.notes)")
    }
  }

  @Test(arguments: [
    ("E,N,AP1\n1,2,-50\n", "{x: E, y: M, transmitters: [AP*]}", "has no column 'M'"),
    ("E,N,AP1\n1,2,-50\n", "{transmitters: [AP*]}", "has no positions"),
    ("E,N,AP1\n1,2,-50\n", "{x: E, y: N}", "has no transmitters"),
    ("E,N,AP1\n1,2,near\n", "{x: E, y: N, transmitters: [AP*]}", "a.csv:2:3: expected a number"),
    ("E,N,AP1\n1,2,300\n", "{x: E, y: N, transmitters: [AP*]}", "'unheard: [300.0]'"),
    ("E,N,AP1\n,,-50\n", "{x: E, y: N, transmitters: [AP*]}", "has no row with a position"),
    ("E,N,f,AP1\n1,2,up,-50\n", "{x: E, y: N, floor: f, transmitters: [AP*]}", "expected a number"),
    ("E,N,f,AP1\n1,2,3.7,-50\n", "{x: E, y: N, floor: f, transmitters: [AP*]}", "'floor_height'"),
    ("E,N,AP1\n1,2,-50\n", "{x: E, y: N, transmiters: [AP*]}", "did you mean 'transmitters'"),
    ("latitude_deg,longitude_deg,AP1\n91,8,-50\n", "transmitters: [AP*]", "expected degrees"),
    ("E,N,AP1\n1,2,-50\n", "{x: E, y: N, transmitters: [AP*], beside: [{file: b.csv}]}", "'b.csv'"),
    ("E,N,AP1\n1,2,-50\n", "{x: E, y: N, transmitters: [AP*], time: T}", "has no column 'T'"),
    (
      "E,N,AP1\n1,2,-50\n", "{x: E, y: N, transmitters: [AP*], latency: 1 s}",
      "'latency' is of walks"
    ),
    (
      "t,E,N,AP1\n1,1,2,-50\n", "{x: E, y: N, transmitters: [AP*], time: t, interval: 1 s}",
      "not both"
    ),
    (
      "t,E,N,AP1\n1.7e18,1,2,-50\n", "{x: E, y: N, transmitters: [AP*], time: t}",
      "a.csv:2:1: expected a time in s"
    ),
    (
      "E,N,AP1\n1,2,-50\n",
      "{x: E, y: N, transmitters: [AP*], interval: 1 s, inertial: {file: imu-*.csv, rate: 100 Hz}}",
      "'imu-a.csv'"
    ),
  ]) func mistakesAreReported(table: String, names: String, message: String) throws {
    do {
      _ = try Self.read(["a.csv": table, "a.columns.yaml": names], "a")
      Issue.record("the table was accepted")
    } catch let error as DocumentError {
      #expect(error.diagnostics.contains { "\($0)".contains(message) }, "\(error)")
    }
  }

  /// For any bytes, the table is read or rejected.
  @Test func survivesMutations() throws {
    var stream = RandomStream(seed: 3, entity: 1, purpose: "fuzz")
    let folder = try TemporaryFolder()
    try writeFile(Array(Self.names.utf8), to: folder.path + "/a.columns.yaml")
    for _ in 0..<300 {
      var bytes = Array(Self.wide.utf8)
      for _ in 0...stream.integer(below: 6) {
        let place = stream.integer(below: bytes.count)
        switch stream.integer(below: 3) {
        case 0: bytes[place] = UInt8(stream.integer(below: 256))
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[stream.integer(below: bytes.count)], at: place)
        }
      }
      try writeFile(bytes, to: folder.path + "/a.csv")
      let source = try FoundRecordings.find(at: folder.path + "/a.csv").sources.first
      do { _ = try source?.read() } catch is DocumentError {}
    }
  }
}

/// Arbitrary tables of tracks.
struct TrackTableTests {
  private static func read(_ text: String) throws -> ReadRecording {
    let folder = try TemporaryFolder()
    try writeFile(Array(text.utf8), to: folder.path + "/ride.csv")
    let source = try FoundRecordings.find(at: folder.path + "/ride.csv").sources.first
    #expect(source?.format.name == "track")
    return try #require(source).read()
  }

  @Test(arguments: [
    ("utc", "2026-05-01T08:00:00Z", "2026-05-01T10:00:02.5+02:00"),
    ("unix_ms", "1777622400000", "1777622402500"), ("time_s", "7", "9.5"),
  ]) func readsFixes(clock: String, first: String, second: String) throws {
    let read = try Self.read(
      """
      \(clock),latitude_deg,longitude_deg,accuracy_m,speed_mps,course_deg,altitude_m,mood
      \(first),47,8,5,-1,90,400,good
      \(second),47.001,8,,2.5,,,
      \(second),47.002,8,,,,,
      ,47,,,,,,
      """.replacing("\n,47,", with: "\n\(second),,"))
    let fixes = read.recording.observations.compactMap { delivery -> ReceiverFix? in
      guard case .fix(let fix) = delivery.item else { return nil }
      return fix
    }
    #expect(fixes.map(\.time.seconds) == [0, 2.5])
    #expect(fixes[0].horizontalAccuracyMetres == 5 && fixes[0].speedMetresPerSecond == nil)
    #expect(fixes[0].courseDegrees == 90 && fixes[0].altitudeMetres == 400)
    #expect(fixes[1].speedMetresPerSecond == 2.5 && fixes[1].horizontalAccuracyMetres == nil)
    #expect(read.warnings.dropped == 2 && read.notes.contains { $0.contains("mood") })
    #expect((read.recording.header.gpsWeek > 0) == (clock != "time_s"))
  }

  @Test(arguments: [
    ("time_s,latitude_deg,longitude_deg\n0,47,888\n", "a number from -180 to 180"),
    (
      "time_s,latitude_deg,longitude_deg,accuracy_m\n0,47,8,good\n",
      "ride.csv:2:4: expected a number"
    ),
    ("time_s,latitude_deg,longitude_deg\n0,,\n", "has no row with a position"),
    ("utc,latitude_deg,longitude_deg\nnoon,47,8\n", "a date and time"),
    ("unix_s,latitude_deg,longitude_deg\n0,47,8\n9e9,47,8\n", "more than a century"),
  ]) func mistakesAreReported(table: String, message: String) throws {
    do {
      _ = try Self.read(table)
      Issue.record("the table was accepted")
    } catch let error as DocumentError {
      #expect(error.diagnostics.contains { "\($0)".contains(message) }, "\(error)")
    }
  }
}
