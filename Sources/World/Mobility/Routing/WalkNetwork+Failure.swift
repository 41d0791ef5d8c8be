import Geometry
import Maps

extension WalkNetwork {
  /// Determines the reason for a missing route.
  func unreachable(
    from first: RouteEnd, to last: RouteEnd, _ preferences: WalkPreferences, reached: [Int]
  ) -> RouteError {
    .unreachable(
      from: first.spot, to: last.spot,
      nearest: nearest(to: last, among: reached) ?? first.spot,
      reason: reason(from: first, to: last, preferences, reached: reached))
  }

  private func reason(
    from first: RouteEnd, to last: RouteEnd, _ preferences: WalkPreferences, reached: [Int]
  ) -> RouteError.Obstacle {
    var staff = preferences
    staff.staffOnlyAllowed = true
    if !preferences.staffOnlyAllowed, isReachable(from: first, to: last, staff) {
      return .staffOnly
    }
    let able = WalkPreferences(staffOnlyAllowed: true, clearanceMetres: 0)
    if isReachable(from: first, to: last, able) { return .preferences }

    var isReached = [Bool](repeating: false, count: graph.nodes.count)
    for node in reached { isReached[node] = true }
    let isNear = nodesLeading(to: last, RouteCosts(able, units: (-1, -1)))
    for door in lockedDoors {
      let (a, b) = door.sides
      if (isReached[a] && isNear[b]) || (isReached[b] && isNear[a]) {
        return .lockedDoor(level: door.level, opening: door.opening)
      }
    }
    // There may be several locked doors in a row: the one before the goal, else the one after the
    // start.
    for isWithin in [isNear, isReached] {
      for door in lockedDoors where isWithin[door.sides.0] != isWithin[door.sides.1] {
        return .lockedDoor(level: door.level, opening: door.opening)
      }
    }
    if let level = last.spot.level, first.spot.level != level, !isServed(last.plane) {
      return .noConnector(level: level)
    }
    return .enclosed
  }

  private func isReachable(
    from first: RouteEnd, to last: RouteEnd, _ preferences: WalkPreferences
  ) -> Bool {
    let costs = RouteCosts(preferences, units: (first.unit, last.unit))
    let goals = links(of: last, costs)
    var search = RouteSearch(
      graph, costs, to: goals, goal: last.point, storeyLimit: preferences.maximumStoreysByStairs)
    return search.run(from: links(of: first, costs), to: goals, below: .infinity) != nil
  }

  /// True if any connector or entrance leads to a plane.
  private func isServed(_ plane: Int) -> Bool {
    graph.arcs.contains { arc in
      graph.nodes[Int(arc.to)].plane == plane
        && (arc.kind == .portal || arc.kind == .board || arc.kind == .boardLift)
    }
  }

  /// Marks the nodes with a path to the goal: reverse graph search.
  private func nodesLeading(to last: RouteEnd, _ costs: RouteCosts) -> [Bool] {
    var starts = [Int](repeating: 0, count: graph.nodes.count + 1)
    for arc in graph.arcs { starts[Int(arc.to) + 1] += 1 }
    for node in graph.nodes.indices { starts[node + 1] += starts[node] }
    var next = starts
    var origins = [Int](repeating: 0, count: graph.arcs.count)
    for arc in graph.arcs {
      origins[next[Int(arc.to)]] = Int(arc.from)
      next[Int(arc.to)] += 1
    }
    var leads = [Bool](repeating: false, count: graph.nodes.count)
    var open = links(of: last, costs).map(\.node)
    while let node = open.popLast() {
      guard !leads[node] else { continue }
      leads[node] = true
      open += origins[starts[node]..<starts[node + 1]].filter { !leads[$0] }
    }
    return leads
  }

  /// The reached spot nearest to the goal: heights count ten times, and another plane 30 m.
  private func nearest(to last: RouteEnd, among reached: [Int]) -> Spot? {
    let height = elevation(last.plane)
    func distance(_ node: Int) -> Double {
      let node = graph.nodes[node]
      return node.point.distance(to: last.point) + 10 * abs(elevation(node.plane) - height)
        + (node.plane == last.plane ? 0 : 30)
    }
    let best = reached.filter { graph.nodes[$0].role != .ride }
      .map { (distance: distance($0), node: $0) }
      .min { $0 < $1 }
    return best.map {
      Spot(graph.nodes[$0.node].point, level: planes[graph.nodes[$0.node].plane].level)
    }
  }

  private func elevation(_ plane: Int) -> Double {
    guard let level = planes[plane].level else { return 0 }
    let height = map.levels[level].elevationMetres
    return height.isFinite ? height : 0
  }
}
