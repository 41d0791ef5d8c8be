import Geometry

extension RoadmapBuilder {
  /// The max length, in m, of straight links across open floor.
  static let sight = 60.0
  /// The max length of links between the ends of paths, and of links at the joints of a path, in m.
  static let pathSight = 40.0, jointSight = 20.0
  /// The max number of candidate neighbours of a node.
  private static let maxNeighbours = 400

  /// Adds the visibility edges between the nodes of a plane (tangent visibility graph).
  ///
  /// At corners only taut paths count: no shortest path turns away from the corner that it goes
  /// round.
  mutating func addSight(on plane: Int) {
    let ground = planes[plane]
    let kind: WalkArc.Kind = hasPaths(plane) ? .open : .free
    let grid = NodeGrid(members[plane], of: nodes)
    var candidates: [(squaredDistance: Double, node: Int)] = []
    for node in members[plane] {
      candidates.removeAll(keepingCapacity: true)
      let here = nodes[node]
      grid.forEachNode(within: Self.reach(of: here.role), of: here.point) { other, distance in
        guard other > node else { return }
        let there = nodes[other]
        let reach = min(Self.reach(of: there.role), Self.pairReach(here.role, there.role))
        guard distance <= reach * reach, here.isTaut(towards: there.point),
          there.isTaut(towards: here.point)
        else { return }
        candidates.append((distance, other))
      }
      candidates.sort { ($0.squaredDistance, $0.node) < ($1.squaredDistance, $1.node) }
      for (_, other) in candidates.prefix(Self.maxNeighbours)
      where sees(here, nodes[other], on: ground) {
        linkSight(node, other, kind)
      }
    }
    bridge(plane, kind)
  }

  /// True if a plane has mapped paths, which count more than open floor.
  func hasPaths(_ plane: Int) -> Bool {
    members[plane].contains { nodes[$0].role == .path }
  }

  private mutating func linkSight(_ start: Int, _ end: Int, _ kind: WalkArc.Kind) {
    let roads = planes[nodes[start].plane].roads
    linkStraight(
      start, end, kind,
      penalty: roads?.seconds(from: nodes[start].point, to: nodes[end].point) ?? 0)
  }

  /// True if a straight walk between two nodes is clear; beside narrow doors walls may be nearer.
  private func sees(_ a: WalkNode, _ b: WalkNode, on ground: WalkPlane) -> Bool {
    guard a.isTight || b.isTight else { return ground.isClear(a.point, b.point) }
    let way = Segment2(a.point, b.point)
    let length = way.length
    let (head, tail) = (a.isTight ? 2 * clearance : 0, b.isTight ? 2 * clearance : 0)
    guard ground.grid.isClear(from: a.point, to: b.point, clearance: 0) else { return false }
    guard length > head + tail else { return true }
    return ground.isClear(way.point(at: head / length), way.point(at: 1 - tail / length))
  }

  private static func reach(of role: WalkNode.Role) -> Double {
    role == .joint ? jointSight : sight
  }

  private static func pairReach(_ a: WalkNode.Role, _ b: WalkNode.Role) -> Double {
    switch (a, b) {
    case (.joint, .joint), (.joint, .path), (.path, .joint): 0
    case (.path, .path), (.path, .corner), (.corner, .path): pathSight
    default: sight
    }
  }
}

extension RoadmapBuilder {
  /// The max number of nodes tried for links beyond ``sight``, and of candidates for each.
  private static let maxBridgeheads = 1500, bridgesTried = 24

  /// Joins components of a plane that are in sight of each other only beyond ``sight``.
  private mutating func bridge(_ plane: Int, _ kind: WalkArc.Kind) {
    let members = members[plane]
    guard let box = Box2(containing: members.map { nodes[$0].point }),
      box.size.length > Self.pathSight
    else { return }
    for _ in 0..<3 {
      let part = parts(of: members)
      var sizes = [Int](repeating: 0, count: nodes.count)
      for node in members { sizes[part[node]] += 1 }
      guard let largest = members.max(by: { sizes[part[$0]] < sizes[part[$1]] }) else { return }
      let heads = members.filter { part[$0] != part[largest] && nodes[$0].role != .joint }
      guard !heads.isEmpty else { return }
      var isJoined = false
      for head in heads.prefix(Self.maxBridgeheads) where bridge(head, members, part, kind) {
        isJoined = true
      }
      guard isJoined else { return }
    }
  }

  private mutating func bridge(
    _ head: Int, _ members: [Int], _ part: [Int], _ kind: WalkArc.Kind
  ) -> Bool {
    let here = nodes[head]
    var nearest: [(distance: Double, node: Int)] = []
    for other in members where part[other] != part[head] && nodes[other].role != .joint {
      let distance = (nodes[other].point - here.point).squaredLength
      // Nearer candidates have been tried already.
      let reach = Self.pairReach(here.role, nodes[other].role)
      if distance <= reach * reach { continue }
      if nearest.count == Self.bridgesTried, let last = nearest.last, distance >= last.distance {
        continue
      }
      let index = nearest.firstIndex { $0.distance > distance } ?? nearest.count
      nearest.insert((distance, other), at: index)
      if nearest.count > Self.bridgesTried { nearest.removeLast() }
    }
    let ground = planes[here.plane]
    for (_, other) in nearest where sees(here, nodes[other], on: ground) {
      linkSight(head, other, kind)
      return true
    }
    return false
  }

  /// The representative of each node's connected component, by union-find; nodes of other planes
  /// represent themselves.
  private func parts(of members: [Int]) -> [Int] {
    var parents = Array(nodes.indices)
    func root(of node: Int) -> Int {
      var node = node
      while parents[node] != node {
        parents[node] = parents[parents[node]]
        node = parents[node]
      }
      return node
    }
    for arc in arcs where nodes[Int(arc.from)].plane == nodes[Int(arc.to)].plane {
      // Doors separate components: each side needs its own links to what is in sight.
      guard arc.kind != .door, arc.kind != .portal else { continue }
      let (a, b) = (root(of: Int(arc.from)), root(of: Int(arc.to)))
      parents[max(a, b)] = min(a, b)
    }
    for node in members { parents[node] = root(of: node) }
    return parents
  }
}
