public import Geometry
public import Maps
import Observations

/// Shortest paths from everywhere to one target (Dijkstra from the target).
///
/// Computed once per target, so that a route from a new position costs next to nothing.
public struct RouteTree: Sendable {
  let network: WalkwayGraph
  /// Target of the routes.
  public let target: Spot
  private let parameters: Parameters
  /// Default pace, not adapted to the user.
  private let pace: WalkingPace
  private let goal: WalkwayGraph.PathwayPosition
  /// Remaining time from each node at the default pace, in s; infinite without a route.
  private let costs: [Double]
  /// Outgoing ways of each node, with their direction.
  private let exits: [[(way: Int, isReversed: Bool)]]

  /// Computes the routes to a named place.
  ///
  /// - Throws: ``WayfindingError/unknownTarget(_:)``, ``WayfindingError/noPaths(level:)``.
  public init(
    to name: String, along network: WalkwayGraph, by preference: RoutePreference = .shortest,
    parameters: Parameters = Parameters(), pace: WalkingPace.Parameters = WalkingPace.Parameters()
  ) throws(WayfindingError) {
    guard let place = network.map.places.first(where: { $0.name == name }) else {
      throw .unknownTarget(name)
    }
    try self.init(
      to: place.spot, along: network, by: preference, parameters: parameters, pace: pace)
  }

  /// Computes the routes to a position.
  ///
  /// - Throws: ``WayfindingError/noPaths(level:)``.
  public init(
    to target: Spot, along network: WalkwayGraph, by preference: RoutePreference = .shortest,
    parameters: Parameters = Parameters(), pace: WalkingPace.Parameters = WalkingPace.Parameters()
  ) throws(WayfindingError) {
    guard
      let goal = network.visibleFoot(
        of: target.point, on: target.level, within: parameters.targetReach)
    else {
      throw .noPaths(level: network.map.ordinal(ofLevel: target.level))
    }
    self.network = network
    self.target = target
    self.parameters = parameters
    let pace = WalkingPace(pace)
    self.pace = pace
    self.goal = goal
    var exits = Array(repeating: [(way: Int, isReversed: Bool)](), count: network.nodes.count)
    // Reversed edges, so that one search gives the remaining time from everywhere.
    var edges: [Graph.Edge] = []
    for (number, way) in network.ways.enumerated() where preference.allows(way.means) {
      let seconds = pace.cost(of: way)
      edges.append(Graph.Edge(from: way.to, to: way.from, weight: seconds))
      exits[way.from].append((number, false))
      guard !way.isOneWay else { continue }
      edges.append(Graph.Edge(from: way.from, to: way.to, weight: seconds))
      exits[way.to].append((number, true))
    }
    let last = network.ways[goal.way]
    let whole = pace.cost(of: last)
    let end = network.nodes.count
    if preference.allows(last.means) {
      edges.append(Graph.Edge(from: end, to: last.from, weight: whole * goal.fraction))
      edges.append(Graph.Edge(from: end, to: last.to, weight: whole * (1 - goal.fraction)))
    }
    let places = (network.nodes.map(\.point) + [goal.point]).map { Vec3($0, 0) }
    guard let graph = try? Graph(positions: places, edges: edges) else { throw .noRoute }
    costs = graph.distances(from: end)
    self.exits = exits
  }

  /// Returns the route from a point.
  ///
  /// - Parameters:
  ///   - point: Position of the user, in m east and north.
  ///   - level: Index of the level; nil outdoors.
  /// - Returns: The route.
  /// - Throws: ``WayfindingError/offPaths``, ``WayfindingError/noRoute``.
  public func route(from point: Vec2, on level: Int?) throws(WayfindingError) -> WalkwayRoute {
    guard let foot = network.foot(of: point, on: level, within: parameters.userReach) else {
      throw .offPaths
    }
    let way = network.ways[foot.way]
    let whole = pace.cost(of: way)
    let back = costs[way.from] + whole * foot.fraction
    let ahead = costs[way.to] + whole * (1 - foot.fraction)
    var pieces: [WalkwayRoute.Piece] = []
    var here = Spot(foot.point, level: level)
    let isDirect =
      foot.way == goal.way
      && whole * abs(foot.fraction - goal.fraction) <= min(back, ahead)
    if !isDirect {
      guard min(back, ahead) < .infinity else { throw .noRoute }
      var node = back < ahead ? way.from : way.to
      pieces.append(piece(way.means, from: here, to: network.nodes[node]))
      // A shortest path passes no node twice.
      for _ in network.nodes {
        guard !leadsToGoal(node), let exit = best(from: node) else { break }
        let next = network.ways[exit.way]
        let end = exit.isReversed ? next.from : next.to
        pieces.append(
          WalkwayRoute.Piece(
            means: next.means, from: network.nodes[node], to: network.nodes[end],
            metres: next.metres, rise: next.rise))
        node = end
      }
      here = network.nodes[node]
    }
    let last = Spot(goal.point, level: target.level)
    pieces.append(piece(network.ways[goal.way].means, from: here, to: last))
    pieces.append(piece(.walk, from: last, to: target))
    return WalkwayRoute(pieces, from: here, parameters.directions)
  }

  private func piece(
    _ means: WayfindingEvent.Means, from: Spot, to: Spot
  ) -> WalkwayRoute.Piece {
    WalkwayRoute.Piece(
      means: means, from: from, to: to, metres: from.point.distance(to: to.point), rise: 0)
  }

  /// True if the goal's pathway ends at a node and leads to the goal at the lowest cost.
  private func leadsToGoal(_ node: Int) -> Bool {
    let last = network.ways[goal.way]
    guard last.from == node || last.to == node else { return false }
    let share = last.from == node ? goal.fraction : 1 - goal.fraction
    let rest = pace.cost(of: last) * share
    return rest <= costs[node] * (1 + 1e-9) + 1e-9
  }

  /// Returns the outgoing way of a node on the shortest path; the first of several.
  private func best(from node: Int) -> (way: Int, isReversed: Bool)? {
    var best: (way: Int, isReversed: Bool)?
    var minimum = Double.infinity
    for exit in exits[node] {
      let way = network.ways[exit.way]
      let end = exit.isReversed ? way.from : way.to
      let cost = costs[end] + pace.cost(of: way)
      if cost < minimum {
        minimum = cost
        best = exit
      }
    }
    return best
  }
}

extension WalkingPace {
  /// Returns the cost of a way, its time in s; at least 0.01, to exclude cycles.
  fileprivate func cost(of way: WalkwayGraph.PathwayLink) -> Double {
    max(0.01, seconds(way.means, metres: way.metres, rise: way.rise))
  }
}

extension RoutePreference {
  /// True if a means of travel is allowed.
  func allows(_ means: WayfindingEvent.Means) -> Bool {
    switch self {
    case .shortest: true
    case .stepFree: means != .stairs && means != .escalator
    }
  }
}
