import Geometry
import Testing

@Suite struct GraphTests {
  private func randomGraph(_ random: inout TestRandom) throws -> Graph {
    let count = random.integer(1, 14)
    let positions = (0..<count).map { _ in Vec3(random.point(0, 10), random.uniform(0, 3)) }
    let edges = (0..<random.integer(0, 3 * count)).map { _ in
      let (from, to) = (random.integer(0, count - 1), random.integer(0, count - 1))
      // Integer weights make ties; some are zero, some less than the straight line.
      let weight =
        random.integer(0, 2) == 0 ? Double(random.integer(0, 4)) : random.uniform(0, 20)
      return Graph.Edge(from: from, to: to, weight: weight)
    }
    return try Graph(positions: positions, edges: edges)
  }

  private func floydWarshall(_ graph: Graph) -> [[Double]] {
    let nodes = 0..<graph.nodeCount
    var costs = nodes.map { row in nodes.map { $0 == row ? 0.0 : .infinity } }
    for edge in graph.edges {
      costs[edge.from][edge.to] = min(costs[edge.from][edge.to], edge.weight)
    }
    for k in nodes {
      for i in nodes {
        for j in nodes { costs[i][j] = min(costs[i][j], costs[i][k] + costs[k][j]) }
      }
    }
    return costs
  }

  @Test func pathsAgainstFloydWarshall() throws {
    var random = TestRandom(seed: 14)
    for _ in 0..<400 {
      let graph = try randomGraph(&random)
      let costs = floydWarshall(graph)
      for start in 0..<graph.nodeCount {
        let distances = graph.distances(from: start)
        for goal in 0..<graph.nodeCount {
          let expected = costs[start][goal]
          #expect(distances[goal] == expected || abs(distances[goal] - expected) < 1e-9)
          // Admissible but far from consistent: the exact cost at some nodes and 0 at others.
          let salt = random.next()
          let paths = [
            graph.shortestPath(from: start, to: goal),
            graph.shortestPath(from: start, to: goal) { node in
              (salt >> UInt64(node)) & 1 == 0 ? 0 : costs[node][goal] * (1 - 1e-12)
            },
            graph.shortestPath(from: start, to: goal) { $0 == 0 ? .nan : -1 },
          ]
          for path in paths {
            #expect((path != nil) == expected.isFinite)
            guard let path else { continue }
            #expect(abs(path.cost - expected) < 1e-9)
            #expect(path.nodes.first == start && path.nodes.last == goal)
            let edges = path.edges.map { graph.edges[$0] }
            #expect(edges.map(\.from) == Array(path.nodes.dropLast()))
            #expect(edges.map(\.to) == Array(path.nodes.dropFirst()))
            #expect(edges.reduce(0) { $0 + $1.weight } == path.cost)
          }
          #expect(graph.shortestPath(from: start, to: goal) == paths[0])
        }
      }
    }
  }

  @Test func componentsAgainstReachability() throws {
    var random = TestRandom(seed: 15)
    for _ in 0..<400 {
      let graph = try randomGraph(&random)
      let undirected = try Graph(
        positions: graph.positions,
        edges: graph.edges + graph.edges.map { Graph.Edge(from: $0.to, to: $0.from, weight: 1) })
      let connected = floydWarshall(undirected)
      check(graph.connectedComponents()) { connected[$0][$1].isFinite }
    }
  }

  private func check(_ numbers: [Int], _ belongTogether: (Int, Int) -> Bool) {
    var next = 0
    for (node, number) in numbers.enumerated() {
      #expect(number <= next)
      next = max(next, number + 1)
      for other in 0..<node {
        #expect((numbers[other] == number) == belongTogether(node, other))
      }
    }
  }

  @Test func gridAndTies() throws {
    let size = 30
    let positions = (0..<size * size).map { Vec2(Double($0 % size), Double($0 / size)) }
    var edges: [Graph.Edge] = []
    for node in positions.indices {
      if node % size < size - 1 { edges.append(.init(from: node, to: node + 1, weight: 1)) }
      if node / size < size - 1 { edges.append(.init(from: node, to: node + size, weight: 1)) }
    }
    let graph = try Graph(positions: positions, edges: edges)
    #expect(graph.minCostPerMetre == 1)
    let goal = size * size - 1
    let path = try #require(graph.shortestPath(from: 0, to: goal))
    #expect(path.cost == Double(2 * (size - 1)))
    var expanded = 0
    let guided = graph.shortestPath(from: 0, to: goal) { node in
      expanded += 1
      return positions[node].distance(to: positions[goal])
    }
    #expect(guided == path)
    #expect(graph.shortestPath(from: goal, to: 0) == nil)
    #expect(graph.shortestPath(from: 5, to: 5)?.nodes == [5])
    #expect(graph.edges(from: goal).isEmpty && graph.edges(from: 0) == [0, 1])
    // A long chain needs no stack.
    let chain = (0..<50_000).map { Graph.Edge(from: $0, to: $0 + 1, weight: 1) }
    let line = try Graph(positions: (0...50_000).map { Vec2(Double($0), 0) }, edges: chain)
    #expect(Set(line.connectedComponents()) == [0])
    #expect(line.distances(from: 0)[50_000] == 50_000)
  }

  @Test func rejectsInvalidInput() throws {
    let positions = [Vec2(0, 0), Vec2(1, 0)]
    for weight in [-1, .nan, .infinity] {
      #expect {
        try Graph(positions: positions, edges: [.init(from: 0, to: 1, weight: weight)])
      } throws: { error in
        guard case .unusableWeight(edge: 0, _)? = error as? GeometryError else { return false }
        return true
      }
    }
    #expect(throws: GeometryError.missingNode(edge: 1, node: 2)) {
      try Graph(
        positions: positions,
        edges: [.init(from: 0, to: 1, weight: 1), .init(from: 0, to: 2, weight: 1)])
    }
    #expect(throws: GeometryError.missingNode(edge: 0, node: -1)) {
      try Graph(positions: positions, edges: [.init(from: -1, to: 1, weight: 1)])
    }
    #expect(throws: GeometryError.unusableNode(1)) {
      try Graph(positions: [Vec2(0, 0), Vec2(0, .nan)], edges: [])
    }
    let empty = try Graph(positions: [Vec2](), edges: [])
    #expect(empty.connectedComponents() == [])
  }
}
