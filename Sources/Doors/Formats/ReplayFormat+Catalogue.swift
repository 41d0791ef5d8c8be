public import Documents
public import Recordings

extension ReplayFormat {
  /// All formats, in the order in which a file is tried.
  ///
  /// What a more particular name or header tells stands before what is told by less. A reader that
  /// makes recordings by itself takes a line: `ReplayFormat("gpx", "GPX tracks", reading: GPX.self,
  /// knows: .position, begins: { $0.head.contains("<gpx") }) { $0.recording(device: $1) }`.
  public static let all: [ReplayFormat] = [
    .venuesim, .comma2k19, .oxford, .oxfordTrace, .openHPS, .motionSense, .smartphoneWatch,
    .sensorWatch,
    .herald, .libRSF, .ujiIndoorLoc, .wisdm, .indoorCompetition, .getSensorData, .gsdc, .gnssLogger,
    .rinex.with(
      beside: { NavigationBeside.isNavigation(Array($0.head.utf8.prefix(80))) },
      alone: { tree, file in
        guard NavigationBeside.isNavigation(tree.head(file, count: 80)) else { return nil }
        return "has the orbits of satellites, which are read beside observations; alone they are "
          + "no recording"
      }),
    .ujiMagnetic, .nmea.with(beside: { ReferenceTrack.isReference($0) }), .gpx, .kml, .fit,
    .floatingCar.with(
      beside: { FloatingCarBeside.isRoutes($0) || FloatingCarBeside.isRoads($0) }),
    .sensorLogger, .phyphox, .phyphoxTable, .fingerprints, .trackTable,
  ]

  /// The format of that name.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: The format.
  /// - Throws: A list of the formats there are.
  public static func named(_ name: String) throws(DocumentError) -> ReplayFormat {
    try all.named(name)
  }

  /// The names of all formats, for messages.
  public static var list: String { all.list }
}

extension FoundRecordings {
  /// Finds all recordings in a folder, an archive, or a file, of any format that is known here.
  ///
  /// - Parameters:
  ///   - path: The folder, archive or file.
  ///   - format: The format that all are of; nil to tell it from their names and first lines.
  /// - Returns: The recordings, none of them read yet.
  /// - Throws: ``DocumentError`` or ``ArchiveError`` where there is nothing to be read.
  public static func find(
    at path: String, format: ReplayFormat? = nil
  ) throws -> FoundRecordings {
    var found = try find(at: path, format: format, among: ReplayFormat.all)
    for index in found.sources.indices { found.sources[index].findTruth() }
    return found
  }
}
