import Documents
import Formats
import Kernel
import Motion
import Observations
import Truth

/// Readings of real people from public data sets in a folder.
enum RealPeople {
  /// People of WISDM whose watches the model of the wrist alone learns from; the others judge it.
  static let wristPeople = [1603, 1607, 1611, 1615, 1619, 1630]

  /// Reads all data sets.
  ///
  /// - Parameter folder: The folder of the data sets.
  /// - Returns: The readings, with one group per person or drive.
  /// - Throws: ``DocumentError`` if a file is unreadable.
  static func readings(in folder: String) throws(DocumentError) -> [LabelledReadings] {
    var all: [LabelledReadings] = []
    for path in files(folder + "/motionsense", suffix: ".csv.gz") {
      guard let label = MotionSense.Label(path: path) else { continue }
      let file = try MotionSense.read(try readFile(path, limit: 1 << 28), file: path)
      guard let first = file.accelerometer.first, let last = file.accelerometer.last else {
        continue
      }
      // Hands start and stop the recording; the first and last 2.5 s are skipped.
      all.append(
        LabelledReadings(
          samples: file.accelerometer,
          labels: [
            (first.time, nil, ""),
            (first.time + .seconds(2.5), label.activity.trueActivity.learned, "\(label.activity)"),
            (last.time - .seconds(2.5), nil, ""),
          ], group: 1000 + label.person, origin: "motionsense"))
    }
    let wrists = wristPeople.map { "\($0)_accel_watch.txt.gz" }
    let watches = files(folder + "/wisdm-51-more", suffix: ".txt.gz").filter { path in
      wrists.contains(where: path.hasSuffix)
    }
    let own = files(folder + "/wisdm-51", suffix: ".txt.gz").filter { $0.contains("/accel/") }
    for path in own + watches {
      for segment in try WISDM.read(try readFile(path, limit: 1 << 28), file: path).segments {
        let start = segment.samples.first?.time ?? .start
        all.append(
          LabelledReadings(
            samples: segment.samples,
            labels: [(start, segment.activity.trueActivity.learned, "\(segment.activity)")],
            group: segment.subject,
            origin: path.hasSuffix("watch.txt.gz") ? "wisdm-watch" : "wisdm"))
      }
    }
    for path in files(folder + "/sp-sw-har", suffix: ".csv.gz") {
      guard let label = SmartphoneWatch.Label(path: path) else { continue }
      let file = try SmartphoneWatch.read(try readFile(path, limit: 1 << 28), file: path)
      all.append(
        LabelledReadings(
          samples: file.accelerometer,
          labels: file.segments.map {
            (
              file.accelerometer[$0.rows.lowerBound].time, $0.activity.trueActivity.learned,
              "\($0.activity)"
            )
          }, group: 3000 + label.person,
          origin: path.hasSuffix("_sw.csv.gz") ? "sp-sw-har-watch" : "sp-sw-har"))
    }
    try addWalksAndDrives(in: folder, to: &all)
    return all
  }

  private static func addWalksAndDrives(
    in folder: String, to all: inout [LabelledReadings]
  ) throws(DocumentError) {
    let walks = folder + "/oxford-step-counter/optimisation"
    for name in (folderContents(walks) ?? []).sorted() where !name.hasPrefix(".") {
      guard let label = OxfordSteps.Label(folder: name) else { continue }
      let file = try OxfordSteps.read(folder: walks + "/" + name)
      let steps = file.steps
      guard let first = steps.first, let last = steps.last else { continue }
      all.append(
        LabelledReadings(
          samples: file.accelerometer,
          labels: [
            (.distantPast, nil, ""), (first.time, .walking, "\(label.position)"),
            (last.time, nil, ""),
          ], group: 4000 + all.count, origin: "oxford"))
    }
    for path in files(folder, suffix: "IMU/accelerometer/t") {
      let drive = try Comma2k19Drive.read(
        folder: String(path.dropLast("/processed_log/IMU/accelerometer/t".count)))
      let samples = drive.accelerometer.map {
        InertialSample(
          time: $0.time, x: Float($0.value.x), y: Float($0.value.y), z: Float($0.value.z))
      }
      all.append(
        LabelledReadings(
          samples: samples,
          labels: drive.speeds.map {
            ($0.time, $0.metresPerSecond < 0.3 ? .idle : .automotive, "mount")
          }, group: 5000 + all.count, origin: "comma2k19"))
    }
  }

  /// All files below a folder whose paths have a suffix, sorted.
  private static func files(_ path: String, suffix: String) -> [String] {
    var found: [String] = []
    for name in folderContents(path) ?? [] where !name.hasPrefix(".") {
      let entry = path + "/" + name
      if folderContents(entry) != nil {
        found += files(entry, suffix: suffix)
      } else if entry.hasSuffix(suffix) {
        found.append(entry)
      }
    }
    return found.sorted()
  }
}

extension TrueActivity {
  /// The class of a phone in a trouser pocket.
  var learned: ActivityClass {
    switch self {
    case .stationary: .body
    case .walking: .walking
    case .running: .running
    case .cycling: .cycling
    case .automotive: .automotive
    case .other: .other
    }
  }
}
