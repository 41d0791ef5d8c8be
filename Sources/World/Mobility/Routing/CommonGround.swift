import Geometry
public import Maps

/// The ground that people share: the largest part of a venue within which one gets on foot from
/// anywhere to anywhere, through no locked door and no room for staff only.
///
/// A level of which no part belongs to it has a largest part of its own.
public struct CommonGround: Sendable {
  private let network: WalkNetwork
  /// For each node the part that it belongs to.
  private let parts: [Int]
  private let largest: Int
  /// For each plane the part that counts there; nil for one where nobody can walk.
  private let partOfPlane: [Int?]

  /// How many nodes of the ground, nearest first, are looked at to find the spot nearest to another.
  private static let mostNodes = 64
  /// How far around a spot others are tried first, in m.
  private static let tried = 30.0

  /// Finds the parts of a network.
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

  /// Whether a level, or nil for the outdoors, has a share in the largest part.
  public func isJoined(_ level: Int?) -> Bool {
    guard let plane = network.plane(of: level) else { return false }
    return partOfPlane[plane] == largest || parts.isEmpty
  }

  /// Whether one gets from a spot to the ground of its level and back.
  public func holds(_ spot: Spot) -> Bool { standing(at: spot) != nil }

  /// Where one stands at a spot from which one gets to the ground; nil for any other spot.
  private func standing(at spot: Spot) -> Vec2? {
    guard let end = try? network.end(at: spot) else { return nil }
    // An empty room has no nodes: all of it is in sight of all.
    guard let part = partOfPlane[end.plane] else { return end.point }
    let costs = RouteCosts(.ordinary, units: (end.unit, end.unit))
    var open = network.links(of: end, costs).map(\.node)
    if end.unit < 0 { return open.contains { parts[$0] == part } ? end.point : nil }
    // Out of a room that isn't public the way leads through it.
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

  /// Returns the spot of the ground nearest to another on its level, as far as the straight ways
  /// from the nodes around and places tried in rings tell; nil if there is none within a distance in m.
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
    let places = near.prefix(Self.mostNodes).compactMap { candidate -> Vec2? in
      let place = Self.end(
        of: network.graph.points[candidate.node], towards: spot.point, on: ground)
      return ground.hasRoom(at: place) ? place : nil
    }
    var best = places.min { $0.distance(to: spot.point) < $1.distance(to: spot.point) }
    // Along a wide front there may be no node: places in between are tried.
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

  /// How far one can walk straight from a point towards another.
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

/// The parts of a directed graph within which every node leads to every other (Tarjan, 1972).
private struct StrongParts {
  /// For each node the number of its part, which is less than the count of nodes.
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

  /// Walks from a node by a stack of its own: a recursion would be as deep as the graph is long.
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

  /// Ends a node's visit; the first of its part takes all nodes of that off the stack.
  private mutating func leave(_ node: Int) {
    guard low[node] == order[node] else { return }
    while let member = stack.popLast() {
      parts[member] = partCount
      if member == node { break }
    }
    partCount += 1
  }
}
