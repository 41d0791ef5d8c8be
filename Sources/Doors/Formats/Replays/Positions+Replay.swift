import Documents
import Kernel
import Observations
import Recordings
import Truth

/// Formats that hold where a receiver said it was, and nothing rawer.
extension ReplayFormat {
  /// A receiver's own sentences.
  static let nmea = ReplayFormat(
    "nmea", "NMEA 0183: sentences of a receiver; a better receiver's beside them as the truth",
    begins: { clue in
      hasSentences(clue.head) && !ReferenceTrack.isReference(clue) && !GSDCTables.isBeside(clue)
    },
    read: { tree, file, device in
      let title = tree.title(file)
      let bytes = try tree.bytes(file)
      let content = try NMEARecording.read(bytes, file: title)
      var made = ReadRecording(
        content.recording(device: device), remarks: RemarkCounts(content.report))
      // A position is of several sentences, of which each may be spoilt by itself.
      let sentences = try Gzip.unpacked(bytes, name: title).count { $0 == UInt8(ascii: "$") }
      made.rows = max(0, sentences - made.remarks.dropped)
      let reference = ReferenceTrack(
        beside: file, tree, folder: folder(of: file), from: content.start,
        until: made.recording.header.endTime, isDated: content.report.count(of: .noDate) == 0)
      made.recording.truth = reference?.truth ?? []
      made.notes.append(reference?.note ?? noTruth)
      return made
    })

  /// What is said of recordings that nobody can judge positions by.
  static let noTruth = "no independent truth beside it: nothing tells how far locations are off"

  /// Whether a sentence of a satellite receiver stands in one of the first lines, where other
  /// text may come first, as a maker's own sentences or `NMEA,` do.
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
      let content = try GPXFile.read(tree.bytes(file), file: tree.title(file))
      return track(content.recording(device: device), RemarkCounts(content.report))
    })

  /// A track of Google Earth, or of an app that writes for it.
  static let kml = ReplayFormat(
    "kml", "KML and KMZ: gx:Track, and Placemarks with TimeStamp and Point",
    begins: { $0.head.contains("<kml") },
    read: { tree, file, device in
      let content = try KMLFile.read(tree.bytes(file), file: tree.title(file))
      return track(content.recording(device: device), RemarkCounts(content.report))
    })

  /// A recording of what somebody was told, and of no truth.
  private static func track(_ told: consuming Recording, _ remarks: RemarkCounts) -> ReadRecording {
    var made = ReadRecording(told, remarks: remarks, notes: [noTruth])
    Workout.add(to: &made.recording)
    for index in made.recording.truth.indices { made.recording.truth[index].known = [] }
    addStops(to: &made)
    return made
  }

  /// What a sports watch or bicycle computer keeps.
  static let fit = ReplayFormat(
    "fit", "FIT: what sports watches and bicycle computers keep, with their pauses",
    begins: { $0.name.lowercased().hasSuffix(".fit") },
    read: { tree, file, device in
      let content = try FITFile.read(tree.bytes(file), file: tree.title(file))
      var made = ReadRecording(
        content.recording(device: device), remarks: RemarkCounts(content.report))
      Workout.add(to: &made.recording)
      for index in made.recording.truth.indices {
        // What sport it was isn't always told, and what somebody does at rest isn't ever.
        let isTold = made.recording.truth[index].activity != .other
        made.recording.truth[index].known = isTold ? .activity : []
      }
      made.notes += leapNotes(of: content)
      let automatic = content.pauses.count { $0.stoppedBy == .auto }
      made.notes.append(
        "\(automatic) automatic pauses and \(content.pauses.count - automatic) by hand; the device "
          + "keeps nothing while it pauses")
      if automatic > 0 {
        made.changes = pauses(of: content)
      } else {
        addStops(to: &made)
      }
      made.notes.append(noTruth)
      return made
    })

  /// What is said of a clock that jumped.
  private static func leapNotes(of content: FITFile) -> [String] {
    let lost = content.report.count(of: .leap)
    return content.leaps.prefix(3).map { leap in
      "the clock jumps by \((Double(leap.seconds) / 86_400).rounded()) days at message \(leap.row): the "
        + "\(content.records.count) records of one clock are kept, \(lost) left out; mend the clock, or "
        + "split the file there"
    }
  }

  /// Adds the stops that a way shows afterwards, where its device decided on none.
  private static func addStops(to made: inout ReadRecording) {
    let stops = HindsightStops(
      made.recording.observations.lazy.compactMap { delivered in
        if case .fix(let fix) = delivered.item { fix } else { nil }
      })
    made.changes = stops.changes
    made.recording.truth = stops.forgotten(in: made.recording.truth)
    guard !stops.stops.isEmpty else { return }
    made.notes.append(
      "\(stops.stops.count) stops as all of the way shows them afterwards: 10 s or more within 3 m")
  }

  /// The device's own decisions to pause and to go on; what its user pressed is no truth of motion.
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

extension Gzip {
  /// Bytes as they are, or unpacked.
  static func unpacked(_ bytes: [UInt8], name: String) throws -> [UInt8] {
    isGzip(bytes) ? try decompress(bytes, name: name) : bytes
  }
}
