import Documents
import Kernel
import Observations
import Recordings

/// Folders and archives with one table for each sensor, exported by phone apps.
///
/// Sources: Sensor Logger's own papers (github tszheichoi/awesome-sensor-logger: README.md, UNITS.md,
/// CROSSPLATFORM.md); phyphox's tables from memory.
extension ReplayFormat {
  /// Export of Sensor Logger: `Accelerometer.csv`, `Gravity.csv`, `Location.csv` and so on.
  static let sensorLogger = ReplayFormat(
    "sensor-logger", "Sensor Logger: folders or .zip of tables of time, seconds_elapsed, z, y, x",
    isFolder: true,
    begins: { isFirstTable($0, isSensorLogger) },
    read: { tree, file, device in
      try phoneTables(tree, file, device, app: "sensor-logger", isSensorLogger)
    })

  /// Export of phyphox: one or several tables of `Time (s)` and values.
  static let phyphox = ReplayFormat(
    "phyphox",
    "phyphox and similar apps: folders or .zip of tables of Time (s), Acceleration x (m/s^2)",
    isFolder: true,
    begins: { SensorFolder.isNamedAfterSensor($0.name) && isFirstTable($0, isPhyphox) },
    read: { tree, file, device in
      try phoneTables(tree, file, device, app: "phyphox", isPhyphox)
    })

  /// Single tables of phyphox named after an activity; each is a recording.
  static let phyphoxTable = ReplayFormat(
    "phyphox-table", "single tables of Time (s) and a sensor's values, each a recording",
    begins: { probe in
      isPhyphox(probe) && SensorFolder.isTable(probe.name)
        && !SensorFolder.isNamedAfterSensor(probe.name)
    },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try SensorFolder.read(open: [(file, tree.open(file))], name: tree.path)
      return phoneRecording(content, device, source: "phyphox " + title)
    })

  private static func isSensorLogger(_ probe: FileProbe) -> Bool {
    probe.names("time", "seconds_elapsed")
  }

  private static func isPhyphox(_ probe: FileProbe) -> Bool {
    let line = probe.firstLine.prefix(80).filter { $0 != "\"" && $0 != " " }.lowercased()
    return ["time(s)", "t(s)"].contains { title in
      line.hasPrefix(title)
        && [",", ";", "\t"].contains { line.dropFirst(title.utf8.count).hasPrefix($0) }
    }
  }

  /// True if a table is the app's first in its folder; a recording begins with it.
  private static func isFirstTable(
    _ probe: FileProbe, _ isOfApp: (FileProbe) -> Bool
  ) -> Bool {
    guard SensorFolder.isTable(probe.name), isOfApp(probe) else { return false }
    // A table given by name represents the recording.
    if probe.tree.isSingle { return true }
    let own = String(probe.file.dropFirst(probe.folder.utf8.count))
    let names = probe.tree.names(in: String(probe.folder.dropLast())).sorted()
    return !names.prefix { $0 != own }.contains { name in
      SensorFolder.isTable(name) && isOfApp(FileProbe(probe.folder + name, in: probe.tree))
    }
  }

  private static func phoneTables(
    _ tree: RecordingTree, _ file: String, _ device: String, app: String,
    _ isOfApp: (FileProbe) -> Bool
  ) throws -> ReadRecording {
    let folder = folder(of: file)
    let names = tree.names(in: String(folder.dropLast()))
    let meta = tree.names(in: folder + "meta").map { "meta/" + $0 }
    var files: [(name: String, text: ByteWindow)] = []
    for name in (names + meta).sorted() where SensorFolder.isTable(name) {
      let isPaper = name.hasPrefix("meta/") || name.lowercased().hasPrefix("metadata.")
      guard isPaper || folder + name == file || isOfApp(FileProbe(folder + name, in: tree))
      else { continue }
      files.append((name, try tree.open(folder + name)))
    }
    let title = folder.isEmpty ? tree.path : tree.title(String(folder.dropLast()))
    let content = try SensorFolder.read(open: files, name: title)
    return phoneRecording(content, device, source: app + " " + title)
  }

  private static func phoneRecording(
    _ content: SensorFolder, _ device: String, source: String
  ) -> ReadRecording {
    var made = ReadRecording(content.recording(device: device))
    made.recording.header.source = source
    made.warnings = content.reading
    made.notes = content.unused.map { "\(excerpted($0.file)): \($0.reason)" }
    if !content.fixes.isEmpty {
      made.notes.append("\(content.fixes.count) fixes of the phone itself are passed on")
    }
    made.notes.append(noGroundTruth)
    return made
  }

  static let noGroundTruth = "it has no ground truth: only the stack's output can be inspected"
}
