import Documents
import Geometry
import Maps

/// Imports OpenStreetMap data as a venue: XML, plain or gzipped, or PBF.
struct OSMImporter {
  private let options: ImportOptions
  private let path: String
  private var report = ImportReport()
  /// Max distance of the nearest node from the middle of a map, in m: less than across a park.
  private static let besideMetres = 300.0

  ///
  /// - Throws: The fault of the file, or an error if nothing is usable.
  static func venue(path: String, options: ImportOptions) throws -> ImportedVenue {
    try venue(bytes: plainBytes(path, limits: options.limits), path: path, options: options)
  }

  static func venue(
    bytes: [UInt8], path: String, options: ImportOptions
  ) throws -> ImportedVenue {
    var importer = OSMImporter(path: path, options: options)
    return try importer.run(bytes)
  }

  private init(path: String, options: ImportOptions) {
    self.path = path
    self.options = options
  }

  private mutating func run(_ bytes: [UInt8]) throws -> ImportedVenue {
    var data = OSMData(path: path, box: options.box, limits: options.limits)
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    if first == UInt8(ascii: "<") {
      var reader = OSMXMLReader(bytes, name: path)
      try reader.read(into: &data)
    } else {
      var reader = OSMPBFReader(bytes, name: path)
      try reader.read(into: &data)
    }
    data.finish()
    report = data.report
    guard let middle = middle(of: data) else {
      throw DocumentError(
        "\(brief(path, limit: 200)): there is no node"
          + (options.box == nil ? " in it" : " in the box"))
    }
    let frame = try ImportFrame(origin: options.box?.center ?? middle, options: options)
    let ground = OSMGround(data, frame: frame)
    let far = ground.points.count { $0 == nil }
    report.leave("nodes", "too far from the origin", count: far)
    var site = SiteDraft(name: brief(options.name ?? fileStem(path), limit: 80), frame: frame)
    site.maxPlaces = options.limits.places
    build(&site, ground)
    guard !site.buildings.isEmpty || !site.roads.isEmpty || !site.pathEdges.isEmpty else {
      throw DocumentError(
        "\(brief(path, limit: 200)): it has no building, road or path for a venue")
    }
    let venue = site.venue(&report)
    return ImportedVenue(
      venue: venue, report: report,
      notes: [
        "Data (c) OpenStreetMap contributors, ODbL 1.0 (openstreetmap.org/copyright).",
        "Extract: \(splitPath(path).name).",
      ])
  }

  /// The middle of all nodes, or the node nearest to it if that is far from all nodes, as with a ferry's
  /// course.
  private func middle(of data: OSMData) -> GeoPoint? {
    var bounds = GeoBounds()
    for place in data.places { bounds.take(place) }
    guard !bounds.isEmpty, let frame = try? ImportFrame(origin: bounds.middle, options: options)
    else { return nil }
    var nearest = (distance: Double.infinity, place: bounds.middle)
    for place in data.places {
      let distance = frame.point(place)?.length ?? .infinity
      if distance < nearest.distance { nearest = (distance, place) }
    }
    return nearest.distance <= Self.besideMetres ? bounds.middle : nearest.place
  }

  private mutating func build(_ site: inout SiteDraft, _ ground: OSMGround) {
    var buildings = OSMBuildings(ground)
    buildings.find(&report)
    (site.buildings, site.facades) = buildings.build(&report)
    OSMPassages.open(&site, ground, &report)

    var roads = OSMRoadBuilder(ground)
    roads.build(&report)
    let restrictions = OSMRestrictions.find(roads, &report)
    let withAisles = OSMCarParks.added(to: roads, &report)
    roads = withAisles.roads
    var paths = OSMPathBuilder(ground, roads: roads)
    paths.build(&report)
    paths = OSMPavements.added(to: paths, beside: site.buildings, &report)
    site.pathNodes = paths.nodes.map { DraftSpot(point: $0, level: nil) }
    site.pathEdges = paths.edges
    site.roads = RoadNetwork(
      junctions: roads.junctions, roads: roads.roads, restrictions: restrictions,
      carParks: withAisles.carParks, busLines: OSMBusLines.find(ground, &report))
    report.measure("signalled junctions", "lights", roads.junctions.count { $0.control == .signal })

    var indoor = OSMIndoor(ground, buildings: buildings, site: site)
    indoor.build(&report)
    site = indoor.site
    site = OSMPlaces.added(to: site, ground, buildings, &report)
    if !site.levels.isEmpty {
      let drafts = site.sortedLevels
      WalkReach(drafts, connectors: site.connectors).addMeasures(drafts, &report)
    }
    reportConnections(site)
    reportCollisions(site)
    reportUnused(ground)
  }

  /// Reports the connectivity of roads and paths.
  private mutating func reportConnections(_ site: SiteDraft) {
    let carRoads = site.roads.roads.filter { $0.users.contains(.cars) }
    addMeasures(
      "roads for cars", site.roads.junctions.map(\.point),
      carRoads.map { road in
        let length = zip(road.line, road.line.dropFirst()).reduce(0) {
          $0 + $1.0.distance(to: $1.1)
        }
        return (road.from, road.to, length)
      })
    addMeasures(
      "paths", site.pathNodes.map(\.point),
      site.pathEdges.map { edge in
        let (a, b) = (site.pathNodes[edge.from].point, site.pathNodes[edge.to].point)
        return (edge.from, edge.to, a.distance(to: b))
      })
  }

  /// Reports the number of paths through buildings; missing passages on the map may explain them.
  private mutating func reportCollisions(_ site: SiteDraft) {
    let fronts = site.buildings.filter { $0.baseMetres < 2.5 }.flatMap(\.footprint).flatMap(\.edges)
    guard let index = try? SegmentIndex(fronts), !site.pathEdges.isEmpty else { return }
    let count = site.pathEdges.count { edge in
      edge.kind != .pathway
        && index.crosses(from: site.pathNodes[edge.from].point, to: site.pathNodes[edge.to].point)
    }
    report.measure(
      "paths through walls of buildings", "of \(site.pathEdges.count) edges", count)
  }

  private mutating func addMeasures(
    _ what: String, _ points: [Vec2], _ edges: [(from: Int, to: Int, length: Double)]
  ) {
    let weighted = edges.map { Graph.Edge(from: $0.from, to: $0.to, weight: $0.length) }
    guard !edges.isEmpty, let graph = try? Graph(positions: points, edges: weighted) else { return }
    let parts = graph.connectedComponents()
    var lengths: [Int: Double] = [:]
    for edge in edges { lengths[parts[edge.from], default: 0] += edge.length }
    let total = lengths.values.sorted().reduce(0, +)
    let maximum = lengths.values.max() ?? 0
    report.measure(
      what,
      "in all \(decimal(total / 1000, 1)) km; parts: \(lengths.count), the largest "
        + "\(decimal(maximum / 1000, 1)) km", edges.count)
  }

  /// Reports the kinds of elements without an equivalent in a venue.
  private mutating func reportUnused(_ ground: OSMGround) {
    let used: Set<String> = [
      "highway", "building", "building:part", "indoor", "amenity", "shop", "tourism", "leisure",
      "office", "historic", "craft", "healthcare",
    ]
    let known = [
      "railway", "waterway", "natural", "landuse", "barrier", "boundary", "power", "man_made",
      "route", "public_transport", "addr:housenumber", "area:highway", "leisure", "amenity",
    ]
    for way in ground.data.ways where !way.tags.isEmpty {
      guard !way.tags.pairs.contains(where: { used.contains($0.key) }) else { continue }
      let key = known.first { way.tags[$0] != nil } ?? "other"
      report.leave("ways with \(key)", "not used in venues")
    }
    for relation in ground.data.relations {
      let type = relation.tags["type"] ?? "none"
      if ["restriction"].contains(type) || relation.tags["building"] != nil
        || relation.tags["building:part"] != nil || relation.tags["amenity"] == "parking"
        || relation.tags.has("route", "bus", "trolleybus")
      {
        continue
      }
      report.leave("relations of the type '\(brief(type, limit: 20))'", "not used in venues")
    }
  }
}

/// Imports the content of an OpenStreetMap file of any supported encoding.
///
/// - Throws: The fault of the data.
package func importOpenStreetMap(_ bytes: [UInt8]) throws -> ImportedVenue {
  try OSMImporter.venue(bytes: bytes, path: "bytes", options: ImportOptions())
}
