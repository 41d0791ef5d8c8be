/// Bounding volume hierarchy over edges given in a spatially coherent order, such as rings.
///
/// Neighbours in the order are close together, so halving the order makes tight boxes without
/// sorting, even if the vertices are unevenly spread.
struct EdgeTree {
  /// A node of the tree, in preorder; `next` is the node to visit if the box is missed.
  private struct TreeNode {
    var box: Box2
    var next: Int
    /// The edges of a leaf; empty for an inner node.
    var edges: Range<Int>
  }

  private static let leafSize = 4

  let edges: [Segment2]
  private var nodes: [TreeNode] = []

  init(_ edges: [Segment2]) {
    self.edges = edges
    guard !edges.isEmpty else { return }
    nodes.reserveCapacity(edges.count)
    _ = build(edges.indices)
  }

  private mutating func build(_ range: Range<Int>) -> Box2 {
    let index = nodes.count
    let isLeaf = range.count <= Self.leafSize
    let first = edges[range.lowerBound].bounds
    nodes.append(TreeNode(box: first, next: 0, edges: isLeaf ? range : 0..<0))
    let box: Box2
    if isLeaf {
      box = range.reduce(first) { $0.union(edges[$1].bounds) }
    } else {
      let middle = range.lowerBound + range.count / 2
      let lower = build(range.lowerBound..<middle)
      box = lower.union(build(middle..<range.upperBound))
    }
    nodes[index].box = box
    nodes[index].next = nodes.count
    return box
  }

  /// Calls `body` with the index of every edge whose box meets `box`, in ascending order.
  @inline(__always)
  func forEachEdge(
    meeting box: Box2, _ body: (Int) throws(GeometryError) -> Void
  ) throws(GeometryError) {
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      guard node.box.intersects(box) else {
        index = node.next
        continue
      }
      for edge in node.edges where edges[edge].bounds.intersects(box) {
        try body(edge)
      }
      index += 1
    }
  }
}
