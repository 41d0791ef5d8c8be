public import Documents
public import Recordings

extension ReplayFormat {
  /// All formats, in the order in which a file is tried.
  ///
  /// Formats with a more specific name or header come first. A reader that makes recordings itself takes
  /// one line: `ReplayFormat("gpx", "GPX tracks", reading: GPX.self, truth: .position,
  /// begins: { $0.head.contains("<gpx") }) { $0.recording(device: $1) }`.
  public static let all: [ReplayFormat] = [
    .venuesim, .comma2k19, .oxford, .oxfordTrace, .openHPS, .motionSense, .smartphoneWatch,
    .sensorWatch,
    .herald, .libRSF, .ujiIndoorLoc, .wisdm, .indoorCompetition, .getSensorData, .gsdc, .gnssLogger,
    .rinex.with(
      beside: { NavigationBeside.isNavigation(Array($0.head.utf8.prefix(80))) },
      alone: { tree, file in
        guard NavigationBeside.isNavigation(tree.head(file, count: 80)) else { return nil }
        return "has satellite orbits, which are read with observations beside it; alone it is "
          + "not a recording"
      }),
    .ujiMagnetic, .nmea.with(beside: { ReferenceTrack.isReference($0) }), .gpx, .kml, .fit,
    .floatingCar.with(
      beside: { FloatingCarBeside.isRoutes($0) || FloatingCarBeside.isRoads($0) }),
    .sensorLogger, .phyphox, .phyphoxTable, .fingerprints, .trackTable,
  ]

  /// Returns the format with a name, in any case.
  ///
  /// - Throws: A list of the available formats.
  public static func named(_ name: String) throws(DocumentError) -> ReplayFormat {
    try all.named(name)
  }

  public static var list: String { all.list }
}

extension FoundRecordings {
  /// Finds all recordings of any known format in a folder, an archive or a file.
  ///
  /// - Parameters:
  ///   - path: The folder, archive or file.
  ///   - format: The format of all files; nil detects it from their names and first lines.
  /// - Returns: The recordings, none of them read yet.
  /// - Throws: ``DocumentError`` or ``ArchiveError`` if there is nothing to read.
  public static func find(
    at path: String, format: ReplayFormat? = nil
  ) throws -> FoundRecordings {
    var found = try find(at: path, format: format, among: ReplayFormat.all)
    for index in found.sources.indices { found.sources[index].findTruth() }
    return found
  }
}
