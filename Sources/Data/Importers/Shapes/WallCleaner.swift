import Geometry
import Maps

/// Removes tiny pieces from walls found as centre lines, because rays are traced against every wall.
enum WallCleaner {
  /// Pieces shorter than this are contracted to a point, in m.
  static let crumb = 0.16
  /// Max deviation of a joint from a straight wall, in m.
  static let bend = 0.03

  /// The walls without tiny pieces; no end moves farther than the length of one.
  ///
  /// - Parameters:
  ///   - walls: The walls.
  ///   - jambs: Fixed points: the ends of openings.
  /// - Returns: The cleaned walls.
  static func cleaned(_ walls: [DraftWall], keeping jambs: Set<Vec2>) -> [DraftWall] {
    var walls = split(walls, at: jambs)
    for _ in 0..<2 { walls = contracted(walls, jambs) }
    return WallBuilder.merged(walls, bend: bend, keeping: jambs)
  }

  /// Splits walls at the ends of others and of openings, so that moved ends stay joined.
  private static func split(_ walls: [DraftWall], at jambs: Set<Vec2>) -> [DraftWall] {
    // First merges nearly coincident ends: jambs are fixed, other ends move to them.
    var points = PointRegister(tolerance: 0.012)
    for jamb in jambs.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) { _ = points.number(jamb) }
    let walls = walls.map { wall -> DraftWall in
      let (start, end) = (points.number(wall.line.start), points.number(wall.line.end))
      return DraftWall(
        line: Segment2(points.points[start], points.points[end]), material: wall.material)
    }.filter { $0.line.start != $0.line.end }
    guard let index = try? SegmentIndex(walls.map(\.line)) else { return walls }
    var cuts = [[Vec2]](repeating: [], count: walls.count)
    var ends: Set<Vec2> = jambs
    for wall in walls { ends.formUnion([wall.line.start, wall.line.end]) }
    for end in ends {
      for number in index.segments(within: 0.012, of: end) {
        let line = walls[number].line
        if end.distance(to: line.start) > 0.012, end.distance(to: line.end) > 0.012 {
          cuts[number].append(end)
        }
      }
    }
    return zip(walls, cuts).flatMap { wall, cuts in
      let along = cuts.map { (wall.line.closestFraction(to: $0), $0) }
        .sorted { ($0.0, $0.1.x, $0.1.y) < ($1.0, $1.1.x, $1.1.y) }.map(\.1)
      let points = [wall.line.start] + along + [wall.line.end]
      return zip(points, points.dropFirst()).filter { $0 != $1 }.map {
        DraftWall(line: Segment2($0, $1), material: wall.material)
      }
    }
  }

  private static func contracted(_ walls: [DraftWall], _ jambs: Set<Vec2>) -> [DraftWall] {
    var uses: [Vec2: Int] = [:]
    for wall in walls {
      uses[wall.line.start, default: 0] += 1
      uses[wall.line.end, default: 0] += 1
    }
    var moves: [Vec2: Vec2] = [:]
    var isSettled: Set<Vec2> = []
    let short = walls.indices.filter { walls[$0].line.length < crumb }
      .sorted { (walls[$0].line.length, $0) < (walls[$1].line.length, $1) }
    for index in short {
      let (a, b) = (walls[index].line.start, walls[index].line.end)
      guard !isSettled.contains(a), !isSettled.contains(b) else { continue }
      // A loose end is removed with its piece; of two joints, the one with more walls is kept.
      let keepsA =
        jambs.contains(a) || (!jambs.contains(b) && (uses[a] ?? 0) >= (uses[b] ?? 0))
      if jambs.contains(a), jambs.contains(b) { continue }
      isSettled.insert(a)
      isSettled.insert(b)
      if keepsA { moves[b] = a } else { moves[a] = b }
    }
    var seen: Set<[Vec2]> = []
    return walls.compactMap { wall in
      let line = Segment2(
        moves[wall.line.start] ?? wall.line.start, moves[wall.line.end] ?? wall.line.end)
      guard line.start != line.end else { return nil }
      let isUpward = (line.start.x, line.start.y) < (line.end.x, line.end.y)
      let key = isUpward ? [line.start, line.end] : [line.end, line.start]
      return seen.insert(key).inserted ? DraftWall(line: line, material: wall.material) : nil
    }
  }
}
