extension Graph {
  /// A path through the graph.
  public struct Path: Hashable, Sendable {
    /// The nodes of the path, both ends included; one node for a path from a node to itself.
    public let nodes: [Int]
    /// The edges of the path, one fewer than the nodes.
    public let edges: [Int]
    /// The sum of the edges' weights, in path order.
    public let cost: Double
  }

  /// Returns the cheapest path between two nodes by A*; nil if the goal can't be reached.
  ///
  /// The heuristic is the straight line at the min cost per metre of any edge. Ties are resolved
  /// deterministically. Both nodes must exist.
  public func shortestPath(from start: Int, to goal: Int) -> Path? {
    // Slightly below the bound, so that rounding errors can't make it inadmissible.
    let costPerMetre = minCostPerMetre * (1 - 1e-12)
    let target = positions[goal]
    return shortestPath(from: start, to: goal) { node in
      costPerMetre * positions[node].distance(to: target)
    }
  }

  /// Returns the cheapest path between two nodes by A*; nil if the goal can't be reached.
  ///
  /// - Parameters:
  ///   - start: The first node; must exist.
  ///   - goal: The last node; must exist.
  ///   - heuristic: Lower bound on the cost from a node to the goal. The path is optimal if the
  ///     heuristic is admissible; it need not be consistent. Bounds that are negative or not finite
  ///     count as 0.
  /// - Returns: The path, or nil if the goal can't be reached.
  public func shortestPath(
    from start: Int, to goal: Int, heuristic: (_ node: Int) -> Double
  ) -> Path? {
    var search = ShortestPathSearch(nodeCount: nodeCount, start: start)
    while let node = search.next() {
      if node == goal { return path(to: goal, search) }
      for arc in arcs[arcStarts[node]..<arcStarts[node + 1]] {
        search.reach(arc, from: node) {
          let bound = heuristic($0)
          return bound.isFinite ? max(bound, 0) : 0
        }
      }
    }
    return nil
  }

  /// Returns the min cost from a node to every node (Dijkstra); infinite for unreachable nodes.
  public func distances(from start: Int) -> [Double] {
    var search = ShortestPathSearch(nodeCount: nodeCount, start: start)
    while let node = search.next() {
      for arc in arcs[arcStarts[node]..<arcStarts[node + 1]] {
        search.reach(arc, from: node) { _ in 0 }
      }
    }
    return search.costs
  }

  private func path(to goal: Int, _ search: ShortestPathSearch) -> Path {
    var nodes = [goal]
    var path: [Int] = []
    var node = goal
    while search.arrivals[node] >= 0 {
      let edge = Int(search.arrivals[node])
      path.append(edge)
      node = edges[edge].from
      nodes.append(node)
    }
    return Path(nodes: nodes.reversed(), edges: path.reversed(), cost: search.costs[goal])
  }
}

/// State of a shortest-path search: the costs so far and the open nodes.
///
/// Nodes may be expanded again, so that heuristics need not be consistent.
private struct ShortestPathSearch {
  private(set) var costs: [Double]
  /// The edge by which each node was reached; -1 for the start and for unreached nodes.
  private(set) var arrivals: [Int32]
  private var heap = MinHeap<SearchEntry>()

  init(nodeCount: Int, start: Int) {
    costs = [Double](repeating: .infinity, count: nodeCount)
    arrivals = [Int32](repeating: -1, count: nodeCount)
    costs[start] = 0
    heap.insert(SearchEntry(bound: 0, cost: 0, node: Int32(truncatingIfNeeded: start)))
  }

  /// Returns the next node to expand.
  mutating func next() -> Int? {
    while let entry = heap.removeFirst() {
      // An entry is stale if its node has since been reached at lower cost.
      if entry.cost == costs[Int(entry.node)] { return Int(entry.node) }
    }
    return nil
  }

  @inline(__always)
  mutating func reach(_ arc: Graph.Arc, from node: Int, heuristic: (Int) -> Double) {
    let cost = costs[node] + arc.weight
    let target = Int(arc.node)
    guard cost < costs[target] else { return }
    costs[target] = cost
    arrivals[target] = arc.edge
    heap.insert(SearchEntry(bound: cost + heuristic(target), cost: cost, node: arc.node))
  }
}
