import Geometry

/// A straight link between an end of the route and a node.
struct RouteLink {
  let node: Int
  let kind: WalkArc.Kind
  let length: Double
  let cost: Double
  /// The extra cost without time, in s; included in the cost.
  var penalty = 0.0
}

/// A search result: the arcs, and a link at each end.
struct ArcPath {
  let first: RouteLink
  let arcs: [Int]
  let last: RouteLink
  let cost: Double
}

/// A* search on the walking graph, with an optional limit to the storeys of stairs.
///
/// With a limit, a search state is a node together with the number of storeys climbed so far.
struct RouteSearch {
  private let graph: WalkGraph
  private let costs: RouteCosts
  private let goal: Vec2
  private let goalHeight: Double
  /// The min cost of a horizontal and of a vertical metre, for the admissible heuristic.
  private let minAlong: Double, minClimb: Double
  private let layers: Int
  /// The cost of each state so far, and the arc that reached it: -1 none, -2 a first link.
  private(set) var reached: [Double]
  private var arrivals: [Int32]
  private var previous: [Int32]
  private var heap = MinHeap<SearchEntry>()

  init(
    _ graph: WalkGraph, _ costs: RouteCosts, to goals: [RouteLink], goal: Vec2, storeyLimit: Int?
  ) {
    self.graph = graph
    self.costs = costs
    self.goal = goal
    goalHeight = goals.first.map { graph.heights[$0.node] } ?? 0
    let minimum = costs.minPerMetre
    minAlong = minimum
    minClimb = goals.isEmpty ? 0 : Self.minClimb(graph, costs, along: minimum)
    layers = (storeyLimit.map { max(0, min(60, $0)) } ?? 0) + 1
    isLimited = storeyLimit != nil
    reached = [Double](repeating: .infinity, count: graph.nodes.count * layers)
    arrivals = [Int32](repeating: -1, count: reached.count)
    previous = layers > 1 || storeyLimit != nil ? arrivals : []
  }

  private let isLimited: Bool

  /// Returns the cheapest path between links at the start and at the goal, or nil if none costs
  /// less than `bound`.
  mutating func run(
    from starts: [RouteLink], to goals: [RouteLink], below bound: Double
  ) -> ArcPath? {
    var goalLink = [Int32](repeating: -1, count: graph.nodes.count)
    for (index, link) in goals.enumerated() {
      goalLink[link.node] = Int32(truncatingIfNeeded: index)
    }
    for link in starts { reach(link.node * layers, cost: link.cost, by: -2, from: -1) }
    var best = bound
    var end: (state: Int, link: Int)?
    while let entry = heap.removeFirst() {
      guard entry.bound < best else { break }
      let state = Int(entry.node)
      guard entry.cost == reached[state] else { continue }
      let node = state / layers
      if goalLink[node] >= 0 {
        let cost = entry.cost + goals[Int(goalLink[node])].cost
        if cost < best {
          best = cost
          end = (state, Int(goalLink[node]))
        }
      }
      expand(state, node: node)
    }
    return end.flatMap { way(to: $0.state, last: goals[$0.link], starts: starts, cost: best) }
  }

  @inline(__always)
  private mutating func expand(_ state: Int, node: Int) {
    let base = reached[state]
    for index in graph.arcs(from: node) {
      let arc = graph.arcs[index]
      // A node already reached at lower cost cannot improve.
      if !isLimited, reached[Int(arc.to)] <= base { continue }
      let cost = base + costs.cost(arc)
      guard cost < .infinity else { continue }
      var layer = state - node * layers
      if isLimited, arc.storeys > 0 {
        layer += Int(arc.storeys)
        guard layer < layers else { continue }
      }
      reach(
        Int(arc.to) * layers + layer, cost: cost, by: Int32(truncatingIfNeeded: index),
        from: state)
    }
  }

  @inline(__always)
  private mutating func reach(_ state: Int, cost: Double, by arc: Int32, from origin: Int) {
    guard cost < reached[state] else { return }
    reached[state] = cost
    arrivals[state] = arc
    if isLimited { previous[state] = Int32(truncatingIfNeeded: origin) }
    let node = state / layers
    let left =
      graph.points[node].distance(to: goal) * minAlong
      + abs(graph.heights[node] - goalHeight) * minClimb
    heap.insert(
      SearchEntry(bound: cost + left, cost: cost, node: Int32(truncatingIfNeeded: state)))
  }

  /// The min cost of a vertical metre on any connector, beyond its horizontal cost.
  private static func minClimb(
    _ graph: WalkGraph, _ costs: RouteCosts, along: Double
  ) -> Double {
    var minimum = Double.infinity
    for index in graph.climbs {
      let arc = graph.arcs[Int(index)]
      let (from, to) = (Int(arc.from), Int(arc.to))
      let run = graph.nodes[from].point.distance(to: graph.nodes[to].point)
      let cost = costs.cost(arc) - run * along
      minimum = min(minimum, cost / abs(graph.heights[from] - graph.heights[to]))
    }
    return minimum.isFinite ? max(0, minimum) * (1 - 1e-9) : 0
  }

  private func way(
    to end: Int, last: RouteLink, starts: [RouteLink], cost: Double
  ) -> ArcPath? {
    var arcs: [Int] = []
    var state = end
    while arrivals[state] >= 0, arcs.count <= reached.count {
      arcs.append(Int(arrivals[state]))
      state =
        isLimited ? Int(previous[state]) : Int(graph.arcs[Int(arrivals[state])].from)
    }
    let node = state / layers
    guard
      let first = starts.filter({ $0.node == node }).min(by: { $0.cost < $1.cost })
    else { return nil }
    return ArcPath(first: first, arcs: arcs.reversed(), last: last, cost: cost)
  }

  /// The nodes reached so far.
  var reachedNodes: [Int] {
    graph.nodes.indices.filter { node in
      (0..<layers).contains { reached[node * layers + $0] < .infinity }
    }
  }
}
