import Geometry
import Maps

/// The entry of stairs or a lift: at a door in its outline, else at a side without a wall, else at the
/// middle of a side.
struct ShaftFront {
  /// Point before the door, outside the shape.
  let outside: Vec2
  /// Point behind the door, inside the shape.
  let inside: Vec2

  /// Finds the entry of a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape of the stairs or lift.
  ///   - level: The level with its walls and openings.
  ///   - others: Other shapes on the level; the point outside must not be in them.
  init(_ shape: Polygon, on level: LevelDraft, others: [Polygon]) {
    let doors = level.openings.filter { opening in
      opening.kind.isPassable && shape.boundaryDistance(to: opening.line.midpoint) <= 0.6
    }.sorted { $0.line.length > $1.line.length }
    for door in doors {
      guard let normal = door.line.vector.normalized?.perpendicular else { continue }
      let middle = door.line.midpoint
      let sides = [middle + normal * 0.8, middle - normal * 0.8]
      guard let outer = sides.first(where: { !shape.contains($0) }),
        let inner = sides.first(where: { $0 != outer })
      else { continue }
      outside = rounded(outer)
      inside = rounded(shape.contains(inner) ? inner : shape.innerPoint)
      return
    }
    let candidates = Self.candidates(shape, level, others)
    guard let best = candidates.max(by: { $0.score < $1.score }) else {
      outside = rounded(shape.innerPoint)
      inside = outside
      return
    }
    outside = rounded(best.outer)
    inside = rounded(best.inner)
  }

  private static func candidates(
    _ shape: Polygon, _ level: LevelDraft, _ others: [Polygon]
  ) -> [(outer: Vec2, inner: Vec2, score: Double)] {
    let hindrances = level.walls.map(\.line).filter {
      $0.bounds.intersects(shape.bounds.expanded(by: 2))
    }
    return shape.edges.filter { $0.length > 0.5 }.compactMap { edge in
      guard let normal = edge.vector.normalized?.perpendicular else { return nil }
      // Edges have the inside on their left.
      let outer = edge.midpoint - normal * 0.8
      let inner = edge.midpoint + normal * 0.4
      guard !shape.contains(outer), !others.contains(where: { $0.contains(outer) }) else {
        return nil
      }
      let isFloor = level.floor.isEmpty || level.floor.contains { $0.contains(outer) }
      guard isFloor else { return nil }
      let way = Segment2(shape.contains(inner) ? inner : shape.innerPoint, outer)
      var score = min(edge.length, 3) / 10
      if !hindrances.contains(where: { $0.intersects(way) }) { score += 10 }
      switch level.units.first(where: { $0.shape.contains(outer) })?.kind {
      case .corridor?, .lobby?, .hall?, .platform?: score += 5
      case .void?, .inaccessible?: score -= 20
      case .stairs?, .lift?, .escalator?: score -= 3
      case .room?, .office?, .shop?, nil: break
      default: score += 1
      }
      return (outer, shape.contains(inner) ? inner : shape.innerPoint, score)
    }
  }
}
