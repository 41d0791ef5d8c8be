import Geometry
import Maps

/// A passage from a level to the outdoors, or to another level at the same height.
struct PortalSite: Sendable {
  /// The index of the level.
  let level: Int
  /// The index of the other level; nil for outdoors.
  let other: Int?
  /// The index of the opening; nil at an open edge.
  let opening: Int?
  /// The centre of the passage, on the line between the two.
  let middle: Vec2
  /// The open part of that line.
  let line: Segment2
  /// True if the opening is locked.
  let isLocked: Bool
  /// The standing positions on the level and on the other side; the path between them is straight.
  let inside: Vec2, outside: Vec2
}

/// Search for the portals of levels.
struct PortalFinder {
  /// The max distance between portals along an open edge, in m.
  private static let spacing = 4.0
  /// The max number of portals along one edge.
  private static let maximum = 100.0
  /// The max height difference, in m, of floors that join without a connector.
  private static let step = 0.6

  let surveys: [LevelSurvey]
  let grounds: Grounds
  let clearance: Double

  /// Returns the portals of a level's open edges, and the edges that are closed after all: a
  /// railing, or the end of the known floor.
  func edgePortals(of index: Int) -> (portals: [PortalSite], closed: [Segment2]) {
    let survey = surveys[index]
    var portals: [PortalSite] = []
    var closed = survey.narrowEdges.filter { !continues($0, on: survey) }
    for edge in survey.openEdges {
      let count = max(1, Int(min(Self.maximum, edge.length / Self.spacing).rounded(.up)))
      for piece in 0..<count {
        let part = Segment2(
          edge.point(at: Double(piece) / Double(count)),
          edge.point(at: Double(piece + 1) / Double(count)))
        if continues(part, on: survey) { continue }
        if let site = site(on: survey, line: part, outward: outward(of: part), opening: nil) {
          portals.append(site)
        } else {
          closed.append(part)
        }
      }
    }
    return (portals, closed)
  }

  /// Returns the portals of an opening, one for each two metres of width; none if both of its sides
  /// are on the level.
  func portals(of opening: Int, on index: Int) -> [PortalSite] {
    let survey = surveys[index]
    let line = survey.level.openings[opening].line
    let isEntrance = survey.level.openings[opening].isEntrance
    guard let out = outward(of: line, on: survey, isEntrance: isEntrance) else { return [] }
    return lanes(of: line).compactMap { lane in
      site(on: survey, line: lane, outward: out, opening: opening, isEntrance: isEntrance)
    }
  }

  /// True if the floor continues beyond an edge, as where two outlines of one level meet.
  private func continues(_ edge: Segment2, on survey: LevelSurvey) -> Bool {
    let beyond = edge.midpoint + outward(of: edge) * 0.1
    return survey.floor.contains { $0.contains(beyond) }
  }

  private func outward(of edge: Segment2) -> Vec2 {
    -(edge.vector.normalized ?? .zero).perpendicular
  }

  /// The direction in which an opening leads off the level, or nil if it does not.
  private func outward(of line: Segment2, on survey: LevelSurvey, isEntrance: Bool) -> Vec2? {
    guard let across = line.vector.normalized?.perpendicular else { return nil }
    let sides = [across, -across].map { side in
      survey.floor.contains { $0.contains(line.midpoint + side * 0.6) }
    }
    if sides[0] != sides[1] { return sides[0] ? -across : across }
    guard isEntrance else { return nil }
    // Both sides are alike: the outside is where the outdoors is nearer.
    let ways = [across, -across].map {
      grounds.distanceOut(from: line.midpoint, along: $0, clearance: clearance) ?? .infinity
    }
    if ways[0] != ways[1] { return ways[0] < ways[1] ? across : -across }
    guard ways[0].isFinite, let box = Box2(containing: survey.floor.flatMap(\.exterior)) else {
      return nil
    }
    return across.dot(line.midpoint - box.center) >= 0 ? across : -across
  }

  private func site(
    on survey: LevelSurvey, line: Segment2, outward: Vec2, opening: Int?, isEntrance: Bool = false
  ) -> PortalSite? {
    let middle = line.midpoint
    let isLocked = opening.map { !survey.level.openings[$0].kind.isPassable } ?? false
    let inside = middle - outward * (clearance + 0.05)
    if let (other, outside) = neighbour(of: survey, beyond: middle, outward) {
      return PortalSite(
        level: survey.index, other: other, opening: opening, middle: middle, line: line,
        isLocked: isLocked, inside: inside, outside: outside)
    }
    guard isEntrance || isLocked || (opening == nil && survey.isGroundHeight),
      let distance = grounds.distanceOut(from: middle, along: outward, clearance: clearance)
    else { return nil }
    return PortalSite(
      level: survey.index, other: nil, opening: opening, middle: middle, line: line,
      isLocked: isLocked, inside: inside, outside: middle + outward * distance)
  }

  /// The adjacent level, and the position on it, across an edge without a wall between.
  private func neighbour(
    of survey: LevelSurvey, beyond point: Vec2, _ outward: Vec2
  ) -> (Int, Vec2)? {
    for other in surveys where other.index != survey.index && !other.isFloorGuessed {
      guard abs(other.level.elevationMetres - survey.level.elevationMetres) <= Self.step else {
        continue
      }
      for distance in [clearance + 0.05, 2 * clearance + 0.2] {
        let outside = point + outward * distance
        let way = Segment2(point - outward * 0.05, outside)
        if other.isFloor(outside), !other.solid.contains(where: { $0.intersects(way) }) {
          return (other.index, outside)
        }
      }
    }
    return nil
  }
}

/// Returns the parallel lanes of an opening, each about 2 m wide.
func lanes(of line: Segment2) -> [Segment2] {
  let count = min(16, max(1, Int(line.length / 2)))
  return (0..<count).map {
    Segment2(
      line.point(at: Double($0) / Double(count)), line.point(at: Double($0 + 1) / Double(count)))
  }
}
