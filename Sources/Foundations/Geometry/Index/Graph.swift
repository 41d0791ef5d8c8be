/// A directed graph of positioned nodes and weighted edges, in compressed row storage.
///
/// Nodes and edges are identified by their indices in the given order. Parallel edges and loops are
/// allowed.
public struct Graph: Sendable {
  /// A directed edge from one node to another.
  @frozen
  public struct Edge: Hashable, Sendable {
    public let from: Int
    public let to: Int
    /// The cost of the edge in any unit; at least 0.
    public let weight: Double

    @inlinable
    public init(from: Int, to: Int, weight: Double) {
      self.from = from
      self.to = to
      self.weight = weight
    }
  }

  /// An edge as stored for the node at its start.
  struct Arc: Sendable {
    var node: Int32
    var edge: Int32
    var weight: Double
  }

  /// The nodes' positions in metres.
  public let positions: [Vec3]
  /// The edges in the given order.
  public let edges: [Edge]
  /// The min cost per metre of straight line, over all edges; 0 if an edge is free.
  ///
  /// No path costs less than this times the distance between its ends.
  public let minCostPerMetre: Double

  /// The arcs that leave node `n` are `arcs[arcStarts[n]..<arcStarts[n + 1]]`, in order of edges.
  let arcs: [Arc]
  let arcStarts: [Int]

  public var nodeCount: Int { positions.count }

  /// Creates a graph in space.
  ///
  /// - Throws: ``GeometryError`` for a position that is not finite, an edge to a node that doesn't
  ///   exist, or a weight that is negative or not finite.
  public init(positions: [Vec3], edges: [Edge]) throws(GeometryError) {
    if let node = positions.firstIndex(where: { !$0.isUsable }) {
      throw .unusableNode(node)
    }
    var minCost = Double.infinity
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
      if length > 0 { minCost = min(minCost, edge.weight / length) }
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
    minCostPerMetre = minCost.isFinite ? minCost : 0
  }

  /// Creates a graph in the plane, with the same checks as in space.
  public init(positions: [Vec2], edges: [Edge]) throws(GeometryError) {
    try self.init(positions: positions.map { Vec3($0, 0) }, edges: edges)
  }

  /// Returns the edges that leave a node, in ascending order of their indices.
  public func edges(from node: Int) -> [Int] {
    arcs[arcStarts[node]..<arcStarts[node + 1]].map { Int($0.edge) }
  }
}
