import Geometry
public import Maps

extension WalkNetwork {
  /// Returns the cheapest walking route between two spots.
  ///
  /// It takes well under a millisecond in a building, a few in a town. The ends may lie anywhere on
  /// the floor, even against a wall or in a door. If both ends are the same, the route is a single
  /// point.
  ///
  /// - Throws: ``RouteError``; see ``nearestWalkable(to:)`` for spots off the floor.
  public func route(
    from start: Spot, to goal: Spot, by preferences: WalkPreferences = .ordinary
  ) throws(RouteError) -> WalkRoute {
    let first = try end(at: start)
    let last = try end(at: goal)
    let costs = RouteCosts(preferences, units: (first.unit, last.unit))
    let way = try way(from: first, to: last, preferences, costs)
    var assembly = RouteAssembly(self, costs: costs, from: first)
    return assembly.route(along: way, to: last)
  }

  /// The cheapest path; nil means the straight one.
  private func way(
    from first: RouteEnd, to last: RouteEnd, _ preferences: WalkPreferences, _ costs: RouteCosts
  ) throws(RouteError) -> ArcPath? {
    let direct = directCost(from: first, to: last, costs)
    let starts = links(of: first, costs)
    let goals = links(of: last, costs)
    var search = RouteSearch(
      graph, costs, to: goals, goal: last.point, storeyLimit: nil)
    var found = search.run(from: starts, to: goals, below: direct)
    if let limit = preferences.maximumStoreysByStairs, let way = found, storeys(of: way) > limit {
      search = RouteSearch(
        graph, costs, to: goals, goal: last.point, storeyLimit: limit)
      found = search.run(from: starts, to: goals, below: direct)
    }
    if found == nil, direct == .infinity {
      throw unreachable(from: first, to: last, preferences, reached: search.reachedNodes)
    }
    return found
  }

  private func storeys(of way: ArcPath) -> Int {
    way.arcs.reduce(0) { $0 + Int(graph.arcs[$1].storeys) }
  }

  /// The standing position at the start or the goal.
  func end(at spot: Spot) throws(RouteError) -> RouteEnd {
    guard let plane = plane(of: spot.level), planes[plane].isFloor(spot.point),
      let point = planes[plane].standing(near: spot.point)
    else { throw .noFloor(spot) }
    let unit =
      planes[plane].restrictedUnit(at: spot.point) ?? planes[plane].restrictedUnit(at: point)
    return RouteEnd(
      spot: spot, plane: plane, point: point, unit: unit.map { Int32(truncatingIfNeeded: $0) } ?? -1
    )
  }

  private func directCost(
    from first: RouteEnd, to last: RouteEnd, _ costs: RouteCosts
  ) -> Double {
    guard first.plane == last.plane, planes[first.plane].isClear(first.point, last.point),
      costs.isAllowed(planes[first.plane].restriction(from: first.point, to: last.point))
    else { return .infinity }
    let metres = first.point.distance(to: last.point)
    return costs.cost(openKind(first.plane), metres: metres)
      + (planes[first.plane].roads?.seconds(from: first.point, to: last.point) ?? 0)
  }

  /// The arc kind of open floor on a plane.
  func openKind(_ plane: Int) -> WalkArc.Kind { hasPaths[plane] ? .open : .free }

  /// The straight links between an end and the nodes in sight.
  func links(of end: RouteEnd, _ costs: RouteCosts) -> [RouteLink] {
    let ground = planes[end.plane]
    let kind = openKind(end.plane)
    var links: [RouteLink] = []
    func tryLink(_ node: Int) {
      let point = graph.nodes[node].point
      guard graph.nodes[node].isTaut(towards: end.point), ground.isClear(end.point, point),
        costs.isAllowed(ground.restriction(from: end.point, to: point))
      else { return }
      let length = end.point.distance(to: point)
      let penalty = ground.roads?.seconds(from: end.point, to: point) ?? 0
      links.append(
        RouteLink(
          node: node, kind: kind, length: length,
          cost: costs.cost(kind, metres: length) + penalty, penalty: penalty))
    }
    let jointReach = RoadmapBuilder.jointSight * RoadmapBuilder.jointSight
    grids[end.plane].forEachNode(within: RoadmapBuilder.sight, of: end.point) { node, distance in
      guard graph.nodes[node].role != .joint || distance <= jointReach else { return }
      tryLink(node)
    }
    guard links.isEmpty else { return links }
    // Far from all nodes: the nearest few in sight.
    let members = grids[end.plane].members.map { node in
      (distance: graph.nodes[Int(node)].point.distance(to: end.point), node: Int(node))
    }
    for member in members.sorted(by: { $0 < $1 }).prefix(3000) where links.count < 12 {
      tryLink(member.node)
    }
    return links
  }
}

/// An end of a route.
struct RouteEnd {
  let spot: Spot
  let plane: Int
  /// The nearest point with clearance, a step from the spot if that is against a wall.
  let point: Vec2
  /// The non-public unit around it; -1 for none.
  let unit: Int32
}
