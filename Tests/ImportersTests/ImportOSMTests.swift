import Documents
import Geometry
import Importers
import Maps
import TestSupport
import Testing
import Venues

struct ImportOSMTests {
  /// A straight road of 100 m to the east with some tags.
  private func roads(_ tags: [(String, String)]) throws -> [Road] {
    var document = OSMDocument()
    document.node(1, 0, 0)
    document.node(2, 100, 0)
    // Ensures that there is something to import.
    document.node(3, 0, 500)
    document.node(4, 50, 500)
    document.way(2, [3, 4], ("highway", "steps"))
    document.ways.append(OSMDocument.Way(id: 1, nodes: [1, 2], tags: tags))
    return try imported(.osm, document.xml).venue.map.roads.roads
  }

  /// Tags, and the resulting road: kind, lanes forward and backward, km/h (nil: not tested), users, layer,
  /// and true if reversed.
  struct RoadCase: CustomStringConvertible {
    var tags: [(String, String)]
    var kind: RoadKind?
    var lanes = (1, 1)
    var limit: Double?
    var users: RoadUsers = [.cars, .buses, .bicycles]
    var layer = 0
    var isReversed = false

    init(
      _ text: String, _ kind: RoadKind?, lanes: (Int, Int) = (1, 1), limit: Double? = nil,
      users: RoadUsers = [.cars, .buses, .bicycles], layer: Int = 0, isReversed: Bool = false
    ) {
      tags = text.split(separator: " ").map { part in
        let pair = part.split(separator: "=", maxSplits: 1)
        return (
          String(pair[0]), String(pair[1]).replacing("_", with: pair[0] == "maxspeed" ? " " : "_")
        )
      }
      self.kind = kind
      self.lanes = lanes
      self.limit = limit
      self.users = users
      self.layer = layer
      self.isReversed = isReversed
    }

    var description: String { tags.map { "\($0.0)=\($0.1)" }.joined(separator: " ") }
  }

  static let cases: [RoadCase] = [
    RoadCase("highway=motorway", .motorway, lanes: (2, 0), limit: 120, users: [.cars, .buses]),
    RoadCase(
      "highway=motorway oneway=no lanes=4", .motorway, lanes: (2, 2), users: [.cars, .buses]),
    RoadCase("highway=trunk", .trunk, limit: 80), RoadCase("highway=primary", .primary, limit: 50),
    RoadCase("highway=secondary", .secondary), RoadCase("highway=tertiary", .tertiary),
    RoadCase("highway=unclassified", .residential), RoadCase("highway=residential", .residential),
    RoadCase("highway=living_street", .residential, limit: 10),
    RoadCase("highway=primary_link", .link), RoadCase("highway=motorway_link", .link),
    RoadCase("highway=service", .service, limit: 20),
    RoadCase("highway=service service=parking_aisle", .aisle, limit: 10),
    RoadCase("highway=cycleway", .cycleway, users: .bicycles),
    RoadCase("highway=track", .track), RoadCase("highway=footway", nil),
    RoadCase("highway=path bicycle=designated", .cycleway, users: .bicycles),
    RoadCase("highway=construction", nil), RoadCase("highway=residential area=yes", nil),
    RoadCase("highway=busway", .service, users: .buses),
    // Directions.
    RoadCase("highway=primary oneway=yes", .primary, lanes: (1, 0)),
    RoadCase("highway=primary oneway=1 lanes=3", .primary, lanes: (3, 0)),
    RoadCase("highway=primary oneway=-1", .primary, lanes: (1, 0), isReversed: true),
    RoadCase("highway=primary oneway=reverse lanes=2", .primary, lanes: (2, 0), isReversed: true),
    RoadCase("highway=primary junction=roundabout", .primary, lanes: (1, 0)),
    RoadCase("highway=primary junction=roundabout oneway=no", .primary, lanes: (1, 1)),
    RoadCase("highway=primary oneway=no", .primary),
    // Lanes.
    RoadCase("highway=primary lanes=4", .primary, lanes: (2, 2)),
    RoadCase("highway=primary lanes=3", .primary, lanes: (2, 1)),
    RoadCase("highway=primary lanes=1", .primary),
    RoadCase("highway=primary lanes=5 lanes:both_ways=1", .primary, lanes: (2, 2)),
    RoadCase("highway=primary lanes=4 lanes:forward=3", .primary, lanes: (3, 1)),
    RoadCase("highway=primary lanes=4 lanes:backward=3", .primary, lanes: (1, 3)),
    RoadCase("highway=primary lanes:forward=2 lanes:backward=1", .primary, lanes: (2, 1)),
    RoadCase("highway=primary lanes=99", .primary, lanes: (4, 4)),
    RoadCase("highway=primary lanes=9223372036854775807", .primary, lanes: (4, 4)),
    RoadCase("highway=primary lanes=-9223372036854775808", .primary),
    RoadCase("highway=primary lanes:forward=9223372036854775807", .primary, lanes: (8, 1)),
    RoadCase("highway=primary lanes:backward=9223372036854775807", .primary, lanes: (1, 8)),
    RoadCase("highway=primary layer=-9223372036854775808", .primary),
    RoadCase("highway=primary lanes=many", .primary),
    // Speed limits.
    RoadCase("highway=primary maxspeed=30", .primary, limit: 30),
    RoadCase("highway=primary maxspeed=30_mph", .primary, limit: 48.28032),
    RoadCase("highway=primary maxspeed=50_km/h", .primary, limit: 50),
    RoadCase("highway=primary maxspeed=50;30", .primary, limit: 50),
    RoadCase("highway=primary maxspeed=walk", .primary, limit: 7),
    RoadCase("highway=primary maxspeed=DE:urban", .primary, limit: 50),
    RoadCase("highway=primary maxspeed=signals", .primary, limit: 50),
    RoadCase("highway=primary maxspeed=1e9", .primary, limit: 50),
    RoadCase("highway=primary maxspeed=-30", .primary, limit: 50),
    // Allowed users.
    RoadCase("highway=service access=private", nil), RoadCase("highway=primary access=no", nil),
    RoadCase("highway=primary access=no bicycle=yes", .primary, users: .bicycles),
    RoadCase("highway=primary motor_vehicle=no", .primary, users: .bicycles),
    RoadCase("highway=primary motor_vehicle=no bus=yes", .primary, users: [.buses, .bicycles]),
    RoadCase("highway=primary motor_vehicle=destination", .primary),
    RoadCase("highway=primary vehicle=no", nil),
    RoadCase("highway=primary bicycle=no", .primary, users: [.cars, .buses]),
    RoadCase("highway=primary bicycle=use_sidepath", .primary, users: [.cars, .buses]),
    RoadCase("highway=primary motorroad=yes", .primary, users: [.cars, .buses]),
    RoadCase("highway=pedestrian bicycle=yes", .cycleway, users: .bicycles),
    // Bridges and tunnels.
    RoadCase("highway=primary bridge=yes", .primary, layer: 1),
    RoadCase("highway=primary bridge=viaduct layer=2", .primary, layer: 2),
    RoadCase("highway=primary tunnel=yes", .primary, layer: -1),
    RoadCase("highway=primary tunnel=no", .primary),
    RoadCase("highway=primary layer=99999", .primary),
  ]

  @Test(arguments: cases) func roadTags(_ wanted: RoadCase) throws {
    let found = try roads(wanted.tags)
    guard let kind = wanted.kind else {
      #expect(found.isEmpty)
      return
    }
    let road = try #require(found.first)
    #expect(found.count == 1)
    #expect(road.kind == kind)
    #expect(road.lanesForward == wanted.lanes.0 && road.lanesBackward == wanted.lanes.1)
    #expect(road.users == wanted.users)
    #expect(road.layer == wanted.layer)
    #expect((road.line[0].x > road.line[1].x) == wanted.isReversed)
    if let limit = wanted.limit {
      #expect(abs(road.limitMetresPerSecond * 3.6 - limit) < 1e-6)
    }
  }

  @Test func contraflow() throws {
    let found = try roads([
      ("highway", "residential"), ("oneway", "yes"), ("oneway:bicycle", "no"), ("name", "Gasse"),
    ])
    #expect(found.map(\.kind) == [.residential, .cycleway])
    #expect(found[0].from == found[1].to && found[0].to == found[1].from)
    #expect(found[1].users == .bicycles && found[1].lanesBackward == 0)
    #expect(found.map(\.name) == ["Gasse", "Gasse"])
  }

  /// A crossing of two dual carriageways: four nodes with lights are one junction.
  private func crossroads() -> OSMDocument {
    var document = OSMDocument()
    let places: [(Int64, Double, Double)] = [
      (1, -100, -8), (2, -8, -8), (3, 8, -8), (4, 100, -8), (5, 100, 8), (6, 8, 8), (7, -8, 8),
      (8, -100, 8), (9, -8, 100), (10, -8, -100), (11, 8, -100), (12, 8, 100),
    ]
    for (id, x, y) in places {
      let isMiddle = abs(x) == 8 && abs(y) == 8
      let tags = isMiddle ? [("highway", "traffic_signals")] : []
      document.nodes.append(
        OSMDocument.Node(
          id: id, latitude: 47 + y / OSMDocument.metresNorth,
          longitude: 8 + x / OSMDocument.metresEast, tags: tags))
    }
    document.way(1, [1, 2, 3, 4], ("highway", "primary"), ("oneway", "yes"), ("name", "East"))
    document.way(2, [5, 6, 7, 8], ("highway", "primary"), ("oneway", "yes"), ("name", "West"))
    document.way(3, [9, 7, 2, 10], ("highway", "secondary"), ("oneway", "yes"), ("name", "South"))
    document.way(4, [11, 3, 6, 12], ("highway", "secondary"), ("oneway", "yes"), ("name", "North"))
    document.relation(
      1, [("way", 1, "from"), ("node", 3, "via"), ("way", 4, "to")],
      ("type", "restriction"), ("restriction", "no_left_turn"))
    document.relation(
      2, [("way", 1, "from"), ("node", 99, "via"), ("way", 4, "to")],
      ("type", "restriction"), ("restriction", "only_straight_on"))
    return document
  }

  @Test func junctionsMerge() throws {
    let imported = try imported(.osm, crossroads().xml)
    let roads = imported.venue.map.roads
    #expect(roads.junctions.count == 9)
    #expect(roads.roads.count == 8)
    let signals = roads.junctions.filter { $0.control == .signal }
    #expect(signals.count == 1)
    #expect(try #require(signals.first).point.length < 0.05)
    for road in roads.roads {
      #expect(road.line.first == roads.junctions[road.from].point)
      #expect(road.line.last == roads.junctions[road.to].point)
    }
    #expect(imported.report.count(.inferred, "roads within a junction") == 4)
    let restriction = try #require(roads.restrictions.first)
    #expect(roads.restrictions.count == 1 && !restriction.isOnly)
    #expect(roads.roads[restriction.from].name == "East")
    #expect(roads.roads[restriction.to].name == "North")
    #expect(roads.roads[restriction.to].from == restriction.via)
    #expect(imported.report.count(.left, "turn restrictions") == 1)
  }

  /// The elements from PBF, in any encoding.
  @Test(arguments: [
    PBFEncoder.Style(), PBFEncoder.Style(isDense: false), PBFEncoder.Style(isPacked: false),
    PBFEncoder.Style(granularity: 1),
  ]) func pbfEqualsXML(_ style: PBFEncoder.Style) throws {
    var document = crossroads()
    for (id, x, y) in [(21, 30.0, 30.0), (22, 60, 30), (23, 60, 50), (24, 30, 50)]
      as [(Int64, Double, Double)]
    {
      document.node(id, x, y)
    }
    document.way(
      9, [21, 22, 23, 24, 21], ("building", "yes"), ("height", "12.5 m"), ("name", "Hüsli"))
    let fromXML = try imported(.osm, document.xml)
    let folder = try TemporaryFolder()
    let path = try write(try PBFEncoder.file(document, style: style), to: "map", in: folder)
    #expect(try detectedFormat(path) == .osm)
    let fromPBF = try importVenue(nil, path: path)
    // PBF rounds to 1e-7 degrees, a centimetre.
    let (one, other) = (fromXML.venue.map, fromPBF.venue.map)
    #expect(one.roads.roads.map(\.name) == other.roads.roads.map(\.name))
    #expect(one.roads.restrictions == other.roads.restrictions)
    for (a, b) in zip(one.roads.roads, other.roads.roads) {
      #expect(a.line.count == b.line.count)
      for (p, q) in zip(a.line, b.line) { #expect(p.distance(to: q) < 0.03) }
      #expect((a.from, a.to) == (b.from, b.to))
    }
    #expect(one.buildings.map(\.name) == other.buildings.map(\.name))
    #expect(other.buildings.map(\.heightMetres) == [12.5])
    #expect(fromXML.report.entries.map(\.count) == fromPBF.report.entries.map(\.count))
  }

  @Test func controls() throws {
    var document = OSMDocument()
    document.node(1, 0, 0)
    for (id, x, y) in [(2, 100.0, 0.0), (3, -100, 0), (4, 0, 100)] as [(Int64, Double, Double)] {
      document.node(id, x, y)
    }
    // Stop signs on all three roads, ten metres before the junction.
    document.node(12, 10, 0, ("highway", "stop"))
    document.node(13, -10, 0, ("highway", "stop"))
    document.node(14, 0, 10, ("highway", "stop"))
    for id: Int64 in 2...4 {
      document.way(id, [id, id + 10, 1], ("highway", "residential"))
    }
    // Lights for people on foot, far from any junction, and before a junction.
    document.node(20, 60, 0, ("highway", "crossing"), ("crossing", "traffic_signals"))
    document.ways[0].nodes = [2, 20, 12, 1]
    let roads = try imported(.osm, document.xml).venue.map.roads
    let controls = roads.junctions.map { ($0.point.x.rounded(), $0.control) }
    #expect(controls.count { $0.1 == .stop } == 1)
    #expect(controls.count { $0.1 == .signal } == 1)
    #expect(roads.roads.count == 4)
    // With one sign less, no direction has to stop.
    document.nodes[4].tags = []
    let again = try imported(.osm, document.xml).venue.map.roads
    #expect(again.junctions.count { $0.control == .stop } == 0)
  }

  @Test func completeFiles() throws {
    guard let manhattan = ImportPaths.data("osm-extracts/nyc.osm.pbf") else {
      print("skipped: VENUESIM_DATA doesn't name a folder with osm-extracts")
      return
    }
    let report = try importVenue(nil, path: manhattan).report
    // Counted by an independent reader: 1,520 ways and 5 relations, 1,509 and 5 of them with height, and 43
    // parts, all with height.
    #expect(report.count(.taken, "buildings") == 1525)
    #expect(report.count(.taken, "building parts") == 43)
    #expect(report.count(.taken, "heights") >= 1509 + 5 + 43 - 7)
    let helsinki = try #require(ImportPaths.data("osm-extracts/Helsinki.osm.pbf"))
    let other = try importVenue(nil, path: helsinki)
    // 433 ways and 67 relations are buildings, 121 ways and 11 relations parts.
    #expect(
      other.report.count(.taken, "buildings") + other.report.count(.left, "buildings")
        + other.report.count(.taken, "building parts")
        + other.report.count(.left, "buildings and parts") == 500 + 132)
    #expect(other.venue.map.roads.busLines.count > 10)
    let berlin = try #require(ImportPaths.data("osm-extracts/berlin-siegessaeule.osm.gz"))
    #expect(try importVenue(nil, path: berlin).venue.map.roads.roads.count > 80)
  }
}
