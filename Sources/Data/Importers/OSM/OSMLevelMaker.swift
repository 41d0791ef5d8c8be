import Geometry
import Maps
import Venues

/// Builds one level of an indoor plan in Simple Indoor Tagging.
struct OSMLevelMaker {
  private let ground: OSMGround
  private let spaces: [OSMIndoor.Space]
  private let lines: [[Vec2]]
  private(set) var draft: LevelDraft
  /// The shapes of stairs, lifts and other connectors.
  private(set) var shafts: [Shaft] = []

  /// Default widths of doors and entrances, in m.
  static let doorMetres = 0.9
  static let entranceMetres = 1.6

  init(ground: OSMGround, draft: LevelDraft, spaces: [OSMIndoor.Space], lines: [[Vec2]]) {
    self.ground = ground
    self.draft = draft
    self.spaces = spaces
    self.lines = lines
  }

  mutating func build(_ names: inout NameRegister, _ report: inout ImportReport) {
    var kinds: [String] = []
    for space in spaces {
      if space.kind == "level" {
        draft.outline.append(space.shape)
        if let name = space.tags["name"] ?? space.tags["level:ref"] {
          draft.shortName = brief(name, limit: 20)
        }
        continue
      }
      if space.kind == "wall" {
        draft.fixtures.append(space.shape)
        continue
      }
      let overlap = draft.units.reduce(0) { $0 + $1.shape.commonArea(with: space.shape) }
      if space.kind == "area", overlap > 0.01 * space.shape.area {
        draft.outline.append(space.shape)
        report.leave("areas as units", "other units lie in them", space.id)
        continue
      }
      let kind = Self.unitKind(space.tags, space.kind)
      let name = names.name(
        space.tags["name"] ?? space.tags["ref"] ?? "", or: "\(kind.rawValue) \(draft.shortName).")
      draft.units.append(
        Unit(
          name: name, kind: kind, shape: space.shape,
          isPublic: !space.tags.has("access", "private", "no")))
      kinds.append(space.kind)
      if let connector = Self.connector(space.tags, kind) {
        shafts.append(
          Shaft(
            id: space.id, level: draft.key, kind: connector, shape: space.shape,
            name: space.tags["name"] ?? ""))
      }
    }
    // The floor is the union of the level's own outline and its rooms.
    if !draft.outline.isEmpty { draft.outline += draft.units.map(\.shape) }
    addDoors(&report)
    addWalls(kinds, &report)
  }

  private static func unitKind(_ tags: OSMTags, _ space: String) -> UnitKind {
    if tags["stairs"] == "yes" || tags.has("room", "stairs") { return .stairs }
    if tags["highway"] == "elevator" || tags.has("room", "elevator") { return .lift }
    if tags["shop"] != nil { return .shop }
    if tags.has("amenity", "restaurant", "cafe", "bar", "fast_food", "food_court") { return .food }
    if tags.has("amenity", "toilets") || tags.has("room", "toilet", "toilets", "bathroom") {
      return .restroom
    }
    if space == "corridor" { return .corridor }
    if tags.has("railway", "platform") || tags.has("public_transport", "platform") {
      return .platform
    }
    switch tags["room"] {
    case "office": return .office
    case "shop": return .shop
    case "kitchen": return .kitchen
    case "storage": return .storage
    case "lobby", "entrance": return .lobby
    case "hall", "auditorium", "class", "lecture": return .hall
    case "technical": return .service
    case "void", "shaft": return .void
    default: return space == "area" ? .lobby : .room
    }
  }

  private static func connector(_ tags: OSMTags, _ kind: UnitKind) -> ConnectorKind? {
    switch kind {
    case .stairs: tags["conveying"].map { $0 != "no" } == true ? .escalator : .stairs
    case .lift: .lift
    default: nil
    }
  }

  // MARK: Doors

  private mutating func addDoors(_ report: inout ImportReport) {
    var done: Set<Int64> = []
    for space in spaces {
      // Uses the ring as drawn: the polygon may be reversed.
      let ring = space.nodes.dropLast()
      for (place, id) in zip(ring.indices, ring) where !done.contains(id) {
        guard let tags = ground.data.nodeTags[id], tags["door"] != nil || tags["entrance"] != nil
        else { continue }
        let levels = OSMIndoor.levels(tags["level"]) + OSMIndoor.levels(tags["repeat_on"])
        // The ground outdoors is flat, at level 0, and an entrance without a level is on it.
        let leadsOut = tags["entrance"].map { $0 != "no" } ?? false
        let isGround = draft.key.ordinal == 0
        guard levels.isEmpty ? isGround || !leadsOut : levels.contains(draft.key.ordinal) else {
          continue
        }
        let before = space.nodes[place == 0 ? space.nodes.count - 2 : place - 1]
        let after = space.nodes[place + 1]
        guard let point = ground.point(ofNode: id), let a = ground.point(ofNode: before),
          let b = ground.point(ofNode: after)
        else { continue }
        done.insert(id)
        let along = (b - a).normalized ?? Vec2(1, 0)
        let isEntrance = leadsOut && isGround
        if leadsOut, !isGround {
          report.leave("entrances", "not on level 0, and the ground outside is flat", "node \(id)")
        }
        let width =
          tags["width"].flatMap { HeightText.metres($0) }.map { min(max($0, 0.5), 10) }
          ?? (isEntrance ? Self.entranceMetres : Self.doorMetres)
        if tags["width"] == nil {
          report.infer("widths of doors", "of 0.9 m, and 1.6 m for entrances")
        }
        let line = Segment2(
          rounded(point - along * (width / 2)), rounded(point + along * (width / 2)))
        draft.openings.append(
          Opening(kind: Self.openingKind(tags), line: line, isEntrance: isEntrance))
        report.take(isEntrance ? "entrances" : "doors")
      }
    }
  }

  private static func openingKind(_ tags: OSMTags) -> OpeningKind {
    if tags.has("access", "private", "no") || tags.has("entrance", "emergency", "exit_only") {
      return .locked
    }
    if tags["automatic_door"].map({ $0 != "no" }) ?? false { return .sliding }
    return switch tags["door"] {
    case "no": .passage
    case "sliding": .sliding
    case "revolving": .revolving
    case "overhead", "folding", "trapdoor", "loadingdock": .shutter
    default: .door
    }
  }

  // MARK: Walls

  private mutating func addWalls(_ kinds: [String], _ report: inout ImportReport) {
    let units = draft.units
    let builder = WallBuilder(units: units, openings: draft.openings.map(\.line)) { beside in
      let isRoom = beside.contains { kinds[$0] == "room" }
      if beside.contains(where: { units[$0].kind == .lift }) { return .reinforced }
      if isRoom { return .plasterboard }
      // No walls between areas or between corridors; a wall around them all.
      if beside.count >= 2 || beside.allSatisfy({ kinds[$0] == "area" }) { return nil }
      return .concrete
    }
    draft.walls += builder.walls
    report.infer("walls", "boundaries of rooms and corridors", builder.walls.count)
    for (line, isCut) in zip(draft.openings, builder.isCut) where !isCut {
      report.leave("doors", "in no wall", draft.text(line.line))
    }
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) where a != b {
        draft.walls.append(DraftWall(line: Segment2(a, b), material: .concrete))
      }
    }
  }
}
