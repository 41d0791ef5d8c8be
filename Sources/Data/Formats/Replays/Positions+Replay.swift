import Documents
import Kernel
import Observations
import Recordings
import Truth

/// Formats with the positions of a receiver and no raw data.
extension ReplayFormat {
  static let nmea = ReplayFormat(
    "nmea",
    "NMEA 0183: sentences of a receiver; those of a better receiver beside them as the truth",
    begins: { probe in
      hasSentences(probe.head) && !ReferenceTrack.isReference(probe) && !GSDCTables.isBeside(probe)
    },
    read: { tree, file, device in
      let title = tree.title(file)
      let content = try NMEARecording.read(tree.open(file), file: title)
      var made = ReadRecording(
        content.recording(device: device), warnings: WarningCounts(content.report))
      // A position uses several sentences, each of which can be damaged.
      made.rows = max(0, content.sentenceCount - made.warnings.dropped)
      let reference = ReferenceTrack(
        beside: file, tree, folder: folder(of: file), from: content.start,
        until: made.recording.header.endTime, isDated: content.report.count(of: .noDate) == 0)
      made.recording.truth = reference?.truth ?? []
      made.notes.append(reference?.note ?? noTruth)
      return made
    })

  /// The note for recordings without ground truth for positions.
  static let noTruth = "no independent truth beside it: the errors of locations are unknown"

  /// True if one of the first lines contains a receiver's sentence; other text may precede it, such as
  /// proprietary sentences or `NMEA,`.
  static func hasSentences(_ head: String) -> Bool {
    head.split(whereSeparator: \.isNewline).prefix(20).contains { line in
      guard let start = line.firstIndex(of: "$") else { return false }
      let name = line[start...].dropFirst().prefix { $0 != "," }
      return name.utf8.count == 5
        && ["GP", "GN", "GL", "GA", "GB", "GQ", "BD", "QZ"].contains { name.hasPrefix($0) }
        && ["GGA", "RMC", "GSV", "GSA", "GLL", "VTG", "GST", "ZDA", "GNS"].contains {
          name.hasSuffix($0)
        }
    }
  }

  /// A track of a hand-held receiver or an app.
  static let gpx = ReplayFormat(
    "gpx", "GPX 1.0 and 1.1: tracks, routes and waypoints",
    begins: { $0.head.contains("<gpx") },
    read: { tree, file, device in
      let content = try GPXFile.read(tree.open(file), file: tree.title(file))
      return track(content.recording(device: device), WarningCounts(content.report))
    })

  /// A track of Google Earth, or of an app that exports for it.
  static let kml = ReplayFormat(
    "kml", "KML and KMZ: gx:Track, and Placemarks with TimeStamp and Point",
    begins: { $0.head.contains("<kml") },
    read: { tree, file, device in
      let content = try KMLFile.read(tree.open(file), file: tree.title(file))
      return track(content.recording(device: device), WarningCounts(content.report))
    })

  /// Completes a recording of positions without ground truth.
  private static func track(
    _ reported: consuming Recording, _ warnings: WarningCounts
  ) -> ReadRecording {
    var made = ReadRecording(reported, warnings: warnings, notes: [noTruth])
    Workout.add(to: &made)
    for index in made.recording.truth.indices { made.recording.truth[index].known = [] }
    addStops(to: &made)
    return made
  }

  /// A recording of a sports watch or bicycle computer.
  static let fit = ReplayFormat(
    "fit", "FIT: recordings of sports watches and bicycle computers, with their pauses",
    begins: { $0.name.lowercased().hasSuffix(".fit") },
    read: { tree, file, device in
      let content = try FITFile.read(tree.open(file), file: tree.title(file))
      var made = ReadRecording(
        content.recording(device: device), warnings: WarningCounts(content.report))
      Workout.add(to: &made)
      for index in made.recording.truth.indices {
        // The sport isn't always recorded, and the activity at rest never is.
        let isReported = made.recording.truth[index].activity != .other
        made.recording.truth[index].known = isReported ? .activity : []
      }
      made.notes += leapNotes(of: content)
      let automatic = content.pauses.count { $0.stoppedBy == .auto }
      made.notes.append(
        "\(automatic) automatic pauses and \(content.pauses.count - automatic) by hand; the device "
          + "records nothing while it is paused")
      if automatic > 0 {
        made.changes = pauses(of: content)
      } else {
        addStops(to: &made)
      }
      made.notes.append(noTruth)
      return made
    })

  /// Notes on clock jumps.
  private static func leapNotes(of content: FITFile) -> [String] {
    let lost = content.report.count(of: .leap)
    return content.leaps.prefix(3).map { leap in
      "the clock jumps by \((Double(leap.seconds) / 86_400).rounded()) days at message \(leap.row): the "
        + "\(content.records.count) records of one clock are kept, \(lost) left out; correct the clock, or "
        + "split the file there"
    }
  }

  /// Adds the stops found in hindsight, for recordings without automatic pauses.
  private static func addStops(to made: inout ReadRecording) {
    let stops = HindsightStops(
      made.recording.observations.lazy.compactMap { delivered in
        if case .fix(let fix) = delivered.item { fix } else { nil }
      })
    made.changes = stops.changes
    made.recording.truth = stops.forgotten(in: made.recording.truth)
    guard !stops.stops.isEmpty else { return }
    made.notes.append(
      "\(stops.stops.count) stops are found in the whole track: 10 s or more within 3 m")
  }

  /// Pause and resume events of the device; those of its user say nothing about motion.
  private static func pauses(of content: FITFile) -> [TrueChange] {
    func change(_ time: SimTime, _ event: PauseEvent) -> TrueChange {
      let before: PauseEvent = event == .paused ? .resumed : .paused
      return TrueChange(time: time, kind: .pause, from: before.rawValue, to: event.rawValue)
    }
    return content.pauses.filter { $0.stoppedBy == .auto }.flatMap { pause in
      [change(pause.start, .paused)]
        + (pause.resumedBy == .auto ? [change(pause.end, .resumed)] : [])
    }
  }
}
