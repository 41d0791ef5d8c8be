import Geometry
import Maps
import Venues

/// Builds one storey of an IndoorGML document.
struct IndoorGMLLevel {
  private(set) var draft: LevelDraft
  /// Name of the storey in descriptions; may be empty.
  let storey: String
  /// Floor height in the document, in m.
  let height: Double
  /// Walkable cells with their own names.
  private(set) var named: [(name: String, shape: Polygon)] = []
  /// The shapes of stairs, lifts and other connectors.
  private(set) var shafts: [Shaft] = []

  /// Max distance between the midpoints of a door drawn from both sides, in m.
  private static let sameDoor = 0.3
  /// Max thickness of a door cell with one opening, in m; thicker ones get an opening on each side.
  private static let thickest = 0.6

  init(draft: LevelDraft, storey: String, height: Double, isFlat: Bool) {
    self.draft = draft
    self.storey = storey
    // If all floors have one height, it can't distinguish them.
    self.height = isFlat ? 0 : height
  }

  mutating func add(
    _ cell: IndoorGMLCell, _ names: inout NameRegister, _ report: inout ImportReport
  ) {
    draft.outline.append(cell.floor)
    guard !cell.isDoor else { return }
    let name = names.name(cell.name, or: "\(cell.kind.rawValue) \(draft.shortName).")
    draft.units.append(Unit(name: name, kind: cell.kind, shape: cell.floor))
    report.take("cells")
    if let kind = IMDFCategory.connector(cell.kind) {
      shafts.append(
        Shaft(id: cell.id, level: draft.key, kind: kind, shape: cell.floor, name: cell.name))
    } else if cell.kind.isWalkable, !cell.name.isEmpty {
      named.append((cell.name, cell.floor))
    }
  }

  /// Adds a door for a cell between two others, across the direction of passage.
  mutating func addDoor(_ cell: IndoorGMLCell, _ report: inout ImportReport) {
    let (length, width, along) = cell.floor.alignedSize
    let centre = cell.floor.centroid
    let ways = [(along, length, width), (along.perpendicular, width, length)].map {
      (direction, depth, breadth) in
      let ends = [1.0, -1.0].count { side in
        let beyond = centre + direction * (side * (depth / 2 + 0.15))
        return draft.units.contains { $0.shape.contains(beyond) }
      }
      return (ends: ends, direction: direction, depth: depth, breadth: breadth)
    }
    // Prefers a direction between two rooms, then one from a room outdoors; else the thinner one.
    guard let way = ways.max(by: { ($0.ends, -$0.depth) < ($1.ends, -$1.depth) }), way.ends > 0
    else { return report.leave("doors", "no cell beside them", cell.id) }
    let across = way.direction.perpendicular * (way.breadth / 2)
    let offsets = way.depth <= Self.thickest ? [0] : [way.depth / 2, -way.depth / 2]
    for offset in offsets {
      let middle = centre + way.direction * offset
      addDoor(
        Segment2(rounded(middle - across), rounded(middle + across)), isEntrance: cell.isEntrance,
        cell.id, &report)
    }
  }

  /// Adds a door, unless it exists already.
  mutating func addDoor(
    _ line: Segment2, isEntrance: Bool, _ id: String, _ report: inout ImportReport
  ) {
    let isKnown = draft.openings.contains {
      $0.line.midpoint.distance(to: line.midpoint) < Self.sameDoor
    }
    guard !isKnown, line.length > 0.1 else { return }
    // The ground outdoors is flat, at the height of the ground storey.
    let leadsOut = isEntrance || draft.leadsOut(line)
    if leadsOut, draft.key.ordinal != 0 {
      report.leave("entrances", "not on the ground storey, and the ground outside is flat", id)
    }
    draft.openings.append(
      Opening(kind: .door, line: line, isEntrance: leadsOut && draft.key.ordinal == 0))
    report.take("doors")
  }

  /// Infers the walls; call after all cells and doors are added.
  mutating func finish(_ report: inout ImportReport) {
    let units = draft.units.map { unit in
      (
        kind: unit.kind,
        hasDoor: draft.openings.contains {
          unit.shape.boundaryDistance(to: $0.line.midpoint) < 0.4
        }
      )
    }
    let builder = WallBuilder(units: draft.units, openings: draft.openings.map(\.line)) { beside in
      IMDFLevelMaker.material(between: beside.map { units[$0] }, isFacade: beside.count == 1)
    }
    draft.walls = builder.walls
    report.infer("walls", "boundaries of cells", builder.walls.count)
    for (opening, isCut) in zip(draft.openings, builder.isCut) where !isCut {
      report.leave("doors as gaps", "no wall at their position", draft.text(opening.line))
    }
  }
}
