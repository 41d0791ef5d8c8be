import Documents
import Geometry
import Maps

/// A storey in its building's own metres, before its walls are made and its doors are cut.
struct LevelPlan {
  /// A room and where it stands in the file.
  struct Room {
    let unit: Unit
    let place: SourcePlace
  }

  /// A wall as drawn; others may cover a part of it.
  struct Wall {
    let line: Segment2
    let material: Material
    /// Whether it was drawn by itself rather than with a room or an outline.
    let isOwn: Bool
  }

  /// A door, with its line if a side or two jambs tell it, or only its middle.
  struct Door {
    var middle: Vec2
    var line: Segment2?
    let width: Double
    let kind: OpeningKind
    let entrance: Bool?
    let place: SourcePlace
    let owner: String
  }

  var outline: [Polygon] = []
  var rooms: [Room] = []
  var walls: [Wall] = []
  var doors: [Door] = []
  var fixtures: [Polygon] = []
  /// Whether its floor is near enough to the ground for doors to lead outdoors.
  var isNearGround = true

  /// The edges of the outline.
  var outlineEdges: [Segment2] { outline.flatMap(\.edges) }
}

/// The walls and openings of a storey.
struct LevelWalls {
  var walls: [Segment2] = []
  var materials: [Material] = []
  var openings: [Opening] = []
  /// Where each opening stands in the file.
  var openingPlaces: [SourcePlace] = []
}

extension LevelPlan {
  /// How far off a wall a door may be drawn, in m.
  static let doorTolerance = 0.05

  /// Takes walls and doors as they are, for venues whose walls have their gaps already.
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

  /// Makes each wall once, cuts the doors out, and tells which lead outdoors.
  func built(at place: SourcePlace, _ findings: inout Findings) -> LevelWalls {
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
