import Documents
import Geometry
import Maps

extension VenueAssembly {
  /// How many walls a level may have before doubles are dropped and doors cut.
  private static let mostWalls = 100_000

  /// Adds a level with everything that stands on it.
  mutating func addLevel(
    _ storey: Storey, building: Int, outline: [Polygon], _ outer: NameScope,
    _ roomNames: inout Set<String>
  ) {
    let entry = storey.entry
    var scope = outer
    scope.counter = storey.counter
    scope.level = storey.name
    var plan = LevelPlan()
    plan.outline = outline
    plan.isNearGround = abs(storey.elevation) <= 1.5
    // Walls drawn by themselves come first, then the outer ones, so that they win where walls meet.
    for wall in entry.walls {
      each(wall.repetition, in: scope) { assembly, shift, _, _ in
        plan.add(wall, shift: shift, &assembly.findings)
      }
    }
    if let material = entry.outerWalls?.material {
      plan.addOuterWalls(material)
    } else if entry.outerWalls == nil, !file.isImported {
      plan.addOuterWalls(facades[building])
    }
    addRooms(entry, scope, &plan, &roomNames)
    for door in entry.doors {
      plan.add(
        door, shape: nil, shift: .zero, owner: "level \(storey.ordinal)", scope, &findings)
    }
    for fixture in entry.fixtures {
      each(fixture.repetition, in: scope) { assembly, shift, _, _ in
        plan.fixtures +=
          fixture.shape.polygons(
            shiftedBy: shift, of: "a fixture", at: fixture.place, &assembly.findings) ?? []
      }
    }
    guard plan.walls.count <= Self.mostWalls, plan.doors.count <= Self.mostWalls else {
      findings.error("the level has more than \(Self.mostWalls) walls or doors", at: entry.place)
      return
    }
    if !file.isImported { plan.checkRooms(at: entry.place, &findings) }
    let walls = file.isImported ? plan.asDrawn() : plan.built(at: entry.place, &findings)
    append(plan, walls, storey, building)
    addContents(of: storey, scope, building: building)
  }

  private mutating func addRooms(
    _ entry: LevelEntry, _ scope: NameScope, _ plan: inout LevelPlan,
    _ roomNames: inout Set<String>
  ) {
    let drawsWalls = !file.isImported
    for room in entry.rooms {
      each(room.repetition, in: scope) { assembly, shift, scope, _ in
        let name = scope.expand(room.name)
        if !roomNames.insert(name).inserted {
          assembly.findings.doubt(
            "two rooms of '\(scope.building)' are called '\(name)'; names of rooms that repeat need "
              + "{n}, or {level}", at: room.place)
        }
        plan.add(
          room, named: name, shift: shift, scope: scope, drawsWalls: drawsWalls,
          &assembly.findings)
      }
    }
  }

  /// Turns a finished level into the venue's frame.
  private mutating func append(
    _ plan: LevelPlan, _ walls: LevelWalls, _ storey: Storey, _ building: Int
  ) {
    let placement = placements[building]
    var units: [Unit] = []
    var places: [SourcePlace] = []
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

  /// Adds what of a level isn't its plan: transmitters and places, in the building's own metres.
  private mutating func addContents(of storey: Storey, _ scope: NameScope, building: Int) {
    let entry = storey.entry
    let level = levels.count - 1
    let placement = placements[building]
    for point in entry.accessPoints {
      each(point.repetition, in: scope) { assembly, shift, scope, _ in
        assembly.add(point, at: placement(point.at + shift), level: level, scope)
      }
    }
    for beacon in entry.beacons {
      each(beacon.repetition, in: scope) { assembly, shift, scope, counter in
        assembly.add(
          beacon, at: placement(beacon.at + shift), level: level, scope, counter.index,
          storey: storey.counter.index)
      }
    }
    for place in entry.places {
      each(place.repetition, in: scope) { assembly, shift, scope, _ in
        assembly.add(place, at: placement(place.at + shift), level: level, scope)
      }
    }
  }
}
