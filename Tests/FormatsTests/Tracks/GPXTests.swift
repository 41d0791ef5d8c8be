import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// GPX files of both versions, made by hand, and faulty ones.
struct GPXTests {
  @Test func readsTracksRoutesAndWaypoints() throws {
    let file = try GPXFile.read(LogPaths.excerpt("gpx/made.gpx"), file: "made.gpx")
    #expect(file.version == "1.1" && file.creator == "hand & head")
    #expect(
      file.tracks.map(\.name) == ["Café <1>"] && file.tracks[0].segments.map(\.count) == [12, 5])
    #expect(
      file.routes.map(\.name) == ["Plan"] && file.routes[0].points.map(\.name) == ["", "End"])
    #expect(file.waypoints.map(\.name) == ["Hut <old>"])
    #expect(file.waypoints[0].altitudeMetres == 700.5)
    #expect(file.start?.utc == CalendarMoment(year: 2024, month: 5, day: 1, hour: 8))
    let first = try #require(file.fixes.first)
    #expect(first.altitudeMetres == 700 && first.satelliteCount == 9)
    #expect(first.horizontalAccuracyMetres == 4)
    // Two of the second segment's times are in another zone, without a zone, and out of order.
    #expect(file.fixes.map(\.time.seconds).suffix(3) == [60.25, 60.75, 61])
    #expect(file.fixes.last?.altitudeMetres == 750.5 && file.fixes.count == 15)
    let counts = GPXFile.Warning.allCases.map { file.report.count(of: $0) }
    #expect(counts == [1, 1, 1, 1, 2, 1, 0, 1, 0], "\(file.report.lines)")
    let recording = file.recording(device: "d")
    #expect(recording.observations.count == 15 && recording.truth.isEmpty)
    #expect(recording.header.endTime == SimTime(seconds: 61))
  }

  /// The file has no track that could take the point.
  @Test func trackPointsWithinWaypointsAreIgnored() throws {
    let text = "<gpx><wpt lat='1' lon='2'><trkseg><trkpt/></trkseg></wpt></gpx>"
    let file = try GPXFile.read(Array(text.utf8), file: "test.gpx")
    #expect(file.waypoints.count == 1 && file.tracks.isEmpty)
  }

  @Test func readsVersion1() throws {
    let file = try GPXFile.read(LogPaths.excerpt("gpx/made-1.0.gpx"), file: "made-1.0.gpx")
    #expect(file.version == "1.0" && file.report.lines.isEmpty && file.fixes.count == 2)
    #expect(file.fixes[0].speedMetresPerSecond == 1.25 && file.fixes[0].courseDegrees == 359.5)
    #expect(file.fixes[1].time == SimTime(seconds: 1))
    #expect(file.fixes[0].coordinate.latitudeDegrees == -33.5)
  }

  @Test(arguments: [
    ("", "test.gpx:1:1: there is no element"),
    ("<kml/>", "test.gpx:1:1: not a GPX file"),
    ("<gpx version='1.1'/>", "test.gpx: no point in the file"),
    ("<gpx><wpt lat='1' lon='2'></gpx>", "test.gpx:1:27: '</gpx>' does not close an open element"),
    ("<gpx>\n <wpt lat='1' lon=2/></gpx>", "test.gpx:2:19: expected a value in quotes"),
    ("<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx/>", "test.gpx:1:1: document types"),
    ("<gpx><name>&a;</name></gpx>", "test.gpx:1:12: unknown reference"),
    ("<gpx><name>\u{1}&#0;</name></gpx>", "unknown reference"),
    ("<gpx><name>x</name></gpx> tail", "test.gpx:1:27: text outside"),
    ("<gpx><wpt lat='1' lon='2'/>", "the element 'gpx' is never closed"),
    ("<gpx><wpt lat='1' lat='2'/></gpx>", "duplicate attribute 'lat'"),
    ("<gpx><wpt lat='N' lon='2'/></gpx>", "1 points without a usable latitude"),
    (
      "<gpx>\n<wpt lat='91' lon='2'/></gpx>",
      "gpx:2:1: 'latitude_deg' is 91.0, but must be from -90.0 to 90.0"
    ),
    ("<gpx><wpt lat='1' lon='2e308'/></gpx>", "1 points without a usable latitude"),
    (
      "<gpx><wpt lat='1' lon='2'><ele>1e300</ele></wpt></gpx>",
      "'altitude_m' is 1e+300, but must be from -12000.0 to 1000000.0"
    ),
  ])
  func refusesInvalidFilesWithPosition(text: String, message: String) {
    let said = complaint { () throws(DocumentError) in
      _ = try GPXFile.read(Array(text.utf8), file: "test.gpx")
    }
    #expect(said?.contains(message) == true, "\(said ?? "accepted")")
  }

  @Test func refusesInvalidUTF8AndDeepNesting() {
    var bytes = Array("<gpx><wpt lat='1' lon='2'><name>x</name></wpt></gpx>".utf8)
    bytes[32] = 0xFF
    #expect(
      complaint { () throws(DocumentError) in
        _ = try GPXFile.read(bytes, file: "t")
      }?.contains("t:1:33: invalid UTF-8") == true)
    let deep = "<gpx>" + String(repeating: "<a>", count: 100_000)
    #expect(
      complaint { () throws(DocumentError) in
        _ = try GPXFile.read(Array(deep.utf8), file: "t")
      }?.contains("nested more than 64 deep") == true)
  }
}
