import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Folders of tables as exported by phone apps, made by hand in the forms of two apps.
struct SensorFolderTests {
  @Test func readsSensorLoggersTables() throws {
    let folder = try SensorFolder.read(folder: LogPaths.excerpts + "sensorlogger")
    #expect(folder.accelerometer.count == 80 && folder.gyroscope.count == 60)
    #expect(folder.magnetometer.count == 10 && folder.barometer.count == 5)
    // Columns are z, y, x: gravity is on z.
    #expect(abs(folder.accelerometer[0].z - 9.75) < 1e-5 && folder.accelerometer[0].x == 0)
    #expect(abs(folder.gyroscope[5].z - 0.05) < 1e-6 && folder.gyroscope[5].x == 0.5)
    // The gyroscope started 3 ms later.
    #expect(folder.accelerometer[0].time == .start)
    #expect(folder.gyroscope[0].time == SimTime(nanoseconds: 3_000_000))
    #expect(folder.magnetometer[0].z == -40.5 && folder.magnetometer[0].x == 3.5)
    #expect(folder.barometer[0].pressurePascals == 101_325)
    let fix = try #require(folder.fixes.first)
    #expect(fix.speedMetresPerSecond == nil && fix.courseDegrees == nil)
    #expect(fix.altitudeMetres == 548.5 && fix.horizontalAccuracyMetres == 4.75)
    #expect(folder.fixes.count == 4 && folder.fixes[1].courseDegrees == 90)
    // Rows 40 ms apart are one scan until an access point repeats.
    #expect(folder.scans.map(\.readings.count) == [2, 2])
    #expect(folder.scans[0].readings[0].ssid == "Hall, west")
    #expect(folder.start?.utc.year == 2023 && folder.unused.map(\.file) == ["Orientation.csv"])
    #expect(folder.warnings.contains { $0.hasPrefix("WiFi.csv: 2 access points") })
  }

  @Test func readsPhyphoxTablesWithDecimalCommas() throws {
    let folder = try SensorFolder.read(folder: LogPaths.excerpts + "phyphox")
    #expect(folder.accelerometer.count == 60 && folder.gyroscope.count == 60)
    #expect(abs(folder.accelerometer[0].z - 9.75) < 1e-5)
    #expect(folder.gyroscope[3].x == 0.15 && folder.gyroscope[3].y == -0.25)
    #expect(folder.accelerometer[1].time == SimTime(nanoseconds: 10_000_000))
    #expect(folder.barometer.allSatisfy { $0.pressurePascals == 95_000 })
    #expect(folder.fixes.count == 2 && folder.fixes[0].verticalAccuracyMetres == nil)
    #expect(folder.fixes[0].coordinate.longitudeDegrees == 11)
    // The clock was started at 22:15:00.5, and the first reading came 20 ms later.
    let utc = try #require(folder.start?.utc)
    #expect(utc.minute == 15 && abs(utc.second - 0.52) < 1e-6)
    #expect(folder.unused.map(\.file) == ["meta/device.csv"])
  }

  @Test func scansCenturiesApartAreSeparate() throws {
    let text =
      "Time (s),bssid,rssi\n"
      + "-8700000000,02:00:00:00:00:01,-60\n8700000000,02:00:00:00:00:02,-61\n"
    let table = try SensorTable.read(Array(text.utf8), file: "WiFi.csv")
    #expect(table.scans.map(\.readings.count) == [1, 1])
  }

  /// Start of the clock and elapsed time give the first day of 64-bit Unix time in ns.
  @Test func readsTheFirstPossibleDate() throws {
    let folder = try SensorFolder.read(
      [
        ("Accelerometer.csv", Array("Time (s),x,y,z\n-8700000000,0,0,9.8\n".utf8)),
        (
          "meta/time.csv",
          Array("event,experiment time,system time\nSTART,523372036.8,0\n".utf8)
        ),
      ], name: "f")
    #expect(folder.start?.utc.year == 1677)
  }

  @Test func deliversMotionInBatches() throws {
    let folder = try SensorFolder.read(
      [("Accelerometer.csv", Array(table(rows: 700, unit: " (m/s^2)", scale: 1).utf8))], name: "f")
    let recording = folder.recording(device: "phone")
    var sizes: [Int] = []
    for delivered in recording.observations {
      guard case .accelerometer(let batch) = delivered.item else { continue }
      sizes.append(batch.samples.count)
      // A batch ends every half second, and at the end.
      let due = SimTime(seconds: 0.5 * Double(sizes.count))
      #expect(delivered.time == min(due, recording.header.endTime))
      #expect(batch.samples.last.map { $0.time <= delivered.time } == true)
    }
    #expect(
      sizes == Array(repeating: 50, count: 14) && recording.header.endTime == SimTime(seconds: 6.99)
    )
    #expect(recording.header.gpsWeek == 0)
  }

  private func table(rows: Int, unit: String, scale: Double) -> String {
    (0..<rows).reduce("Time (s),x\(unit),y\(unit),z\(unit)\n") { text, row in
      text + "\(Double(row) / 100),0.5,0.25,\(9.75 * scale)\n"
    }
  }

  @Test(arguments: [
    (" (g)", 1 / 9.80665, 0), ("", 1 / 9.80665, 1), ("", 1.0, 0), (" (m/s²)", 1.0, 0),
  ])
  func detectsTheUnit(unit: String, scale: Double, warnings: Int) throws {
    let text = table(rows: 60, unit: unit, scale: scale)
    let log = try SensorTable.read(Array(text.utf8), file: "Accelerometer.csv")
    #expect(abs(log.samples[0].z - 9.75) < 1e-4)
    #expect(log.report.count(of: .gravityUnits) == warnings && log.clock == .elapsed)
  }

  @Test func addsGravityToAccelerationWithoutIt() throws {
    let head = "time,seconds_elapsed,z,y,x\n"
    func rows(_ values: String) -> [UInt8] {
      let text = (0..<60).reduce(head) { text, row in
        text + "\(1_700_000_000_000_000_000 + row * 10_000_000),0,\(values)\n"
      }
      return Array(text.utf8)
    }
    let metadata = Array("platform,standardisation\nios,false\n".utf8)
    let folder = try SensorFolder.read(
      [
        ("Accelerometer.csv", rows("0.5,0,0.25")), ("Gravity.csv", rows("-1,0,0")),
        ("Metadata.csv", metadata),
      ], name: "f")
    // In g, with opposite sign.
    #expect(folder.accelerometer.count == 60)
    #expect(abs(folder.accelerometer[9].z - 0.5 * 9.80665) < 1e-5)
    #expect(abs(folder.accelerometer[9].x + 0.25 * 9.80665) < 1e-5)
    // Newer ones are in m/s², still with opposite sign.
    let metric = try SensorFolder.read(
      [
        ("Accelerometer.csv", rows("0.5,0,0.25")), ("Gravity.csv", rows("-9.8,0,0")),
        ("Metadata.csv", metadata),
      ], name: "f")
    #expect(abs(metric.accelerometer[9].z - 9.3) < 1e-5 && metric.accelerometer[9].x == -0.25)
    let alone = try SensorFolder.read([("Accelerometer.csv", rows("0.5,0,0.25"))], name: "f")
    #expect(alone.accelerometer.isEmpty && alone.unused.count == 1)
  }

  @Test func ignoresOtherDevicesAndUnknownTables() throws {
    let head = "time,seconds_elapsed,"
    let time = "1700000000000000000,0,"
    let good = (0..<60).reduce(head + "z,y,x\n") { text, row in
      text + "\(1_700_000_000_000_000_000 + row * 10_000_000),0,9.8,0,0\n"
    }
    let folder = try SensorFolder.read(
      [
        (
          "AccelerometerUncalibrated.csv",
          Array(good.split(separator: "9.8").joined(separator: "9.7").utf8)
        ),
        (
          "Headphone.csv",
          Array((head + "accelerationX,accelerationY,accelerationZ\n" + time + "1,2,3\n").utf8)
        ),
        (
          "Network.csv",
          Array((head + "ssid,bssid,strength\n" + time + "a,02:00:00:00:00:01,99\n").utf8)
        ),
        ("TotalAcceleration.csv", Array(good.utf8)),
        ("WatchLocation.csv", Array((head + "latitude,longitude\n" + time + "1,2\n").utf8)),
      ], name: "f")
    // Calibrated data take precedence over raw data.
    #expect(folder.accelerometer.count == 60 && folder.accelerometer[0].z == 9.8)
    #expect(folder.fixes.isEmpty && folder.scans.isEmpty && folder.dropped == 0)
    #expect(
      folder.unused.map(\.file) == [
        "Headphone.csv", "Network.csv", "WatchLocation.csv", "AccelerometerUncalibrated.csv",
      ])
  }

  @Test(arguments: [
    ("a,b\n1,2\n", "x.csv:1:1: no column of times"),
    ("time,a\n1,2\n", "x.csv:1:1: columns of no supported sensor"),
    ("time,x,y,z\n1,2,3,4\n", "x.csv:1:1: columns of no supported sensor"),
    ("", "x.csv:1:1: an empty file"),
    ("time,latitude,longitude\n1,99,3\n", "x.csv:2:3: 'latitude_deg' is 99.0"),
  ])
  func refusesInvalidTables(text: String, message: String) {
    let said = complaint { () throws(DocumentError) in
      _ = try SensorTable.read(Array(text.utf8), file: "x.csv")
    }
    #expect(said?.contains(message) == true, "\(said ?? "accepted")")
  }

  @Test func recognisesFoldersByFileNames() {
    #expect(SensorFolder.isLikely(names: ["a.txt", "Gyroscope.csv"]))
    #expect(!SensorFolder.isLikely(names: ["stepcounter.csv", "Gyroscope.png"]))
    #expect(throws: DocumentError.self) { try SensorFolder.read([], name: "f") }
    #expect(throws: DocumentError.self) { try SensorFolder.read(folder: "/nowhere") }
  }
}
