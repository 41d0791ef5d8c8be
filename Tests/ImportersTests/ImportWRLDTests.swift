import Documents
import Geometry
import Importers
import Maps
import TestSupport
import Testing
import Venues

struct ImportWRLDTests {
  /// A map of one level, in metres: two rooms of 5 m by 4 m with walls 20 cm thick, a door between them and
  /// one that leads out of the first.
  private static let plan: [(type: String, corners: [Vec2])] = [
    ("building_outline", box(-0.1, -0.1, 10.1, 4.1)),
    // South wall with a gap for the entrance from 2 m to 3 m.
    ("wall", box(-0.1, -0.1, 2, 0.1)), ("door", box(2, -0.1, 3, 0.1)),
    // From the entrance around the east side and back along the north: one shape with two corners.
    (
      "wall",
      [
        Vec2(3, -0.1), Vec2(10.1, -0.1), Vec2(10.1, 4.1), Vec2(-0.1, 4.1), Vec2(-0.1, 3.9),
        Vec2(9.9, 3.9), Vec2(9.9, 0.1), Vec2(3, 0.1),
      ]
    ),
    ("window", box(-0.1, 0.1, 0.1, 3.9)),
    // The wall between, with the door from 1 m to 2 m.
    ("wall", box(4.95, 0.1, 5.05, 1)), ("door", box(4.95, 1, 5.05, 2)),
    ("wall", box(4.95, 2, 5.05, 3.9)),
    ("wall", box(7, 2, 7.4, 2.4)),
    ("room", box(5.2, 0.2, 9.8, 3.8)), ("tree", box(1, 1, 2, 2)),
  ]

  private static func box(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> [Vec2] {
    [Vec2(x0, y0), Vec2(x1, y0), Vec2(x1, y1), Vec2(x0, y1)]
  }

  private static func map(_ folder: TemporaryFolder) throws {
    let frame = LocalFrame(origin: try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8))
    let features = try plan.enumerated().map { index, part -> String in
      let corners = try (part.corners + [part.corners[0]]).map { corner in
        let place = try frame.geodetic(of: Vec3(corner, 0))
        return "[\(place.longitudeDegrees),\(place.latitudeDegrees)]"
      }
      return """
        {"type":"Feature","properties":{"id":\(index),"type":"\(part.type)","name":null},
        "geometry":{"type":"Polygon","coordinates":[[\(corners.joined(separator: ","))]]}}
        """
    }
    try folder.write(
      "g.geojson",
      "{\"type\":\"FeatureCollection\",\"features\":[" + features.joined(separator: ",") + "]}")
    try folder.write(
      "main.json",
      """
      {"id":"h","name":"Hut","owner":"me","location":{"type":"Point","coordinates":[8.0,47.0]},
      "levels":[{"id":"g","name":"G","readable_name":"Ground Floor","z_order":3,
      "filename":"g.geojson"}]}
      """)
  }

  @Test func centreLines() throws {
    let folder = try TemporaryFolder()
    try Self.map(folder)
    let imported = try importVenue(nil, path: folder.path)
    let venue = imported.venue
    let level = try #require(venue.levels.first)
    #expect(level.ordinal == 0 && level.shortName == "G")
    // The centre lines of the walls, without the doors.
    let lines = [
      Segment2(Vec2(0, 0), Vec2(2, 0)), Segment2(Vec2(3, 0), Vec2(10, 0)),
      Segment2(Vec2(10, 0), Vec2(10, 4)), Segment2(Vec2(10, 4), Vec2(0, 4)),
      Segment2(Vec2(0, 4), Vec2(0, 0)), Segment2(Vec2(5, 0), Vec2(5, 1)),
      Segment2(Vec2(5, 2), Vec2(5, 4)),
    ]
    for line in lines {
      for fraction in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let point = line.point(at: fraction)
        let nearest = level.walls.map { $0.distance(to: point) }.min() ?? .infinity
        #expect(nearest < 0.06, "\(point): \(nearest)")
      }
    }
    let length = level.walls.reduce(0) { $0 + $1.length }
    let expected = lines.reduce(0) { $0 + $1.length }
    #expect(abs(length - expected) < 0.5, "\(length), not \(expected)")
    #expect(level.openings.map { ($0.line.length * 10).rounded() } == [10, 10])
    #expect(level.openings.map(\.isEntrance) == [true, false])
    let glass = level.walls.enumerated().filter {
      venue.materials.material(ofWall: $0.offset, level: 0) == .glass
    }
    #expect(abs(glass.reduce(0) { $0 + $1.element.length } - 4) < 0.3)
    #expect(level.fixtures.count == 1)
  }

  @Test func roomsAreReachable() throws {
    let folder = try TemporaryFolder()
    try Self.map(folder)
    let imported = try importVenue(.wrld, path: folder.path)
    let units = try #require(imported.venue.levels.first).units
    #expect(units.count == 2)
    for unit in units { #expect(abs(unit.shape.area - 20) < 0.4, "\(unit.shape.area)") }
    #expect(imported.report.count(.measured, "reachable units") == 2)
    #expect(imported.report.count(.left, "features") == 1)
  }

  /// The upper floors of a real building: every feature is imported or reported.
  @Test func excerpt() throws {
    let imported = try importVenue(nil, path: ImportPaths.excerpts + "wrld-westport-top")
    let venue = imported.venue
    #expect(venue.name == "Westport House")
    #expect(venue.levels.map(\.ordinal) == [5, 6])
    let drawn: [(String, Int)] = [
      ("building outline", 2), ("wall", 17), ("window", 13), ("door", 25), ("stairs", 5),
      ("elevator", 2), ("floor opening", 2),
    ]
    for (what, count) in drawn { #expect(imported.report.count(.taken, what) == count, "\(what)") }
    #expect(venue.levels.map(\.openings.count).reduce(0, +) == 25)
    let kinds = venue.map.connectors.map(\.kind)
    #expect(kinds.count { $0 == .lift } == 1 && kinds.count { $0 == .stairs } == 2)
    #expect(venue.levels.allSatisfy { $0.units.count >= 10 })
    for level in venue.levels {
      // Rooms don't overlap.
      for (index, unit) in level.units.enumerated() {
        for other in level.units[(index + 1)...] {
          let common = unit.shape.intersection(with: other.shape).reduce(0) { $0 + $1.area }
          #expect(common < 0.05, "\(unit.name) and \(other.name)")
        }
      }
    }
  }

  @Test(
    .enabled(if: ImportPaths.data("venue-westport-house/main.json") != nil, "needs VENUESIM_DATA"))
  func completeBuilding() throws {
    let path = try #require(ImportPaths.data("venue-westport-house"))
    let imported = try importVenue(nil, path: path)
    let venue = imported.venue
    #expect(venue.levels.map(\.ordinal) == Array(0...6))
    #expect(imported.report.count(.taken, "door") == 333)
    #expect(imported.report.count(.taken, "wall") == 225)
    #expect(imported.report.count(.taken, "window") == 164)
    // All rooms with a door are reachable, from the ground floor's entrances to the top.
    #expect(imported.report.count(.left, "units out of reach") == 0)
    #expect(imported.report.count(.measured, "reachable units") >= 280)
    #expect(imported.report.count(.measured, "entrances") >= 8)
    let lifts = venue.map.connectors.filter { $0.kind == .lift }
    // One lift's plan is missing on the second floor; the main stairs are drawn on every floor.
    #expect(lifts.contains { $0.stops.map(\.level) == [0, 1, 3, 4, 5, 6] })
    let stairs = venue.map.connectors.filter { $0.kind == .stairs }
    #expect(stairs.contains { Set($0.stops.map(\.level)).count == 7 })
    #expect(venue.map.paths.edges.count >= 43)
  }

  static let mistakes: [(main: String, answer: String)] = [
    ("{}", "there is no list of levels"),
    ("{\"levels\":[]}", "there is no list of levels"),
    ("{\"levels\":[{\"filename\":\"../etc/passwd\",\"z_order\":0}]}", "levels[0]: 'filename'"),
    ("{\"levels\":[{\"filename\":\"_a\",\"z_order\":0}]}", "levels[0]: 'filename'"),
    ("{\"levels\":[{\"filename\":\"a\",\"z_order\":\"0\"}]}", "levels[0]: 'z_order'"),
    (
      "{\"levels\":[{\"filename\":\"a\",\"z_order\":-9223372036854775808}]}",
      "levels[0]: 'z_order' must be a whole number from -250 to 250"
    ),
    ("{\"levels\":[{\"filename\":\"a\",\"z_order\":0}]}", "a' is missing"),
    (
      "{\"levels\":[{\"filename\":\"main.json\",\"z_order\":0},{\"filename\":\"b\",\"z_order\":0}]}",
      "levels[1]: another level has the z_order 0 too"
    ),
    ("{\"levels\":[{\"filename\":\"main.json\",\"z_order\":0}]}", "'FeatureCollection'"),
    ("{\n \"levels\": [}", "main.json:2:13"),
  ]

  @Test(arguments: mistakes.indices) func mistakesAreReported(_ index: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("main.json", Self.mistakes[index].main)
    do {
      _ = try importVenue(.wrld, path: folder.path)
      Issue.record("\(Self.mistakes[index].main) was accepted")
    } catch {
      #expect("\(error)".contains(Self.mistakes[index].answer), "\(error)")
    }
  }
  @Test func pathsToUnknownLevelsAreLeftOut() throws {
    let folder = try TemporaryFolder()
    try Self.map(folder)
    try folder.write(
      "main-paths.json",
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"type":"stairs"},
      "levels":[-9223372036854775808,3],
      "geometry":{"type":"LineString","coordinates":[[8.0,47.0],[8.00001,47.0]]}}]}
      """)
    let report = try importVenue(.wrld, path: folder.path).report
    #expect(report.count(.left, "paths between levels") == 1)
  }
}
