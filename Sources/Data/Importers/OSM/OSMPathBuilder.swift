import Geometry
import Maps

/// Builds the path network: pedestrian ways, plazas and crossings.
struct OSMPathBuilder {
  let ground: OSMGround
  let roads: OSMRoadBuilder
  private(set) var nodes: [Vec2] = []
  private(set) var edges: [PathNetwork.Edge] = []
  /// Path nodes by index of the node in the data.
  private(set) var numberOfNode: [Int: Int] = [:]
  private let signals: [(number: Int, point: Vec2)]

  /// Max distance of crossings from the middle of their signalled junction, in m.
  static let signalReach = 45.0

  init(_ ground: OSMGround, roads: OSMRoadBuilder) {
    self.ground = ground
    self.roads = roads
    signals = roads.junctions.enumerated().filter { $0.element.control == .signal }
      .map { ($0.offset, $0.element.point) }
  }

  /// Adds a node without an OSM node; returns its index.
  mutating func addNode(_ point: Vec2) -> Int {
    nodes.append(rounded(point))
    return nodes.count - 1
  }

  /// Adds an edge unless both nodes have one position.
  mutating func addEdge(_ from: Int, _ to: Int, _ kind: PathKind, signal: Int? = nil) {
    guard from != to, nodes[from] != nodes[to] else { return }
    edges.append(PathNetwork.Edge(from: from, to: to, kind: kind, signal: signal))
  }

  /// The path node of an OSM node; nil if that has no position.
  mutating func number(of node: Int) -> Int? {
    if let known = numberOfNode[node] { return known }
    guard let point = ground.points[node] else { return nil }
    let number = addNode(point)
    numberOfNode[node] = number
    return number
  }

  /// The signalled junction that controls a crossing at a point.
  func signal(near point: Vec2) -> Int? {
    let nearest = signals.min {
      ($0.point.distance(to: point), $0.number) < ($1.point.distance(to: point), $1.number)
    }
    guard let nearest, nearest.point.distance(to: point) <= Self.signalReach else { return nil }
    return nearest.number
  }

  /// Adds all pedestrian ways.
  mutating func build(_ report: inout ImportReport) {
    let ways = ground.data.ways.filter { way in
      OSMPathRules.isWalkable(way.tags) && !OSMIndoor.isIndoor(way.tags)
    }
    var uses: [Int64: Int] = [:]
    for way in ways {
      for node in Set(way.nodes) { uses[node, default: 0] += 1 }
      // The closing node of a ring isn't an intersection; any other end is.
      if let first = way.nodes.first { uses[first, default: 0] += 1 }
      if let last = way.nodes.last { uses[last, default: 0] += 1 }
    }
    for way in ways {
      guard OSMPathRules.isOpen(way.tags) else {
        report.leave("paths", "closed to people on foot", "way \(way.id)")
        continue
      }
      guard let kind = OSMPathRules.kind(way.tags) else { continue }
      let runs = ground.runs(of: way)
      guard !runs.isEmpty else {
        report.leave("paths", "missing nodes", "way \(way.id)")
        continue
      }
      let isArea = way.isClosed && (way.tags.isYes("area") || way.tags.has("highway", "platform"))
      if isArea {
        addPlaza(way, runs[0], uses, &report)
      } else {
        for run in runs { addRun(run, way, kind, uses, &report) }
        report.take(kind == .crossing ? "crossing ways" : "path ways")
        let layer = OSMRoadRules.layer(way.tags)
        if layer != 0 {
          report.infer(
            layer > 0 ? "paths on bridges" : "paths in tunnels",
            "kept, but flat: everything outdoors is on the ground")
        }
      }
    }
  }

  private mutating func addRun(
    _ run: [Int], _ way: OSMWay, _ kind: PathKind, _ uses: [Int64: Int],
    _ report: inout ImportReport
  ) {
    var kept = run
    var signal: Int?
    if kind == .crossing {
      // One edge from kerb to kerb, so that pedestrians don't wait in the middle for the same light.
      kept = run.enumerated().filter { index, node in
        index == 0 || index == run.count - 1 || (uses[ground.data.nodeIDs[node]] ?? 0) > 1
      }.map(\.element)
      signal = self.signal(of: run, way.tags)
      if signal != nil { report.take("signalled crossings") }
    }
    let numbers = kept.compactMap { number(of: $0) }
    for (a, b) in zip(numbers, numbers.dropFirst()) { addEdge(a, b, kind, signal: signal) }
  }

  private func signal(of run: [Int], _ tags: OSMTags) -> Int? {
    let isSignalled =
      OSMJunctionControls.isSignalledCrossing(tags)
      || run.contains { ground.tags(ofNode: $0).map(OSMJunctionControls.isSignal) ?? false }
    guard isSignalled, let middle = ground.points[run[run.count / 2]] else { return nil }
    return signal(near: middle)
  }

  /// Adds a plaza: its rim, and edges from the middle to the paths that reach it.
  private mutating func addPlaza(
    _ way: OSMWay, _ ring: [Int], _ uses: [Int64: Int], _ report: inout ImportReport
  ) {
    let numbers = ring.compactMap { number(of: $0) }
    for (a, b) in zip(numbers, numbers.dropFirst()) { addEdge(a, b, .footway) }
    report.take("plazas")
    guard let shape = try? Polygon(exterior: ground.line(ring)) else { return }
    let reached = ring.dropLast().filter { node in
      (uses[ground.data.nodeIDs[node]] ?? 0) > (node == ring[0] ? 3 : 1)
        || roads.junctionOfNode[node] != nil
    }
    guard reached.count >= 2 else { return }
    let hub = addNode(shape.innerPoint)
    for node in reached.prefix(64) {
      guard let number = numberOfNode[node] else { continue }
      let line = Segment2(nodes[hub], nodes[number])
      let inside = shape.clip(line).reduce(0) { $0 + $1.length }
      if inside > line.length - 0.05 { addEdge(hub, number, .footway) }
    }
    report.infer("ways across plazas", "from the paths that reach them to the middle")
  }

  /// Total length of the edges of a kind, in m.
  func length(of kind: PathKind) -> Double {
    edges.reduce(0) {
      $0 + ($1.kind == kind ? nodes[$1.from].distance(to: nodes[$1.to]) : 0)
    }
  }
}
