import Documents
import Geometry
import Importers
import Maps
import Mobility
import TestSupport
import Testing
import Venues

/// Positions of places in imported venues, and their reachability.
struct ImportPlaceTests {
  /// Pairs of places without a route.
  private func unreachablePairs(_ map: VenueMap) -> [String] {
    let network = WalkNetwork(map)
    return map.places.flatMap { from in
      map.places.compactMap { to in
        let way = try? network.route(from: from.spot, to: to.spot)
        return way == nil ? "\(from.name) to \(to.name)" : nil
      }
    }
  }

  private func examples(_ imported: ImportedVenue, _ what: String) -> [String] {
    imported.report.entries.filter { $0.fate == .left && $0.what == what }.flatMap(\.examples)
  }

  /// A block of 60 m around a court of 20 m, with a street south of it.
  private func block() -> OSMDocument {
    var document = OSMDocument()
    for (first, low, high) in [(10, 0.0, 60.0), (20, 20, 40)] as [(Int64, Double, Double)] {
      document.node(first, low, low)
      document.node(first + 1, high, low)
      document.node(first + 2, high, high)
      document.node(first + 3, low, high)
      document.way(first, [first, first + 1, first + 2, first + 3, first])
    }
    document.relation(
      1, [("way", 10, "outer"), ("way", 20, "inner")], ("type", "multipolygon"),
      ("building", "yes"), ("height", "20"))
    document.node(1, -50, -10)
    document.node(2, 110, -10)
    document.way(1, [1, 2], ("highway", "residential"), ("sidewalk", "both"))
    document.node(3, 100, 5, ("amenity", "bar"), ("name", "Corner"))
    document.node(4, 30, 30, ("amenity", "cafe"), ("name", "Court"))
    document.node(5, 30, 10, ("shop", "books"), ("name", "Books"))
    document.node(6, 60, 30, ("entrance", "main"))
    document.node(7, 45, 30, ("office", "yes"), ("name", "Office"))
    return document
  }

  private func point(_ name: String, _ imported: ImportedVenue) throws -> Vec2 {
    let map = imported.venue.map
    // The origin is the centroid of all nodes; positions are relative to the block's corner.
    let corner = map.buildings.flatMap(\.footprint).flatMap(\.exterior)
    let minimum = try #require(Box2(containing: corner)).minimum
    return try #require(map.places.first { $0.name == name }).spot.point - minimum
  }

  /// A closed court isn't reachable: its places are moved outside, and those in the building before its door.
  @Test func placesInAClosedCourtAreMovedOutside() throws {
    let imported = try imported(.osm, block().xml)
    #expect(Set(imported.venue.map.places.map(\.name)) == ["Corner", "Court", "Books", "Office"])
    #expect(unreachablePairs(imported.venue.map).isEmpty)
    #expect(try point("Corner", imported).distance(to: Vec2(100, 5)) < 0.1)
    let court = try point("Court", imported)
    #expect(court.x < 0 || court.y < 0 || court.x > 60 || court.y > 60, "\(court)")
    for name in ["Books", "Office"] {
      #expect(try point(name, imported).distance(to: Vec2(60, 30)) < 1)
    }
    #expect(imported.report.count(.inferred, "named places") == 3)
  }

  /// A passage through the building opens the court.
  @Test func passageOpensTheCourt() throws {
    var document = block()
    document.node(30, 30, 0)
    document.node(31, 30, 20)
    document.node(32, 30, -10)
    document.way(30, [30, 31], ("highway", "footway"), ("tunnel", "building_passage"))
    document.way(31, [32, 30], ("highway", "footway"))
    document.ways[0].nodes = [10, 30, 11, 12, 13, 10]
    document.ways[1].nodes = [20, 31, 21, 22, 23, 20]
    let imported = try imported(.osm, document.xml)
    #expect(try point("Court", imported).distance(to: Vec2(30, 30)) < 0.1)
    #expect(unreachablePairs(imported.venue.map).isEmpty)
    #expect(imported.report.count(.taken, "passages through buildings") == 1)
    // 20 m long and 3 m wide, and open below 3 m.
    let above = try #require(imported.venue.map.buildings.last)
    #expect(above.baseMetres == 3 && above.heightMetres == 20)
    #expect(abs(above.footprint.reduce(0) { $0 + $1.area } - 60) < 0.5)
    let areas = imported.venue.map.buildings.flatMap(\.footprint).reduce(0) { $0 + $1.area }
    #expect(abs(areas - 3200) < 2, "\(areas)")
  }

  /// Unreachable places are left out and reported by name.
  @Test func unreachablePlacesAreReported() throws {
    var document = OSMDocument()
    for (id, x, y) in [(1, 0.0, 0.0), (2, 400, 0), (3, 400, 400), (4, 0, 400)]
      as [(Int64, Double, Double)]
    {
      document.node(id, x, y)
    }
    document.way(1, [1, 2, 3, 4, 1], ("building", "yes"))
    document.node(5, 200, 200, ("shop", "yes"), ("name", "Deep"))
    document.node(6, 200, 390, ("shop", "yes"), ("name", "Front"))
    let imported = try imported(.osm, document.xml)
    #expect(imported.venue.map.places.map(\.name) == ["Front"])
    #expect(examples(imported, "named places") == ["Deep"])
  }

  /// Rooms are places; a room on a level without a connection to the streets is reported.
  @Test func rooms() throws {
    var document = OSMDocument()
    func box(_ id: Int64, _ y: Double, _ height: Double, _ tags: (String, String)...) {
      let first = id * 100
      document.node(first, 0, y)
      document.node(first + 1, 20, y)
      document.node(first + 2, 20, y + height)
      document.node(first + 3, 0, y + height)
      document.ways.append(
        OSMDocument.Way(
          id: id, nodes: [first, first + 1, first + 2, first + 3, first], tags: tags))
    }
    box(1, 0, 10, ("building", "yes"), ("name", "House"))
    box(2, 0, 4, ("indoor", "corridor"), ("level", "0;1"))
    box(3, 4, 6, ("indoor", "room"), ("level", "0"), ("name", "Library"))
    box(4, 4, 6, ("indoor", "room"), ("level", "1"), ("name", "Loft"))
    document.node(1, 10, 4, ("door", "yes"))
    document.node(2, 20, 2, ("entrance", "main"))
    document.node(3, 0, 2, ("entrance", "yes"), ("level", "1"))
    document.ways[1].nodes = [200, 201, 2, 202, 203, 3, 200]
    document.ways[2].nodes = [300, 1, 301, 302, 303, 300]
    document.node(10, -50, -5)
    document.node(11, 80, -5)
    document.way(10, [10, 11], ("highway", "residential"))
    let imported = try imported(.osm, document.xml)
    let places = imported.venue.map.places
    #expect(places.map(\.name) == ["Library", "Loft", "House"])
    #expect(places.map(\.spot.level) == [0, nil, 0])
    #expect(unreachablePairs(imported.venue.map).isEmpty)
    // The ground is flat: the upper level has no exit.
    #expect(imported.venue.levels.map { $0.openings.count(where: \.isEntrance) } == [1, 0])
    #expect(examples(imported, "entrances") == ["node 3"])
  }

  /// The origin is in the venue, even if the map gives another one.
  @Test func originIsInTheVenue() throws {
    let source = ImportPaths.excerpts + "imdf-tiny"
    let folder = try TemporaryFolder()
    for name in folderContents(source) ?? [] {
      let text = String(
        decoding: try readFile(source + "/" + name, limit: 1 << 20), as: UTF8.self)
      let isVenue = name == "venue.geojson"
      try folder.write(
        name, isVenue ? text.replacing("display_point", with: "old_point") : text)
    }
    let middle = try importVenue(.imdf, path: folder.path).venue.frame.origin
    let venue = try String(
      decoding: readFile(source + "/venue.geojson", limit: 1 << 20), as: UTF8.self)
    let far = try #require(try? Regex("\"display_point\": *\\{[^}]*\\}"))
    let moved = venue.replacing(
      far, with: "\"display_point\": {\"type\": \"Point\", \"coordinates\": [9, 48]}")
    try #require(moved != venue)
    try folder.write("venue.geojson", moved)
    let origin = try importVenue(.imdf, path: folder.path).venue.frame.origin
    #expect(origin == middle)
  }

  @Test func undergroundDoorsAreNoEntrances() throws {
    let source = ImportPaths.excerpts + "imdf-tiny"
    let folder = try TemporaryFolder()
    for name in folderContents(source) ?? [] {
      let text = String(
        decoding: try readFile(source + "/" + name, limit: 1 << 20), as: UTF8.self)
      // The ground level becomes level -1.
      try folder.write(
        name,
        name == "level.geojson"
          ? text.replacing("\"ordinal\": 0", with: "\"ordinal\": -1")
            .replacing("\"ordinal\": 1", with: "\"ordinal\": 0") : text)
    }
    let imported = try importVenue(.imdf, path: folder.path)
    #expect(imported.venue.levels.map(\.ordinal) == [-1, 0])
    let openings = imported.venue.levels[0].openings
    #expect(openings.count == 4 && openings.allSatisfy { !$0.isEntrance })
    #expect(examples(imported, "entrances").count == 1)
  }
}
