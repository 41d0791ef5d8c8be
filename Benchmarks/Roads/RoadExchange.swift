import Documents
import Formats
import Geometry
import Glibc
import Kernel
import Maps
import Observations
import Positioning
import Scoring

// Exchange of cases and results with other programs.

extension RoadTracks {
  /// Writes the roads and the cases' tracks for other programs.
  ///
  /// - Parameters:
  ///   - cases: The cases; each becomes a file of its name.
  ///   - folder: An existing folder.
  /// - Throws: If a file can't be written.
  func export(_ cases: [RoadCase], to folder: String) throws {
    var roads = CSVWriter(columns: ["lon1", "lat1", "lon2", "lat2"])
    for piece in pieces {
      for end in [piece.start, piece.end] {
        roads.field(end.longitudeDegrees, decimals: 8)
        roads.field(end.latitudeDegrees, decimals: 8)
      }
      roads.endRow()
    }
    try writeFile(roads.bytes, to: "\(folder)/roads.csv")
    for roadCase in cases {
      var table = CSVWriter(columns: ["id", "time_s", "lon", "lat", "accuracy_m"])
      for track in roadCase.tracks {
        for fix in track.fixes {
          let place = try map.frame.geodetic(of: Vec3(fix.point.x, fix.point.y, 0))
          table.field(track.id)
          table.field(fix.time.seconds, decimals: 3)
          table.field(place.longitudeDegrees, decimals: 8)
          table.field(place.latitudeDegrees, decimals: 8)
          table.field(fix.accuracyMetres, decimals: 1)
          table.endRow()
        }
      }
      try writeFile(table.bytes, to: "\(folder)/\(roadCase.name).csv")
    }
  }

  /// Scores the routes that another program found.
  ///
  /// - Parameters:
  ///   - matcher: Name of the program.
  ///   - folder: Folder with its routes, in a table `id,WKT` for each case, and its speed in the table
  ///     `speed.csv` with the columns `case,points_per_s`.
  ///   - roadCase: The case.
  /// - Returns: The result; empty if there is none.
  /// - Throws: If its table is invalid.
  func result(of matcher: String, in folder: String, _ roadCase: RoadCase) throws -> [RoadResult] {
    let path = "\(folder)/\(roadCase.name).csv"
    guard access(path, R_OK) == 0 else { return [] }
    let routes = try FloatingCarRoutes.read(try readFile(path, limit: 1 << 28), file: path)
    var speeds: [String: Double] = [:]
    let speedPath = "\(folder)/speed.csv"
    if access(speedPath, R_OK) == 0 {
      var reader = try CSVReader(path: speedPath)
      while try reader.nextRow() { speeds[reader.text(at: 0)] = reader.number(at: 1) }
    }
    let lengths = try roadCase.tracks.map { track in
      let lines = try (routes.route(of: track.id)?.lines ?? []).map {
        try $0.map { try place(of: $0) }
      }
      return try RoadLengths(lines, truth: track.truth)
    }
    return [
      RoadResult(
        roadCase, matcher: matcher, lengths: lengths, pointsPerSecond: speeds[roadCase.name])
    ]
  }
}
