import Documents
import Kernel
import Maps
import Observations
import Recordings
import Truth

extension ReplayFormat {
  /// Car tracks, many per file, with true routes and roads in files beside it.
  static let floatingCar = ReplayFormat(
    "fcd", "floating car data: tables of id, time, geometry; routes and roads beside them",
    begins: { $0.names("id", "time", "geometry") },
    parts: { tree, file in
      let title = tree.title(file)
      let text = try tree.open(file)
      let content = try FloatingCarTracks.read(text, file: title)
      var hash = SHA256()
      try hash.update(text)
      let beside = try FloatingCarBeside(tree, folder: folder(of: file), hash: &hash)
      let digest = hash.digest().shortDigest
      // Remarks on roads and routes are added once, to the first track.
      return content.tracks.enumerated().map { number, track in
        let name = track.id.isEmpty ? "track-\(number + 1)" : excerpted(track.id, limit: 100)
        return RecordingPart(name: name, digest: digest) { device in
          var read = ReadRecording(
            track.recording(device: device), warnings: WarningCounts(track.report))
          if number == 0 { beside.addWarnings(to: &read) }
          read.map = beside.map
          read.route = beside.routes[track.id]
          if read.route == nil { read.notes.append("there is no true route of this track") }
          return read
        }
      }
    })
}

/// The tables beside car tracks: true routes and roads, recognised by their columns.
struct FloatingCarBeside: Sendable {
  /// Routes by track name.
  private(set) var routes: [String: TrueRoute] = [:]
  /// Roads as a map; nil if there are none.
  private(set) var map: VenueMap?
  private var routeReports: [(file: String, report: ReadingReport<FloatingCarRoutes.Warning>)] = []
  private var roadReport: ReadingReport<FloatingCarNetwork.Warning>?
  private var note: String?

  /// Reads all route and road tables of a folder.
  ///
  /// - Parameters:
  ///   - tree: Source of the files.
  ///   - folder: The folder, with the trailing slash, or empty.
  ///   - hash: Updated with the data read.
  /// - Throws: The fault of a table and its position.
  init(_ tree: RecordingTree, folder: String, hash: inout SHA256) throws {
    for name in tree.names(in: String(folder.dropLast())) {
      guard Self.mayBeTable(name) else { continue }
      let file = folder + name
      let probe = FileProbe(file, in: tree)
      if Self.isRoutes(probe) {
        let text = try tree.open(file)
        try hash.update(text)
        let content = try FloatingCarRoutes.read(text, file: tree.title(file))
        for route in content.routes where routes[route.id] == nil {
          routes[route.id] = route.trueRoute
        }
        routeReports.append((name, content.report))
      } else if Self.isRoads(probe), map == nil {
        let text = try tree.open(file)
        try hash.update(text)
        let content = try FloatingCarNetwork.read(text, file: tree.title(file))
        map = try content.map(name: FileProbe.plain(name))
        roadReport = content.report
        note =
          "the stack has the \(content.pieces.count) pieces of road of \(name), without their kinds, "
          + "limits and directions"
      }
    }
  }

  /// True if a file has true routes.
  static func isRoutes(_ probe: FileProbe) -> Bool { probe.names("id", "WKT") }

  /// True if a file has roads.
  static func isRoads(_ probe: FileProbe) -> Bool {
    probe.names("lon1", "lat1", "lon2", "lat2")
  }

  private static func mayBeTable(_ name: String) -> Bool {
    let plain = FileProbe.plain(name).lowercased()
    return plain.hasSuffix(".csv") || plain.hasSuffix(".txt")
  }

  /// Adds the remarks of the tables.
  func addWarnings(to read: inout ReadRecording) {
    for (file, report) in routeReports { read.warnings.add(report, prefix: file + ": ") }
    if let roadReport { read.warnings.add(roadReport, prefix: "roads: ") }
    if let note { read.notes.append(note) }
  }
}
