import Observations

/// Formats that hold where a receiver said it was, and nothing rawer.
extension ReplayFormat {
  /// A receiver's own sentences.
  static let nmea = ReplayFormat(
    "nmea", "NMEA 0183: sentences of a satellite receiver", reading: NMEARecording.self, knows: [],
    begins: { clue in
      let line = clue.firstLine
      return ["$GP", "$GN", "$GL", "$GA", "$GB"].contains { line.hasPrefix($0) }
    }, recording: { content, device in content.recording(device: device) })

  /// A track of a hand-held receiver or an app.
  static let gpx = ReplayFormat(
    "gpx", "GPX 1.0 and 1.1: tracks, routes and waypoints", reading: GPXFile.self, knows: [],
    begins: { $0.head.contains("<gpx") },
    recording: { content, device in content.recording(device: device) })

  /// What a sports watch or bicycle computer keeps.
  static let fit = ReplayFormat(
    "fit", "FIT: what sports watches and bicycle computers keep, with their pauses",
    reading: FITFile.self, knows: [.activity],
    begins: { $0.name.lowercased().hasSuffix(".fit") },
    recording: { content, device in content.recording(device: device) })
}
