import Geometry

extension RoadmapBuilder {
  /// How far, in m, straight ways across open floor are looked for.
  static let sight = 60.0
  /// The same between the ends of paths, and between a path's joints and what lies beside it.
  static let pathSight = 40.0, jointSight = 20.0
  /// How many neighbours of a node are looked at.
  private static let mostNeighbours = 400

  /// Adds the straight ways between all nodes of a plane that see each other.
  ///
  /// At corners only taut ways count: no shortest way turns away from the corner it goes round.
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
      for (_, other) in candidates.prefix(Self.mostNeighbours)
      where sees(here, nodes[other], on: ground) {
        linkSight(node, other, kind)
      }
    }
    bridge(plane, kind)
  }

  /// Whether open floor counts less than the mapped paths of a plane.
  func hasPaths(_ plane: Int) -> Bool {
    members[plane].contains { nodes[$0].role == .path }
  }

  private mutating func linkSight(_ start: Int, _ end: Int, _ kind: WalkArc.Kind) {
    let roads = planes[nodes[start].plane].roads
    linkStraight(
      start, end, kind,
      penalty: roads?.seconds(from: nodes[start].point, to: nodes[end].point) ?? 0)
  }

  /// Whether one can walk straight between two nodes; beside narrow doors walls may be nearer.
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
  /// How many nodes are tried for links beyond ``sight``, and with how many others each.
  private static let mostBridgeheads = 1500, bridgesTried = 24

  /// Joins parts of a plane that see each other only from further away than ``sight``.
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
      for head in heads.prefix(Self.mostBridgeheads) where bridge(head, members, part, kind) {
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
      // Nearer ones have been looked at.
      let reach = Self.pairReach(here.role, nodes[other].role)
      if distance <= reach * reach { continue }
      if nearest.count == Self.bridgesTried, let last = nearest.last, distance >= last.distance {
        continue
      }
      let place = nearest.firstIndex { $0.distance > distance } ?? nearest.count
      nearest.insert((distance, other), at: place)
      if nearest.count > Self.bridgesTried { nearest.removeLast() }
    }
    let ground = planes[here.plane]
    for (_, other) in nearest where sees(here, nodes[other], on: ground) {
      linkSight(head, other, kind)
      return true
    }
    return false
  }

  /// For each node of a plane one that stands for its connected part; of others themselves.
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
      // Through doors counts as apart: each side needs its own way to what it sees.
      guard arc.kind != .door, arc.kind != .portal else { continue }
      let (a, b) = (root(of: Int(arc.from)), root(of: Int(arc.to)))
      parents[max(a, b)] = min(a, b)
    }
    for node in members { parents[node] = root(of: node) }
    return parents
  }
}
