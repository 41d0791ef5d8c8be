import Documents
import Geometry
import Importers
import Maps
import TestSupport
import Testing
import Venues

struct ImportFootprintTests {
  private static func square(
    _ longitude: Double, _ latitude: Double, _ size: Double = 2e-4
  ) -> String {
    let (a, b) = (longitude + size, latitude + size)
    return "[[\(longitude),\(latitude)],[\(a),\(latitude)],[\(a),\(b)],[\(longitude),\(b)],"
      + "[\(longitude),\(latitude)]]"
  }

  private func collection(_ features: [(geometry: String, properties: String)]) -> String {
    let list = features.map {
      "{\"type\":\"Feature\",\"properties\":\($0.properties),\"geometry\":\($0.geometry)}"
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\(list.joined(separator: ","))]}"
  }

  static let heights: [(properties: String, height: Double)] = [
    ("{\"height\": 12.5}", 12.5), ("{\"height\": \"12.5\"}", 12.5),
    ("{\"height\": \"40 ft\"}", 12.192),
    ("{\"building:levels\": 4}", 12.8), ("{\"levels\": \"4\"}", 12.8), ("{\"hgt_median_m\": 7}", 7),
    ("{\"BLDG_HT\": 9}", 9), ("{\"height_ft\": 100}", 30.48),
    ("{\"height\": 0, \"levels\": 2}", 6.4),
    ("{\"height\": null}", 8), ("{}", 8), ("null", 8), ("{\"height\": 1e300}", 8),
    ("{\"height\": [3]}", 8), ("{\"height\": 10, \"min_height\": 4}", 10),
    ("{\"height\": 4, \"min_height\": 10}", 18),
  ]

  @Test(arguments: heights.indices) func heightsFromProperties(_ index: Int) throws {
    let (properties, height) = Self.heights[index]
    let text = collection([
      ("{\"type\":\"Polygon\",\"coordinates\":[\(Self.square(8, 47))]}", properties)
    ])
    let building = try #require(try imported(.geojson, text).venue.map.buildings.first)
    #expect(abs(building.heightMetres - height) < 1e-9, "\(properties)")
  }

  @Test func shapes() throws {
    let bowTie = "[[8.001,47],[8.0012,47.0002],[8.0012,47],[8.001,47.0002],[8.001,47]]"
    let text = collection([
      (
        "{\"type\":\"Polygon\",\"coordinates\":[\(Self.square(8, 47)),\(Self.square(8.00005, 47.00005, 1e-4))]}",
        "{}"
      ),
      (
        "{\"type\":\"MultiPolygon\",\"coordinates\":[[\(Self.square(8.002, 47))],[\(Self.square(8.003, 47))]]}",
        "{\"name\":\"Two\"}"
      ),
      ("{\"type\":\"Polygon\",\"coordinates\":[\(bowTie)]}", "{}"),
      ("{\"type\":\"Point\",\"coordinates\":[8,47]}", "{}"), ("null", "{}"),
      ("{\"type\":\"Polygon\",\"coordinates\":[[[8,47],[8,48],[8,47]]]}", "{}"),
      ("{\"type\":\"Polygon\",\"coordinates\":[[[8,47],[200,48],[9,47],[8,47]]]}", "{}"),
      ("{\"type\":\"Polygon\",\"coordinates\":[[[8,47],[8,\"x\"],[9,47],[8,47]]]}", "{}"),
      ("{\"type\":\"Polygon\",\"coordinates\":[\(Self.square(60, 47))]}", "{}"),
      ("{\"type\":\"Polygon\",\"coordinates\":[]}", "{}"),
      ("{\"type\":\"Circle\",\"coordinates\":[8,47]}", "{}"),
    ])
    var options = ImportOptions()
    options.origin = try Geodetic(latitudeDegrees: 47, longitudeDegrees: 8)
    let imported = try imported(.geojson, text, name: "town.geojson", options: options)
    let buildings = imported.venue.map.buildings
    #expect(imported.venue.name == "town")
    #expect(buildings.map(\.footprint.count) == [1, 2, 2])
    #expect(buildings[0].footprint[0].holes.count == 1)
    #expect(buildings[1].name == "Two")
    // 2e-4 degrees of latitude are 22.2 m, of longitude 15.2 m.
    #expect(abs(buildings[1].footprint[0].area - 22.234 * 15.212) < 0.5)
    // The two halves of the bow tie have half the box's area.
    let halves = buildings[2].footprint.reduce(0) { $0 + $1.area }
    #expect(abs(halves - 22.234 * 15.212 / 2) < 0.5, "\(halves)")
    #expect(imported.report.count(.left, "footprints") == 8)
    #expect(imported.report.count(.inferred, "footprints") == 1)
  }

  static let town = """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Town</name>
    <Placemark><name>Hall</name><ExtendedData><Data name="height"><value>18</value></Data></ExtendedData>
    <Polygon><innerBoundaryIs><LinearRing><coordinates>8.00005,47.00005,0 8.00015,47.00005,0
    8.00015,47.00015,0 8.00005,47.00015,0 8.00005,47.00005,0</coordinates></LinearRing></innerBoundaryIs>
    <outerBoundaryIs><LinearRing><coordinates>8,47 8.0002,47 8.0002,47.0002 8,47.0002 8,47</coordinates>
    </LinearRing></outerBoundaryIs></Polygon></Placemark>
    <Placemark><name>Well</name><Point><coordinates>8.001,47.0001</coordinates></Point></Placemark>
    <Placemark><name>Bad</name><Point><coordinates>200,47</coordinates></Point></Placemark>
    <Placemark><name>Nowhere</name></Placemark><NetworkLink><name>x</name></NetworkLink>
    </Document></kml>
    """

  @Test func placemarks() throws {
    let folder = try TemporaryFolder()
    var writer = ZipWriter()
    try writer.add("doc.kml", contents: Array(Self.town.utf8))
    let path = try write(writer.archive, to: "town.kmz", in: folder)
    for imported in [try imported(nil, Self.town), try importVenue(nil, path: path)] {
      let building = try #require(imported.venue.map.buildings.first)
      #expect(building.name == "Hall" && building.heightMetres == 18)
      #expect(abs(building.footprint[0].area - 22.234 * 15.212 * 3 / 4) < 0.5)
      #expect(imported.venue.map.places.map(\.name) == ["Well", "Hall"])
      // One is outside, neither in the building nor in its closed court.
      let hall = imported.venue.map.places[1].spot.point
      let rim = try Polygon(exterior: building.footprint[0].exterior)
      #expect(!rim.contains(hall) && rim.boundaryDistance(to: hall) < 3, "\(hall)")
      #expect(imported.report.count(.left, "placemarks") == 2)
      #expect(imported.report.count(.left, "links to other files") == 1)
    }
  }

  @Test func shapefiles() throws {
    let command = "'ogr2ogr -f GeoJSON -t_srs EPSG:4326 roads.geojson roads.shp'"
    #expect(complaint(nil, [0, 0, 0x27, 0x0A, 0], name: "roads.shp")?.contains(command) == true)
    let folder = try TemporaryFolder()
    _ = try write([0, 0, 0x27, 0x0A, 0], to: "roads.shp", in: folder)
    do {
      _ = try importVenue(nil, path: folder.path)
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains(command), "\(error)")
    }
  }

  @Test func topology() throws {
    // Two squares that share an edge, quantised: arc 0 is the shared one.
    let text = """
      {"type":"Topology","transform":{"scale":[0.0001,0.0001],"translate":[8,47]},
      "arcs":[[[2,0],[0,2]],[[2,2],[-2,0],[0,-2],[2,0]],[[2,0],[2,0],[0,2],[-2,0]]],
      "objects":{"a":{"type":"GeometryCollection","geometries":[
      {"type":"Polygon","arcs":[[0,1]],"properties":{"height":5}},
      {"type":"Polygon","arcs":[[2,-1]]},{"type":"Polygon","arcs":[[7]]},
      {"type":"Point","coordinates":[0,0]}]}}}
      """
    let imported = try imported(nil, text)
    let buildings = imported.venue.map.buildings
    #expect(buildings.map(\.heightMetres) == [5, 8])
    for building in buildings {
      #expect(abs(building.footprint[0].area - 22.234 * 15.212) < 0.5)
    }
    #expect(imported.report.count(.left, "footprints") == 2)
  }

  @Test(
    .enabled(
      if: ImportPaths.data("sf-building-footprints/bf_ll-4_1.topojson.gz") != nil,
      "needs VENUESIM_DATA"))
  func completeFile() throws {
    let path = try #require(ImportPaths.data("sf-building-footprints/bf_ll-4_1.topojson.gz"))
    let imported = try importVenue(nil, path: path)
    #expect(imported.report.count(.taken, "buildings") == 1112)
    #expect(imported.venue.map.buildings.count == 1112)
  }
}
