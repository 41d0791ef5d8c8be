import Geometry
public import Maps

/// The common walkable ground: the largest strongly connected part of a venue's walking graph,
/// without locked doors and staff rooms.
///
/// On a level without a share in it, the largest part of that level counts.
public struct CommonGround: Sendable {
  private let network: WalkNetwork
  /// The component of each node.
  private let parts: [Int]
  private let largest: Int
  /// The component that counts on each plane; nil for a plane without nodes.
  private let partOfPlane: [Int?]

  /// The max number of nodes, nearest first, in the search for the nearest spot.
  private static let maxNodes = 64
  /// The radius of the first sampling around a spot, in m.
  private static let tried = 30.0

  /// Finds the strongly connected components of a network.
  public init(of network: WalkNetwork) {
    self.network = network
    let graph = network.graph
    let costs = RouteCosts(.ordinary, units: (-1, -1))
    let parts = StrongParts(count: graph.nodes.count) { node in
      graph.arcs(from: node).compactMap {
        costs.cost(graph.arcs[$0]) < .infinity ? Int(graph.arcs[$0].to) : nil
      }
    }.parts
    self.parts = parts
    var sizes = [Int](repeating: 0, count: graph.nodes.count)
    for part in parts { sizes[part] += 1 }
    let largest = sizes.indices.max { (sizes[$0], $1) < (sizes[$1], $0) } ?? 0
    self.largest = largest
    partOfPlane = network.grids.map { grid in
      var here: [Int: Int] = [:]
      for node in grid.members { here[parts[Int(node)], default: 0] += 1 }
      if here[largest] != nil { return largest }
      return here.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
  }

  /// True if a level, or nil for the outdoors, has a share in the largest part.
  public func isJoined(_ level: Int?) -> Bool {
    guard let plane = network.plane(of: level) else { return false }
    return partOfPlane[plane] == largest || parts.isEmpty
  }

  /// True if a spot is connected with the common ground of its level in both directions.
  public func holds(_ spot: Spot) -> Bool { standing(at: spot) != nil }

  /// The standing position at a spot with a path to the common ground; nil for any other spot.
  private func standing(at spot: Spot) -> Vec2? {
    guard let end = try? network.end(at: spot) else { return nil }
    // An empty room has no nodes: all of it is in sight of all.
    guard let part = partOfPlane[end.plane] else { return end.point }
    let costs = RouteCosts(.ordinary, units: (end.unit, end.unit))
    var open = network.links(of: end, costs).map(\.node)
    if end.unit < 0 { return open.contains { parts[$0] == part } ? end.point : nil }
    // Out of a non-public room the path leads through that room.
    var seen = Set(open)
    while let node = open.popLast() {
      if parts[node] == part { return end.point }
      for index in network.graph.arcs(from: node) {
        let arc = network.graph.arcs[index]
        if costs.cost(arc) < .infinity, seen.insert(Int(arc.to)).inserted {
          open.append(Int(arc.to))
        }
      }
    }
    return nil
  }

  /// Returns the spot of the common ground nearest to another on its level, or nil if there is none
  /// within a distance in m.
  ///
  /// The search is approximate: it tries the straight lines from nearby nodes, and samples on
  /// rings.
  public func nearest(to spot: Spot, within metres: Double) -> Spot? {
    if let place = standing(at: spot) { return Spot(place, level: spot.level) }
    guard let plane = network.plane(of: spot.level), spot.point.isWithinReach else { return nil }
    guard let part = partOfPlane[plane] else {
      let place = network.nearestWalkable(to: spot)
      return place.flatMap { $0.point.distance(to: spot.point) <= metres ? $0 : nil }
    }
    var near: [(distance: Double, node: Int)] = []
    network.grids[plane].forEachNode(within: metres + RoadmapBuilder.sight, of: spot.point) {
      if parts[$0] == part { near.append(($1, $0)) }
    }
    near.sort { $0 < $1 }
    let ground = network.planes[plane]
    let places = near.prefix(Self.maxNodes).compactMap { candidate -> Vec2? in
      let place = Self.end(
        of: network.graph.points[candidate.node], towards: spot.point, on: ground)
      return ground.hasRoom(at: place) ? place : nil
    }
    var best = places.min { $0.distance(to: spot.point) < $1.distance(to: spot.point) }
    // Along a wide front there may be no node: samples in between are tried.
    for radius in [Self.tried, metres] {
      guard radius < best?.distance(to: spot.point) ?? .infinity else { break }
      let place = ground.sampled(around: spot.point, upTo: radius) { place in
        ground.restriction(from: place, to: place) == -1
          && holds(Spot(place, level: spot.level))
      }
      if let place {
        best = place
        break
      }
    }
    guard let best, best.distance(to: spot.point) <= metres else { return nil }
    return Spot(best, level: spot.level)
  }

  /// The farthest point of a straight walk from a point towards another, by bisection.
  private static func end(of start: Vec2, towards goal: Vec2, on ground: WalkPlane) -> Vec2 {
    let way = Segment2(start, goal)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<12 {
      let middle = (low + high) / 2
      let place = way.point(at: middle)
      let isFree =
        ground.isClear(start, place) && ground.hasRoom(at: place)
        && ground.restriction(from: start, to: place) == -1
      if isFree { low = middle } else { high = middle }
    }
    return way.point(at: low)
  }
}

/// Strongly connected components of a directed graph (Tarjan, 1972).
private struct StrongParts {
  /// The component index of each node, less than the number of nodes.
  private(set) var parts: [Int]
  private var order: [Int]
  private var low: [Int]
  private var stack: [Int] = []
  private var count = 0
  private var partCount = 0

  init(count nodes: Int, next: (Int) -> [Int]) {
    parts = [Int](repeating: -1, count: nodes)
    order = parts
    low = parts
    for node in 0..<nodes where order[node] < 0 { visit(node, next) }
  }

  /// Depth-first search from a node with an explicit stack: recursion would be as deep as the
  /// graph.
  private mutating func visit(_ start: Int, _ next: (Int) -> [Int]) {
    var open = [(node: start, rest: enter(start, next))]
    while let (node, rest) = open.last {
      guard let other = rest.last else {
        open.removeLast()
        leave(node)
        if let parent = open.last?.node { low[parent] = min(low[parent], low[node]) }
        continue
      }
      open[open.count - 1].rest.removeLast()
      if order[other] < 0 {
        open.append((other, enter(other, next)))
      } else if parts[other] < 0 {
        low[node] = min(low[node], order[other])
      }
    }
  }

  private mutating func enter(_ node: Int, _ next: (Int) -> [Int]) -> [Int] {
    order[node] = count
    low[node] = count
    count += 1
    stack.append(node)
    return next(node)
  }

  /// Ends a node's visit; the root of a component pops all its nodes off the stack.
  private mutating func leave(_ node: Int) {
    guard low[node] == order[node] else { return }
    while let member = stack.popLast() {
      parts[member] = partCount
      if member == node { break }
    }
    partCount += 1
  }
}
