import Documents
import Geometry
import Maps
import Venues

/// Imports an IndoorGML 1.x document as a venue: cells become units, their floors levels, and doors
/// openings in the walls between cells.
struct IndoorGMLImporter {
  /// Default storey height if all floors have one height, in m: an estimate.
  static let storeyMetres = 4.0
  /// Max height difference of floors in one storey, in m: half a storey.
  private static let storeyReach = 1.5

  private let path: String
  private let options: ImportOptions
  private let reader: IndoorGMLReader
  private var report = ImportReport()
  private var site: SiteDraft
  private let coordinates: IndoorGMLCoordinates
  private var cells: [IndoorGMLCell] = []
  private var levels: [IndoorGMLLevel] = []

  ///
  /// - Throws: Its first mistake with line and column, or an error if it has no usable cell.
  static func venue(path: String, options: ImportOptions) throws -> ImportedVenue {
    let reader = try IndoorGMLReader(
      plainBytes(path, limits: options.limits), name: path, limits: options.limits)
    var importer = try IndoorGMLImporter(reader, path: path, options: options)
    return try importer.run()
  }

  private init(_ reader: IndoorGMLReader, path: String, options: ImportOptions) throws {
    self.path = path
    self.options = options
    self.reader = reader
    guard let coordinates = IndoorGMLCoordinates(reader, options, &report) else {
      throw DocumentError(
        "\(brief(path, limit: 200)): no cell in it has a geometry; a venue needs CellSpace "
          + "features with Geometry2D or Geometry3D")
    }
    self.coordinates = coordinates
    site = SiteDraft(
      name: brief(options.name ?? fileStem(path), limit: 80),
      frame: ImportFrame(
        origin: coordinates.frame.origin, reach: options.limits.reachMetres))
    site.maxPlaces = options.limits.places
  }

  private mutating func run() throws -> ImportedVenue {
    for feature in reader.features where feature.element.hasSuffix("Space") {
      guard let faces = coordinates.local(feature.faces) else {
        report.leave("cells", "too far from the origin", feature.id)
        continue
      }
      if let cell = IndoorGMLCell(feature, faces, &report) { cells.append(cell) }
    }
    guard cells.contains(where: { !$0.isDoor }) else {
      throw DocumentError("\(brief(path, limit: 200)): none of its cells has a floor")
    }
    makeLevels()
    addCells()
    addDoors()
    for index in levels.indices { levels[index].finish(&report) }
    site.levels = levels.map(\.draft)
    connect()
    addBuilding()
    for level in levels {
      for unit in level.named {
        site.addPlace(unit.name, in: unit.shape, level: level.draft.key, "named cells", &report)
      }
    }
    let drafts = site.sortedLevels
    WalkReach(drafts, connectors: site.connectors).addMeasures(drafts, &report)
    let venue = site.venue(&report)
    return ImportedVenue(
      venue: venue, report: report, notes: ["Indoor map in IndoorGML 1.x (OGC 19-011)."])
  }

  // MARK: Storeys

  /// Groups the floors into storeys, by the names in descriptions or else by height.
  private mutating func makeLevels() {
    let isFlat = Set(cells.map(\.low)).count == 1
    var storeys: [(name: String, height: Double)] = []
    for cell in cells {
      guard let name = cell.storey, !storeys.contains(where: { $0.name == name }) else { continue }
      let lows = cells.filter { $0.storey == name }.map(\.low).sorted()
      let height =
        isFlat ? Double(storeys.count) * Self.storeyMetres : lows[lows.count / 2]
      storeys.append((name, height))
    }
    if isFlat, storeys.count > 1 {
      report.infer("heights of storeys", "at \(decimal(Self.storeyMetres, 1)) m, in their order")
    }
    for cell in cells.sorted(by: { $0.low < $1.low }) where cell.storey == nil {
      if !storeys.contains(where: { abs($0.height - cell.low) < Self.storeyReach }) {
        storeys.append(("", cell.low))
      }
    }
    storeys.sort { $0.height < $1.height }
    // The ground is the storey at height 0; else the lowest.
    let ground = storeys.firstIndex { abs($0.height) < Self.storeyReach } ?? 0
    for (index, storey) in storeys.enumerated() {
      let gap =
        index + 1 < storeys.count ? storeys[index + 1].height - storey.height : .infinity
      let rooms = cells.filter { abs($0.low - storey.height) < Self.storeyReach }
        .map { $0.high - $0.low }.sorted()
      let usual = rooms.isEmpty ? 0 : rooms[rooms.count / 2]
      let height = usual > 1.5 ? min(usual, gap) : min(3, gap - 0.3)
      let ordinal = index - ground
      let draft = LevelDraft(
        key: LevelKey(building: 0, ordinal: ordinal),
        shortName: brief(storey.name.isEmpty ? "\(ordinal)" : storey.name, limit: 20),
        elevation: rounded(storey.height - storeys[ground].height),
        height: rounded(max(height, 2.2)))
      levels.append(
        IndoorGMLLevel(draft: draft, storey: storey.name, height: storey.height, isFlat: isFlat))
    }
    report.take("storeys", levels.count)
  }

  /// The index of a cell's level.
  private func level(of cell: IndoorGMLCell) -> Int? {
    levels.firstIndex { cell.storey != nil && $0.storey == cell.storey }
      ?? level(at: cell.low)
  }

  private func level(at height: Double) -> Int? {
    levels.indices.min { abs(levels[$0].height - height) < abs(levels[$1].height - height) }
  }

  private mutating func addCells() {
    var names = NameRegister()
    for cell in cells {
      guard let home = level(of: cell) else { continue }
      levels[home].add(cell, &names, &report)
      guard cell.kind == .stairs || cell.kind == .lift else { continue }
      // A shaft drawn as one cell through several storeys is added to all of them.
      for number in levels.indices
      where number != home && levels[number].height > cell.low + 1
        && levels[number].height < cell.high - 1
      {
        levels[number].add(cell, &names, &report)
      }
    }
  }

  // MARK: Doors

  private mutating func addDoors() {
    for cell in cells where cell.isDoor {
      guard let number = level(of: cell) else { continue }
      levels[number].addDoor(cell, &report)
    }
    var adjacent: Set<String> = []
    for feature in reader.features where feature.element == "Transition" {
      if feature.said("type")?.lowercased() == "adjacency" {
        adjacent.formUnion([feature.id] + feature.duals)
      }
    }
    for feature in reader.features where feature.element.hasSuffix("Boundary") {
      let isPassed = !feature.duals.isEmpty && !feature.duals.contains { adjacent.contains($0) }
      let kind = IndoorGMLKind(feature)
      guard kind.isDoor || (isPassed && !adjacent.contains(feature.id)) else {
        report.leave("boundaries", "no door: walls follow from the cells")
        continue
      }
      let points = coordinates.local(feature.faces)?.joined().joined().map { $0 } ?? []
      let more = coordinates.local([feature.lines])?.joined().joined().map { $0 } ?? []
      guard let low = (points + more).map(\.z).min(),
        let line = Self.longest(of: (points + more).map(\.xy)),
        let number = storey(of: feature) ?? level(at: low)
      else {
        report.leave("doors", "no line of at least 10 cm", feature.id)
        continue
      }
      levels[number].addDoor(line, isEntrance: kind.isEntrance, feature.id, &report)
    }
  }

  private func storey(of feature: IndoorGMLFeature) -> Int? {
    feature.said("storey", "floor", "level").flatMap { name in
      levels.firstIndex { $0.storey == name }
    }
  }

  /// The line between the two most distant points, the plan view of a door.
  private static func longest(of points: [Vec2]) -> Segment2? {
    guard let first = points.first,
      let start = points.max(by: { $0.distance(to: first) < $1.distance(to: first) }),
      let end = points.max(by: { $0.distance(to: start) < $1.distance(to: start) }),
      start.distance(to: end) > 0.1
    else { return nil }
    return Segment2(rounded(start), rounded(end))
  }

  // MARK: Between storeys

  private mutating func connect() {
    var names = NameRegister()
    let shafts = levels.flatMap(\.shafts)
    let (connectors, _) = ShaftBuilder(shafts, levels: site.levels).connectors(&names)
    site.connectors = connectors
    for connector in connectors {
      report.infer(
        connector.kind == .lift ? "lifts" : connector.kind.rawValue,
        "cells that lie above one another")
    }
    var cellOfState: [String: String] = [:]
    for feature in reader.features where feature.element == "State" {
      if let cell = feature.duals.first { cellOfState[feature.id] = cell }
    }
    for feature in reader.features where feature.element == "Transition" {
      let ends = feature.connected.compactMap { cellOfState[$0] }
      guard ends.count == 2 else { continue }
      join(feature, ends[0], ends[1], shafts, &names)
    }
    let joined = Set(site.connectors.flatMap(\.members))
    for shaft in shafts where !joined.contains(shaft.id) {
      report.leave("\(shaft.kind.rawValue) cells", "nothing above or below", shaft.id)
    }
  }

  /// Adds stairs or a lift for a transition between storeys.
  private mutating func join(
    _ feature: IndoorGMLFeature, _ from: String, _ to: String, _ shafts: [Shaft],
    _ names: inout NameRegister
  ) {
    let isKnown = site.connectors.contains {
      $0.members.contains(from) && $0.members.contains(to)
    }
    guard !isKnown, let start = shafts.first(where: { $0.id == from }),
      let end = shafts.first(where: { $0.id == to }), start.level != end.level
    else { return }
    let pair = [start, end].sorted { $0.level < $1.level }
    let stops = pair.map { shaft -> DraftSpot in
      guard let level = site.levels.first(where: { $0.key == shaft.level }) else {
        return DraftSpot(point: shaft.shape.innerPoint, level: shaft.level)
      }
      let front = ShaftFront(shaft.shape, on: level, others: [])
      return DraftSpot(
        point: shaft.kind == .lift ? front.outside : front.inside, level: shaft.level)
    }
    site.connectors.append(
      DraftConnector(
        name: names.name(start.name, or: "Stairs"), kind: start.kind, stops: stops,
        members: [from, to]))
    report.take("transitions between storeys")
  }

  private mutating func addBuilding() {
    let ground = site.levels.first { $0.key.ordinal == 0 } ?? site.levels[0]
    let top = site.levels.map { $0.elevation + $0.height }.max() ?? Self.storeyMetres
    site.buildings = [
      Building(
        name: site.name, footprint: ground.floor, heightMetres: rounded(max(top, 2.5)))
    ]
    site.facades = [.concrete]
    report.infer("buildings", "one for all cells, as wide as the ground storey")
  }
}
