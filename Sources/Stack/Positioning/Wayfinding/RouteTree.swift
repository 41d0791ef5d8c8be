public import Geometry
public import Maps
import Observations

/// The best ways to one place from everywhere.
///
/// Found once for a place, so that a way from somewhere else costs next to nothing.
public struct RouteTree: Sendable {
  let network: WalkwayGraph
  /// Where the ways lead.
  public let target: Spot
  private let parameters: Parameters
  /// Nobody in particular walks the ways.
  private let pace: WalkingPace
  private let goal: WalkwayGraph.Foot
  /// What is left from each node, in s at the usual pace; infinite where no way leads.
  private let costs: [Double]
  /// The ways that leave each node, one by one, and whether they are gone backwards.
  private let exits: [[(way: Int, isReversed: Bool)]]

  /// Finds the ways to a named place.
  ///
  /// - Parameters:
  ///   - name: The place's name.
  ///   - network: The pathways.
  ///   - preference: Which ways are taken.
  ///   - parameters: How it is set.
  ///   - pace: How fast people get along.
  /// - Throws: ``WayfindingError/unknownTarget(_:)``, ``WayfindingError/noPaths(level:)``.
  public init(
    to name: String, along network: WalkwayGraph, by preference: WayPreference = .shortest,
    parameters: Parameters = Parameters(), pace: WalkingPace.Parameters = WalkingPace.Parameters()
  ) throws(WayfindingError) {
    guard let place = network.map.places.first(where: { $0.name == name }) else {
      throw .unknownTarget(name)
    }
    try self.init(
      to: place.spot, along: network, by: preference, parameters: parameters, pace: pace)
  }

  /// Finds the ways to a spot.
  ///
  /// - Throws: ``WayfindingError/noPaths(level:)``.
  public init(
    to target: Spot, along network: WalkwayGraph, by preference: WayPreference = .shortest,
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
    // From the goal backwards, so that one search finds what is left from everywhere.
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
    guard let graph = try? Graph(positions: places, edges: edges) else { throw .noWay }
    costs = graph.distances(from: end)
    self.exits = exits
  }

  /// The way from a point.
  ///
  /// - Parameters:
  ///   - point: Where the user is, in metres east and north.
  ///   - level: The number of the level that is on; nil outdoors.
  /// - Returns: The way.
  /// - Throws: ``WayfindingError/offPaths``, ``WayfindingError/noWay``.
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
      guard min(back, ahead) < .infinity else { throw .noWay }
      var node = back < ahead ? way.from : way.to
      pieces.append(piece(way.means, from: here, to: network.nodes[node]))
      // A way passes no node twice.
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

  /// Whether the goal lies on a pathway that ends at a node, and it is best to go on along that.
  private func leadsToGoal(_ node: Int) -> Bool {
    let last = network.ways[goal.way]
    guard last.from == node || last.to == node else { return false }
    let share = last.from == node ? goal.fraction : 1 - goal.fraction
    let rest = pace.cost(of: last) * share
    return rest <= costs[node] * (1 + 1e-9) + 1e-9
  }

  /// The way out of a node that is on the best way; of several, the first.
  private func best(from node: Int) -> (way: Int, isReversed: Bool)? {
    var best: (way: Int, isReversed: Bool)?
    var least = Double.infinity
    for exit in exits[node] {
      let way = network.ways[exit.way]
      let end = exit.isReversed ? way.from : way.to
      let cost = costs[end] + pace.cost(of: way)
      if cost < least {
        least = cost
        best = exit
      }
    }
    return best
  }
}

extension WalkingPace {
  /// What a way costs: its seconds, and never nothing, so that ways don't go in rounds.
  fileprivate func cost(of way: WalkwayGraph.Way) -> Double {
    max(0.01, seconds(way.means, metres: way.metres, rise: way.rise))
  }
}

extension WayPreference {
  /// Whether a way may be gone by these means.
  func allows(_ means: WayfindingEvent.Means) -> Bool {
    switch self {
    case .shortest: true
    case .stepFree: means != .stairs && means != .escalator
    }
  }
}
