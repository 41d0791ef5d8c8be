extension Polygon {
  /// Returns the intersection with another polygon, as polygons without common area.
  ///
  /// Both may be concave and have holes. Shared edges and vertices are handled: polygons that merely
  /// touch have no intersection. If an edge ends on another, the result is correct to rounding:
  /// crossings are rounded to 2^-48 of the largest coordinate, and collinear vertices as well as
  /// slivers of that width are dropped. Vertices of the operands keep their exact coordinates.
  ///
  /// The order of the result depends on the operands alone. Complexity: about O(n log n) for n
  /// vertices and crossings of ordinary shapes.
  public func intersection(with other: Polygon) -> [Polygon] {
    guard bounds.intersects(other.bounds) else { return [] }
    let reach = (rings + other.rings).joined().reduce(0.0) { max($0, abs($1.x), abs($1.y)) }
    let input = [self, other].enumerated().flatMap { source, polygon in
      polygon.edges.map { SnapRounding.PolygonEdge(segment: $0, source: source) }
    }
    // A coarser grid is a fallback if bending edges doesn't converge; no such input is known.
    for coarsening in 0..<4 {
      let rounding = SnapRounding(reach: reach, coarsening: coarsening)
      guard let edges = rounding.noded(input) else { continue }
      var originals: [Vec2: Vec2] = [:]
      for vertex in (rings + other.rings).joined() {
        let node = rounding.snapped(vertex)
        if originals[node] == nil { originals[node] = vertex }
      }
      let kept = Arrangement(edges).boundaryOfCommonRegion()
      return RingStitcher(spacing: rounding.spacing, originals: originals).polygons(from: kept)
    }
    return []
  }
}

/// Edges of two polygons that meet only at their ends, without duplicates.
private struct Arrangement {
  /// An edge directed upwards in the order by x, then y.
  private struct WeightedEdge {
    var segment: Segment2
    /// For each polygon: the number of its edges that run up here, minus those that run down.
    var weights: SIMD2<Int>
  }

  private var lines: [WeightedEdge] = []

  init(_ edges: [SnapRounding.PolygonEdge]) {
    var directed: [WeightedEdge] = edges.map { edge in
      var weights = SIMD2<Int>.zero
      let runsUp = edge.segment.start.precedes(edge.segment.end)
      weights[edge.source] = runsUp ? 1 : -1
      return WeightedEdge(segment: runsUp ? edge.segment : edge.segment.reversed, weights: weights)
    }
    directed.sort {
      $0.segment.start == $1.segment.start
        ? $0.segment.end.precedes($1.segment.end)
        : $0.segment.start.precedes($1.segment.start)
    }
    for line in directed {
      if lines.last?.segment == line.segment {
        lines[lines.count - 1].weights &+= line.weights
      } else {
        lines.append(line)
      }
    }
  }

  /// Returns the edges with both polygons on their left but not on their right.
  func boundaryOfCommonRegion() -> [Segment2] {
    let tree = EdgeTree(lines.map(\.segment))
    let right = lines.reduce(0.0) { max($0, $1.segment.end.x) }
    var kept: [Segment2] = []
    for (index, line) in lines.enumerated() where line.weights != .zero {
      let (left, right) = windings(beside: index, tree, right: right)
      let isLeft = left.x > 0 && left.y > 0
      let isRight = right.x > 0 && right.y > 0
      if isLeft && !isRight { kept.append(line.segment) }
      if isRight && !isLeft { kept.append(line.segment.reversed) }
    }
    return kept
  }

  /// Returns the polygons' winding numbers to the left and to the right of a line.
  private func windings(
    beside index: Int, _ tree: EdgeTree, right: Double
  ) -> (left: SIMD2<Int>, right: SIMD2<Int>) {
    // Exact: the ends are on a grid, and no other line passes through the midpoint.
    let line = lines[index]
    let middle = line.segment.midpoint
    var winding = SIMD2<Int>.zero
    let ray = Box2(middle, Vec2(max(right, middle.x), middle.y))
    try? tree.forEachEdge(meeting: ray) { other in
      guard other != index else { return }
      let (low, high) = (lines[other].segment.start, lines[other].segment.end)
      let isUpward = high.y > middle.y
      guard (low.y > middle.y) != isUpward else { return }
      if (orientation(low, high, middle) > 0) == isUpward {
        winding = isUpward ? winding &+ lines[other].weights : winding &- lines[other].weights
      }
    }
    // A ray to the right that starts just above the midpoint leaves a rising line on its right
    // side, and a falling or level one on its left.
    let rises = line.segment.end.y > line.segment.start.y
    return rises ? (winding &+ line.weights, winding) : (winding, winding &- line.weights)
  }
}
