import Documents
import Geometry
import Maps

/// Assembly of the buildings with their levels.
struct FloorAssembly {
  /// The max number of walls of a level for the removal of duplicates and the cutting of doors.
  private static let maxWalls = 100_000

  private(set) var buildings: [Building] = []
  private(set) var buildingPlaces: [SourcePosition] = []
  /// The placement of each building's drawing in the venue.
  private(set) var placements: [DrawingTransform] = []
  private(set) var facades: [Material] = []
  private(set) var roofs: [Roof?] = []
  /// The range of level indices of each building.
  private(set) var levelRanges: [Range<Int>] = []
  /// The buildings with levels, by name; for equal names the first.
  private(set) var buildingsByName: [String: Int] = [:]

  private(set) var levels: [Level] = []
  private(set) var levelPlaces: [SourcePosition] = []
  /// The places in the file of each level's rooms and openings.
  private(set) var roomPlaces: [[SourcePosition]] = []
  private(set) var openingPlaces: [[SourcePosition]] = []
  private(set) var materials: [[Material]] = []

  /// The connectors of the buildings, kept until all levels exist.
  private(set) var connectors: [(ConnectorEntries, building: Int, NameScope)] = []

  mutating func add(
    _ equipment: inout EquipmentAssembly, _ context: inout AssemblyContext
  ) {
    for entry in context.file.buildings {
      context.each(entry.repetition, in: context.outermost) { context, shift, scope, _ in
        add(entry, shift: shift, scope, &equipment, &context)
      }
    }
  }

  private mutating func add(
    _ entry: BuildingEntry, shift: Vec2, _ scope: NameScope, _ equipment: inout EquipmentAssembly,
    _ context: inout AssemblyContext
  ) {
    var scope = scope
    scope.building = scope.expand(entry.name)
    let name = scope.building
    let what = name.isEmpty ? "a building" : "building '\(name)'"
    let placement = context.drawing.appending(
      DrawingTransform(angle: entry.rotation, origin: entry.origin + shift))
    guard
      let outline = entry.shape.polygons(
        shiftedBy: .zero, of: what, at: entry.place, &context.findings)
    else { return }
    guard context.isWithinReach(placement.origin, of: what, at: entry.place) else { return }
    let number = buildings.count
    if !entry.levels.isEmpty {
      if name.isEmpty {
        context.findings.warn("a building with levels needs a name", at: entry.place)
      } else if let first = buildingsByName[name].map({ buildingPlaces[$0] }) {
        context.findings.error(
          "two buildings are called '\(name)'"
            + (first == entry.place ? "; a repeat needs {n} in the name" : ", first at \(first)"),
          at: entry.place)
      } else {
        buildingsByName[name] = number
      }
    }
    let footprint = outline.compactMap { placement($0) }
    // A placeholder, so that the levels can refer to the building.
    buildings.append(Building(name: name, footprint: footprint, heightMetres: 0))
    buildingPlaces.append(entry.place)
    placements.append(placement)
    facades.append(entry.facade)
    roofs.append(roof(entry, over: footprint, placement, &context))
    let first = levels.count
    addLevels(of: entry, outline: outline, number: number, scope, &equipment, &context)
    levelRanges.append(first..<levels.count)
    connectors.append((entry.connectors, building: number, scope))
    let top = levels[first...].map { $0.elevationMetres + $0.heightMetres + 0.5 }.max()
    if entry.height == nil, top == nil {
      context.findings.error("\(what) has neither a 'height' nor levels", at: entry.place)
    }
    buildings[number] = Building(
      name: name, footprint: footprint, heightMetres: entry.height ?? max(0.1, top ?? 0),
      baseMetres: entry.base)
    if let height = entry.height, entry.base >= height {
      context.findings.warn(
        "\(what) begins \(shown(entry.base)) m above the ground but ends at \(shown(height)) m",
        at: entry.place)
    }
  }

  /// The roof, over the largest part of the footprint unless it has an outline of its own.
  private func roof(
    _ entry: BuildingEntry, over footprint: [Polygon], _ placement: DrawingTransform,
    _ context: inout AssemblyContext
  ) -> Roof? {
    guard let roof = entry.roof else { return nil }
    if let ring = roof.outline {
      do {
        let shape = try Polygon(exterior: ring.map { placement($0) })
        return Roof(outline: shape, lossDecibels: roof.loss)
      } catch {
        context.findings.warn("the shape of the roof is invalid: \(error)", at: entry.place)
        return nil
      }
    }
    return footprint.max { $0.area < $1.area }.map { Roof(outline: $0, lossDecibels: roof.loss) }
  }

  private mutating func addLevels(
    of entry: BuildingEntry, outline: [Polygon], number: Int, _ scope: NameScope,
    _ equipment: inout EquipmentAssembly, _ context: inout AssemblyContext
  ) {
    let storeys = entry.storeys(scope)
    var (ordinals, names, roomNames) = (FirstUses(), FirstUses(), FirstUses())
    for storey in storeys {
      let what = "level \(storey.ordinal) of '\(scope.building)'"
      if let first = ordinals.again("\(storey.ordinal)", at: storey.entry.place) {
        context.findings.error(
          "two levels have the same ordinal, \(storey.ordinal)\(first)", at: storey.entry.place)
        continue
      }
      if let first = names.again(storey.name, at: storey.entry.place) {
        context.findings.warn(
          "two levels are called '\(storey.name)'\(first)", at: storey.entry.place)
      }
      guard levels.count < 5000 else {
        context.findings.error("the venue has more than 5000 levels", at: storey.entry.place)
        return
      }
      var shape = outline
      if !storey.entry.shape.isMissing {
        guard
          let own = storey.entry.shape.polygons(
            shiftedBy: .zero, of: what, at: storey.entry.place, &context.findings)
        else { continue }
        shape = own
      }
      addLevel(storey, building: number, outline: shape, scope, &roomNames, &equipment, &context)
    }
  }

  /// Adds a level with its contents.
  private mutating func addLevel(
    _ storey: LevelHeader, building: Int, outline: [Polygon], _ outer: NameScope,
    _ roomNames: inout FirstUses, _ equipment: inout EquipmentAssembly,
    _ context: inout AssemblyContext
  ) {
    let entry = storey.entry
    var scope = outer
    scope.counter = storey.counter
    scope.level = storey.name
    var plan = LevelPlan()
    plan.outline = outline
    plan.isNearGround = abs(storey.elevation) <= 1.5
    checkPicture(entry, &context)
    // Explicit walls come first, then the outer ones, so that they win where walls overlap.
    for wall in entry.walls {
      context.each(wall.repetition, in: scope) { context, shift, _, _ in
        plan.add(wall, shift: shift, &context.findings)
      }
    }
    if let material = entry.outerWalls?.material {
      plan.addOuterWalls(material)
    } else if entry.outerWalls == nil, !context.file.isImported {
      plan.addOuterWalls(facades[building])
    }
    addRooms(entry, scope, &plan, &roomNames, &context)
    for door in entry.doors {
      plan.add(
        door, shape: nil, shift: .zero, owner: "level \(storey.ordinal)", scope, &context.findings)
    }
    for fixture in entry.fixtures {
      context.each(fixture.repetition, in: scope) { context, shift, _, _ in
        plan.fixtures +=
          fixture.shape.polygons(
            shiftedBy: shift, of: "a fixture", at: fixture.place, &context.findings) ?? []
      }
    }
    guard plan.walls.count <= Self.maxWalls, plan.doors.count <= Self.maxWalls else {
      context.findings.error(
        "the level has more than \(Self.maxWalls) walls or doors", at: entry.place)
      return
    }
    if !context.file.isImported { plan.checkRooms(at: entry.place, &context.findings) }
    let walls =
      context.file.isImported ? plan.asDrawn() : plan.built(at: entry.place, &context.findings)
    append(plan, walls, storey, building)
    addContents(of: storey, scope, building: building, &equipment, &context)
  }

  /// Reports a picture whose anchors can't be right.
  private func checkPicture(_ entry: LevelEntry, _ context: inout AssemblyContext) {
    guard let picture = entry.picture else { return }
    do throws(DocumentFormError) {
      _ = try picture.frame()
    } catch {
      context.findings.error(
        "the picture of level \(entry.ordinal) \(error.message)", at: picture.place)
    }
  }

  private func addRooms(
    _ entry: LevelEntry, _ scope: NameScope, _ plan: inout LevelPlan,
    _ roomNames: inout FirstUses, _ context: inout AssemblyContext
  ) {
    let drawsWalls = !context.file.isImported
    for room in entry.rooms {
      context.each(room.repetition, in: scope) { context, shift, scope, _ in
        let name = scope.expand(room.name)
        if let first = roomNames.again(name, at: room.place) {
          context.findings.warn(
            "two rooms of '\(scope.building)' are called '\(name)'\(first); names of rooms that repeat need "
              + "{n}, or {level}", at: room.place)
        }
        plan.add(
          room, named: name, shift: shift, scope: scope, drawsWalls: drawsWalls,
          &context.findings)
      }
    }
  }

  /// Transforms a finished level into the venue's frame.
  private mutating func append(
    _ plan: LevelPlan, _ walls: LevelWalls, _ storey: LevelHeader, _ building: Int
  ) {
    let placement = placements[building]
    var units: [Unit] = []
    var places: [SourcePosition] = []
    for room in plan.rooms {
      guard let shape = placement(room.unit.shape) else { continue }
      units.append(
        Unit(
          name: room.unit.name, kind: room.unit.kind, shape: shape,
          isPublic: room.unit.isPublic))
      places.append(room.place)
    }
    levels.append(
      Level(
        building: building, ordinal: storey.ordinal, shortName: storey.name,
        elevationMetres: storey.elevation, heightMetres: storey.entry.height,
        outline: plan.outline.compactMap { placement($0) }, units: units,
        walls: walls.walls.map { placement($0) },
        openings: walls.openings.map {
          Opening(kind: $0.kind, line: placement($0.line), isEntrance: $0.isEntrance)
        },
        fixtures: plan.fixtures.compactMap { placement($0) }))
    levelPlaces.append(storey.entry.place)
    roomPlaces.append(places)
    openingPlaces.append(walls.openingPlaces)
    materials.append(walls.materials)
  }

  /// Adds the transmitters and places of a level, in the building's coordinates.
  private func addContents(
    of storey: LevelHeader, _ scope: NameScope, building: Int, _ equipment: inout EquipmentAssembly,
    _ context: inout AssemblyContext
  ) {
    let entry = storey.entry
    let level = levels.count - 1
    let placement = placements[building]
    for point in entry.accessPoints {
      context.each(point.repetition, in: scope) { context, shift, scope, _ in
        equipment.add(point, at: placement(point.at + shift), level: level, levels, scope, &context)
      }
    }
    for beacon in entry.beacons {
      context.each(beacon.repetition, in: scope) { context, shift, scope, counter in
        equipment.add(
          beacon, at: placement(beacon.at + shift), level: level, levels, scope, counter.index,
          storey: storey.counter.index, &context)
      }
    }
    for place in entry.places {
      context.each(place.repetition, in: scope) { context, shift, scope, _ in
        equipment.add(place, at: placement(place.at + shift), level: level, levels, scope, &context)
      }
    }
  }
}
