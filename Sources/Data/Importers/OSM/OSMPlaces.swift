import Geometry
import Maps

/// Imports named places, and the doors that lead to them.
struct OSMPlaces {
  private static let keys = [
    "amenity", "shop", "tourism", "leisure", "office", "railway", "public_transport", "historic",
    "craft", "healthcare", "aeroway", "entrance", "building",
  ]

  private let ground: OSMGround
  private var site: SiteDraft

  /// Adds named nodes, then named areas and rooms, each in order of id.
  static func added(
    to site: SiteDraft, _ ground: OSMGround, _ buildings: OSMBuildings,
    _ report: inout ImportReport
  ) -> SiteDraft {
    var places = OSMPlaces(ground: ground, site: site)
    places.addNodes(&report)
    places.addAreas(&report)
    for item in buildings.found where !item.isPart {
      guard let name = item.tags["name"], let shape = item.shapes.first else { continue }
      places.site.addPlace(
        name, in: shape, level: places.level(item.tags, at: shape.innerPoint, &report),
        "named buildings", &report)
    }
    return places.site
  }

  /// True if a node is a public entrance.
  private static func isDoor(_ tags: OSMTags) -> Bool {
    guard let kind = tags["entrance"] ?? tags["door"] else { return false }
    return !["no", "emergency", "exit", "exit_only"].contains(kind)
      && !tags.has("access", "private", "no")
  }

  private mutating func addNodes(_ report: inout ImportReport) {
    for id in ground.data.nodeTags.keys.sorted() {
      guard let tags = ground.data.nodeTags[id], let point = ground.point(ofNode: id) else {
        continue
      }
      if Self.isDoor(tags) { site.doors.append(point) }
      guard let name = tags["name"], let use = use(tags) else { continue }
      let spot = DraftSpot(point: point, level: level(tags, at: point, &report))
      site.addPlace(name, or: use, at: spot, "named places", &report)
    }
  }

  private func use(_ tags: OSMTags) -> String? {
    Self.keys.first { tags[$0] != nil } ?? (tags.has("highway", "bus_stop") ? "Stop" : nil)
  }

  private mutating func addAreas(_ report: inout ImportReport) {
    for way in ground.data.ways where way.isClosed {
      // Buildings come last, because places inside them are more specific.
      guard let name = way.tags["name"], way.tags["building"] == nil,
        use(way.tags) != nil || OSMIndoor.isIndoor(way.tags),
        !way.tags.has("indoor", "wall", "level"), !way.tags.has("highway", "elevator"),
        way.tags["stairs"] == nil, !way.tags.has("room", "stairs", "elevator"),
        let line = ground.line(of: way),
        let shape = try? Polygon(exterior: ShapeMaker.simplified(line))
      else { continue }
      add(name, shape, way.tags, &report)
    }
    for relation in ground.data.relations
    where relation.tags.has("type", "multipolygon") && relation.tags["building"] == nil {
      guard let name = relation.tags["name"], use(relation.tags) != nil else { continue }
      guard let rings = try? OSMRings.polygons(of: relation, ground).first,
        let shape = try? ShapeMaker.polygons(rings).polygons.first
      else {
        report.leave("named areas", "rings that don't close or are incomplete", name)
        continue
      }
      add(name, shape, relation.tags, &report)
    }
  }

  private mutating func add(
    _ name: String, _ shape: Polygon, _ tags: OSMTags, _ report: inout ImportReport
  ) {
    let level = level(tags, at: shape.innerPoint, &report)
    site.addPlace(
      name, in: shape, level: level, level == nil ? "named areas" : "named rooms", &report)
  }

  /// The level of a place if it is mapped; nil outdoors.
  private func level(
    _ tags: OSMTags, at point: Vec2, _ report: inout ImportReport
  ) -> LevelKey? {
    let ordinal = tags["level"] == nil ? 0 : OSMIndoor.levels(tags["level"]).first
    let key = site.levels.first { level in
      level.key.ordinal == ordinal && level.floor.contains { $0.contains(point) }
    }?.key
    if key == nil, ordinal != 0 {
      report.infer("named places", "outside: their level isn't mapped")
    }
    return key
  }
}
