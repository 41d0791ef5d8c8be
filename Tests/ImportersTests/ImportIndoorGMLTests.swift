import Documents
import Geometry
import Importers
import Maps
import Mobility
import TestSupport
import Testing
import Venues

/// The sample has a ground level of solids and an upper one of surfaces.
struct ImportIndoorGMLTests {
  private static let path = ImportPaths.excerpts + "two-storeys.gml"

  private func text() throws -> String {
    String(decoding: try readFile(Self.path, limit: 1 << 20), as: UTF8.self)
  }

  @Test func storeys() throws {
    let imported = try importVenue(nil, path: Self.path)
    let levels = imported.venue.levels
    #expect(levels.map(\.ordinal) == [0, 1])
    #expect(levels.map(\.shortName) == ["G", "1"])
    #expect(levels.map(\.elevationMetres) == [0, 3.5])
    #expect(levels[0].heightMetres == 3)
    #expect(levels[0].units.map(\.name) == ["Hall G", "Office", "Archive", "Stairs"])
    #expect(levels[0].units.map(\.kind) == [.corridor, .room, .room, .stairs])
    for (unit, area) in zip(levels[0].units, [24.0, 24, 5.8 * 3.8, 8]) {
      #expect(abs(unit.shape.area - area) < 0.01, "\(unit.name): \(unit.shape.area)")
    }
    #expect(levels[1].units.count == 4)
  }

  /// Four doors below, one of them a cell in a wall and one drawn from both sides; three above.
  @Test func doors() throws {
    let levels = try importVenue(nil, path: Self.path).venue.levels
    #expect(levels.map(\.openings.count) == [4, 3])
    #expect(levels.map { $0.openings.count(where: \.isEntrance) } == [1, 0])
    let cell = try #require(levels[0].openings.first)
    #expect(cell.line.midpoint.distance(to: Vec2(8.5, 3.9)) < 0.01)
    #expect(abs(cell.line.length - 1) < 0.01)
    for level in levels {
      for opening in level.openings {
        #expect(!level.walls.contains { $0.distance(to: opening.line.midpoint) < 0.05 })
      }
    }
  }

  @Test func routes() throws {
    let imported = try importVenue(.indoorgml, path: Self.path)
    let map = imported.venue.map
    #expect(
      map.places.map(\.name) == ["Hall G", "Office", "Archive", "Hall 1", "Library", "Meeting"])
    #expect(map.connectors.map(\.kind) == [.stairs])
    let network = WalkNetwork(map)
    let archive = try #require(map.places.first { $0.name == "Archive" })
    let library = try #require(map.places.first { $0.name == "Library" })
    let way = try network.route(from: archive.spot, to: library.spot)
    // To the door at x = 8.5, east to the stairs at 12, up, and back west to the door at 2.5.
    #expect(way.lengthMetres > 15 && way.lengthMetres < 30, "\(way.lengthMetres)")
    let outside = try network.route(from: Spot(Vec2(-20, 5)), to: archive.spot)
    #expect(outside.lengthMetres > 28 && outside.lengthMetres < 36, "\(outside.lengthMetres)")
  }

  /// Coordinates in degrees, if so declared, and in a national grid, which is centred.
  @Test func coordinates() throws {
    let text = try text()
    let numbers = try #require(try? Regex("<gml:posList>([^<]*)</gml:posList>"))
    func moved(_ system: String, _ place: (Double, Double) -> String) throws -> ImportedVenue {
      let lists = text.replacing(numbers) { match in
        let list = (match.output[1].substring ?? "").split(separator: " ").compactMap { Double($0) }
        let places = stride(from: 0, to: list.count, by: 3).map { start in
          "\(place(list[start], list[start + 1])) \(list[start + 2])"
        }
        return "<gml:posList>\(places.joined(separator: " "))</gml:posList>"
      }
      return try imported(
        .indoorgml,
        lists.replacing("<Geometry2D>", with: "<Geometry2D srsName=\"\(system)\">"))
    }
    let (north, east) = (OSMDocument.metresNorth, OSMDocument.metresEast)
    let urn = try moved("urn:ogc:def:crs:EPSG::4326") { "\(47 + $1 / north) \(8 + $0 / east)" }
    let short = try moved("EPSG:4326") { "\(8 + $0 / east) \(47 + $1 / north)" }
    for imported in [urn, short] {
      #expect(abs(imported.venue.frame.origin.latitudeDegrees - 47) < 0.001)
      #expect(abs(imported.venue.frame.origin.longitudeDegrees - 8) < 0.001)
      #expect(abs(imported.venue.levels[0].units[0].shape.area - 24) < 0.1)
    }
    let far = try moved("EPSG:25832") { "\(500_000 + $0) \(5_200_000 + $1)" }
    #expect(far.report.count(.inferred, "coordinates") == 1)
    let box = try #require(Box2(containing: far.venue.levels[0].units[0].shape.exterior))
    #expect(box.expanded(by: 10).contains(.zero), "\(box)")
    // Metres declared as degrees are too wide for a building.
    let wrong = try moved("EPSG::4326") { "\($0) \($1)" }
    #expect(abs(wrong.venue.levels[0].units[0].shape.area - 24) < 0.01)
  }

  static let mistakes: [(text: String, answer: String)] = [
    ("<IndoorFeatures/>", "no cell in it has a geometry"),
    (
      "<IndoorFeatures><CellSpace><LinearRing><pos>1 x 2</pos></LinearRing></CellSpace></IndoorFeatures>",
      "map:1:45: 'x' is not a coordinate"
    ),
    (
      "<IndoorFeatures><CellSpace><LinearRing><pos>1</pos></LinearRing></CellSpace></IndoorFeatures>",
      "map:1:45: coordinates that are not 3 per position"
    ),
    ("<IndoorFeatures><CellSpace>", "map:1:28: the element 'CellSpace' is never closed"),
    (
      "<IndoorFeatures><CellSpace><Polygon><LinearRing><posList>0 0 0 1 0 0 2 0 0</posList></LinearRing></Polygon></CellSpace></IndoorFeatures>",
      "none of its cells has a floor"
    ),
  ]

  @Test(arguments: mistakes.indices) func mistakesAreReported(_ index: Int) {
    let (text, answer) = Self.mistakes[index]
    let found = complaint(nil, Array(text.utf8))
    #expect(found?.contains(answer) == true, "\(text): \(found ?? "accepted")")
  }

  /// A stairwell that is a single cell through both levels.
  @Test func onePieceStairs() throws {
    var text = try text()
    let upper = try #require(text.firstRange(of: "    <cellSpaceMember><CellSpace gml:id=\"c9\">"))
    let end = try #require(
      text[upper.lowerBound...].firstRange(of: "</cellSpaceMember>\n"))
    text.removeSubrange(upper.lowerBound..<end.upperBound)
    let low = try #require(text.firstRange(of: "<CellSpace gml:id=\"c4\">"))
    let stop = try #require(
      text[low.upperBound...].firstRange(of: "</CellSpace>"))
    text.replaceSubrange(
      low.upperBound..<stop.lowerBound,
      with: text[low.upperBound..<stop.lowerBound].replacing(" 3 ", with: " 7 ")
        .replacing(" 3<", with: " 7<"))
    let map = try imported(.indoorgml, text).venue.map
    let stairs = try #require(map.connectors.first)
    #expect(stairs.kind == .stairs && Set(stairs.stops.map(\.level)) == [0, 1])
  }
}
