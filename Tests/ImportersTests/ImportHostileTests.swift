import Documents
import Geometry
import Importers
import Kernel
import Maps
import TestSupport
import Testing
import Venues

/// Damaged or malicious input: an error with its position, never a trap, never much memory.
struct ImportHostileTests {
  private static let head = "<osm><node id='1' lat='47' lon='8'/>"

  static let texts: [(text: String, answer: String)] = [
    ("", "not in a format that can be imported"), ("hello", "not in a format that can be imported"),
    ("[]", "not in a format that can be imported"),
    ("<osm>", "map:1:6: the element 'osm' is never closed"), ("<osm/>", "there is no node in it"),
    ("<gpx/>", "map:1:1: expected the root element 'osm'"),
    ("<!DOCTYPE osm [<!ENTITY a 'aaaa'>]><osm/>", "map:1:1: document types and entities"),
    ("<osm>\n <!ENTITY lol 'lol'></osm>", "map:2:2: document types and entities"),
    ("<osm>\n\n  <node id='1' lat='&lol;' lon='8'/></osm>", "map:3:21: unknown reference '&lol;'"),
    ("<osm><node id='1' lat='&#xD800;' lon='8'/></osm>", "unknown reference"),
    ("<osm><node id='1' lat='&#9999999999;' lon='8'/></osm>", "unknown reference"),
    ("<osm><node id='x' lat='47' lon='8'/></osm>", "map:1:6: 'node' needs a whole number as 'id'"),
    ("<osm><node id='1' lat='47'/></osm>", "map:1:6: 'node' needs numbers as 'lat' and 'lon'"),
    ("<osm><node id='1' id='2'/></osm>", "map:1:19: duplicate attribute 'id'"),
    ("<osm><node id='1></osm>", "'<' in a value"),
    ("<osm><node id='1", "this value is never closed"),
    ("<osm><node id=1/></osm>", "map:1:15: expected a value in quotes"),
    ("<osm></way></osm>", "does not close an open element"),
    ("<osm><way id='1'><node id='2' lat='1' lon='1'/></way></osm>", "a 'node' inside another"),
    ("<osm><way id='1'><nd ref='1e3'/></way></osm>", "'nd' needs a whole number as 'ref'"),
    ("<osm><relation id='1'><member type='x' ref='1'/></relation></osm>", "'member' needs"),
    ("<osm><way id='1'><tag k='a'/></way></osm>", "'tag' needs 'k' and 'v'"),
    ("<osm><!-- never closed", "map:1:6: this comment is never closed"),
    ("<osm></osm><osm/>", "map:1:12: a second root element"),
    (head + "</osm>", "it has no building, road or path"),
    ("<osm><node id='1' lat='nan' lon='8'/></osm>", "there is no node in it"),
    ("<osm><node id='1' lat='inf' lon='8'/></osm>", "there is no node in it"),
    ("<osm><node id='1' lat='91' lon='8'/></osm>", "there is no node in it"),
    (
      head + "<way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/></way></osm>",
      "it has no building"
    ),
    (
      head
        + "<relation id='1'><member type='relation' ref='1' role='outer'/><tag k='building' v='yes'/><tag k='type' v='multipolygon'/></relation></osm>",
      "it has no building"
    ),
    ("{", "map:1:2: expected a key"), ("{}", "'FeatureCollection'"),
    ("{\"type\":\"FeatureCollection\"}", "has no list of features"),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}", "there is no footprint in it"),
    ("{\"type\":\"FeatureCollection\",\"features\":[1,null,\"x\",[]]}", "there is no footprint"),
    (
      "{\"type\":\"FeatureCollection\",\"features\":[{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[1e999,1],[1,1],[2,2]]]}}]}",
      "the number is too large"
    ),
    (
      "{\"type\":\"FeatureCollection\",\"features\":[{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[NaN,1],[1,1],[2,2]]]}}]}",
      "map:1:88: expected a value"
    ),
    (
      "{\"type\":\"Topology\",\"arcs\":[[[0,0],[1,1]]],\"objects\":{\"a\":{\"type\":\"Polygon\",\"arcs\":[[99]]}}}",
      "there is no footprint"
    ),
    (
      "{\"type\":\"FeatureCollection\",\"features\":[{\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[179.9,1],[180.1,1],[180.1,2],[179.9,1]]]}}]}",
      "there is no footprint in it; left out: 1 footprints (coordinates that are not degrees on the Earth)"
    ),
    ("{\"type\":\"Topology\"}", "a topology needs 'arcs' and 'objects'"),
    (
      "{\"type\":\"Topology\",\"arcs\":[],\"objects\":{},\"transform\":{}}",
      "its transform is not a pair"
    ),
  ]

  @Test(arguments: texts.indices) func hostileTexts(_ index: Int) {
    let (text, answer) = Self.texts[index]
    let found = complaint(nil, Array(text.utf8))
    #expect(found?.contains(answer) == true, "\(text.prefix(80)): \(found ?? "accepted")")
  }

  @Test func depthAndSize() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(complaint(.osm, Array("<osm>\(deep)".utf8))?.contains("nested more than 64") == true)
    let many = (0..<100).map { " a\($0)='1'" }.joined()
    #expect(
      complaint(.osm, Array("<osm\(many)/>".utf8))?.contains("more than 64 attributes") == true)
    let long = String(repeating: "x", count: 100_000)
    #expect(complaint(.osm, Array("<osm a='\(long)'/>".utf8))?.contains("longer than") == true)
    #expect(complaint(.osm, Array("<\(long)/>".utf8))?.contains("the name is too long") == true)
    let nested = String(repeating: "[", count: 1_000_000)
    let json = Array("{\"a\":\(nested)".utf8)
    #expect(complaint(.geojson, json)?.contains("nested more than") == true)
    var invalid = Array("<osm><node id='1' lat='47' lon='8'><tag k='a' v='".utf8)
    invalid += [0xFF, 0xFE] + Array("'/></node></osm>".utf8)
    #expect(complaint(.osm, invalid)?.contains("map:1:50: invalid UTF-8") == true)
  }

  /// The blob of a block whose dense nodes have these fields.
  private func dense(_ build: (inout [UInt8]) -> Void) throws -> [UInt8] {
    var dense: [UInt8] = []
    build(&dense)
    var group: [UInt8] = []
    PBFEncoder.field(2, dense, &group)
    var block: [UInt8] = []
    var table: [UInt8] = []
    PBFEncoder.field(1, [], &table)
    PBFEncoder.field(1, table, &block)
    PBFEncoder.field(2, group, &block)
    return try header + PBFEncoder.blob("OSMData", block, isPacked: false)
  }

  private var header: [UInt8] {
    get throws {
      var header: [UInt8] = []
      PBFEncoder.field(4, Array("DenseNodes".utf8), &header)
      return try PBFEncoder.blob("OSMHeader", header, isPacked: false)
    }
  }

  @Test func blobs() throws {
    var needs: [UInt8] = []
    PBFEncoder.field(4, Array("HistoricalInformation".utf8), &needs)
    let history = try PBFEncoder.blob("OSMHeader", needs, isPacked: false)
    let huge = PBFEncoder.frame("OSMData", size: 1 << 62)
    var bomb: [UInt8] = []
    PBFEncoder.field(2, 1 << 40, &bomb)
    PBFEncoder.field(3, try Zlib.compress([UInt8](repeating: 0, count: 1 << 20)), &bomb)
    var liar: [UInt8] = []
    PBFEncoder.field(2, 100, &liar)
    PBFEncoder.field(3, try Zlib.compress([UInt8](repeating: 0, count: 1 << 20)), &liar)
    var lzma: [UInt8] = []
    PBFEncoder.field(4, [1, 2, 3], &lzma)
    func data(_ blob: [UInt8]) throws -> [UInt8] {
      try header + PBFEncoder.frame("OSMData", size: UInt64(blob.count)) + blob
    }
    let cases: [([UInt8], String)] = [
      (Array(try header.prefix(3)), "ends within the length of a header"),
      ([0xFF, 0xFF, 0xFF, 0xFF], "a header of 4294967295 bytes"),
      (history, "needs 'HistoricalInformation'"),
      (try header + huge, "blob 1: byte"), (try data(bomb), "contents of 1099511627776 bytes"),
      (try data(liar), "exceeds the limit of 100"), (try data(lzma), "only zlib is"),
      (try data([]), "a blob without contents"),
      (try Array(PBFEncoder.blob("OSMData", [], isPacked: false)), "data before the header"),
      (try header, "there is no node"),
    ]
    for (bytes, answer) in cases {
      let found = complaint(.osm, bytes)
      #expect(found?.contains(answer) == true, "\(answer): \(found ?? "accepted")")
    }
  }

  @Test func blocks() throws {
    let cases: [([UInt8], String)] = [
      // Ids without positions.
      (try dense { PBFEncoder.field(1, [2, 2, 2], &$0) }, "the message ends within a number"),
      // A list with a declared length beyond its message.
      (try dense { $0 += [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F] }, "longer than its message"),
      // A number of eleven bytes.
      (
        try dense { PBFEncoder.field(1, [UInt8](repeating: 0xFF, count: 11), &$0) },
        "a number of more than ten bytes"
      ),
      // A string that isn't in the table.
      (
        try dense {
          for number: UInt64 in [1, 8, 9] { PBFEncoder.field(number, [2], &$0) }
          PBFEncoder.field(10, [50, 51, 0], &$0)
        }, "text index 50 in a table of 1"
      ),
      (try dense { $0 += [0x7F] }, "of the unknown type 7"),
      (try dense { $0 += [0x08, 0x01] }, "field 1 of the wrong type"),
      (try dense { $0 += [0x00, 0x01] }, "a field without a number"),
    ]
    for (bytes, answer) in cases {
      let found = complaint(.osm, bytes)
      #expect(found?.contains(answer) == true, "\(answer): \(found ?? "accepted")")
      #expect(found?.contains("map: blob 1: byte") == true, "\(found ?? "")")
    }
  }

  /// Files that exceed the limits are rejected.
  @Test func limits() throws {
    var document = OSMDocument()
    for id in 1...50 { document.node(Int64(id), Double(id), 0) }
    document.way(1, (1...50).map { Int64($0) }, ("highway", "primary"))
    var options = ImportOptions()
    for (change, answer) in [
      ({ (limits: inout ImportLimits) in limits.nodes = 49 }, "more than 49 nodes"),
      ({ $0.references = 49 }, "more than 49 references"),
      ({ $0.fileBytes = 100 }, "more than the limit of 100"),
    ] as [((inout ImportLimits) -> Void, String)] {
      options.limits = ImportLimits()
      change(&options.limits)
      do {
        _ = try imported(.osm, document.xml, options: options)
        Issue.record("\(answer): accepted")
      } catch {
        #expect("\(error)".contains(answer), "\(error)")
      }
    }
  }

  @Test func archives() throws {
    let folder = try TemporaryFolder()
    var writer = ZipWriter()
    try writer.add("other.json", contents: Array("{}".utf8))
    let strange = try write(writer.archive, to: "a.zip", in: folder)
    #expect(throws: DocumentError.self) { try importVenue(nil, path: strange) }
    #expect(throws: DocumentError.self) { try importVenue(nil, path: folder.path) }
    #expect(throws: DocumentError.self) { try importVenue(nil, path: folder.path + "/none") }
    // A bomb: a gigabyte of blanks is a megabyte of zip.
    var bomb = ZipWriter()
    try bomb.add("manifest.json", contents: [UInt8](repeating: 0x20, count: 8 << 20))
    let path = try write(bomb.archive, to: "b.zip", in: folder)
    #expect(throws: (any Error).self) { try importVenue(.imdf, path: path) }
  }

  // MARK: Fuzz

  @Test func survivesMutations() throws { try checkMutations(0) }

  @Test(.enabled(if: runsLong, "make test-long"), arguments: 1..<20)
  func longSurvivesMoreMutations(_ batch: Int) throws { try checkMutations(batch) }

  /// Mutated maps of every format: each is imported or rejected.
  private func checkMutations(_ batch: Int) throws {
    let seeds = try Self.seeds()
    let folder = try TemporaryFolder()
    var accepted = 0
    for number in 0..<400 {
      let seed = UInt64(batch * 400 + number)
      var stream = RandomStream(seed: seed, purpose: "import fuzz")
      let (format, bytes) = seeds[stream.integer(below: seeds.count)]
      let path = try write(mutated(bytes, &stream), to: "map", in: folder)
      do {
        let venue = try importVenue(format, path: path).venue
        accepted += 1
        for building in venue.map.buildings {
          #expect(building.heightMetres > building.baseMetres && building.heightMetres < 2000)
        }
        for edge in venue.map.paths.edges {
          #expect(max(edge.from, edge.to) < venue.map.paths.nodes.count, "seed \(seed)")
        }
        for road in venue.map.roads.roads {
          #expect(road.line.count >= 2 && max(road.from, road.to) < venue.map.roads.junctions.count)
          #expect(road.limitMetresPerSecond > 0, "seed \(seed)")
        }
      } catch is DocumentError {
      } catch is ArchiveError {
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    #expect(accepted > 80 && accepted < 360, "\(accepted) of 400 accepted")
  }

  private static func seeds() throws -> [(ImportFormat, [UInt8])] {
    let excerpts = ImportPaths.excerpts
    var document = OSMDocument()
    for (id, x, y) in [
      (1, 0.0, 0.0), (2, 100, 0), (3, 0, 100), (4, -100, 0), (5, 40, 10), (6, 60, 10), (7, 60, 30),
      (8, 40, 30), (9, 50, 0),
    ] as [(Int64, Double, Double)] {
      document.node(id, x, y, ("highway", "traffic_signals"))
    }
    document.way(1, [1, 9, 2], ("highway", "primary"), ("oneway", "yes"))
    document.way(2, [4, 1, 3], ("highway", "residential"), ("sidewalk", "both"))
    document.way(3, [5, 6, 7, 8, 5], ("building", "yes"), ("height", "12"))
    document.way(4, [5, 6, 7, 8, 5], ("indoor", "room"), ("level", "0-1"), ("stairs", "yes"))
    document.way(5, [9, 6, 3], ("highway", "footway"), ("footway", "crossing"))
    document.way(6, [5, 6, 7, 8, 5], ("amenity", "parking"))
    document.relation(
      1, [("way", 1, "from"), ("node", 1, "via"), ("way", 2, "to")], ("type", "restriction"),
      ("restriction", "no_left_turn"))
    document.relation(2, [("way", 3, "outer")], ("type", "multipolygon"), ("building", "yes"))
    let unpacked = PBFEncoder.Style(isPacked: false)
    var seeds: [(ImportFormat, [UInt8])] = [
      (.osm, Array(document.xml.utf8)), (.osm, Array(document.xml.utf8)),
      (.osm, try PBFEncoder.file(document)), (.osm, try PBFEncoder.file(document, style: unpacked)),
      (.osm, try PBFEncoder.file(document, style: unpacked)),
      (
        .osm,
        try PBFEncoder.file(document, style: PBFEncoder.Style(isDense: false, isPacked: false))
      ),
      (
        .geojson,
        Array(
          """
          {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"height":5},
          "geometry":{"type":"Polygon","coordinates":[[[8,47],[8.001,47],[8.001,47.001],[8,47.001],
          [8,47]],[[8.0002,47.0002],[8.0004,47.0002],[8.0004,47.0004],[8.0002,47.0002]]]}}]}
          """.utf8)
      ),
    ]
    let storeys = try readFile(excerpts + "two-storeys.gml", limit: 1 << 20)
    seeds += [(.kml, Array(ImportFootprintTests.town.utf8)), (.indoorgml, storeys)]
    // Complete archives, stored or compressed: the smaller one.
    for folder in ["imdf-tiny", "wrld-westport-top"] {
      var writer = ZipWriter()
      for name in folderContents(excerpts + folder) ?? [] {
        try writer.add(
          name, contents: readFile(excerpts + folder + "/" + name, limit: 1 << 20))
      }
      seeds.append((folder == "imdf-tiny" ? .imdf : .wrld, writer.archive))
    }
    return seeds
  }

  /// Damage to single files of an archive, with valid checksums.
  @Test(arguments: ["imdf-tiny", "wrld-westport-top"]) func survivesDamagedFiles(
    _ name: String
  ) throws {
    let source = ImportPaths.excerpts + name
    let files = (folderContents(source) ?? []).filter { $0 != "main.json" }
    let folder = try TemporaryFolder()
    var contents: [String: [UInt8]] = [:]
    for file in folderContents(source) ?? [] {
      let bytes = try readFile(source + "/" + file, limit: 1 << 20)
      contents[file] = bytes
      _ = try write(bytes, to: file, in: folder)
    }
    var accepted = 0
    let count = name == "imdf-tiny" ? 400 : 60
    for seed in 0..<count {
      var stream = RandomStream(seed: UInt64(seed), purpose: "import damage")
      let file = files[stream.integer(below: files.count)]
      let good = contents[file] ?? []
      _ = try write(mutated(good, &stream), to: file, in: folder)
      do {
        _ = try importVenue(nil, path: folder.path)
        accepted += 1
      } catch is DocumentError {
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
      _ = try write(good, to: file, in: folder)
    }
    #expect(accepted > count / 4 && accepted < count, "\(accepted) of \(count)")
  }
}
