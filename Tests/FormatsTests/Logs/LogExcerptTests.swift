import Documents
import Formats
import Geometry
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Contents of excerpts, checked against the text by hand.
struct LogExcerptTests {
  @Test func readsMotionSense() throws {
    let log = try MotionSense.read(LogPaths.excerpt("motionsense/wlk_7/sub_1.csv"), file: "m")
    #expect(log.firstRow == 1000 && log.accelerometer.count == 20 && log.report.lines.isEmpty)
    #expect(log.accelerometer[19].time.seconds == 0.38 && log.gyroscope.count == 20)
    // Upside down in the pocket: Apple's gravity points to the phone's top, the specific force to its bottom.
    #expect(logMean(log.accelerometer).y < -5)
    let force = -9.80665 * (0.759028 + 0.651906)
    #expect(abs(log.accelerometer[0].y - Float(force)) < 1e-5)
    let label = try #require(MotionSense.Label(path: "A/wlk_7/sub_12.csv.gz"))
    #expect(label.activity == .walking && label.trial == 7 && label.person == 12)
    #expect(MotionSense.Activity.jogging.trueActivity == .running)
    for path in ["wlk_7.csv", "wlk_x/sub_1.csv", "fly_1/sub_1.csv", "wlk_1/person_1.csv", ""] {
      #expect(MotionSense.Label(path: path) == nil)
    }
    // Face up on a table, Apple reads -1 on z.
    let text = """
      ,attitude.roll,gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,rotationRate.z,\
      userAcceleration.x,userAcceleration.y,userAcceleration.z
      0,0,0,0,-1,0.1,0.2,0.3,0,0,0
      """
    let resting = try MotionSense.read(Array(text.utf8), file: "m").accelerometer[0]
    #expect(abs(resting.z - 9.80665) < 1e-5 && resting.x == 0 && resting.y == 0)
  }

  @Test func readsWISDM() throws {
    let log = try WISDM.read(LogPaths.excerpt("wisdm/made_accel_phone.txt"), file: "w")
    #expect(log.segments.map(\.activity) == [.walking, .foldingClothes])
    #expect(log.segments.map(\.samples.count) == [12, 10] && log.report.lines.isEmpty)
    #expect(log.segments[0].originNanoseconds == 252_207_666_810_782)
    #expect(log.segments[0].samples[2].time.nanoseconds == 2 * 50_354_004)
    #expect(log.segments[1].samples[0].time == .start && log.segments[1].subject == 1600)
    #expect(log.segments[1].activity.trueActivity == .stationary)
    #expect(WISDM.Activity.allCases.count == 18)
  }

  @Test func readsOxford() throws {
    let folder = LogPaths.excerpts + "oxford/Pixel_Jamie_Hard_InHand_1"
    let log = try OxfordSteps.read(folder: folder)
    #expect(log.accelerometer.count == 40 && log.polls.count == 40 && log.steps.count == 7)
    #expect(log.report.lines.isEmpty && log.switchReport.lines.isEmpty)
    #expect(log.accelerometer[0].time == .start && log.steps[0].foot == 1)
    // 583728659655168 is the poll of the first step.
    #expect(log.originNanoseconds + log.steps[0].time.nanoseconds == 583_728_659_655_168)
    let label = try #require(OxfordSteps.Label(folder: folder))
    #expect(label.phone == "Pixel" && label.person == "Jamie" && label.position == .inHand)
    #expect(label.floor == "Hard" && label.number == 1)
    #expect(OxfordSteps.Label(folder: "Pixel_Jamie_Hard_Pocket_1") == nil)
    #expect(throws: DocumentError.self) { try OxfordSteps.read(folder: folder + "0") }
  }

  @Test func readsSmartphoneWatch() throws {
    let log = try SmartphoneWatch.read(LogPaths.excerpt("sp-sw-har/s01_01_sp.csv"), file: "s")
    #expect(log.accelerometer.count == 40 && log.gyroscope.count == 40)
    #expect(log.segments.map(\.activity) == [.seated, .standingUp])
    #expect(log.segments.map(\.rows) == [0..<19, 19..<40])
    #expect(log.startUnixMilliseconds == 1_657_533_978_389)
    #expect(log.writtenTimes.last == log.accelerometer.last?.time)
    #expect(log.writtenTimes.last == .start + .milliseconds(376))
    #expect(abs(log.meanRateHertz - 39 / 0.376) < 1e-9)
    let spans = zip(log.accelerometer.dropFirst(), log.accelerometer).map {
      ($0.time - $1.time).nanoseconds
    }
    #expect(spans.allSatisfy { abs($0 - 376_000_000 / 39) <= 1 })
    let label = try #require(SmartphoneWatch.Label(path: "DATA/s06/s06_03_sw.csv.gz"))
    #expect(label.person == 6 && label.execution == 3 && label.device == .watch)
    #expect(SmartphoneWatch.Label(path: "s06_03_tv.csv") == nil)
  }

  @Test func readsSensorWatch() throws {
    let log = try SensorWatch.read(LogPaths.excerpt("sensorwatch/slow-walking1.csv"), file: "s")
    #expect(log.samples.count == 40 && log.stepCount == 45)
    #expect(log.samples[1].time.seconds == 0.04 && log.samples[2].time.seconds == 1)
    #expect(log.samples[0].magnitudeCounts == 17_431 && log.settings.hasPrefix("{'version': 1"))
    #expect(log.report.count(of: .gap) >= 1)
    #expect(abs(log.specificForce()[0] - 17_431 / 21_600 * 9.80665) < 1e-9)
    #expect(SensorWatch.isWalking(path: "a/slow-walking1.csv"))
    #expect(!SensorWatch.isWalking(path: "walking/desk-working1.csv"))
  }

  @Test func readsCompetition() throws {
    let name = "indoor-location-competition/5dd9ef87c5b77e0006b17357.txt"
    let log = try IndoorCompetition.read(LogPaths.excerpt(name), file: "i")
    #expect(log.header.brand == "OPPO" && log.header.model == "PBCM10")
    #expect(log.header.floorName == "F1" && log.header.siteName == "杭州西溪银泰城")
    #expect(log.header.startUnixMilliseconds == 1_574_562_083_409)
    // The first waypoint is the earliest used line.
    #expect(log.startUnixMilliseconds == 1_574_562_083_417 && log.waypoints.count == 5)
    #expect(log.waypoints[0] == .init(time: .start, x: 192.85178, y: 63.936214))
    #expect(log.waypoints[4].time.seconds == 21.259)
    #expect(log.accelerometer.count == 6 && log.gyroscope.count == 6)
    #expect(log.magnetometer[0].z == -31.640625 && log.accelerometer[0].time.seconds == 0.127)
    #expect(log.scans.map(\.readings.count) == [6, 6] && log.beacons.count == 4)
    #expect(log.scans[0].endTime.seconds == 2.331)
    // Received at …83488, delivered at …85748; the fourth was received 12 s before.
    let first = log.scans[0].readings[0]
    #expect(first.ssid == "innisfree-guest" && first.bssid.description == "0a:8d:db:c5:de:ff")
    #expect(first.time.seconds == 0.071 && first.frequencyMegahertz == 2412)
    #expect(log.scans[0].readings[3].time.seconds == -9.692)
    #expect(log.scans[0].readings[3].ssid.isEmpty)
    // The second scan's own readings are those after the first scan's end.
    #expect(log.scans[1].startTime.seconds == 2.52)
    #expect(log.beacons[0].rssiDecibelMilliwatts == -77 && log.beacons[0].identity.major == 0)
    #expect(log.beacons[0].measuredPowerDecibelMilliwatts == -56)
    #expect(log.beacons[0].address?.description == "e0:78:a3:3e:93:68")
    #expect(log.report.count(of: .uncalibrated) == 3 && log.report.count(of: .otherBluetooth) == 2)
    #expect(log.report.count(of: .rotation) == 1 && log.report.count(of: .otherRow) == 3)
    #expect(log.report.count(of: .badRow) == 0)
  }

  @Test func readsGetSensorData() throws {
    let log = try GetSensorData.read(LogPaths.excerpt("getsensordata/made.txt"), file: "g")
    #expect(log.manufacturer == "maker" && log.model == "XY-1")
    #expect(log.created == "Thu Jan 01 12:00:00 GMT+00:00 2026")
    // The fastest row of the accelerometer was 1 ms late: all were sampled at 0.101 s + 20 ms · n.
    let start = log.originAppSeconds
    #expect(log.accelerometer.count == 10)
    for (number, sample) in log.accelerometer.enumerated() {
      #expect(abs(sample.time.seconds + start - 0.101 - 0.02 * Double(number)) < 1e-6)
    }
    #expect(log.gyroscope.count == 10 && log.magnetometer.count == 10)
    #expect(log.barometer.count == 3 && abs(log.barometer[0].pressurePascals - 97_622.73) < 0.01)
    #expect(log.scans.map(\.readings.count) == [3, 1])
    #expect(log.scans[0].readings.map(\.ssid) == ["NET 1", "a;b", ""])
    #expect(abs(log.scans[0].readings[2].time.seconds + start + 0.75) < 1e-6)
    #expect(log.beacons.map(\.identity.format) == [.iBeacon, .eddystoneUID])
    #expect(log.beacons[0].identity.minor == 2 && log.beacons[1].identity.uuid.low == 0xAA01)
    #expect(log.fixes.count == 1 && log.fixes[0].transmitterCount == 19)
    #expect(log.truth.map(\.floor) == [0, -1] && log.truth[1].building == 100)
    #expect(abs(log.truth[0].time.seconds + start - 0.15) < 1e-9)
    let reported = [
      log.report.count(of: .attitude), log.report.count(of: .otherRow),
      log.report.count(of: .otherBluetooth), log.report.count(of: .repeatedReading),
      log.report.count(of: .repeatedFix), log.report.count(of: .staleFix),
    ]
    #expect(reported == [10, 2, 1, 1, 1, 1] && log.report.entries.count == 6)
  }

  @Test func readsFingerprints() throws {
    let log = try UJIIndoorLoc.read(LogPaths.excerpt("ujiindoorloc/made.csv"), file: "u")
    #expect(log.rows.count == 3 && log.report.count(of: .repeated) == 1)
    #expect(log.accessPoints.count == 8 && log.startUnixSeconds == 1_380_872_603)
    #expect(log.rows.map(\.time.seconds) == [100, 0, 282_535])
    let received = log.rows.map { log.readings(of: $0).map(\.rssiDecibelMilliwatts) }
    #expect(received == [[-87, -60], [-50, -104], []])
    #expect(log.readings(of: log.rows[1]).map(\.accessPoint) == [0, 7])
    #expect(log.rows[1].floor == 4 && log.rows[1].building == 2 && log.rows[1].space == 106)
    // The campus is at 39.993° N, 0.068° W.
    #expect(abs(log.rows[0].coordinate.latitudeDegrees - 39.992756) < 1e-6)
    #expect(abs(log.rows[0].coordinate.longitudeDegrees + 0.0675166) < 1e-6)
    #expect(log.rows[0].x == -7515.9167 && log.rows[1].user == 11 && log.rows[1].phone == 13)
  }

  @Test func readsMagnetic() throws {
    let log = try UJIMagnetic.read(LogPaths.excerpt("ujimagnetic/made.txt"), file: "u")
    #expect(log.magnetometer.count == 12 && log.segments.map(\.rows) == [0...7, 7...11])
    #expect(log.startUnixMilliseconds == 1_398_239_186_661 && log.report.lines.isEmpty)
    #expect(log.magnetometer[1].time.seconds == 0.101 && log.magnetometer[1].x == -1.4)
    #expect(log.linearAcceleration[0].y == 0.46294308)
    #expect(abs(log.orientations[2].x + 174.49113 * .pi / 180) < 1e-6)
    #expect(log.segments[0].start.latitudeDegrees == 39.99392176518964)
  }
}
