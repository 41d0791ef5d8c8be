import Documents
import Geometry
import Kernel
import Observations
import Recordings
import Truth

extension ReplayFormat {
  static let gnssLogger = ReplayFormat(
    "gnsslogger", "GnssLogger logs of Android: # Raw and Raw, rows; navigation files beside",
    begins: { probe in
      (probe.head.contains("# Raw,") || probe.head.contains("\nRaw,")
        || (probe.head.hasPrefix("#") && probe.head.contains("# Fix,")) || gsdc.begins(probe))
        && !GSDCTables.isBeside(probe)
    },
    read: { tree, file, device in try logged(tree, file, device, as: "gnsslogger") })

  /// A log of Google's Smartphone Decimeter Challenges.
  ///
  /// One table for each kind of row, named in the first column, with satellite positions, and a separate
  /// ground truth table. In 2021 it was a log with tables beside it.
  static let gsdc = ReplayFormat(
    "gsdc",
    "Google Smartphone Decimeter Challenge: folders with device_gnss.csv; orbits from its own columns",
    isFolder: true,
    begins: { $0.name == "device_gnss.csv" || $0.names("MessageType", "TimeNanos", "Svid") },
    read: { tree, file, device in try logged(tree, file, device, as: "gsdc") }
  ).with(
    beside: GSDCTables.isBeside,
    alone: { tree, file in
      guard GSDCTables.isBeside(FileProbe(file, in: tree)) else { return nil }
      return "is read beside PHONE_GnssLog.txt or device_gnss.csv; alone it is not a recording"
    })

  private static func logged(
    _ tree: RecordingTree, _ file: String, _ device: String, as format: String
  ) throws -> ReadRecording {
    let (title, folder) = (tree.title(file), folder(of: file))
    let text = try tree.open(file)
    let isTable = FileProbe(file, in: tree).firstLine.hasPrefix("MessageType,")
    let sensors = isTable ? tree.find(folder + "device_imu.csv") : nil
    let content = try GNSSLoggerRecording.read(
      text, file: title,
      sensors: sensors.map { (try tree.open($0), tree.title($0)) })
    var assembly = RecordingAssembly()
    assembly.gpsStart = content.start
    assembly.add(accelerometer: content.accelerometer)
    assembly.add(gyroscope: content.gyroscope)
    assembly.add(magnetometer: content.magnetometer)
    if let last = content.epochs.last { assembly.extend(to: last.time) }
    var notes: [String] = []
    if let table = GSDCTables.truth(of: file, in: tree) {
      assembly.truth =
        try GSDCTables.truth(tree.open(table), file: tree.title(table), since: content.start) ?? []
    }
    // Messages precede the epoch of equal time that needs them.
    if !content.epochs.isEmpty {
      let reported = NavigationBeside(tree, folder: folder).deliver(
        to: &assembly, from: content.start)
      notes.append(try reported ?? satellites(of: file, tree, content, &assembly))
    }
    assembly.add(content.epochs)
    if let reported = assembly.add(phone: content.fixes) { notes.append(reported) }
    if assembly.truth.isEmpty {
      let reference = ReferenceTrack(
        beside: nil, tree, folder: folder, from: content.start, until: assembly.end)
      assembly.truth = reference?.truth ?? []
      notes.append(reference?.note ?? noTruth)
    }
    return ReadRecording(
      assembly.recording(device: device, source: format + " " + title),
      warnings: WarningCounts(content.report), notes: notes)
  }

  /// Adds orbits from a challenge's satellite table, if there is one.
  private static func satellites(
    of file: String, _ tree: RecordingTree, _ content: GNSSLoggerRecording,
    _ assembly: inout RecordingAssembly
  ) throws -> String {
    guard let table = GSDCTables.satellites(of: file, in: tree),
      let reported = try GSDCSatellites.read(tree.open(table), file: tree.title(table))
    else { return NavigationBeside.none }
    // The log's own fix is accurate enough for the atmosphere; the truth must not be used, so without a fix
    // there is no ionosphere.
    let place = (content.fixes.first?.coordinate).flatMap {
      try? Geodetic(latitudeDegrees: $0.latitudeDegrees, longitudeDegrees: $0.longitudeDegrees).ecef
    }
    return reported.deliver(to: &assembly, from: content.start, near: place)
  }

  /// A receiver's observations, with optional orbits and ground truth beside them.
  static let rinex = ReplayFormat(
    "rinex", "RINEX 2 or 3 observations, with the navigation files beside them",
    begins: { probe in
      probe.firstLine.contains("RINEX VERSION") && probe.head.utf8.count > 20
        && Array(probe.head.utf8.prefix(21))[20] == UInt8(ascii: "O") && !GSDCTables.isBeside(probe)
    },
    read: { tree, file, device in
      let title = tree.title(file)
      let folder = folder(of: file)
      let navigation = NavigationBeside(tree, folder: folder)
      let content = try RinexObservations.read(
        tree.open(file), file: title, glonassChannels: navigation.glonassChannels)
      var assembly = RecordingAssembly()
      assembly.gpsStart = content.start
      if let last = content.epochs.last { assembly.extend(to: last.time) }
      var notes = [
        navigation.deliver(to: &assembly, from: content.start) ?? NavigationBeside.none
      ]
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
        warnings: WarningCounts(content.report), notes: notes)
    })
}
