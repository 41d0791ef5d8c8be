extension Graph {
  /// Returns for each node the number of its connected component, directions of edges ignored.
  ///
  /// Components are numbered from 0 in the order of their lowest nodes.
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

  /// Returns for each node the number of its strongly connected component.
  ///
  /// Two nodes share a component if each can be reached from the other. Components are numbered
  /// from 0 in the order of their lowest nodes. Tarjan's algorithm, without recursion.
  public func stronglyConnectedComponents() -> [Int] {
    let unvisited = -1
    var order = [Int](repeating: unvisited, count: nodeCount)
    var lowest = order
    var component = order
    var open: [Int] = []
    var calls: [(node: Int, arc: Int)] = []
    var visited = 0

    for start in positions.indices where order[start] == unvisited {
      calls.append((start, arcStarts[start]))
      while let (node, arc) = calls.last {
        if order[node] == unvisited {
          order[node] = visited
          lowest[node] = visited
          visited += 1
          open.append(node)
        }
        if arc < arcStarts[node + 1] {
          calls[calls.count - 1].arc += 1
          let target = Int(arcs[arc].node)
          if order[target] == unvisited {
            calls.append((target, arcStarts[target]))
          } else if component[target] == unvisited {
            lowest[node] = min(lowest[node], order[target])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last?.node { lowest[caller] = min(lowest[caller], lowest[node]) }
        guard lowest[node] == order[node] else { continue }
        while let member = open.popLast() {
          component[member] = node
          if member == node { break }
        }
      }
    }
    return numbered(component)
  }

  /// Renumbers labels, each the index of some node, in the order of their first use.
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
