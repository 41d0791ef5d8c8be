import Documents
import Geometry
import Kernel
import Observations
import Recordings

extension ReplayFormat {
  /// A log of Android's GnssLogger app.
  static let gnssLogger = ReplayFormat(
    "gnsslogger", "GnssLogger logs of Android: # Raw and Raw, rows; navigation files beside",
    begins: { clue in
      clue.head.contains("# Raw,") || clue.head.contains("\nRaw,")
        || (clue.head.hasPrefix("#") && clue.head.contains("# Fix,")) || gsdc.begins(clue)
    },
    read: { tree, file, device in
      let title = tree.title(file)
      // The challenge's tables are the same log in another shape.
      if tree.head(file, count: 12) == Array("MessageType,".utf8) {
        return try gsdc.read(tree, file, device)
      }
      let content = try GNSSLoggerRecording.read(tree.bytes(file), file: title)
      return logged(
        content, tree, folder(of: file), device, source: "gnsslogger " + title, hasTruth: false)
    })

  /// The same log as the Google Smartphone Decimeter Challenge has it: a table for each kind of
  /// row, whose first column tells the kind, and the truth in a table of its own.
  static let gsdc = ReplayFormat(
    "gsdc", "Google Smartphone Decimeter Challenge: folders with device_gnss.csv", isFolder: true,
    begins: { $0.name == "device_gnss.csv" || $0.names("MessageType", "TimeNanos", "Svid") },
    read: { tree, file, device in
      let title = tree.title(file)
      let folder = folder(of: file)
      var log = try GSDCTables.asLog(tree.bytes(file), kind: "Raw", file: title)
      if let motion = tree.find(folder + "device_imu.csv") {
        log += try GSDCTables.asLog(tree.bytes(motion), kind: nil, file: tree.title(motion))
      }
      let content = try GNSSLoggerRecording.read(log, file: title)
      let truth = tree.find(folder + "ground_truth.csv")
      var made = logged(
        content, tree, folder, device, source: "gsdc " + title, hasTruth: truth != nil)
      if let truth {
        let fixes = try GNSSLoggerRecording.read(
          GSDCTables.asLog(tree.bytes(truth), kind: "Fix", file: tree.title(truth)),
          file: tree.title(truth))
        made.recording.truth = GSDCTables.truth(fixes, since: content.start)
      }
      return made
    })

  private static func logged(
    _ content: GNSSLoggerRecording, _ tree: RecordingTree, _ folder: String, _ device: String,
    source: String, hasTruth: Bool
  ) -> ReadRecording {
    var assembly = RecordingAssembly()
    assembly.gpsStart = content.start
    assembly.add(accelerometer: content.accelerometer)
    assembly.add(gyroscope: content.gyroscope)
    assembly.add(magnetometer: content.magnetometer)
    let navigation = NavigationBeside(tree, folder: folder)
    if let last = content.epochs.last { assembly.extend(to: last.time) }
    // Messages of one moment go before the epoch that needs them.
    let note = navigation.deliver(to: &assembly, from: content.start)
    assembly.add(content.epochs)
    var notes = content.epochs.isEmpty ? [] : [note]
    if let told = assembly.add(phone: content.fixes) { notes.append(told) }
    if !hasTruth {
      let reference = ReferenceTrack(
        beside: nil, tree, folder: folder, from: content.start, until: assembly.end)
      assembly.truth = reference?.truth ?? []
      notes.append(reference?.note ?? noTruth)
    }
    return ReadRecording(
      assembly.recording(device: device, source: source), remarks: RemarkCounts(content.report),
      notes: notes)
  }

  /// A receiver's observations, with orbits and perhaps the truth beside them.
  static let rinex = ReplayFormat(
    "rinex", "RINEX 2 or 3 observations, with the navigation files beside them",
    begins: { clue in
      clue.firstLine.contains("RINEX VERSION") && clue.head.utf8.count > 20
        && Array(clue.head.utf8.prefix(21))[20] == UInt8(ascii: "O")
    },
    read: { tree, file, device in
      let title = tree.title(file)
      let folder = folder(of: file)
      let navigation = NavigationBeside(tree, folder: folder)
      let content = try RinexObservations.read(
        tree.bytes(file), file: title, glonassChannels: navigation.glonassChannels)
      var assembly = RecordingAssembly()
      assembly.gpsStart = content.start
      if let last = content.epochs.last { assembly.extend(to: last.time) }
      var notes = [navigation.deliver(to: &assembly, from: content.start)]
      assembly.add(content.epochs)
      assembly.truth = try RinexTruth.beside(
        file, in: tree, content, until: assembly.end, &notes)
      if assembly.truth.isEmpty {
        let reference = ReferenceTrack(
          beside: nil, tree, folder: folder, from: content.start, until: assembly.end)
        assembly.truth = reference?.truth ?? []
        notes.append(reference?.note ?? noTruth)
      }
      return ReadRecording(
        assembly.recording(device: device, source: "rinex " + title),
        remarks: RemarkCounts(content.report), notes: notes)
    })
}
