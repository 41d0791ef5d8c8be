extension Graph {
  /// Returns the number of each node's connected component; directions of edges are ignored.
  ///
  /// Components are numbered from 0 in the order of their lowest node.
  public func connectedComponents() -> [Int] {
    var parents = Array(positions.indices)
    func root(of node: Int) -> Int {
      var node = node
      while parents[node] != node {
        parents[node] = parents[parents[node]]
        node = parents[node]
      }
      return node
    }
    for edge in edges {
      let (a, b) = (root(of: edge.from), root(of: edge.to))
      parents[max(a, b)] = min(a, b)
    }
    return numbered(positions.indices.map(root))
  }

  /// Renumbers labels, each a node index, in the order of first use.
  private func numbered(_ labels: [Int]) -> [Int] {
    var numbers = [Int](repeating: -1, count: nodeCount)
    var next = 0
    return labels.map { label in
      if numbers[label] < 0 {
        numbers[label] = next
        next += 1
      }
      return numbers[label]
    }
  }
}
