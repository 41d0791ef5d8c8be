import Documents
import Geometry
import Importers
import Maps
import TestSupport
import Testing
import Venues

struct ImportOSMPlaceTests {
  /// A building of 20 m by 10 m at a position, with tags.
  private func addBox(
    _ document: inout OSMDocument, _ id: Int64, _ x: Double, _ y: Double, _ w: Double = 20,
    _ h: Double = 10, _ tags: (String, String)...
  ) {
    let first = id * 100
    document.node(first, x, y)
    document.node(first + 1, x + w, y)
    document.node(first + 2, x + w, y + h)
    document.node(first + 3, x, y + h)
    document.ways.append(
      OSMDocument.Way(id: id, nodes: [first, first + 1, first + 2, first + 3, first], tags: tags))
  }

  static let heights: [(tags: String, height: Double, base: Double)] = [
    ("building=yes height=12", 12, 0), ("building=yes height=12.5_m", 12.5, 0),
    ("building=yes height=40_ft", 12.192, 0), ("building=yes height=39'4\"", 11.989, 0),
    ("building=yes building:levels=5", 16, 0),
    ("building=yes building:levels=2 roof:levels=1", 9.6, 0),
    ("building=yes", 8, 0), ("building=garage", 3, 0),
    ("building=yes height=20 min_height=5", 20, 5),
    ("building=yes height=4 min_height=5", 13, 5),
    ("building=yes height=20 building:min_level=2", 20, 6.4),
    ("building=yes height=1e9", 8, 0), ("building=yes height=-3", 8, 0),
    ("building=yes height=nan", 8, 0), ("building=yes building:levels=9999999", 8, 0),
  ]

  @Test(arguments: heights.indices) func buildingHeights(_ index: Int) throws {
    let wanted = Self.heights[index]
    var document = OSMDocument()
    addBox(&document, 1, 0, 0)
    document.ways[0].tags = wanted.tags.split(separator: " ").map { part in
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0) }
      return (pair[0], pair[0] == "height" ? pair[1].replacing("_", with: " ") : pair[1])
    }
    let building = try #require(try imported(.osm, document.xml).venue.map.buildings.first)
    #expect(abs(building.heightMetres - wanted.height) < 0.001, "\(wanted)")
    #expect(abs(building.baseMetres - wanted.base) < 0.001, "\(wanted)")
    #expect(abs(building.footprint[0].area - 200) < 0.5)
  }

  @Test func partsAndMultipolygons() throws {
    var document = OSMDocument()
    addBox(&document, 1, 0, 0, 20, 10, ("building", "yes"), ("height", "30"))
    addBox(&document, 2, 0, 0, 10, 10, ("building:part", "yes"), ("height", "30"))
    addBox(&document, 3, 10, 0, 10, 10, ("building:part", "yes"), ("height", "10"))
    // An outer ring of two ways with a hole; the ways have no tags of their own.
    document.node(40, 100, 0)
    document.node(41, 130, 0)
    document.node(42, 130, 30)
    document.node(43, 100, 30)
    document.way(10, [40, 41, 42])
    document.way(11, [40, 43, 42])
    addBox(&document, 12, 110, 10, 10, 10)
    document.relation(
      5, [("way", 10, "outer"), ("way", 11, "outer"), ("way", 12, "inner")],
      ("type", "multipolygon"), ("building", "yes"), ("height", "15"), ("name", "Court"))
    // A ring that isn't closed, and a relation that contains itself.
    document.relation(6, [("way", 10, "outer")], ("type", "multipolygon"), ("building", "yes"))
    document.relation(7, [("relation", 7, "outer")], ("type", "multipolygon"), ("building", "yes"))
    let imported = try imported(.osm, document.xml)
    let buildings = imported.venue.map.buildings
    // The parts replace the outline.
    #expect(buildings.map(\.heightMetres) == [30, 10, 15])
    let court = try #require(buildings.last)
    #expect(court.name == "Court" && court.footprint[0].holes.count == 1)
    #expect(abs(court.footprint[0].area - 800) < 2)
    #expect(imported.report.count(.left, "outlines of buildings") == 1)
    #expect(imported.report.count(.left, "buildings") == 2)
  }

  @Test func pathsAndPavements() throws {
    var document = OSMDocument()
    // A crossroads with lights and pavements on all sides.
    document.node(1, 0, 0, ("highway", "traffic_signals"))
    document.node(2, 100, 0)
    document.node(3, 0, 100)
    document.node(4, -100, 0)
    document.node(5, 0, -100)
    for id: Int64 in 2...5 {
      document.way(id, [1, id], ("highway", "secondary"), ("sidewalk", "both"), ("lanes", "2"))
    }
    // A footway to the eastern road, and a crossing with its node in the middle.
    document.node(10, 50, 40)
    document.node(11, 50, 0, ("highway", "crossing"))
    document.ways[0].nodes = [1, 11, 2]
    document.way(20, [10, 11], ("highway", "footway"))
    document.way(21, [10, 3], ("highway", "steps"))
    let imported = try imported(.osm, document.xml)
    let paths = imported.venue.map.paths
    let roads = imported.venue.map.roads
    let signal = try #require(roads.junctions.firstIndex { $0.control == .signal })
    // Four corners, joined by four crossings that wait for the lights.
    let waiting = paths.edges.filter { $0.signal == signal }
    #expect(waiting.count == 4 && waiting.allSatisfy { $0.kind == .crossing })
    let corners = Set(waiting.flatMap { [$0.from, $0.to] })
    #expect(corners.count == 4)
    // Two lanes and 2 m beside them.
    for corner in corners {
      let point = paths.nodes[corner].point
      #expect(abs(abs(point.x) - 5.25) < 0.1 && abs(abs(point.y) - 5.25) < 0.1, "\(point)")
    }
    // The network is connected.
    let graph = try Graph(
      positions: paths.nodes.map(\.point),
      edges: paths.edges.map { Graph.Edge(from: $0.from, to: $0.to, weight: 1) })
    let parts = graph.connectedComponents()
    #expect(Set(paths.edges.map { parts[$0.from] }).count == 1)
    #expect(paths.edges.contains { $0.kind == .steps })
    // No footway is on the carriageway, except crossings.
    for edge in paths.edges where edge.kind == .footway {
      let middle = Segment2(paths.nodes[edge.from].point, paths.nodes[edge.to].point).midpoint
      let isOn = (abs(middle.y) < 3 || abs(middle.x) < 3) && middle.length < 99
      #expect(!isOn || middle.y > 3, "\(middle)")
    }
  }

  @Test func carParksAndBuses() throws {
    var document = OSMDocument()
    addBox(&document, 1, 0, 0, 60, 17, ("amenity", "parking"), ("name", "West"))
    document.node(1, -30, 8.5)
    document.node(2, 2, 8.5)
    document.node(3, 58, 8.5)
    document.way(2, [1, 2], ("highway", "service"))
    document.way(3, [2, 3], ("highway", "service"), ("service", "parking_aisle"))
    addBox(&document, 4, 0, 40, 40, 20, ("amenity", "parking"), ("capacity", "7"))
    addBox(&document, 5, 0, 80, 5, 5, ("amenity", "parking"))
    for (id, x) in [(50, 0.0), (51, 200.0), (52, 400)] as [(Int64, Double)] {
      document.node(id, x, -50, ("name", "Stop \(id)"), ("highway", "bus_stop"))
    }
    document.relation(
      1,
      [
        ("node", 50, "stop"), ("node", 50, "platform"), ("node", 51, "platform"),
        ("node", 52, "platform"),
      ],
      ("type", "route"), ("route", "bus"), ("ref", "7"), ("interval", "00:12"))
    document.relation(2, [("node", 50, "stop")], ("type", "route"), ("route", "bus"))
    let imported = try imported(.osm, document.xml)
    let roads = imported.venue.map.roads
    #expect(roads.carParks.map(\.name) == ["West", "Car park 1"])
    let stalls = roads.carParks[0].stalls
    // The aisle is 56 m: 22 stalls on either side, less those that don't fit at the ends.
    #expect(stalls.count >= 40 && stalls.count <= 44)
    for (index, stall) in stalls.enumerated() {
      #expect(roads.roads[stall.aisle].kind == .aisle)
      #expect(roads.carParks[0].outline.contains(stall.point))
      for other in stalls[(index + 1)...] {
        #expect(stall.point.distance(to: other.point) > 2.4)
      }
    }
    // A car park without an aisle gets one, and no more stalls than its capacity.
    #expect(roads.carParks[1].stalls.count == 7)
    #expect(imported.report.count(.left, "car parks") == 1)
    let line = try #require(roads.busLines.first)
    #expect(roads.busLines.count == 1 && line.name == "7")
    #expect(line.headwaySeconds == 720)
    #expect(line.stops.map(\.name) == ["Stop 50", "Stop 51", "Stop 52"])
  }

  @Test func indoor() throws {
    var document = OSMDocument()
    addBox(&document, 1, 0, 0, 30, 10, ("building", "yes"), ("name", "House"))
    // A corridor and two rooms on two levels; the rooms' walls are shared.
    addBox(&document, 2, 0, 0, 30, 4, ("indoor", "corridor"), ("level", "0;1"))
    addBox(
      &document, 3, 0, 4, 15, 6, ("indoor", "room"), ("level", "0"), ("repeat_on", "1"),
      ("shop", "yes"))
    addBox(&document, 4, 15, 4, 15, 6, ("indoor", "room"), ("level", "0-1"), ("name", "Office"))
    document.node(1, 7, 4, ("door", "hinged"))
    document.node(2, 20, 4, ("door", "sliding"), ("level", "1"), ("width", "1.5"))
    document.node(3, 30, 2, ("entrance", "main"), ("door", "yes"), ("level", "0"))
    document.ways[1].nodes = [200, 201, 3, 202, 203, 200]
    document.ways[2].nodes = [300, 1, 301, 302, 303, 300]
    document.ways[3].nodes = [400, 2, 401, 402, 403, 400]
    document.node(5, 2, 2, ("highway", "elevator"), ("level", "0;1"))
    document.node(6, 10, 2)
    document.node(7, 16, 2)
    document.way(5, [6, 7], ("highway", "steps"), ("level", "0;1"), ("incline", "up"))
    document.way(6, [6, 7], ("indoor", "wall"), ("level", "half"))
    let imported = try imported(.osm, document.xml)
    let venue = imported.venue
    #expect(venue.levels.map(\.ordinal) == [0, 1])
    #expect(venue.levels.map(\.units.count) == [3, 3])
    #expect(venue.levels[0].units.map(\.kind) == [.corridor, .shop, .room])
    #expect(venue.levels[0].openings.map(\.isEntrance) == [true, false])
    #expect(venue.levels[1].openings.map(\.kind) == [.door, .sliding])
    // 80 m around, 30 m between corridor and rooms, 6 m between the rooms, less the doors.
    for (level, doors) in zip(venue.levels, [0.9 + 1.6, 0.9 + 1.5]) {
      let length = level.walls.reduce(0) { $0 + $1.length }
      #expect(abs(length - (80 + 30 + 6 - doors)) < 0.1, "\(length)")
    }
    #expect(Set(venue.map.connectors.map(\.kind)) == [.lift, .stairs])
    let stairs = try #require(venue.map.connectors.first { $0.kind == .stairs })
    #expect(stairs.stops.map(\.level) == [0, 1])
    // The shop can be walked to; the office has a door on the upper level only.
    #expect(imported.report.count(.measured, "reachable units") == 5)
    #expect(imported.report.count(.left, "units out of reach") == 1)
    #expect(imported.report.count(.left, "indoor=wall") == 1)
  }

  /// The tags `level` and `repeat_on` of a room, and the imported levels.
  static let levels: [(level: String, others: String, wanted: [Int])] = [
    ("-9223372036854775808", "", []), ("9223372036854775807", "", []),
    ("0", "-9223372036854775808", [0]), ("0", "9223372036854775807", [0]),
    ("-9223372036854775808-2", "", []), ("0-9223372036854775807", "", []),
    ("-9223372036854775808-9223372036854775807", "1", [1]), ("201;-201;-200", "", [-200]),
  ]

  @Test(arguments: levels.indices) func levelsBeyond200AreLeftOut(_ index: Int) throws {
    let (level, others, wanted) = Self.levels[index]
    var document = OSMDocument()
    addBox(&document, 1, 0, 0, 30, 10, ("building", "yes"))
    addBox(
      &document, 2, 0, 0, 30, 4, ("indoor", "room"), ("level", level), ("repeat_on", others))
    let imported = try imported(.osm, document.xml)
    #expect(imported.venue.levels.map(\.ordinal) == wanted)
    #expect(imported.report.count(.left, "indoor=room") == (wanted.isEmpty ? 1 : 0))
  }

  @Test func boxAndOrigin() throws {
    var document = OSMDocument()
    addBox(&document, 1, 0, 0, 20, 10, ("building", "yes"))
    addBox(&document, 2, 1000, 0, 20, 10, ("building", "yes"))
    var options = ImportOptions()
    options.box = GeoBox(west: 7.999, south: 46.999, east: 8.001, north: 47.001)
    options.origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8)
    options.name = "Two"
    let imported = try imported(.osm, document.xml, options: options)
    #expect(imported.venue.name == "Two")
    #expect(imported.venue.map.buildings.count == 1)
    let first = imported.venue.map.buildings[0].footprint[0].bounds.minimum
    #expect(first.length < 0.02, "\(first)")
    #expect(imported.report.count(.left, "nodes") == 4)
  }
}
