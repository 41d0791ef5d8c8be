import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing
import Truth

/// Tracks of cars with their true routes and roads, in files made by hand.
struct FloatingCarTests {
  @Test func readsTracksAndRoutes() throws {
    let file = try FloatingCarTracks.read(
      LogPaths.excerpt("floatingcar/points.csv"), file: "points.csv")
    #expect(file.tracks.map(\.id) == ["7", "9"] && file.tracks.map(\.points.count) == [10, 13])
    let warnings = FloatingCarTracks.Warning.allCases.map { file.report.count(of: $0) }
    #expect(warnings == [1, 1, 1, 0, 1], "\(file.report.lines)")
    #expect(file.tracks[1].points.map(\.time.seconds).suffix(4) == [18, 30, 40, 90])
    #expect(file.tracks[0].start.utc.second == 40 && file.tracks[0].start.utc.year == 2020)

    let routes = try FloatingCarRoutes.read(
      LogPaths.excerpt("floatingcar/routes.csv"), file: "routes.csv")
    let route = try #require(routes.route(of: "7"))
    #expect(route.lines.map(\.count) == [2, 2] && routes.route(of: "8") == nil)
    let recording = file.tracks[0].recording()
    #expect(recording.header.device == "7" && recording.observations.count == 10)
    // The times of the true route are unknown, so no position is known at any time.
    #expect(recording.truth.map(\.known) == [.activity])
    #expect(recording.truth.map(\.activity) == [.automotive])
    for point in file.tracks[0].points {
      // The route runs along the parallel of 50 degrees; a degree of latitude is some 111.2 km there.
      let off = abs(point.coordinate.latitudeDegrees - 50) * 111_229
      let reported = try #require(route.trueRoute.distanceMetres(to: point.coordinate))
      #expect(abs(reported - off) <= 1e-3 * off + 1e-6)
    }
    let roads = try FloatingCarNetwork.read(
      LogPaths.excerpt("floatingcar/network.csv"), file: "network.csv")
    #expect(roads.pieces.count == 2 && roads.report.count(of: .noLength) == 1)
  }

  @Test func findsTheNearestPointOfARoute() {
    let route = TrueRoute(
      lines: [[place(0, 0), place(0, 1)], [place(1, 5), place(2, 5), place(2, 5)]])
    #expect(route.nearest(to: place(0.5, 0.5)) == place(0, 0.5))
    #expect(route.nearest(to: place(-1, -1)) == place(0, 0))
    let far = route.nearest(to: place(9, 5))
    #expect(abs((far?.latitudeDegrees ?? 0) - 2) < 1e-12)
    #expect(TrueRoute(lines: []).nearest(to: place(1, 1)) == nil)
    #expect(TrueRoute(lines: []).distanceMetres(to: place(1, 1)) == nil)
    #expect(route.distanceMetres(to: place(.nan, 1)) == .infinity)
    // Half a degree of the equator and one along a meridian there (WGS 84).
    #expect(abs(route.lengthMetres - (111_319.491 + 110_575.065)) < 1, "\(route.lengthMetres)")
    // A degree to the west of the antimeridian is two from a degree to its east.
    let far180 = TrueRoute(lines: [[place(0, 179), place(1, 179)]])
    #expect(abs((far180.distanceMetres(to: place(0, -179)) ?? 0) - 222_638.98) < 1)
  }

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  @Test(arguments: [
    ("id,time\n1,2\n", "there is no column 'geometry'"),
    ("id,time,geometry\n1,2020-01-01 00:00:00Z,POINT (1 2 3\n", "no point of a track"),
    ("id,time,geometry\n1,2020-13-01 00:00:00Z,POINT (1 2)\n", "no point of a track"),
    ("id,time,geometry\n1,2020-01-01 00:00:00Z,POINT (1 99)\n", "no point of a track"),
    ("id,time,geometry\n1,2020-01-01 00:00:00Z,CIRCLE (1 2)\n", "no point of a track"),
    (
      "id,time,geometry\n1,2020-01-01 00:00:00Z,POINT (1 2),4\n",
      "x:2:36: expected at most 3 fields, found 4"
    ),
  ])
  func refusesInvalidFiles(text: String, message: String) {
    let said = complaint { () throws(DocumentError) in
      _ = try FloatingCarTracks.read(Array(text.utf8), file: "x")
    }
    #expect(said?.contains(message) == true, "\(said ?? "accepted")")
  }

  @Test(arguments: [
    "POINT (1 2)", "point(1 2)", "POINT Z (1 2 3)", "LINESTRING (1 2, 3 4)",
    "MULTILINESTRING ((1 2,3 4), (5 6,7 8))",
  ])
  func readsWellKnownText(text: String) throws {
    let table = "id,WKT\n1,\"\(text)\"\n"
    let routes = try FloatingCarRoutes.read(Array(table.utf8), file: "x")
    #expect(routes.routes[0].lines[0][0] == place(2, 1))
    #expect(routes.routes[0].lines.count == (text.hasPrefix("MULTI") ? 2 : 1))
  }
}
