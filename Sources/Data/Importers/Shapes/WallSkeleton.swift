import Geometry

/// The chordal axis of a thin shape, used as centre lines of walls.
///
/// The shape is triangulated; the lines through the midpoints of the inner edges are the centre lines,
/// exactly so between parallel sides (L. Prasad, "Morphological analysis of shapes", 1997). Branch points of
/// the axis are wall junctions.
struct WallSkeleton {
  /// A centre line between ends or branch points.
  struct Centreline: Equatable {
    var points: [Vec2]
    /// True if the line ends at a short side of the shape and not at other lines.
    var startsFree: Bool
    var endsFree: Bool
  }

  /// Mean thickness: twice the area over the perimeter.
  static func thickness(of polygon: Polygon) -> Double {
    2 * polygon.area / polygon.perimeter
  }

  /// Max deviation of a straight line from the true axis, in m.
  private static let tolerance = 0.04

  /// The centre lines of a thin polygon; nil if it can't be triangulated.
  static func lines(of polygon: Polygon) -> [Centreline]? {
    if let line = quadLine(of: polygon) { return [line] }
    let width = max(thickness(of: polygon), 0.05)
    guard let mesh = Triangulation(polygon, step: max(2 * width, 0.5)) else { return nil }
    var graph = AxisGraph(mesh)
    graph.prune(shorterThan: 1.2 * width)
    var lines = graph.chains().map { chain in
      Centreline(
        points: simplified(chain.points), startsFree: chain.startsFree, endsFree: chain.endsFree)
    }
    straighten(&lines)
    return lines
  }

  /// The centre line of a quadrilateral: between the midpoints of its shorter sides.
  static func quadLine(of polygon: Polygon) -> Centreline? {
    guard polygon.rings.count == 1, polygon.exterior.count == 4 else { return nil }
    let ring = polygon.exterior
    func middle(_ side: Int) -> Vec2 { Segment2(ring[side], ring[(side + 1) % 4]).midpoint }
    let (across, along) = (
      middle(0).distance(to: middle(2)), middle(1).distance(to: middle(3))
    )
    let points = across > along ? [middle(0), middle(2)] : [middle(1), middle(3)]
    return Centreline(points: points, startsFree: true, endsFree: true)
  }

  /// Line simplification by Douglas and Peucker (1973).
  static func simplified(_ points: [Vec2], within tolerance: Double = tolerance) -> [Vec2] {
    guard points.count > 2 else { return points }
    var keeps = [Bool](repeating: false, count: points.count)
    keeps[0] = true
    keeps[points.count - 1] = true
    var open = [(0, points.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let chord = Segment2(points[first], points[last])
      var (worst, farthest) = (tolerance, -1)
      for index in (first + 1)..<last {
        let distance = chord.distance(to: points[index])
        if distance > worst { (worst, farthest) = (distance, index) }
      }
      guard farthest >= 0 else { continue }
      keeps[farthest] = true
      open.append((first, farthest))
      open.append((farthest, last))
    }
    return points.indices.filter { keeps[$0] }.map { points[$0] }
  }

  /// Moves each branch point onto the straight line of its two collinear arms.
  private static func straighten(_ lines: inout [Centreline]) {
    var meetings: [Vec2: [(line: Int, far: Vec2)]] = [:]
    var order: [Vec2] = []
    for (index, line) in lines.enumerated() {
      for (isFree, near, far) in [
        (line.startsFree, line.points[0], line.points[1]),
        (line.endsFree, line.points[line.points.count - 1], line.points[line.points.count - 2]),
      ] where !isFree {
        if meetings[near] == nil { order.append(near) }
        meetings[near, default: []].append((index, far))
      }
    }
    var moves: [Vec2: Vec2] = [:]
    for meeting in order {
      guard let arms = meetings[meeting], arms.count >= 3, arms.count <= 6 else { continue }
      var best = (cosine: -0.95, chord: Segment2(meeting, meeting))
      for (number, arm) in arms.enumerated() {
        for other in arms[(number + 1)...] {
          guard let a = (arm.far - meeting).normalized, let b = (other.far - meeting).normalized
          else { continue }
          if a.dot(b) < best.cosine { best = (a.dot(b), Segment2(arm.far, other.far)) }
        }
      }
      guard best.chord.start != best.chord.end else { continue }
      let moved = best.chord.closestPoint(to: meeting)
      if moved.distance(to: meeting) < 0.15 { moves[meeting] = moved }
    }
    for index in lines.indices {
      let last = lines[index].points.count - 1
      if !lines[index].startsFree, let moved = moves[lines[index].points[0]] {
        lines[index].points[0] = moved
      }
      if !lines[index].endsFree, let moved = moves[lines[index].points[last]] {
        lines[index].points[last] = moved
      }
    }
    lines.removeAll { $0.points.count == 2 && $0.points[0] == $0.points[1] }
  }
}
