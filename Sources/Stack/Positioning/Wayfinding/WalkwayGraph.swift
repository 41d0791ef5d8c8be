import Geometry
public import Maps
import Observations

/// Graph of a map's pathways with its stairs, escalators, walkways and lifts.
///
/// Pathways are as in the map. Each stop of a connector is joined by a straight line to the nearest
/// pathway of its level that no wall hides, and so is the target.
public struct WalkwayGraph: Sendable {
  /// A straight part of a pathway, or a ride.
  struct PathwayLink: Hashable, Sendable {
    /// Indices of its end nodes.
    var from, to: Int
    var means: WayfindingEvent.Means
    /// Horizontal length, in m; zero for a lift.
    var metres: Double
    /// Height difference, in m.
    var rise: Double
    var isOneWay: Bool
    /// True if it belongs to a connector, which cannot be entered midway.
    var isRide = false
  }

  /// A position on a pathway.
  struct PathwayPosition: Hashable, Sendable {
    /// Index of the way.
    var way: Int
    /// Fraction of the way, from 0 to 1.
    var fraction: Double
    /// Position at the fraction.
    var point: Vec2
    /// Distance from the query point, in m.
    var distance: Double
  }

  /// Nodes of the graph.
  private(set) var nodes: [Spot]
  private(set) var ways: [PathwayLink] = []
  /// Spatial index of each level's footways, outdoors last, and their indices in `ways`.
  private var lines: [SegmentIndex?] = []
  private var numbers: [[Int]] = []
  let map: VenueMap
  private let parameters: Parameters

  /// Builds the graph of a map; invalid lines are left out.
  public init(_ map: VenueMap, parameters: Parameters = Parameters()) {
    self.map = map
    self.parameters = parameters
    nodes = map.paths.nodes
    let paths = map.paths.edges.filter { edge in
      map.paths.nodes.indices.contains(edge.from) && map.paths.nodes.indices.contains(edge.to)
        && map.paths.nodes[edge.from].point != map.paths.nodes[edge.to].point
    }
    ways = paths.map { edge in
      let (from, to) = (map.paths.nodes[edge.from], map.paths.nodes[edge.to])
      return PathwayLink(
        from: edge.from, to: edge.to, means: edge.kind == .steps ? .stairs : .walk,
        metres: from.point.distance(to: to.point), rise: 0, isOneWay: false)
    }
    index()
    joinConnectors()
    index()
  }

  /// True if a level, or outdoors for nil, has pathways.
  func hasPaths(on level: Int?) -> Bool {
    lines.indices.contains(slot(level)) && lines[slot(level)] != nil
  }

  /// Returns the nearest position on a pathway of a level.
  ///
  /// - Parameters:
  ///   - point: Query point, in m east and north.
  ///   - level: Index of the level; nil outdoors.
  ///   - reach: Search radius, in m.
  /// - Returns: The position; nil without a pathway within reach.
  func foot(of point: Vec2, on level: Int?, within reach: Double) -> PathwayPosition? {
    guard hasPaths(on: level), let index = lines[slot(level)],
      let near = index.nearestSegment(to: point, within: reach)
    else { return nil }
    return foot(numbers[slot(level)][near.segment], to: point)
  }

  /// Returns the nearest position on a pathway without a wall in between.
  func visibleFoot(of point: Vec2, on level: Int?, within reach: Double) -> PathwayPosition? {
    guard hasPaths(on: level), let index = lines[slot(level)] else { return nil }
    var found: [PathwayPosition] = []
    index.forEachSegment(within: reach, of: point) { near in
      found.append(foot(numbers[slot(level)][near.segment], to: point))
    }
    found.sort { ($0.distance, $0.way) < ($1.distance, $1.way) }
    let walls = level.map { map.levels[$0].walls } ?? []
    let seen = found.first { foot in
      let sight = Segment2(point, foot.point)
      return sight.length < parameters.touchMetres
        || !walls.contains { $0.distance(to: sight) == 0 }
    }
    // If walls hide all pathways, a door is missing in the map.
    return seen ?? found.first
  }

  private func foot(_ way: Int, to point: Vec2) -> PathwayPosition {
    let line = Segment2(nodes[ways[way].from].point, nodes[ways[way].to].point)
    let fraction = line.closestFraction(to: point)
    let place = line.point(at: fraction)
    return PathwayPosition(
      way: way, fraction: fraction, point: place, distance: place.distance(to: point))
  }

  private func slot(_ level: Int?) -> Int { level ?? map.levels.count }

  /// Indexes the footways by level; one through an entrance belongs to both levels.
  private mutating func index() {
    var segments = Array(repeating: [Segment2](), count: map.levels.count + 1)
    numbers = Array(repeating: [], count: map.levels.count + 1)
    for (number, way) in ways.enumerated() where !way.isRide {
      let (from, to) = (nodes[way.from], nodes[way.to])
      guard from.point != to.point else { continue }
      for level in from.level == to.level ? [from.level] : [from.level, to.level]
      where segments.indices.contains(slot(level)) {
        segments[slot(level)].append(Segment2(from.point, to.point))
        numbers[slot(level)].append(number)
      }
    }
    lines = segments.map { $0.isEmpty ? nil : try? SegmentIndex($0) }
  }

  // MARK: Connectors

  private mutating func joinConnectors() {
    var cuts: [Int: [(fraction: Double, node: Int)]] = [:]
    for connector in map.connectors {
      let stops = connector.stops.map { stop -> Int in
        nodes.append(stop)
        return nodes.count - 1
      }
      for (stop, node) in zip(connector.stops, stops) {
        guard stop.level.map(map.levels.indices.contains) ?? true,
          let foot = visibleFoot(of: stop.point, on: stop.level, within: parameters.stopReach)
        else { continue }
        cuts[foot.way, default: []].append((foot.fraction, node))
      }
      addRides(connector, stops)
    }
    cut(at: cuts)
  }

  private mutating func addRides(_ connector: Connector, _ stops: [Int]) {
    let means: WayfindingEvent.Means =
      switch connector.kind {
      case .stairs: .stairs
      case .ramp: .ramp
      case .escalator: .escalator
      case .walkway: .walkway
      case .lift: .lift
      }
    for (place, from) in stops.enumerated() {
      let ends = means == .lift ? stops[(place + 1)...] : stops[(place + 1)...].prefix(1)
      for to in ends {
        let rise = map.elevation(of: nodes[to]) - map.elevation(of: nodes[from])
        let run = means == .lift ? 0 : nodes[from].point.distance(to: nodes[to].point)
        ways.append(
          PathwayLink(
            from: from, to: to, means: means, metres: run, rise: rise.isFinite ? rise : 0,
            isOneWay: connector.isOneWay, isRide: true))
      }
    }
  }

  /// Splits pathways at the stops joined to them.
  private mutating func cut(at cuts: [Int: [(fraction: Double, node: Int)]]) {
    for (number, places) in cuts.sorted(by: { $0.key < $1.key }) {
      let way = ways[number]
      let line = Segment2(nodes[way.from].point, nodes[way.to].point)
      let level = nodes[way.from].level
      var last = way.from
      var done = 0.0
      for place in places.sorted(by: { ($0.fraction, $0.node) < ($1.fraction, $1.node) }) {
        if (place.fraction - done) * way.metres > parameters.minCut {
          nodes.append(Spot(line.point(at: place.fraction), level: level))
          addFootway(last, nodes.count - 1, way.means)
          (last, done) = (nodes.count - 1, place.fraction)
        }
        addFootway(place.node, last, .walk)
      }
      // The last part replaces the whole.
      ways[number].from = last
      ways[number].metres = nodes[last].point.distance(to: nodes[way.to].point)
    }
  }

  private mutating func addFootway(_ from: Int, _ to: Int, _ means: WayfindingEvent.Means) {
    let metres = nodes[from].point.distance(to: nodes[to].point)
    ways.append(
      PathwayLink(from: from, to: to, means: means, metres: metres, rise: 0, isOneWay: false))
  }
}
