import Documents
import Geometry
import Maps
import Venues

/// Builds one level of an IMDF archive: its units, and the walls between them.
struct IMDFLevelMaker {
  private let frame: ImportFrame
  private let archive: IMDFArchive
  private(set) var draft: LevelDraft
  /// Ids of the imported units, by index in the draft.
  private(set) var unitIDs: [String] = []
  /// The shapes of stairs, lifts and other connectors.
  private(set) var shafts: [Shaft] = []
  private var solids: [(shape: Polygon, category: String)] = []

  init(frame: ImportFrame, archive: IMDFArchive, draft: LevelDraft) {
    self.frame = frame
    self.archive = archive
    self.draft = draft
  }

  /// Converts a geometry to valid polygons, and reports its faults.
  static func polygons(
    of feature: GeoFeature, _ kind: String, _ frame: ImportFrame, _ report: inout ImportReport
  ) -> [Polygon] {
    guard case .polygons(let shapes)? = feature.geometry else {
      report.leave(kind, "no polygon", feature.id)
      return []
    }
    var polygons: [Polygon] = []
    for shape in shapes {
      let rings = shape.compactMap { frame.points($0) }
      guard rings.count == shape.count else {
        report.leave(kind, "too far from the origin", feature.id)
        continue
      }
      do throws(GeometryError) {
        let outcome = try ShapeMaker.polygons(rings)
        for repair in outcome.repairs { report.infer(kind, repair) }
        polygons += outcome.polygons
      } catch {
        report.leave(kind, "invalid: \(error)", feature.id)
      }
    }
    return polygons
  }

  mutating func addOutline(_ feature: GeoFeature, _ report: inout ImportReport) {
    draft.outline += Self.polygons(of: feature, "levels", frame, &report)
  }

  mutating func addUnit(
    _ feature: GeoFeature, name wish: String, _ names: inout NameRegister,
    _ report: inout ImportReport
  ) {
    let category = feature.text("category") ?? "unspecified"
    let shapes = Self.polygons(of: feature, "units", frame, &report)
    guard !shapes.isEmpty else { return }
    guard let kind = IMDFCategory.unitKind(category) else {
      solids += shapes.map { ($0, category) }
      return report.take("walls and columns drawn as units")
    }
    let restriction = feature.text("restriction")
    let own = archive.label(feature.properties["name"])
    for shape in shapes {
      let wish = own.isEmpty ? wish : own
      let fallback = category.prefix(while: { $0 != "." })
      let name = names.name(wish, or: "\(fallback) \(draft.shortName).")
      draft.units.append(
        Unit(
          name: name, kind: kind, shape: shape,
          isPublic: restriction == nil && kind != .service && kind != .storage))
      unitIDs.append(feature.id)
      if let connector = IMDFCategory.connector(kind) {
        shafts.append(
          Shaft(
            id: feature.id, level: draft.key, kind: connector, shape: shape,
            name: own.isEmpty ? "" : name))
      }
    }
    report.take("units")
  }

  mutating func addOpening(_ feature: GeoFeature, _ report: inout ImportReport) {
    guard case .lines(let lines)? = feature.geometry, let line = lines.first,
      let points = frame.points(line), let start = points.first, let end = points.last,
      start.distance(to: end) > 0.1
    else { return report.leave("openings", "no line of at least 10 cm", feature.id) }
    let jambs = Segment2(start, end)
    let category = feature.text("category") ?? "pedestrian"
    let door = feature.properties["door"]
    let kind = IMDFCategory.openingKind(
      category, door: door?["type"]?.plainText,
      isAutomatic: door?["automatic"] == .bool(true),
      control: IMDFArchive.ids(feature.properties["access_control"]))
    // The ground outdoors is flat, at the level of ordinal 0.
    let isGround = draft.key.ordinal == 0
    let isPrincipal = category == "pedestrian.principal"
    let isAtEdge =
      draft.outline.contains { $0.boundaryDistance(to: jambs.midpoint) < 0.6 }
      && draft.leadsOut(jambs)
    let isEntrance = isGround && (isPrincipal || isAtEdge)
    draft.openings.append(Opening(kind: kind, line: jambs, isEntrance: isEntrance))
    report.take("openings")
    if isEntrance, !isPrincipal {
      report.infer("entrances", "openings in the outline of the ground level")
    } else if isPrincipal, !isGround {
      report.leave(
        "entrances", "not on the ground level, and the ground outside is flat", feature.id)
    }
  }

  /// Adds an obstacle.
  mutating func addFixture(_ feature: GeoFeature, _ kind: String, _ report: inout ImportReport) {
    let shapes = Self.polygons(of: feature, kind, frame, &report)
    draft.fixtures += shapes
    if !shapes.isEmpty { report.take(kind) }
  }

  /// Infers the walls; call after all units and openings are added.
  mutating func finish(_ report: inout ImportReport) {
    for (shape, category) in solids { addSolid(shape, category) }
    let count = draft.units.count
    let hasDoor = draft.units.map { unit in
      draft.openings.contains { unit.shape.boundaryDistance(to: $0.line.midpoint) < 0.4 }
    }
    let bounded =
      draft.units + draft.outline.map { Unit(name: "", kind: .other, shape: $0) }
      + solids.map { Unit(name: "", kind: .inaccessible, shape: $0.shape) }
    let kinds = draft.units.map(\.kind)
    let outlines = count..<(count + draft.outline.count)
    let builder = WallBuilder(units: bounded, openings: draft.openings.map(\.line)) { beside in
      if beside.contains(where: { $0 >= outlines.upperBound }) { return nil }
      let inside = beside.filter { $0 < count }
      return Self.material(
        between: inside.map { (kinds[$0], hasDoor[$0]) },
        isFacade: beside.contains { outlines.contains($0) })
    }
    draft.walls += builder.walls
    report.infer("walls", "boundaries of units and levels", builder.walls.count)
    for (opening, isCut) in zip(draft.openings, builder.isCut) where !isCut {
      report.leave("openings as gaps", "no wall at their position", draft.text(opening.line))
    }
  }

  /// The wall material between units; nil without a wall.
  static func material(
    between units: [(kind: UnitKind, hasDoor: Bool)], isFacade: Bool
  ) -> Material? {
    let kinds = units.map(\.kind)
    let isOutdoor = { (kind: UnitKind) in kind == .terrace || kind == .garden }
    if isFacade {
      return !kinds.isEmpty && kinds.allSatisfy(isOutdoor) ? nil : .concrete
    }
    if kinds.contains(.lift) { return .reinforced }
    // Stairs with a door are enclosed; those without are open to their surroundings.
    let isOpen = units.map { unit in
      IMDFCategory.isOpen(unit.kind) || (unit.kind == .stairs && !unit.hasDoor)
    }
    if kinds.count == 1 { return kinds[0] == .void || isOutdoor(kinds[0]) ? nil : .plasterboard }
    if kinds.allSatisfy({ $0 == .void }) { return nil }
    if kinds.contains(.void) {
      let others = zip(kinds, isOpen).filter { $0.0 != .void }
      return others.allSatisfy(\.1) ? .railing : .plasterboard
    }
    if isOpen.allSatisfy({ $0 }) { return nil }
    if kinds.contains(.stairs) { return .concrete }
    let isFront = isOpen.contains(true) && kinds.contains { $0 == .shop || $0 == .food }
    return isFront ? .glass : .plasterboard
  }

  /// Converts a wall unit to its centre lines, and a column to an obstacle.
  private mutating func addSolid(_ shape: Polygon, _ category: String) {
    let (length, width, _) = shape.alignedSize
    let isColumn = category == "column" || (length < 1.3 && length < 2.5 * width)
    guard !isColumn, WallSkeleton.thickness(of: shape) < 0.9,
      let lines = WallSkeleton.lines(of: shape)
    else {
      draft.fixtures.append(shape)
      return
    }
    let material = IMDFCategory.wallMaterial(category)
    for line in lines {
      for (start, end) in zip(line.points, line.points.dropFirst())
      where rounded(start) != rounded(end) {
        draft.walls.append(
          DraftWall(line: Segment2(rounded(start), rounded(end)), material: material))
      }
    }
  }
}
