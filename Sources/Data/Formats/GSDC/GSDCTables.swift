import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Truth

/// The tables beside a phone's log in the Google Smartphone Decimeter Challenges (Fu, Khider and van
/// Diggelen, "Android Raw GNSS Measurement Datasets for Precise Positioning", ION GNSS+ 2020; columns
/// from the data pages of the challenges of 2021, 2022 and 2023).
enum GSDCTables {
  /// True for a file that is read together with another one: the satellites of 2021, the baselines, and
  /// files derived from the same log.
  static func isBeside(_ probe: FileProbe) -> Bool {
    if probe.names("millisSinceGpsEpoch", "latDeg")
      || probe.names("millisSinceGpsEpoch", "xSatPosM")
    {
      return true
    }
    let steps = probe.file.split(separator: "/")
    guard !probe.tree.isSingle, steps.count > 1, steps[steps.count - 2] == "supplemental" else {
      return false
    }
    let phone = steps.dropLast(2).map { $0 + "/" }.joined()
    return probe.tree.find(phone + "device_gnss.csv") != nil
      || probe.tree.names(in: String(phone.dropLast())).contains { $0.contains("_derived.csv") }
  }

  /// The satellite table of a log: its own, one named after it (2021), or one in the parent folder
  /// (`supplemental/gnss_log.txt`).
  static func satellites(of file: String, in tree: RecordingTree) -> String? {
    let folder = ReplayFormat.folder(of: file)
    let name = FileProbe.plain(String(file.dropFirst(folder.utf8.count)))
    if name.hasSuffix(".csv") { return file }
    if name == "gnss_log.txt" { return tree.find(folder + "../device_gnss.csv") }
    let stem = "_GnssLog.txt"
    guard name.hasSuffix(stem) else { return nil }
    return tree.find(folder + name.dropLast(stem.utf8.count) + "_derived.csv")
  }

  /// The ground truth table of a log: beside it, or in the parent folder.
  static func truth(of file: String, in tree: RecordingTree) -> String? {
    let folder = ReplayFormat.folder(of: file)
    let isBelow = FileProbe.plain(file).dropFirst(folder.utf8.count) == "gnss_log.txt"
    return tree.find(folder + "ground_truth.csv")
      ?? (isBelow ? tree.find(folder + "../ground_truth.csv") : nil)
  }

  /// The true positions in `ground_truth.csv`, one per second in order of time; nil for another table.
  ///
  /// - Throws: The fault and its position.
  static func truth(
    _ text: ByteWindow, file: String, since start: GPSTime
  ) throws(DocumentError) -> [TruthSample]? {
    var table = try NamedTable(text, file: file)
    let isOld = table.columns.contains("millisSinceGpsEpoch")
    let names =
      isOld
      ? ["millisSinceGpsEpoch", "latDeg", "lngDeg"]
      : ["UnixTimeMillis", "LatitudeDegrees", "LongitudeDegrees"]
    guard names.allSatisfy(table.columns.contains) else { return nil }
    let columns = try table.columns(names)
    let height = table.columns.firstIndex {
      $0 == "AltitudeMeters" || $0 == "heightAboveWgs84EllipsoidM"
    }
    var truth: [TruthSample] = []
    while try table.next() {
      // Up to the year 2100.
      guard let milliseconds = try table.number(columns[0], in: 0...4.2e12),
        let latitude = try table.number(columns[1], in: -90...90),
        let longitude = try table.number(columns[2], in: -180...180)
      else { continue }
      let time =
        isOld
        ? GPSTime(week: 0, secondsOfWeek: milliseconds / 1000)
        : GPSTime(unixNanoseconds: Int64(milliseconds) * 1_000_000)
      var sample = TruthSample.place(
        Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
        at: .start + .seconds(time - start))
      if let height, let altitude = try table.number(height, in: -1000...100_000) {
        sample.altitudeMetres = altitude
        sample.known.insert(.altitude)
      }
      truth.append(sample)
    }
    truth = inOrderOfTime(truth, \.time.nanoseconds)
    if let last = truth.last { truth.append(TruthSample(unknownAt: last.time.next)) }
    return truth
  }
}
