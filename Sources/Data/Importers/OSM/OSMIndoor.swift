import Geometry
import Maps
import Venues

/// Imports indoor plans in Simple Indoor Tagging: rooms, areas, corridors, walls, doors, stairs and lifts
/// with `level`.
struct OSMIndoor {
  /// A polygon with a use on one level.
  struct Space {
    let id: String
    let tags: OSMTags
    let shape: Polygon
    let kind: String
    let nodes: [Int64]
  }

  private let ground: OSMGround
  private let buildings: OSMBuildings
  private(set) var site: SiteDraft
  private var spaces: [LevelKey: [Space]] = [:]
  private var walls: [LevelKey: [[Vec2]]] = [:]
  private var owners: [String: Int] = [:]
  private var pathRegisters: [LevelKey: [Int: Int]] = [:]

  /// Default storey height, in m.
  static let storeyMetres = 3.5

  init(_ ground: OSMGround, buildings: OSMBuildings, site: SiteDraft) {
    self.ground = ground
    self.buildings = buildings
    self.site = site
  }

  /// True if a way is part of an indoor plan.
  static func isIndoor(_ tags: OSMTags) -> Bool {
    if let indoor = tags["indoor"], indoor != "no" { return true }
    return tags.has("highway", "corridor", "elevator") && tags["level"] != nil
  }

  private static let ordinals = -200...200

  /// Parses levels such as `0`, `0;1`, `-1-2` or `0.5`; fractions are skipped.
  static func levels(_ text: String?) -> [Int] {
    guard let text else { return [] }
    var levels: [Int] = []
    for part in text.split(separator: ";").prefix(64) {
      let part = trimmed(part)
      if let value = HeightText.plainNumber(part) {
        if let whole = Int(exactly: value), ordinals.contains(whole) { levels.append(whole) }
        continue
      }
      // A range: the dash is the first one after a digit.
      guard let dash = part.dropFirst().firstIndex(of: "-"),
        let low = Int(part[..<dash]), let high = Int(part[part.index(after: dash)...]),
        ordinals.contains(low), ordinals.contains(high), low <= high, high - low <= 100
      else { continue }
      levels += low...high
    }
    var seen: Set<Int> = []
    return levels.filter { seen.insert($0).inserted }
  }

  private static func allLevels(_ tags: OSMTags) -> [Int] {
    var seen: Set<Int> = []
    return (levels(tags["level"]) + levels(tags["repeat_on"])).filter { seen.insert($0).inserted }
  }

  /// Adds all levels with their contents.
  mutating func build(_ report: inout ImportReport) {
    collect(&report)
    guard !spaces.isEmpty else { return }
    var names = [Int: NameRegister]()
    var connectorNames = NameRegister()
    var shafts: [Shaft] = []
    for key in Set(spaces.keys).union(walls.keys).sorted() where spaces[key] != nil {
      var maker = OSMLevelMaker(
        ground: ground, draft: draft(key), spaces: spaces[key] ?? [], lines: walls[key] ?? [])
      maker.build(&names[key.building, default: NameRegister()], &report)
      shafts += maker.shafts
      site.levels.append(maker.draft)
    }
    report.take("levels", site.levels.count)
    report.infer(
      "elevations", "at \(decimal(Self.storeyMetres, 1)) m for each level", site.levels.count)
    let (connectors, single) = ShaftBuilder(shafts, levels: site.levels)
      .connectors(&connectorNames)
    site.connectors += connectors
    for connector in connectors {
      report.infer("\(connector.kind.rawValue) of areas", "areas that lie above one another")
    }
    for shaft in single {
      report.leave("\(shaft.kind.rawValue) areas", "nothing above or below", shaft.id)
    }
    addWays(&connectorNames, &report)
  }

  private func draft(_ key: LevelKey) -> LevelDraft {
    LevelDraft(
      key: key, shortName: "\(key.ordinal)",
      elevation: Double(key.ordinal) * Self.storeyMetres, height: Self.storeyMetres - 0.5)
  }

  // MARK: Contents

  private mutating func collect(_ report: inout ImportReport) {
    for way in ground.data.ways {
      guard let kind = way.tags["indoor"], kind != "no", kind != "yes" else { continue }
      let id = "way \(way.id)"
      guard ["room", "area", "corridor", "wall", "level"].contains(kind) else {
        report.leave("indoor=\(kind)", "of an unknown kind", id)
        continue
      }
      let levels = Self.allLevels(way.tags)
      guard !levels.isEmpty else {
        report.leave("indoor=\(kind)", "no whole-number level", id)
        continue
      }
      guard let line = ground.line(of: way) else {
        report.leave("indoor=\(kind)", "missing nodes", id)
        continue
      }
      if kind == "wall", !way.isClosed || !way.tags.isYes("area") {
        add(wall: line, levels, id, &report)
        continue
      }
      guard way.isClosed,
        let shape = (try? ShapeMaker.polygons([line]))?.polygons.max(by: { $0.area < $1.area })
      else {
        report.leave("indoor=\(kind)", "no valid outline", id)
        continue
      }
      let building = owner(of: shape.innerPoint, &report)
      for level in levels {
        spaces[LevelKey(building: building, ordinal: level), default: []].append(
          Space(id: id, tags: way.tags, shape: shape, kind: kind, nodes: way.nodes))
        report.take("indoor=\(kind)")
      }
    }
  }

  private mutating func add(
    wall line: [Vec2], _ levels: [Int], _ id: String, _ report: inout ImportReport
  ) {
    let building = owner(of: line[0], &report)
    for level in levels {
      walls[LevelKey(building: building, ordinal: level), default: []].append(line)
      report.take("indoor=wall")
    }
  }

  /// The index of the building around a point; adds a building if there is none.
  private mutating func owner(of point: Vec2, _ report: inout ImportReport) -> Int {
    if let known = site.buildings.firstIndex(where: { building in
      building.footprint.contains { $0.bounds.contains(point) && $0.contains(point) }
    }) {
      return known
    }
    if let known = owners["none"] { return known }
    owners["none"] = site.buildings.count
    site.buildings.append(
      Building(name: "Indoors", footprint: [], heightMetres: Self.storeyMetres))
    site.facades.append(.concrete)
    report.infer("buildings", "one for rooms that lie in no building on the map")
    return site.buildings.count - 1
  }

  // MARK: Ways and nodes between levels

  private mutating func addWays(_ names: inout NameRegister, _ report: inout ImportReport) {
    for id in ground.data.nodeTags.keys.sorted() {
      guard let tags = ground.data.nodeTags[id], tags.has("highway", "elevator"),
        let point = ground.point(ofNode: id)
      else { continue }
      addConnector(.lift, [point], tags, "node \(id)", &names, &report)
    }
    for way in ground.data.ways {
      let id = "way \(way.id)"
      if way.tags.has("highway", "steps"), Self.levels(way.tags["level"]).count >= 2 {
        guard let line = ground.line(of: way) else { continue }
        let kind: ConnectorKind =
          way.tags["conveying"].map { $0 != "no" } == true ? .escalator : .stairs
        addConnector(kind, line, way.tags, id, &names, &report)
      } else if way.tags.has("highway", "elevator"), way.isClosed {
        guard let line = ground.line(of: way), let box = Box2(containing: line) else { continue }
        addConnector(.lift, [box.center], way.tags, id, &names, &report)
      } else if Self.isIndoor(way.tags), way.tags["highway"] != nil {
        addPath(way, &report)
      }
    }
  }

  private mutating func addConnector(
    _ kind: ConnectorKind, _ line: [Vec2], _ tags: OSMTags, _ id: String,
    _ names: inout NameRegister, _ report: inout ImportReport
  ) {
    let levels = Self.allLevels(tags).sorted()
    let drafts = levels.compactMap { ordinal in
      site.levels.first { level in
        level.key.ordinal == ordinal
          && level.floor.contains { $0.boundaryDistance(to: line[0]) < 3 || $0.contains(line[0]) }
      }
    }
    guard drafts.count >= 2 else {
      return report.leave(
        kind == .lift ? "lifts" : kind.rawValue, "fewer than two levels here", id)
    }
    var points = line
    if tags.has("incline", "down") {
      points.reverse()
    } else if kind != .lift, tags["incline"] == nil {
      report.infer("directions of stairs", "upwards in the order drawn")
    }
    var stops: [DraftSpot]
    if kind == .lift || points.count < 2 {
      stops = drafts.map { DraftSpot(point: points[0], level: $0.key) }
    } else {
      // The longest leg is the flight; the legs before and after it lie on the levels.
      let legs = zip(points, points.dropFirst()).map { $0.0.distance(to: $0.1) }
      let flight = legs.indices.max { legs[$0] < legs[$1] } ?? 0
      let top = drafts[drafts.count - 1].key
      stops = points.enumerated().map {
        DraftSpot(point: $0.element, level: $0.offset <= flight ? drafts[0].key : top)
      }
    }
    var connector = DraftConnector(
      name: names.name(tags["name"] ?? "", or: kind == .lift ? "Lift" : "Stairs"), kind: kind,
      stops: stops)
    if kind == .escalator {
      // Forward is the drawn direction of the way; the stops may be reversed.
      let isTurned = tags.has("incline", "down")
      if tags.has("conveying", "forward", "backward") {
        connector.isOneWay = true
        if tags.has("conveying", "backward") != isTurned { connector.stops.reverse() }
      }
    }
    site.connectors.append(connector)
    report.take(kind == .lift ? "lifts" : kind.rawValue)
  }

  private mutating func addPath(_ way: OSMWay, _ report: inout ImportReport) {
    let levels = Self.levels(way.tags["level"])
    guard levels.count == 1, let run = ground.runs(of: way).first,
      let first = ground.points[run[0]],
      let key = site.levels.first(where: { level in
        level.key.ordinal == levels[0] && level.floor.contains { $0.contains(first) }
      })?.key
    else {
      return report.leave("indoor ways", "on no level that is mapped", "way \(way.id)")
    }
    var numbers: [Int] = []
    for node in run {
      guard let point = ground.points[node] else { continue }
      if pathRegisters[key]?[node] == nil {
        site.pathNodes.append(DraftSpot(point: point, level: key))
        pathRegisters[key, default: [:]][node] = site.pathNodes.count - 1
      }
      if let number = pathRegisters[key]?[node] { numbers.append(number) }
    }
    for (a, b) in zip(numbers, numbers.dropFirst()) where a != b {
      site.pathEdges.append(PathNetwork.Edge(from: a, to: b, kind: .pathway))
    }
    report.take("indoor ways")
  }
}
