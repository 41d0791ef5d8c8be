import Documents
import Formats
import Foundation
import Recordings
import Testing

/// Out-of-range values are rejected when a recording is read, with their position.
struct InvalidValueTests {
  /// A table with one bad value, and the expected message.
  struct Case: Sendable, CustomStringConvertible {
    let file: String
    let text: String
    let message: String

    init(_ file: String, _ text: String, _ message: String) {
      (self.file, self.text, self.message) = (file, text, message)
    }

    var description: String { message }
  }

  private static let forces = "sequence,delivered_s,time_s,x_mps2,y_mps2,z_mps2\n0,1,0.5,0,0,9.8\n"
  private static let fixes =
    "sequence,delivered_s,time_s,latitude_deg,longitude_deg,altitude_m,horizontal_accuracy_m,"
    + "vertical_accuracy_m,speed_mps,course_deg,satellites\n"
  private static let truth =
    "sequence,delivered_s,latitude_deg,longitude_deg,altitude_m,floor,east_mps,north_mps,activity,"
    + "steps,distance_m\n"

  static let tables: [Case] = [
    Case(
      "accelerometer.csv", forces + "0,1,0.6,0,1001,9.8\n",
      "accelerometer.csv:3:5: 'y_mps2' is 1001.0, but must be from -1000.0 to 1000.0, at 1.0 s"),
    Case("accelerometer.csv", forces + "1,2,1.5,1e300,0,0\n", "expected a number in 'x_mps2'"),
    Case("accelerometer.csv", forces + "1,2,1.5,nan,0,0\n", "expected a number in 'x_mps2'"),
    Case(
      "accelerometer.csv", forces + "1,2,-31536000,0,0,9.8\n",
      "accelerometer.csv:3:3: 'time_s' is -31536000.0"),
    Case(
      "gyroscope.csv", "sequence,delivered_s,time_s,x_radps,y_radps,z_radps\n0,1,1,0,0,-2000\n",
      "gyroscope.csv:2:6: 'z_radps' is -2000.0"),
    Case(
      "magnetometer.csv", "sequence,delivered_s,time_s,x_ut,y_ut,z_ut\n0,1,1,200000,0,0\n",
      "magnetometer.csv:2:4: 'x_ut' is 200000.0"),
    Case(
      "barometer.csv", "sequence,delivered_s,time_s,pressure_pa,temperature_c\n0,1,1,-5,\n",
      "barometer.csv:2:4: 'pressure_pa' is -5.0, but must be from 100.0 to 200000.0"),
    Case(
      "receiver_fix.csv", fixes + "0,12,12,181,0,,,,,,\n",
      "receiver_fix.csv:2:4: 'latitude_deg' is 181.0, but must be from -90.0 to 90.0, at 12.0 s"),
    Case(
      "receiver_fix.csv", fixes + "0,12,12,1,0,,-1,,,,\n",
      "receiver_fix.csv:2:7: 'horizontal_accuracy_m' is -1.0"),
    Case(
      "receiver_fix.csv", fixes + "0,12,12,1,0,1e308,,,,,\n", "'altitude_m' is 1e+308"),
    Case(
      "wifi.csv",
      "sequence,delivered_s,start_s,end_s,time_s,bssid,ssid,rssi_dbm,frequency_mhz\n"
        + "0,1,0,1,1,02:00:00:00:00:01,\"a\nb\",-60,2412\n"
        + "0,1,0,1,1,02:00:00:00:00:02,c,900,2412\n",
      "wifi.csv:4:8: 'rssi_dbm' is 900.0, but must be from -200.0 to 50.0"),
    Case(
      "truth.csv", truth + "0,0,95,0,,,,,,,\n",
      "truth.csv:2:3: 'latitude_deg' is 95.0, but must be from -90.0 to 90.0, at 0.0 s"),
    Case("truth.csv", truth + "0,0,,,,,,,,,-3\n", "truth.csv:2:11: 'distance_m' is -3.0"),
    Case(
      "barometer.csv",
      "sequence,delivered_s,time_s,pressure_pa,temperature_c\n0,1,1,101325,\n"
        + "1,31536001,31536001,101325,\n", "the time jumps from 1.0 s to 31536001.0 s"),
  ]

  @Test(arguments: tables)
  func refusesInvalidValuesInOwnRecordings(bad: Case) throws {
    let said = try complaint([
      ("recording.yaml", "version: 1\ndevice: d\nduration: 40000000 s\n"), (bad.file, bad.text),
    ])
    #expect(said.contains(bad.message), "\(said)")
  }

  static let others: [Case] = [
    Case(
      "x.gpx",
      "<gpx><trk><trkseg>\n<trkpt lat='181' lon='2'><time>2024-05-01T08:00:00Z</time></trkpt>"
        + "</trkseg></trk></gpx>", "x.gpx:2:1: 'latitude_deg' is 181.0"),
    Case(
      "x.gpx",
      "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2024-05-01T08:00:00Z</time></trkpt>"
        + "<trkpt lat='1' lon='2'><time>2023-05-01T08:00:00Z</time></trkpt></trkseg></trk></gpx>",
      "the time jumps from 0.0 s to 31622400.0 s"),
    Case(
      "data_1600_accel_phone.txt", "1600,A,1000000,0,0,9.8;\n1600,A,51000000,5000,0,9.8;\n",
      "data_1600_accel_phone.txt:2:17: expected a number, found 5000, which is not between "
        + "-1000.0 and 1000.0"),
    Case(
      "data_1600_accel_phone.txt", "1600,A,1000000,0,0,9.8;\n1600,A,51000000,1e300,0,9.8;\n",
      "data_1600_accel_phone.txt:2:17: expected a number, found 1e300, which is not between "
        + "-1000.0 and 1000.0"),
    Case(
      "herald.csv", "time,rssi,distance\n2021-03-11 09:01:51,900,100\n",
      "herald.csv:2:21: expected a number, found 900, which is not between -200.0 and 50.0"),
    Case(
      "Barometer.csv",
      "time,seconds_elapsed,relativeAltitude,pressure\n1700000000000000000,0,0,-1013.2\n",
      "Barometer.csv:2:25: 'pressure_pa' is -"),
  ]

  @Test(arguments: others)
  func refusesInvalidValuesInForeignRecordings(bad: Case) throws {
    let said = try complaint([(bad.file, bad.text)])
    #expect(said.contains(bad.message), "\(said)")
  }

  /// The error of reading a folder of these files.
  private func complaint(_ files: [(name: String, text: String)]) throws -> String {
    let folder =
      FileManager.default.temporaryDirectory.path + "/impossible-\(UInt64.random(in: 0...(.max)))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for file in files {
      try Data(file.text.utf8).write(to: URL(fileURLWithPath: folder + "/" + file.name))
    }
    do {
      for source in try FoundRecordings.find(at: folder).sources { _ = try source.read() }
      return "accepted"
    } catch { return "\(error)" }
  }
}
