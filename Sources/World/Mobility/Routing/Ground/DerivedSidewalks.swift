import Geometry
import Maps

/// Derivation of pavements along the roads of a map with hardly any footways.
///
/// Each street has one line along the middle of the pavement on either side. At each junction the
/// lines of adjacent arms meet at the corner, and each arm has a crossing from corner to corner,
/// with the junction's signals if it has any. Motorways, trunk roads, ramps, bridges and tunnels
/// have none.
struct DerivedSidewalks {
  /// Half a lane's width, and the distance from the kerb to the middle of the pavement, in m.
  ///
  /// From memory: lanes of 3.0 to 3.3 m and pavements of 2.4 to 3.6 m in towns (NACTO).
  private static let halfLane = 1.6, kerbToMiddle = 1.5

  /// One end of a street at its junction.
  private struct Arm {
    let road: Int
    let isStart: Bool
    let direction: Vec2
    let offset: Double
    /// The corner nodes to its left and right, looking away from the junction.
    var left = -1, right = -1
  }

  private let roads: RoadNetwork
  private var nodes: [Spot] = []
  private var edges: [PathNetwork.Edge] = []
  /// The arms of each junction, anticlockwise.
  private var arms: [[Arm]]

  /// Returns the pavements, or nil if the map has enough footways or no streets.
  static func network(for map: VenueMap) -> PathNetwork? {
    let streets = map.roads.roads.filter(isStreet)
    guard !streets.isEmpty else { return nil }
    var walked = 0.0
    for edge in map.paths.edges {
      guard map.paths.nodes.indices.contains(edge.from),
        map.paths.nodes.indices.contains(edge.to)
      else { continue }
      let (a, b) = (map.paths.nodes[edge.from], map.paths.nodes[edge.to])
      if a.level == nil, b.level == nil { walked += a.point.distance(to: b.point) }
    }
    let driven = streets.reduce(0) { sum, road in
      sum + zip(road.line, road.line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
    guard walked < 0.1 * driven else { return nil }
    var sidewalks = DerivedSidewalks(map.roads)
    sidewalks.lay()
    return PathNetwork(nodes: sidewalks.nodes, edges: sidewalks.edges)
  }

  private static func isStreet(_ road: Road) -> Bool {
    guard road.layer == 0, road.line.count > 1, road.line.allSatisfy(\.isWithinReach) else {
      return false
    }
    switch road.kind {
    case .primary, .secondary, .tertiary, .residential: return true
    case .motorway, .trunk, .link, .service, .aisle, .cycleway, .track: return false
    }
  }

  private init(_ roads: RoadNetwork) {
    self.roads = roads
    arms = roads.junctions.map { _ in [] }
  }

  private mutating func lay() {
    for (index, road) in roads.roads.enumerated() where Self.isStreet(road) {
      let lanes = min(12, max(1, road.lanesForward) + max(0, road.lanesBackward))
      let offset = max(2.5, Double(lanes) * Self.halfLane) + Self.kerbToMiddle
      for (junction, line, isStart) in [
        (road.from, road.line, true), (road.to, road.line.reversed(), false),
      ] where arms.indices.contains(junction) {
        guard let way = line.dropFirst().lazy.compactMap({ ($0 - line[0]).normalized }).first
        else { continue }
        arms[junction].append(
          Arm(road: index, isStart: isStart, direction: way, offset: offset))
      }
    }
    for junction in arms.indices { layCorners(of: junction) }
    for (index, road) in roads.roads.enumerated() where Self.isStreet(road) {
      laySides(of: road, index)
    }
  }

  private mutating func layCorners(of junction: Int) {
    var around = arms[junction]
    around.sort {
      ($0.direction.angle, $0.road, $0.isStart ? 0 : 1)
        < ($1.direction.angle, $1.road, $1.isStart ? 0 : 1)
    }
    let point = roads.junctions[junction].point
    guard point.isWithinReach, !around.isEmpty else { return }
    if around.count == 1 {
      // Round the end of a cul-de-sac.
      let arm = around[0]
      let across = arm.direction.perpendicular * arm.offset
      around[0].left = node(at: point - arm.direction + across)
      around[0].right = node(at: point - arm.direction - across)
      link(around[0].left, around[0].right, .footway)
    } else {
      for index in around.indices {
        let next = (index + 1) % around.count
        let corner = node(at: Self.corner(point, around[index], around[next]))
        around[index].left = corner
        around[next].right = corner
      }
      let isSignalled = roads.junctions[junction].control == .signal
      if around.count > 2 || isSignalled {
        for arm in around { link(arm.right, arm.left, .crossing, isSignalled ? junction : nil) }
      }
    }
    arms[junction] = around
  }

  /// The corner at which the pavement on the left of an arm meets that on the right of the next.
  private static func corner(_ point: Vec2, _ arm: Arm, _ next: Arm) -> Vec2 {
    let left = arm.direction.perpendicular * arm.offset
    let right = -next.direction.perpendicular * next.offset
    let sine = arm.direction.cross(next.direction)
    guard abs(sine) > 0.2 else { return point + (left + right) / 2 }
    let along = (right - left).cross(next.direction) / sine
    let reach = 3 * max(arm.offset, next.offset)
    return point + left + arm.direction * max(-reach, min(reach, along))
  }

  private mutating func laySides(of road: Road, _ index: Int) {
    guard let start = arm(at: road.from, index, isStart: true),
      let end = arm(at: road.to, index, isStart: false)
    else { return }
    // Seen from its end, left and right of a road are swapped.
    laySide(road, from: start.left, to: end.right, offset: start.offset)
    laySide(road, from: start.right, to: end.left, offset: -start.offset)
  }

  private func arm(at junction: Int, _ road: Int, isStart: Bool) -> Arm? {
    guard arms.indices.contains(junction) else { return nil }
    return arms[junction].first { $0.road == road && $0.isStart == isStart && $0.left >= 0 }
  }

  private mutating func laySide(_ road: Road, from start: Int, to end: Int, offset: Double) {
    var last = start
    let line = road.line
    for index in line.indices.dropFirst().dropLast() {
      guard let before = (line[index] - line[index - 1]).normalized,
        let after = (line[index + 1] - line[index]).normalized
      else { continue }
      // Near a junction the corner replaces the bend.
      let free = abs(offset) * 1.5
      guard line[index].distance(to: line[0]) > free,
        line[index].distance(to: line[line.count - 1]) > free
      else { continue }
      let miter = (before.perpendicular + after.perpendicular) / max(0.3, 1 + before.dot(after))
      let next = node(at: line[index] + miter * offset)
      link(last, next, .footway)
      last = next
    }
    link(last, end, .footway)
  }

  private mutating func node(at point: Vec2) -> Int {
    nodes.append(Spot(point))
    return nodes.count - 1
  }

  private mutating func link(_ from: Int, _ to: Int, _ kind: PathKind, _ signal: Int? = nil) {
    guard from != to else { return }
    edges.append(PathNetwork.Edge(from: from, to: to, kind: kind, signal: signal))
  }
}
