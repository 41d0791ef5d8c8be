import Documents
import Geometry
import Maps

/// A storey in its building's coordinates, before walls are merged and doors cut.
struct LevelPlan {
  /// A room and its place in the file.
  struct Room {
    let unit: Unit
    let place: SourcePosition
  }

  /// A wall as drawn; other walls may cover a part of it.
  struct Wall {
    let line: Segment2
    let material: Material
    /// True if it was drawn explicitly rather than derived from a room or an outline.
    let isOwn: Bool
  }

  /// A door, with its line if given by a side or two jambs, else only its centre.
  struct Door {
    var middle: Vec2
    var line: Segment2?
    let width: Double
    let kind: OpeningKind
    let entrance: Bool?
    let place: SourcePosition
    let owner: String
  }

  var outline: [Polygon] = []
  var rooms: [Room] = []
  var walls: [Wall] = []
  var doors: [Door] = []
  var fixtures: [Polygon] = []
  /// True if its floor is near enough to the ground for doors to lead outdoors.
  var isNearGround = true

  var outlineEdges: [Segment2] { outline.flatMap(\.edges) }
}

/// The walls and openings of a storey.
struct LevelWalls {
  var walls: [Segment2] = []
  var materials: [Material] = []
  var openings: [Opening] = []
  /// The place of each opening in the file.
  var openingPlaces: [SourcePosition] = []
}

extension LevelPlan {
  /// The max distance of a door from its wall, in m.
  static let doorTolerance = 0.05

  /// Returns walls and doors as drawn, for venues whose walls already have their gaps.
  func asDrawn() -> LevelWalls {
    var result = LevelWalls()
    result.walls = walls.map(\.line)
    result.materials = walls.map(\.material)
    for door in doors {
      guard let line = door.line else { continue }
      result.openings.append(
        Opening(kind: door.kind, line: line, isEntrance: door.entrance ?? false))
      result.openingPlaces.append(door.place)
    }
    return result
  }

  /// Merges duplicate walls, cuts the doors out, and determines the entrances.
  func built(at place: SourcePosition, _ findings: inout VenueDiagnostics) -> LevelWalls {
    var pieces = WallPieces(walls)
    var result = LevelWalls()
    let edges = try? SegmentIndex(outlineEdges)
    for door in doors where !pieces.isOverfull && !findings.isHopeless {
      guard let line = pieces.line(of: door, &findings) else { continue }
      let isOuter = edges?.nearestSegment(to: line.midpoint, within: Self.doorTolerance) != nil
      result.openings.append(
        Opening(
          kind: door.kind, line: line, isEntrance: door.entrance ?? (isOuter && isNearGround)))
      result.openingPlaces.append(door.place)
    }
    if !pieces.isOverfull { pieces.cut(result.openings.map(\.line)) }
    if pieces.isOverfull {
      findings.error("the level has too many walls or doors in one place", at: place)
    }
    result.walls = pieces.lines
    result.materials = pieces.materials
    return result
  }
}
