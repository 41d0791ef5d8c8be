import Documents
import Formats
import Glibc
import Kernel
import Observations
import Recordings
import Testing

struct RadioDataTests {
  private static let folder = LogPaths.excerpts

  private func bytes(_ name: String) throws -> [UInt8] {
    try readFile(Self.folder + name, limit: 1 << 20)
  }

  @Test func readsHerald() throws {
    let plain = try HeraldRecording.read(bytes("herald/20210311-0901-A.csv"), file: "a.csv")
    #expect(plain.rows.count == 13 && plain.report.count(of: .disorder) == 0)
    // 2021-03-11 is 18,697 days after 1970-01-01.
    #expect(plain.firstDay == 18_697)
    let first = plain.rows[0]
    #expect(first.time.seconds == 9 * 3600 + 60 + 51)
    #expect(first.rssiDecibelMilliwatts == -55 && first.distanceMetres == 0.01)
    #expect(plain.rows[12].distanceMetres == 1.6 && plain.rows[12].rssiDecibelMilliwatts == -72)
    #expect(plain.rows[12].time.seconds == 19 * 3600 + 46 * 60 + 7)
    // The file extension doesn't matter: gzip is detected by its first bytes.
    let packed = try HeraldRecording.read(bytes("herald/20210109-2342-A.csv.gz"), file: "b.csv")
    #expect(packed.rows.count == 5)
  }

  @Test func repairsAndCounts() throws {
    let text = """
      time,rssi,distance
      2021-03-11 23:59:59,-50,10
      2021-03-12 00:00:01,-51.0,10
      2021-03-12 00:00:01,nan,10
      2021-03-12 00:00:00,-52,10
      2021-03-12 00:00:02,,10
      2021-03-12 00:00:02,-53
      2021-03-12 00:00:02,-54,20
      """
    let read = try HeraldRecording.read(Array(text.utf8), file: "t.csv")
    #expect(read.rows.map(\.rssiDecibelMilliwatts) == [-50, -52, -51, -54])
    #expect(read.rows.map(\.time.seconds) == [86_399, 86_400, 86_401, 86_402])
    #expect(read.report.count(of: .disorder) == 1 && read.report.count(of: .incomplete) == 3)
    let fingerprints = """
      TIMESTAMP,X,Y,ORIENTATION,A,B
      2000,1,2,90,-60,100
      1000,1,2,90,-70,nan
      3000,1,,90,-61,-62
      4000,1,2,90,,-63
      """
    let table = try OpenHPSFingerprints.read(Array(fingerprints.utf8), file: "f.csv")
    #expect(table.transmitters == ["A", "B"] && table.rows.count == 3)
    #expect(table.rows.map(\.time.seconds) == [0, 1, 3])
    #expect(table.report.count(of: .disorder) == 1 && table.report.count(of: .incomplete) == 1)
    let strengths = (0..<3).map { row in
      (0..<2).map { table.strength(row: row, transmitter: $0) }
    }
    #expect(strengths == [[-70, nil], [-60, nil], [nil, -63]])
  }

  @Test func readsOpenHPS() throws {
    let beacons = try OpenHPSBeacons.read(bytes("openhps/beacons.csv"), file: "beacons.csv")
    #expect(beacons.rows.count == 11 && beacons.rows[10].name == "BEACON_11")
    #expect(beacons.rows[0].x == 12.59 && beacons.rows[0].y == 31.16)
    #expect(beacons.rows[0].address == HardwareAddress("ff:ff:c3:12:cb:a9"))
    let ble = try OpenHPSFingerprints.read(bytes("openhps/ble_fingerprints.csv"), file: "ble.csv")
    #expect(ble.transmitters == beacons.rows.map(\.name) && ble.rows.count == 5)
    #expect(ble.startUnixMilliseconds == 1_614_426_290_136)
    #expect(ble.rows[0].x == 6.57 && ble.rows[0].y == 34.56)
    #expect(ble.strength(row: 0, transmitter: 0) == -90)
    #expect(ble.strength(row: 0, transmitter: 10) == nil)
    #expect(ble.strength(row: 1, transmitter: 9) == nil)
    #expect(ble.strength(row: 1, transmitter: 10) == -70 && ble.rows[1].time.seconds == 1.647)
    let wlan = try OpenHPSFingerprints.read(
      bytes("openhps/wlan_fingerprints.csv"), file: "wlan.csv")
    #expect(wlan.transmitters.count == 8 && wlan.strength(row: 0, transmitter: 0) == -73)
    let inertial = try OpenHPSInertial.read(bytes("openhps/imu_fingerprints.csv"), file: "imu.csv")
    #expect(inertial.rows.count == 3 && inertial.rows[1].time.seconds == 0.038)
    let first = inertial.rows[0]
    #expect(abs(first.acceleration.z - 9.041244506835938) < 1e-12)
    #expect(abs(first.magneticField.x - 13.7603759765625e-6) < 1e-15)
    #expect(abs(first.attitude.x - 6.428653874651926 * .pi / 180) < 1e-12)
    let norm = (first.quaternion * first.quaternion).sum()
    #expect(abs(norm - 1) < 1e-6)
  }

  /// Faults, with the line.
  @Test(arguments: [
    ("", "empty file", 1), ("time,rssi\n", "'distance'", 1),
    ("time,rssi,distance\n2021-03-11 09:01:51,x,1\n", "'x'", 2),
    ("time,rssi,distance\n\n2021-13-11 09:01:51,-5,1\n", "2021-03-11", 3),
    ("time,rssi,distance\n2021-03-11 09:01:51,-5,-1\n", "not between", 2),
    ("time,rssi,distance\n2021-03-11 09:01:51,900,1\n", "not between", 2),
    ("time,rssi,distance\n2021-03-11 09:01:51,inf,1\n", "not between", 2),
    ("time,rssi,distance\n2021-03-11 09:01:51,-5,1,7\n", "fields", 2),
  ]) func refusesWithPosition(text: String, message: String, line: Int) throws {
    let error = try #require(throws: DocumentError.self) {
      try HeraldRecording.read(Array(text.utf8), file: "h.csv")
    }
    let diagnostic = try #require(error.diagnostics.first)
    #expect(diagnostic.message.contains(message), "\(diagnostic)")
    #expect(diagnostic.place?.line == line && diagnostic.place?.file == "h.csv")
  }
}
