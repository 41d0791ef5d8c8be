/// Snap rounding: splits edges so that they meet only at ends, all on a fine grid.
///
/// Every vertex and crossing is moved to the grid, and every edge through the cell of one is bent to
/// pass through it (J. D. Hobby, "Practical segment intersection with finite precision output",
/// 1999). The pieces keep their direction, so closed rings stay closed under rounding.
struct SnapRounding {
  /// A directed edge and the index of its polygon.
  struct PolygonEdge {
    var segment: Segment2
    var source: Int
  }

  /// The spacing of the grid, a power of two.
  let spacing: Double

  /// Creates a grid fine enough to be negligible and coarse enough for exact midpoints.
  init(reach: Double, coarsening: Int = 0) {
    let exponent = max(reach, 1e-150).exponent + 1
    spacing = Double(sign: .plus, exponent: Int(exponent) - 48 + 4 * coarsening, significand: 1)
  }

  func snapped(_ point: Vec2) -> Vec2 {
    // Adding zero turns a negative zero into a positive one.
    (point / spacing).rounded(.toNearestOrEven) * spacing + Vec2.zero
  }

  /// Returns the pieces of all edges; nil if the bending doesn't converge.
  func noded(_ input: [PolygonEdge]) -> [PolygonEdge]? {
    var edges: [PolygonEdge] = []
    for edge in input {
      let segment = Segment2(snapped(edge.segment.start), snapped(edge.segment.end))
      if segment.start != segment.end {
        edges.append(PolygonEdge(segment: segment, source: edge.source))
      }
    }
    // Two rounds are usual: one that splits, one that finds nothing left to split.
    for _ in 0..<16 {
      let tree = EdgeTree(edges.map(\.segment))
      let splits = splits(of: tree, at: nodes(of: tree))
      if splits.isEmpty { return edges }
      edges = split(edges, at: splits)
    }
    return nil
  }

  /// Returns the distinct ends and crossings of the edges.
  private func nodes(of tree: EdgeTree) -> [Vec2] {
    var nodes: [Vec2] = []
    for (index, edge) in tree.edges.enumerated() {
      nodes.append(edge.start)
      nodes.append(edge.end)
      try? tree.forEachEdge(meeting: edge.bounds) { other in
        guard other > index else { return }
        if case .point(let point) = edge.intersection(with: tree.edges[other]) {
          nodes.append(snapped(point))
        }
      }
    }
    nodes.sort { $0.precedes($1) }
    var distinct: [Vec2] = []
    for node in nodes where node != distinct.last { distinct.append(node) }
    return distinct
  }

  /// Returns pairs of an edge and a node on it, sorted by edge.
  private func splits(of tree: EdgeTree, at nodes: [Vec2]) -> [(edge: Int, node: Vec2)] {
    var splits: [(edge: Int, node: Vec2)] = []
    // The circumscribed circle of a cell: catches every edge through the cell.
    let reach = 0.7072 * spacing
    for node in nodes {
      try? tree.forEachEdge(meeting: Box2(node, node).expanded(by: spacing)) { index in
        let edge = tree.edges[index]
        guard node != edge.start, node != edge.end, edge.distance(to: node) <= reach else { return }
        splits.append((index, node))
      }
    }
    splits.sort { $0.edge < $1.edge }
    return splits
  }

  private func split(_ edges: [PolygonEdge], at splits: [(edge: Int, node: Vec2)]) -> [PolygonEdge]
  {
    var pieces: [PolygonEdge] = []
    var next = 0
    for (index, edge) in edges.enumerated() {
      var nodes: [(fraction: Double, node: Vec2)] = []
      while next < splits.count, splits[next].edge == index {
        nodes.append((edge.segment.closestFraction(to: splits[next].node), splits[next].node))
        next += 1
      }
      nodes.sort { $0.fraction < $1.fraction }
      var start = edge.segment.start
      for node in nodes.map(\.node) + [edge.segment.end] where node != start {
        pieces.append(PolygonEdge(segment: Segment2(start, node), source: edge.source))
        start = node
      }
    }
    return pieces
  }
}
