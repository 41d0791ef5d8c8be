import Geometry
import Maps

/// What of a level stops people and where it lets them through, before its surroundings are known.
struct LevelSurvey {
  /// The greatest height above or below the ground, in m, at which one steps in from outdoors.
  static let groundHeight = 1.0
  /// Gaps in the walls along a level's edge that are narrower, in m, are slips of the drawing.
  static let narrowestGap = 0.8
  /// Walls within this distance of a level's edge, in m, close it: outlines follow either face.
  private static let edgeTolerance = 0.5

  let index: Int
  let level: Level
  /// What can't be walked through: walls, locked doors, fixtures, edges of voids.
  let solid: [Segment2]
  /// Where there is floor; empty if nobody knows.
  let floor: [Polygon]
  /// Whether the floor is only the hull of what is drawn.
  let isFloorGuessed: Bool
  /// Where nobody can stand: fixtures, voids, what is inaccessible.
  let holes: [Polygon]
  /// The stretches of the floor's edge that no wall and no opening closes, inside on their left.
  let openEdges: [Segment2]
  /// Such stretches that are too narrow to count as open.
  let narrowEdges: [Segment2]

  /// Whether one can step in from outdoors without stairs.
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

  /// Whether a point is on the floor, as far as is known, and not in a hole.
  func isFloor(_ point: Vec2) -> Bool {
    (floor.isEmpty || floor.contains { $0.contains(point) })
      && !holes.contains { $0.contains(point) }
  }

  /// Returns the walls without their openings.
  ///
  /// Where a level has no walls but units, the outlines of those rooms count that have openings in
  /// them: a drawing that has doors means them to matter. Corridors and halls run into one another.
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

  /// The hull of everything drawn on a level.
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
  /// Whether people pass through such units, so that their outlines are no walls by themselves.
  var isThoroughfare: Bool {
    switch self {
    case .corridor, .lobby, .hall, .platform, .garden, .terrace, .walkway, .ramp, .stairs,
      .escalator, .parking:
      true
    default: false
    }
  }
}
