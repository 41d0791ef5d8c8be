import Geometry
import Maps

/// The obstacles and openings of a level, before its surroundings are known.
struct LevelSurvey {
  /// The max height above or below the ground, in m, of a level with access from outdoors.
  static let groundHeight = 1.0
  /// Gaps in the walls along a level's edge that are narrower, in m, are drawing errors.
  static let narrowestGap = 0.8
  /// Walls within this distance of a level's edge, in m, close it: outlines follow either face.
  private static let edgeTolerance = 0.5

  let index: Int
  let level: Level
  /// The obstacles: walls, locked doors, fixtures, edges of voids.
  let solid: [Segment2]
  /// The floor area; empty if unknown.
  let floor: [Polygon]
  /// True if the floor is only the convex hull of the drawing.
  let isFloorGuessed: Bool
  /// The areas without standing room: fixtures, voids, inaccessible units.
  let holes: [Polygon]
  /// The parts of the floor's edge without a wall or an opening, with the floor on their left.
  let openEdges: [Segment2]
  /// Open parts of the edge that are too narrow to count as open.
  let narrowEdges: [Segment2]

  /// True if access from outdoors needs no stairs.
  var isGroundHeight: Bool { abs(level.elevationMetres) <= Self.groundHeight }

  init(_ index: Int, of map: VenueMap) {
    let level = map.levels[index]
    self.index = index
    self.level = level
    let walls = Self.walls(of: level)
    let blocked = level.units.filter { !$0.kind.isWalkable }.map(\.shape)
    let locked = level.openings.filter { !$0.kind.isPassable }.map(\.line)
    let outlines = (level.fixtures + blocked).flatMap(\.edges)
    solid = (walls + locked + outlines).filter(\.isUsableWall)
    holes = level.fixtures + blocked
    let outline = level.outline
    isFloorGuessed = outline.isEmpty
    floor = outline.isEmpty ? Self.hull(of: level, index: index, map: map) : outline

    var open: [Segment2] = []
    var narrow: [Segment2] = []
    // A level drawn without walls but with its entrances is closed except for those.
    let isClosed = level.walls.isEmpty && level.openings.contains(where: \.isEntrance)
    let covers = walls + level.openings.map(\.line)
    for edge in floor.flatMap(\.edges) where edge.isUsableWall {
      for rest in Self.uncovered(edge, by: covers) {
        if rest.length >= Self.narrowestGap, !isClosed {
          open.append(rest)
        } else {
          narrow.append(rest)
        }
      }
    }
    openEdges = open
    narrowEdges = narrow
  }

  /// True if a point is on the floor, as far as is known, and not in a hole.
  func isFloor(_ point: Vec2) -> Bool {
    (floor.isEmpty || floor.contains { $0.contains(point) })
      && !holes.contains { $0.contains(point) }
  }

  /// Returns the walls without their openings.
  ///
  /// If a level has units but no walls, the outlines of rooms with openings in them count: a
  /// drawing with doors means them to matter. Corridors and halls run into one another.
  private static func walls(of level: Level) -> [Segment2] {
    let passages = level.openings.filter(\.kind.isPassable).map(\.line).filter(\.isUsableWall)
    let drawn = level.walls.filter(\.isUsableWall)
    guard drawn.isEmpty else {
      return cut(drawn, by: passages, tolerance: 0.05)
    }
    let lines = level.openings.map(\.line)
    let rooms = level.units.filter { unit in
      unit.kind.isWalkable && !unit.kind.isThoroughfare
        && lines.contains { unit.shape.boundaryDistance(to: $0.midpoint) < 0.4 }
    }
    return cut(rooms.flatMap(\.shape.edges), by: passages, tolerance: 0.4)
  }

  private static func cut(
    _ walls: [Segment2], by gaps: [Segment2], tolerance: Double
  ) -> [Segment2] {
    let boxes = gaps.map { $0.bounds.expanded(by: tolerance) }
    return walls.flatMap { wall in
      let box = wall.bounds
      let near = gaps.indices.filter { boxes[$0].intersects(box) }
      return wall.without(
        near.compactMap { wall.stretch(along: gaps[$0], within: tolerance, sine: 0.1) })
    }
  }

  private static func uncovered(_ edge: Segment2, by covers: [Segment2]) -> [Segment2] {
    let box = edge.bounds.expanded(by: edgeTolerance)
    let stretches = covers.compactMap { cover -> WallStretch? in
      guard cover.bounds.intersects(box) else { return nil }
      return edge.stretch(along: cover, within: edgeTolerance, sine: 0.3)
        .map { ($0.from - 0.05, $0.to + 0.05) }
    }
    return edge.without(stretches)
  }

  /// The convex hull of the drawing of a level.
  private static func hull(of level: Level, index: Int, map: VenueMap) -> [Polygon] {
    var points = (level.walls + level.openings.map(\.line)).flatMap { [$0.start, $0.end] }
    points += level.units.flatMap(\.shape.exterior)
    for connector in map.connectors {
      points += connector.stops.filter { $0.level == index }.map(\.point)
    }
    points += map.paths.nodes.filter { $0.level == index }.map(\.point)
    let hull = convexHull(of: points.filter(\.isWithinReach))
    guard hull.count > 2, let polygon = try? Polygon(exterior: hull) else { return [] }
    return [polygon]
  }
}

extension UnitKind {
  /// True if people pass through such units, so that their outlines are not walls.
  var isThoroughfare: Bool {
    switch self {
    case .corridor, .lobby, .hall, .platform, .garden, .terrace, .walkway, .ramp, .stairs,
      .escalator, .parking:
      true
    default: false
    }
  }
}
