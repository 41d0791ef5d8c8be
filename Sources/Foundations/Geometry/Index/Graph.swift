/// A directed graph with nodes at places and edges with weights, stored in compressed rows.
///
/// Nodes and edges are named by their indices in the order given. Parallel edges and loops are
/// allowed.
public struct Graph: Sendable {
  /// A way from one node to another.
  @frozen
  public struct Edge: Hashable, Sendable {
    /// The node where the edge starts.
    public let from: Int
    /// The node where it ends.
    public let to: Int
    /// What it costs to go along it, in any unit; at least 0.
    public let weight: Double

    /// Makes an edge.
    @inlinable
    public init(from: Int, to: Int, weight: Double) {
      self.from = from
      self.to = to
      self.weight = weight
    }
  }

  /// One end of an edge, as stored for the node at the other end.
  struct Arc: Sendable {
    var node: Int32
    var edge: Int32
    var weight: Double
  }

  /// The nodes' places, in metres.
  public let positions: [Vec3]
  /// The edges in the order given.
  public let edges: [Edge]
  /// The least cost of a metre of straight line, over all edges; 0 if an edge is free.
  ///
  /// No path costs less than this times the distance between its ends.
  public let leastCostPerMetre: Double

  /// The arcs that leave node `n` are `arcs[arcStarts[n]..<arcStarts[n + 1]]`, in order of edges.
  let arcs: [Arc]
  let arcStarts: [Int]

  /// The number of nodes.
  public var nodeCount: Int { positions.count }

  /// Makes a graph.
  ///
  /// - Throws: ``GeometryError`` for a place that is not finite, an edge to a node that doesn't
  ///   exist, or a weight that is negative or not finite.
  public init(positions: [Vec3], edges: [Edge]) throws(GeometryError) {
    if let node = positions.firstIndex(where: { !$0.isUsable }) {
      throw .unusableNode(node)
    }
    var leastCost = Double.infinity
    var starts = [Int](repeating: 0, count: positions.count + 1)
    for (index, edge) in edges.enumerated() {
      for node in [edge.from, edge.to] where !positions.indices.contains(node) {
        throw .missingNode(edge: index, node: node)
      }
      guard edge.weight >= 0, edge.weight.isFinite else {
        throw .unusableWeight(edge: index, weight: edge.weight)
      }
      starts[edge.from + 1] += 1
      let length = positions[edge.from].distance(to: positions[edge.to])
      if length > 0 { leastCost = min(leastCost, edge.weight / length) }
    }
    for node in positions.indices { starts[node + 1] += starts[node] }
    var next = starts
    var arcs = [Arc](repeating: Arc(node: 0, edge: 0, weight: 0), count: edges.count)
    for (index, edge) in edges.enumerated() {
      arcs[next[edge.from]] = Arc(
        node: Int32(truncatingIfNeeded: edge.to), edge: Int32(truncatingIfNeeded: index),
        weight: edge.weight)
      next[edge.from] += 1
    }
    self.positions = positions
    self.edges = edges
    self.arcs = arcs
    arcStarts = starts
    leastCostPerMetre = leastCost.isFinite ? leastCost : 0
  }

  /// Makes a graph in the plane.
  ///
  /// - Throws: ``GeometryError`` as for places in space.
  public init(positions: [Vec2], edges: [Edge]) throws(GeometryError) {
    try self.init(positions: positions.map { Vec3($0, 0) }, edges: edges)
  }

  /// Returns the edges that leave a node, in ascending order of their indices.
  public func edges(from node: Int) -> [Int] {
    arcs[arcStarts[node]..<arcStarts[node + 1]].map { Int($0.edge) }
  }
}
