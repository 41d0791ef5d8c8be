import Documents
import Geometry
import Harness
import Maps
import Observations
import Positioning
import Scoring
import TestSupport
import Testing

/// The indoor data source, started by an app in a run: its requirements, and the behaviour without it.
struct IndoorSourceRunTests {
  /// State of the positioning table.
  enum Table: String, CaseIterable, Sendable {
    case good, missing, empty, unknownRow, halfDownloaded, newerVersion, elsewhere, noLevels
  }

  private static let venue =
    Place.venue
    + (0..<6).map {
      "  - {name: more\($0), at: [\(4 + 6 * $0) m, -3 m], level: 0, height: 2.5 m}\n"
    }.joined()

  private static func scenario(_ source: String) -> String {
    Place.scenario.replacing(
      "    start: [-20 m, 0 m]\n",
      with: """
            start: [-20 m, 0 m]
            apps: [{name: app, location: always}]
            phone:
              - {at: 0 s, user: open}
              - {at: 1 s, call: startUpdatingLocation}
              - {at: 2 s, call: startIndoorSource}
              - {at: 58 s, call: stopIndoorSource}

        """) + "stack: {locator: {use: radio-map, source: {\(source)}}}\n"
  }

  /// Writes a table, and returns the identifier of the row to request.
  private func write(_ table: Table, to path: String) throws -> String {
    guard table != .missing else { return "" }
    let survey = try Place(scenario: Self.scenario("table: none"), venue: Self.venue).load()
    var map = survey.radioMap(seed: 1)
    if table == .elsewhere {
      map.origin = try Geodetic(latitudeDegrees: 48, longitudeDegrees: 8, altitudeMetres: 400)
    }
    if table == .noLevels {
      for plane in map.planes.indices { map.planes[plane].ordinal = nil }
    }
    var bytes = try PositioningFile.bytes(map)
    if table == .halfDownloaded { bytes.removeLast(bytes.count / 2) }
    if table == .newerVersion { bytes[4] = 9 }
    if table == .empty { bytes = [] }
    let row = try PositioningTable(path: path).add(bytes, createdSeconds: 1, survey: "hall")
    if table == .unknownRow { return ", row: 00000000-0000-0000-0000-000000000007" }
    return table == .good ? ", row: \(row)" : ""
  }

  @Test(arguments: Table.allCases) func positioningContinuesWithAnyTable(table: Table) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/table.sqlite"
    let row = try write(table, to: path)
    let place = try Place(scenario: Self.scenario("table: '\(path)'\(row)"), venue: Self.venue)
    let score = try RunUnit(scenario: place.load(), seed: 1).run().devices[0]
    let reported = score.events.filter { $0.kind == "data_source" }.map(\.detail)
    let begins = ["starting", table == .good ? "started" : "failedToStart"]
    #expect(reported == begins + (table == .good ? ["stopping", "stopped"] : []), "\(reported)")
    // Outdoor and other positions go on; floors by the survey come with it alone.
    #expect(score.fixes.count > 40, "\(score.fixes.count)")
    let floors = score.fixes.count { $0.fix.floor == 0 && $0.fix.horizontalAccuracyMetres < 12 }
    #expect(table != .good || floors > 8, "\(floors)")
  }
}
