import Documents
import Formats
import Geometry
import Glibc
import Kernel
import Observations
import Recordings

/// A public recording of raw GNSS measurements, with ephemerides and the antenna's position.
struct SatelliteData {
  var name: String
  var start: GPSTime
  var epochs: [GNSSEpoch]
  var ephemerides: BroadcastEphemerides
  /// Position of the antenna, and true if it was surveyed.
  var truth: Geodetic
  var isSurveyed: Bool

  /// The known data sets: name, folder, observation file, navigation files.
  static let known: [(name: String, folder: String, file: String, navigation: [String])] = [
    (
      "esbc", "gnss-broadcast-ephemeris", "ESBC00DNK_R_20201770000_02H_30S_MO.rnx.gz",
      ["ESBC00DNK_R_20201770000_01D_MN.rnx.gz"]
    ),
    (
      "hk", "gnss-hongkong-tst-static", "2020_06_03_TST_03.obs.gz",
      "cd".flatMap { hour in "nglb".map { "hksc155\(hour).20\($0).gz" } }
    ),
    (
      "jun", "gnss-google-measurement-tools", "pseudoranges_log_2016_06_30_21_26_07.txt.gz",
      ["hour1820.16n.gz"]
    ),
    (
      "aug", "gnss-google-measurement-tools", "pseudoranges_log_2016_08_22_14_45_50.txt.gz",
      ["hour2350.16n.gz"]
    ),
  ]

  /// Reads one of ``known``.
  static func read(_ name: String, in root: String) throws -> SatelliteData? {
    guard let entry = known.first(where: { $0.name == name }) else { return nil }
    let folder = root + "/" + entry.folder + "/"
    var ephemerides = BroadcastEphemerides()
    for file in entry.navigation {
      let bytes = try readUnpacked(folder + file)
      ephemerides.merge(try RinexNavigation.read(bytes, file: file).ephemerides)
    }
    let bytes = try readUnpacked(folder + entry.file)
    if entry.file.hasSuffix(".txt.gz") {
      let log = try GNSSLoggerRecording.read(bytes, file: entry.file)
      // Not surveyed; the mean of the phone's own fixes, from the data's notes.
      let place =
        name == "jun" ? (37.42254, -122.08166) : (37.42260, -122.08171)
      return SatelliteData(
        name: name, start: log.start, epochs: log.epochs, ephemerides: ephemerides,
        truth: try Geodetic(
          latitudeDegrees: place.0, longitudeDegrees: place.1, altitudeMetres: -20),
        isSurveyed: false)
    }
    let content = try RinexObservations.read(
      ByteWindow(bytes), file: entry.file, glonassChannels: ephemerides.glonassChannels)
    let truth: Geodetic
    if name == "hk" {
      truth = try Geodetic(
        latitudeDegrees: 22.299915404, longitudeDegrees: 114.177707462, altitudeMetres: 4.89)
    } else {
      truth = try Geodetic(ecef: content.approximatePosition ?? .zero)
    }
    return SatelliteData(
      name: name, start: content.start, epochs: content.epochs, ephemerides: ephemerides,
      truth: truth, isSurveyed: true)
  }

  /// Reads a compressed file, or the decompressed one beside it.
  private static func readUnpacked(_ path: String) throws -> [UInt8] {
    let plain = String(path.dropLast(3))
    if access(plain, R_OK) == 0 { return try readFile(plain, limit: 1 << 28) }
    return try Gzip.decompress(try readFile(path, limit: 1 << 28), name: path)
  }

  /// The ephemerides with the index of the epoch before which each is delivered.
  func deliveries() -> [(epoch: Int, message: BroadcastEphemeris)] {
    guard let first = epochs.first, let last = epochs.last else { return [] }
    func time(_ epoch: GNSSEpoch) -> GPSTime {
      GPSTime(week: epoch.gpsWeek, secondsOfWeek: epoch.secondsOfWeek)
    }
    let times = epochs.map(time)
    var result: [(epoch: Int, message: BroadcastEphemeris)] = []
    if let ionosphere = ephemerides.ionosphere { result.append((0, .ionosphere(ionosphere))) }
    for satellite in ephemerides.satellites {
      let messages = ephemerides.messages(of: satellite).filter {
        $0.referenceTime + $0.validSeconds > time(first)
          && $0.referenceTime - $0.validSeconds < time(last)
      }
      // Half way between two reference times, the later one becomes the nearer.
      for (number, message) in messages.enumerated() {
        let due =
          number == 0
          ? time(first)
          : messages[number - 1].referenceTime
            + (message.referenceTime - messages[number - 1].referenceTime) / 2
        guard let epoch = times.firstIndex(where: { $0 >= due }) else { continue }
        result.append((epoch, message))
      }
    }
    return result.enumerated().sorted {
      ($0.element.epoch, $0.offset) < ($1.element.epoch, $1.offset)
    }
    .map(\.element)
  }
}

/// Reads a recording folder written by `venuesim run --record` or a replay.
func openRecording(_ path: String) throws -> Recording {
  // Only the files that are used.
  let wanted = [
    "recording.yaml", "gnss.csv", "ionosphere.csv", "ephemeris_kepler.csv",
    "ephemeris_glonass.csv", "truth.csv",
  ]
  return try Recording(name: path) { (name) throws(DocumentError) -> [UInt8]? in
    wanted.contains(name) ? try? readFile(path + "/" + name, limit: 1 << 30) : nil
  }
}
