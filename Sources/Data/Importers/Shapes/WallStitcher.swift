import Geometry
import Maps
import Venues

/// Joins the centre lines of walls and openings that are drawn as separate shapes, without gaps where the
/// shapes touch.
struct WallStitcher {
  /// A line to join.
  struct StitchLine {
    var points: [Vec2]
    /// Material of a wall; nil for an opening, whose points are its two jambs.
    var material: Material?
    /// True for ends that are to be joined.
    var startsFree: Bool
    var endsFree: Bool
  }

  /// Max distance of ends that are joined, in m: about the thickness of a wall.
  static let endReach = 0.3
  /// Max extension of an end to the middle of a wall, in m.
  static let wallReach = 0.7

  /// The joined lines, in the order given.
  private(set) var lines: [StitchLine]
  /// Wall segments added between ends and the walls that they reach.
  private(set) var stubs: [DraftWall] = []
  /// Number of ends without anything to join.
  private(set) var loose = 0

  init(_ lines: [StitchLine]) {
    self.lines = lines
    let free = joinEnds()
    reachWalls(free)
  }

  private struct FreeEnd {
    let line: Int
    let isStart: Bool
  }

  private func point(_ end: FreeEnd) -> Vec2 {
    let points = lines[end.line].points
    return end.isStart ? points[0] : points[points.count - 1]
  }

  private mutating func move(_ end: FreeEnd, to point: Vec2) {
    let index = end.isStart ? 0 : lines[end.line].points.count - 1
    lines[end.line].points[index] = point
  }

  /// Merges ends that are close to one another; returns the ends without a neighbour.
  private mutating func joinEnds() -> [FreeEnd] {
    var ends: [FreeEnd] = []
    for (number, line) in lines.enumerated() {
      if line.startsFree { ends.append(FreeEnd(line: number, isStart: true)) }
      if line.endsFree { ends.append(FreeEnd(line: number, isStart: false)) }
    }
    var cells: [SIMD2<Int32>: [Int]] = [:]
    func cell(_ point: Vec2) -> SIMD2<Int32> {
      let scaled = point / Self.endReach
      return SIMD2(Int32(scaled.x.rounded(.down)), Int32(scaled.y.rounded(.down)))
    }
    for (number, end) in ends.enumerated() { cells[cell(point(end)), default: []].append(number) }
    var isTaken = [Bool](repeating: false, count: ends.count)
    var alone: [FreeEnd] = []
    for (number, end) in ends.enumerated() where !isTaken[number] {
      let here = point(end)
      var near: [Int] = []
      for dy: Int32 in -1...1 {
        for dx: Int32 in -1...1 {
          near += (cells[cell(here) &+ SIMD2(dx, dy)] ?? []).filter { other in
            !isTaken[other] && ends[other].line != end.line
              && point(ends[other]).distance(to: here) <= Self.endReach
          }
        }
      }
      isTaken[number] = true
      guard !near.isEmpty else {
        alone.append(end)
        continue
      }
      let group = [end] + near.sorted().map { ends[$0] }
      for other in near { isTaken[other] = true }
      let jambs = group.filter { lines[$0.line].material == nil }
      let target = middle((jambs.isEmpty ? group : jambs).map(point))
      for end in group { move(end, to: target) }
    }
    return alone
  }

  private func middle(_ points: [Vec2]) -> Vec2 {
    rounded(points.reduce(Vec2.zero, +) / Double(points.count))
  }

  /// Extends single ends to the wall ahead of them, or else to the nearest.
  private mutating func reachWalls(_ ends: [FreeEnd]) {
    var segments: [Segment2] = []
    var owners: [Int] = []
    for (number, line) in lines.enumerated() where line.material != nil {
      for (start, end) in zip(line.points, line.points.dropFirst()) {
        segments.append(Segment2(start, end))
        owners.append(number)
      }
    }
    guard let index = try? SegmentIndex(segments) else { return }
    for end in ends {
      let points = lines[end.line].points
      let here = point(end)
      let before = end.isStart ? points[1] : points[points.count - 2]
      guard let ahead = (here - before).normalized else { continue }
      var hits: [SegmentIndex.Hit] = []
      index.allHits(from: here, to: here + ahead * Self.wallReach, into: &hits)
      let hit = hits.filter { owners[$0.segment] != end.line }.min { $0.distance < $1.distance }
      let near = index.segments(within: Self.wallReach * 0.7, of: here)
        .filter { owners[$0] != end.line }
        .map { segments[$0].closestPoint(to: here) }
        .min { $0.distance(to: here) < $1.distance(to: here) }
      guard let target = hit?.point ?? near else {
        loose += 1
        continue
      }
      let joint = rounded(target)
      if lines[end.line].material != nil, hit != nil {
        move(end, to: joint)
      } else if joint.distance(to: here) > 0.02 {
        stubs.append(
          DraftWall(
            line: Segment2(here, joint), material: lines[end.line].material ?? .plasterboard))
      }
    }
  }

  /// All walls as segments, the stubs last, without openings.
  var walls: [DraftWall] {
    lines.flatMap { line -> [DraftWall] in
      guard let material = line.material else { return [] }
      return zip(line.points, line.points.dropFirst()).compactMap { start, end in
        let (start, end) = (rounded(start), rounded(end))
        guard start != end else { return nil }
        return DraftWall(line: Segment2(start, end), material: material)
      }
    } + stubs.filter { $0.line.start != $0.line.end }
  }
}
