import Documents
import Formats
import Recordings
import Testing

/// Windows of few bytes give what the whole text gives: contents, warnings, and positions of errors.
struct WindowedReadingTests {
  /// A format with an excerpt.
  struct Case: Sendable, CustomTestStringConvertible {
    let excerpt: String
    /// Reads a text: its contents, or its error.
    let reading: @Sendable (ByteWindow) -> AnyHashable
    /// A table's separator is found in the first window, which has to have the header.
    let leastStep: Int
    var testDescription: String { excerpt }

    init<Format: RecordingFormat>(_ format: Format.Type, _ excerpt: String) {
      self.excerpt = excerpt
      reading = { window in
        do { return try Format.read(window, file: excerpt) } catch { return "\(error)" }
      }
      leastStep = format == SensorTable.self ? 200 : 1
    }
  }

  static let cases = [
    Case(FITFile.self, "fit/made.fit"),
    Case(FloatingCarTracks.self, "floatingcar/points.csv"),
    Case(FloatingCarRoutes.self, "floatingcar/routes.csv"),
    Case(FloatingCarNetwork.self, "floatingcar/network.csv"),
    Case(GetSensorData.self, "getsensordata/made.txt"),
    Case(GNSSLoggerRecording.self, "gnsslogger-v3.txt"),
    Case(GPXFile.self, "gpx/made.gpx"),
    Case(HeraldRecording.self, "herald/20210311-0901-A.csv"),
    Case(IndoorCompetition.self, "indoor-location-competition/5dd9ef87c5b77e0006b17357.txt"),
    Case(KMLFile.self, "kml/made.kml"),
    Case(LibRSFDrive.self, "librsf-rows/Rows_Input.txt"),
    Case(MotionSense.self, "motionsense/wlk_7/sub_1.csv"),
    Case(NMEARecording.self, "nmea/f9k-drive.nmea"),
    Case(OpenHPSBeacons.self, "openhps/beacons.csv"),
    Case(OpenHPSFingerprints.self, "openhps/wlan_fingerprints.csv"),
    Case(OpenHPSInertial.self, "openhps/imu_fingerprints.csv"),
    Case(OxfordTrace.self, "oxford-app/user1_frontpocket_1506422223341.csv"),
    Case(RinexNavigation.self, "brdc0910-gps.09n"),
    Case(RinexObservations.self, "pixel6.23o"),
    Case(SensorTable.self, "phyphox/Accelerometer.csv"),
    Case(SensorTable.self, "sensorlogger/WiFi.csv"),
    Case(SensorWatch.self, "sensorwatch/slow-walking1.csv"),
    Case(SmartphoneWatch.self, "sp-sw-har/s01_01_sp.csv"),
    Case(UJIIndoorLoc.self, "ujiindoorloc/made.csv"),
    Case(UJIMagnetic.self, "ujimagnetic/made.txt"),
    Case(WISDM.self, "wisdm/made_accel_phone.txt"),
  ]

  /// The excerpt's beginning, which is enough for every kind of row.
  private static func text(_ excerpt: String) throws -> [UInt8] {
    let bytes = try LogPaths.excerpt(excerpt)
    return excerpt.hasSuffix(".fit") ? bytes : Array(bytes.prefix(24_000))
  }

  /// Equal, or of the same text, since missing values of some formats are not numbers.
  private static func isSame(_ left: AnyHashable, _ right: AnyHashable) -> Bool {
    left == right || "\(left)" == "\(right)"
  }

  @Test(arguments: cases)
  func smallWindowsGiveTheSame(_ one: Case) throws {
    let text = try Self.text(one.excerpt)
    let whole = one.reading(ByteWindow(text))
    for step in [1, 2, 7, 64, 1000].map({ max($0, one.leastStep) }) {
      let isSame = Self.isSame(one.reading(ByteWindow(text, step: step)), whole)
      #expect(isSame, "windows of \(step) bytes")
    }
  }

  @Test(arguments: cases)
  func smallWindowsGiveTheSameErrors(_ one: Case) throws {
    let text = try Self.text(one.excerpt)
    for (place, damage) in [(2, "\""), (3, "\u{0}é\""), (4, "\n\n"), (5, "<&"), (6, ",,;;1e999")] {
      var damaged = text
      damaged.insert(contentsOf: Array(damage.utf8), at: text.count * place / 7)
      let whole = one.reading(ByteWindow(damaged))
      for step in [1, 61].map({ max($0, one.leastStep) }) {
        let isSame = Self.isSame(one.reading(ByteWindow(damaged, step: step)), whole)
        #expect(isSame, "windows of \(step) bytes, damage at \(place)/7")
      }
    }
  }

  /// Without it, a test of windows could pass because the first one holds everything.
  @Test func windowsOfFewBytesMove() throws {
    var window = ByteWindow(Array(0..<20), step: 4)
    #expect(window.bytes == [0, 1, 2, 3] && !window.isAtEnd)
    #expect(try window.advance(to: 3) && window.bytes == [3, 4, 5, 6, 7])
    #expect(window.offset == 3)
    while try window.advance(to: window.bytes.count) {}
    #expect(window.isAtEnd && window.offset + window.bytes.count == 20)
    #expect(try window.contents() == Array(0..<20))
  }
}
