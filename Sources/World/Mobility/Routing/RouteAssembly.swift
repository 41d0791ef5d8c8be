import Geometry
import Maps

/// Conversion of the arcs of a search result into a route.
struct RouteAssembly {
  private let network: WalkNetwork
  private let costs: RouteCosts
  private let start: RouteEnd
  private var legs: [WalkLeg] = []
  private var length = 0.0
  private var seconds = 0.0
  private var stretch: StretchBuilder
  /// The present connector, and the boarding stop.
  private var ride: (connector: Int, stop: Int)?

  init(_ network: WalkNetwork, costs: RouteCosts, from start: RouteEnd) {
    self.network = network
    self.costs = costs
    self.start = start
    stretch = StretchBuilder(plane: start.plane, from: start.spot.point)
    // The step away from a wall, or out of a door, must not be straightened.
    stretch.go(to: start.point, .door)
  }

  /// Returns the route along a search result, or the straight one without a result.
  mutating func route(along way: ArcPath?, to last: RouteEnd) -> WalkRoute {
    var cost = 0.0
    if let way {
      stretch.go(to: network.graph.nodes[way.first.node].point, way.first.kind)
      for index in way.arcs { take(network.graph.arcs[index]) }
      stretch.go(to: last.point, way.last.kind)
      cost = way.cost
    } else {
      let kind = network.openKind(start.plane)
      stretch.go(to: last.point, kind)
      cost =
        costs.cost(kind, metres: start.point.distance(to: last.point))
        + (network.planes[start.plane].roads?.seconds(from: start.point, to: last.point) ?? 0)
    }
    stretch.go(to: last.spot.point, .door)
    close()
    // The steps from and to the exact ends.
    let ends = start.point.distance(to: start.spot.point) + last.point.distance(to: last.spot.point)
    cost += costs.cost(.free, metres: ends)
    if legs.isEmpty {
      legs = [.walk(stretch.stretch(of: network.map, level: start.spot.level))]
    }
    return WalkRoute(legs: legs, lengthMetres: length, expectedSeconds: seconds, cost: cost)
  }

  private mutating func take(_ arc: WalkArc) {
    let (from, to) = (network.graph.nodes[Int(arc.from)], network.graph.nodes[Int(arc.to)])
    seconds += arc.seconds
    switch arc.kind {
    case .free, .open, .path, .trail, .crossing, .steps, .door:
      stretch.go(to: to.point, arc.kind, signal: arc.index)
    case .portal:
      let site = network.portals[Int(arc.index)]
      stretch.go(to: site.middle, .door)
      if from.plane == site.level + 1 { stretch.openingAtEnd = site.opening }
      close()
      stretch = StretchBuilder(plane: to.plane, from: site.middle)
      if to.plane == site.level + 1 { stretch.openingAtStart = site.opening }
      stretch.go(to: to.point, .door)
    case .board, .boardLift:
      if let boarded = ride {
        legs.append(
          .ride(connector: boarded.connector, fromStop: boarded.stop, toStop: from.stop))
        ride = nil
        stretch = StretchBuilder(plane: to.plane, from: to.point)
      } else {
        close()
        ride = (Int(arc.index), to.stop)
      }
    case .stairs, .ramp, .escalator, .walkway, .lift:
      length += arc.kind == .lift ? 0 : arc.length
      seconds += arc.kind == .lift ? 0 : costs.seconds(arc.kind, metres: arc.length)
    }
  }

  /// Ends the stretch; a single point makes no leg.
  private mutating func close() {
    guard stretch.points.count > 1 else { return }
    stretch.straighten(on: network.planes[stretch.plane], costs)
    let finished = stretch.stretch(
      of: network.map, level: network.planes[stretch.plane].level)
    length += finished.lengthMetres
    seconds += stretch.seconds(costs)
    legs.append(.walk(finished))
  }
}
