import Documents
import Formats
import Glibc
import Observations
import Recordings
import Testing
import Truth

/// Paths of the excerpts of motion recordings and indoor logs, and of the larger data sets.
enum LogPaths {
  static let excerpts: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/") + "/Excerpts/"
  }()

  /// A file or folder of the larger data sets; nil if VENUESIM_DATA doesn't name a folder with it.
  static func data(_ name: String) -> String? {
    guard let folder = getenv("VENUESIM_DATA") else { return nil }
    let path = String(cString: folder) + "/" + name
    return access(path, R_OK) == 0 ? path : nil
  }

  /// The files below a folder of the larger data sets with a suffix, sorted.
  static func files(below name: String, suffix: String) -> [String] {
    guard let path = data(name), let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix(".") else { continue }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        found += files(below: "\(self.relative(path))/\(name)", suffix: suffix)
      } else if name.hasSuffix(suffix) {
        found.append(path + "/" + name)
      }
    }
    return found.sorted()
  }

  private static func relative(_ path: String) -> String {
    guard let folder = getenv("VENUESIM_DATA") else { return path }
    return String(path.dropFirst(String(cString: folder).count + 1))
  }

  static func contents(_ path: String) throws -> [UInt8] { try readFile(path, limit: 1 << 28) }

  static func excerpt(_ name: String) throws -> [UInt8] { try contents(excerpts + name) }
}

/// The readers of recordings and logs, for common tests.
enum LogFormat: String, CaseIterable, CustomTestStringConvertible {
  case motionSense, wisdm, oxford, oxfordSwitches, smartphoneWatch, sensorWatch, competition
  case getSensorData, fingerprints, magnetic, herald, beacons, beaconFingerprints
  case inertialFingerprints, gnssLogger, libRSF
  case oxfordTrace, nmea, gpx, kml, fit, carTracks, carRoutes, carNetwork, sensorTable, commaTable

  var testDescription: String { rawValue }

  /// Its excerpt.
  var excerpt: String {
    switch self {
    case .motionSense: "motionsense/wlk_7/sub_1.csv"
    case .wisdm: "wisdm/made_accel_phone.txt"
    case .oxford: "oxford/Pixel_Jamie_Hard_InHand_1/accelerometer.csv"
    case .oxfordSwitches: "oxford/Pixel_Jamie_Hard_InHand_1/stepcounter.csv"
    case .oxfordTrace: "oxford-app/user1_frontpocket_1506422223341.csv"
    case .smartphoneWatch: "sp-sw-har/s01_01_sp.csv"
    case .sensorWatch: "sensorwatch/slow-walking1.csv"
    case .competition: "indoor-location-competition/5dd9ef87c5b77e0006b17357.txt"
    case .getSensorData: "getsensordata/made.txt"
    case .fingerprints: "ujiindoorloc/made.csv"
    case .magnetic: "ujimagnetic/made.txt"
    case .herald: "herald/20210311-0901-A.csv"
    case .beacons: "openhps/beacons.csv"
    case .beaconFingerprints: "openhps/ble_fingerprints.csv"
    case .inertialFingerprints: "openhps/imu_fingerprints.csv"
    case .gnssLogger: "gnsslogger-2016.txt"
    case .libRSF: "librsf-rows/Rows_Input.txt"
    case .nmea: "nmea/f9k-drive.nmea"
    case .gpx: "gpx/made.gpx"
    case .kml: "kml/made.kml"
    case .fit: "fit/made.fit"
    case .carTracks: "floatingcar/points.csv"
    case .carRoutes: "floatingcar/routes.csv"
    case .carNetwork: "floatingcar/network.csv"
    case .sensorTable: "sensorlogger/TotalAcceleration.csv"
    case .commaTable: "phyphox/Accelerometer.csv"
    }
  }

  /// Reads a file of the format: number of readings, and report of repairs.
  func read(_ bytes: [UInt8]) throws(DocumentError) -> (count: Int, lines: [String]) {
    switch self {
    case .motionSense:
      try read(bytes, as: MotionSense.self) { $0.accelerometer.count + $0.gyroscope.count }
    case .wisdm:
      try read(bytes, as: WISDM.self) { $0.segments.reduce(0) { $0 + $1.samples.count } }
    case .oxford, .oxfordSwitches: try readSteps(bytes)
    case .oxfordTrace: try read(bytes, as: OxfordTrace.self) { $0.accelerometer.count }
    case .smartphoneWatch:
      try read(bytes, as: SmartphoneWatch.self) { $0.accelerometer.count + $0.gyroscope.count }
    case .sensorWatch: try read(bytes, as: SensorWatch.self) { $0.samples.count }
    case .competition:
      try read(bytes, as: IndoorCompetition.self) { log in
        let sensors = log.accelerometer.count + log.gyroscope.count + log.magnetometer.count
        let radios = log.scans.reduce(0) { $0 + $1.readings.count } + log.beacons.count
        return sensors + radios + log.waypoints.count
      }
    case .getSensorData:
      try read(bytes, as: GetSensorData.self) { log in
        let sensors = log.accelerometer.count + log.gyroscope.count + log.magnetometer.count
        let radios = log.scans.reduce(0) { $0 + $1.readings.count } + log.beacons.count
        return sensors + radios + log.barometer.count + log.fixes.count + log.truth.count
      }
    case .fingerprints:
      try read(bytes, as: UJIIndoorLoc.self) { log in
        log.rows.reduce(0) { $0 + log.readings(of: $1).count }
      }
    case .magnetic:
      try read(bytes, as: UJIMagnetic.self) { $0.magnetometer.count + $0.segments.count }
    case .herald: try read(bytes, as: HeraldRecording.self) { $0.rows.count }
    case .beacons: try read(bytes, as: OpenHPSBeacons.self) { $0.rows.count }
    case .beaconFingerprints: try read(bytes, as: OpenHPSFingerprints.self) { $0.rows.count }
    case .inertialFingerprints: try read(bytes, as: OpenHPSInertial.self) { $0.rows.count }
    case .gnssLogger:
      try read(bytes, as: GNSSLoggerRecording.self) { log in
        log.epochs.reduce(0) { $0 + $1.measurements.count } + log.fixes.count
          + log.accelerometer.count
      }
    case .libRSF: try read(bytes, as: LibRSFDrive.self) { $0.ranges.count + $0.places.count }
    case .nmea: try read(bytes, as: NMEARecording.self) { $0.fixes.count }
    case .gpx:
      try read(bytes, as: GPXFile.self) { $0.fixes.count + $0.waypoints.count + $0.routes.count }
    case .kml: try read(bytes, as: KMLFile.self) { $0.fixes.count }
    case .fit: try read(bytes, as: FITFile.self) { $0.records.count + $0.pauses.count }
    case .carTracks:
      try read(bytes, as: FloatingCarTracks.self) { $0.tracks.reduce(0) { $0 + $1.points.count } }
    case .carRoutes: try read(bytes, as: FloatingCarRoutes.self) { $0.routes.count }
    case .carNetwork: try read(bytes, as: FloatingCarNetwork.self) { $0.pieces.count }
    case .sensorTable, .commaTable: try read(bytes, as: SensorTable.self) { $0.count }
    }
  }

  private func read<Format: RecordingFormat>(
    _ bytes: [UInt8], as format: Format.Type, count: (Format) -> Int
  ) throws(DocumentError) -> (count: Int, lines: [String]) {
    // Tables of phone sensors are identified by their file names.
    let log = try format.read(bytes, file: format == SensorTable.self ? excerpt : rawValue)
    return (count(log), log.report.lines)
  }

  /// Reads either file of a walk, with a good one beside it.
  private func readSteps(
    _ bytes: [UInt8]
  ) throws(DocumentError) -> (count: Int, lines: [String]) {
    if self == .oxford {
      let log = try OxfordSteps.read(
        bytes, file: rawValue, switches: Array("1,0,1\n".utf8), switchFile: "s")
      return (log.accelerometer.count, log.report.lines)
    }
    let log = try OxfordSteps.read(
      Array("1,3,0,0,9.8\n".utf8), file: "a", switches: bytes, switchFile: rawValue)
    return (log.polls.count, log.switchReport.lines)
  }
}
