import Documents
import Geometry
import Maps

extension VenueAssembly {
  /// Adds all buildings with their levels.
  mutating func addBuildings() {
    for entry in file.buildings {
      each(entry.repetition, in: outermost) { assembly, shift, scope, _ in
        assembly.add(entry, shift: shift, scope)
      }
    }
  }

  private mutating func add(_ entry: BuildingEntry, shift: Vec2, _ scope: NameScope) {
    var scope = scope
    scope.building = scope.expand(entry.name)
    let name = scope.building
    let what = name.isEmpty ? "a building" : "building '\(name)'"
    let placement = drawing.appending(
      Placement(angle: entry.rotation, origin: entry.origin + shift))
    guard
      let outline = entry.shape.polygons(shiftedBy: .zero, of: what, at: entry.place, &findings)
    else { return }
    guard isWithinReach(placement.origin, of: what, at: entry.place) else { return }
    let number = buildings.count
    if !entry.levels.isEmpty {
      if name.isEmpty {
        findings.doubt("a building with levels needs a name", at: entry.place)
      } else if buildingsByName[name] != nil {
        findings.error(
          "two buildings are called '\(name)'; a repeat needs {n} in the name", at: entry.place)
      } else {
        buildingsByName[name] = number
      }
    }
    let footprint = outline.compactMap { placement($0) }
    // Room for the building, so that its levels can name it.
    buildings.append(Building(name: name, footprint: footprint, heightMetres: 0))
    buildingPlaces.append(entry.place)
    placements.append(placement)
    facades.append(entry.facade)
    roofs.append(roof(entry, over: footprint, placement))
    let first = levels.count
    addLevels(of: entry, outline: outline, number: number, scope)
    levelRanges.append(first..<levels.count)
    waitingConnectors.append((entry.connectors, building: number, scope))
    let top = levels[first...].map { $0.elevationMetres + $0.heightMetres + 0.5 }.max()
    if entry.height == nil, top == nil {
      findings.error("\(what) has neither a 'height' nor levels", at: entry.place)
    }
    buildings[number] = Building(
      name: name, footprint: footprint, heightMetres: entry.height ?? max(0.1, top ?? 0),
      baseMetres: entry.base)
    if let height = entry.height, entry.base >= height {
      findings.doubt(
        "\(what) begins \(shown(entry.base)) m above the ground but ends at \(shown(height)) m",
        at: entry.place)
    }
  }

  /// The roof, over the largest part of the footprint unless it has an outline of its own.
  private mutating func roof(
    _ entry: BuildingEntry, over footprint: [Polygon], _ placement: Placement
  ) -> Roof? {
    guard let roof = entry.roof else { return nil }
    if let ring = roof.outline {
      do {
        let shape = try Polygon(exterior: ring.map { placement($0) })
        return Roof(outline: shape, lossDecibels: roof.loss)
      } catch {
        findings.doubt("the roof has no proper shape: \(error)", at: entry.place)
        return nil
      }
    }
    return footprint.max { $0.area < $1.area }.map { Roof(outline: $0, lossDecibels: roof.loss) }
  }

  private mutating func addLevels(
    of entry: BuildingEntry, outline: [Polygon], number: Int, _ scope: NameScope
  ) {
    let storeys = storeys(of: entry, scope)
    var ordinals: Set<Int> = []
    var names: Set<String> = []
    var roomNames: Set<String> = []
    for storey in storeys {
      let what = "level \(storey.ordinal) of '\(scope.building)'"
      if !ordinals.insert(storey.ordinal).inserted {
        findings.error(
          "two levels have the same ordinal, \(storey.ordinal)", at: storey.entry.place)
        continue
      }
      if !names.insert(storey.name).inserted {
        findings.doubt("two levels are called '\(storey.name)'", at: storey.entry.place)
      }
      guard levels.count < 5000 else {
        findings.error("the venue has more than 5000 levels", at: storey.entry.place)
        return
      }
      var shape = outline
      if !storey.entry.shape.isMissing {
        guard
          let own = storey.entry.shape.polygons(
            shiftedBy: .zero, of: what, at: storey.entry.place, &findings)
        else { continue }
        shape = own
      }
      addLevel(storey, building: number, outline: shape, scope, &roomNames)
    }
  }

  /// A level's header: which it is, and how high it lies.
  struct Storey {
    let entry: LevelEntry
    let ordinal: Int
    let name: String
    var elevation: Double
    let counter: Counter
    /// How far above the one below it lies, if a repeat made both.
    let rise: Double?
  }

  /// A building's levels from the lowest, with the elevations that aren't told filled in.
  private func storeys(of entry: BuildingEntry, _ scope: NameScope) -> [Storey] {
    var storeys: [Storey] = []
    for level in entry.levels {
      let numbers = level.repetition?.numbers ?? [level.ordinal]
      let rise = level.repetition?.rise ?? level.height + 0.5
      for (index, number) in numbers.enumerated() {
        var inner = scope
        inner.counter = Counter(number: number, column: index + 1, row: 1, index: index)
        storeys.append(
          Storey(
            entry: level, ordinal: level.ordinal + index,
            name: level.name.map { inner.expand($0) } ?? "\(number)",
            elevation: level.elevation.map { $0 + rise * Double(index) } ?? .nan,
            counter: inner.counter, rise: level.repetition?.rise))
      }
    }
    storeys.sort { $0.ordinal < $1.ordinal }
    fillElevations(&storeys)
    return storeys
  }

  /// Stacks the levels whose elevation isn't told: upwards and downwards from one that is known.
  private func fillElevations(_ storeys: inout [Storey]) {
    let slab = 0.5
    guard !storeys.isEmpty else { return }
    let ground = storeys.firstIndex { $0.ordinal >= 0 } ?? storeys.count - 1
    if !storeys.contains(where: { !$0.elevation.isNaN }) { storeys[ground].elevation = 0 }
    if storeys[ground].elevation.isNaN, storeys[ground].ordinal == 0 {
      storeys[ground].elevation = 0
    }
    let known = storeys.firstIndex { !$0.elevation.isNaN } ?? 0
    for index in storeys.indices.dropFirst(known + 1) where storeys[index].elevation.isNaN {
      let below = storeys[index - 1]
      let isOfOneRepeat = below.entry.place == storeys[index].entry.place
      let rise = isOfOneRepeat ? below.rise : nil
      storeys[index].elevation = below.elevation + (rise ?? below.entry.height + slab)
    }
    for index in storeys.indices.prefix(known).reversed() {
      let above = storeys[index + 1]
      let isOfOneRepeat = above.entry.place == storeys[index].entry.place
      let rise = isOfOneRepeat ? above.rise : nil
      storeys[index].elevation =
        above.elevation - (rise ?? storeys[index].entry.height + slab)
    }
  }
}
