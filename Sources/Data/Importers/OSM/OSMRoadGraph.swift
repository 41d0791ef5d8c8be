import Geometry

/// The graph of road nodes, with the nodes at which roads are split.
struct OSMRoadGraph {
  /// A road segment from junction to junction.
  struct RoadLink {
    let source: Int
    let nodes: [Int]
  }

  let ground: OSMGround
  private let sources: [OSMRoadBuilder.SourceWay]
  private var isJunction: Set<Int> = []
  private var neighbours: [Int: [Int]] = [:]
  /// In the order of the ways.
  private(set) var pieces: [RoadLink] = []

  init(_ ground: OSMGround, _ sources: [OSMRoadBuilder.SourceWay]) {
    self.ground = ground
    self.sources = sources
    var uses: [Int: Int] = [:]
    for source in sources {
      for run in source.runs {
        for (a, b) in zip(run, run.dropFirst()) {
          if neighbours[a]?.contains(b) != true {
            neighbours[a, default: []].append(b)
            neighbours[b, default: []].append(a)
          }
        }
        isJunction.formUnion([run[0], run[run.count - 1]])
        // The closing node of a ring counts once.
        let isRing = run[0] == run[run.count - 1]
        for node in isRing ? run.dropLast() : run[...] {
          uses[node, default: 0] += 1
          if uses[node] == 2 { isJunction.insert(node) }
        }
      }
    }
  }

  func isOnRoad(_ node: Int) -> Bool { neighbours[node] != nil }

  func neighbours(of node: Int) -> [Int] { neighbours[node] ?? [] }

  /// True if at least three segments meet at a node.
  func isMeeting(_ node: Int) -> Bool { (neighbours[node]?.count ?? 0) >= 3 }

  /// Tagged road nodes, sorted.
  var taggedNodes: [(node: Int, tags: OSMTags)] {
    neighbours.keys.sorted().compactMap { node in
      ground.tags(ofNode: node).map { (node, $0) }
    }
  }

  /// The length of a line of nodes, in m.
  func length(_ nodes: [Int]) -> Double {
    let line = ground.line(nodes)
    return zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Marks a node at which roads are split.
  mutating func addJunction(_ node: Int) { isJunction.insert(node) }

  mutating func split() {
    for (number, source) in sources.enumerated() {
      for run in source.runs {
        var piece = [run[0]]
        for node in run.dropFirst() {
          piece.append(node)
          guard isJunction.contains(node) else { continue }
          if piece.count >= 2 { pieces.append(RoadLink(source: number, nodes: piece)) }
          piece = [node]
        }
        if piece.count >= 2 { pieces.append(RoadLink(source: number, nodes: piece)) }
      }
    }
  }

  /// Searches along roads for the nearest intersection.
  ///
  /// - Parameters:
  ///   - node: The start.
  ///   - reach: Max distance, in m.
  ///   - first: Neighbours of the start to follow; nil follows all.
  /// - Returns: The intersection and the node before it.
  func nearestMeeting(
    from node: Int, within reach: Double, by first: [Int]? = nil
  ) -> (node: Int, before: Int)? {
    var best: (distance: Double, node: Int, before: Int)?
    for start in first ?? neighbours(of: node) {
      var (before, here) = (node, start)
      var distance = step(before, here)
      var steps = 0
      while distance <= reach, steps < 64 {
        steps += 1
        if isMeeting(here) {
          if best.map({ distance < $0.distance }) ?? true { best = (distance, here, before) }
          break
        }
        guard let next = neighbours(of: here).first(where: { $0 != before }) else { break }
        (before, here) = (here, next)
        distance += step(before, here)
      }
    }
    return best.map { ($0.node, $0.before) }
  }

  private func step(_ a: Int, _ b: Int) -> Double {
    guard let start = ground.points[a], let end = ground.points[b] else { return .infinity }
    return start.distance(to: end)
  }

  /// The next or previous node on the way of a node.
  func neighbour(of node: Int, isForward: Bool) -> Int? {
    for source in sources {
      for run in source.runs {
        guard let index = run.firstIndex(of: node) else { continue }
        let next = isForward ? index + 1 : index - 1
        return run.indices.contains(next) ? run[next] : nil
      }
    }
    return nil
  }
}
