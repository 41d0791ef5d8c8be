import Geometry
import Maps

/// Builds the road network: roads from junction to junction.
struct OSMRoadBuilder {
  /// A way for vehicles, and its parts without missing nodes.
  struct SourceWay {
    let way: OSMWay
    let road: OSMRoadRules.TaggedRoad
    let runs: [[Int]]
  }

  /// A road of the result and its origin.
  struct BuiltRoad {
    let way: Int64
    let nodes: [Int]
    let source: Int
  }

  let ground: OSMGround
  private(set) var sources: [SourceWay] = []
  /// Origins of the roads, by road index; contraflow bicycle lanes come last and have none.
  private(set) var pieces: [BuiltRoad] = []
  /// Junction indices by node.
  private(set) var junctionOfNode: [Int: Int] = [:]
  private(set) var junctions: [Junction] = []
  private(set) var roads: [Road] = []
  /// Ways with a part inside a merged junction.
  private(set) var innerWays: Set<Int64> = []

  init(_ ground: OSMGround) {
    self.ground = ground
  }

  mutating func build(_ report: inout ImportReport) {
    collect(&report)
    var graph = OSMRoadGraph(ground, sources)
    var controls = OSMJunctionControls(graph)
    controls.find(&report)
    for node in controls.extraJunctions { graph.addJunction(node) }
    graph.split()
    controls.cluster(graph, &report)
    addRoads(graph, controls, &report)
    addContraflow(&report)
    report.take("roads", roads.count)
    for (what, count) in [
      ("roads on bridges", roads.count { $0.layer > 0 }),
      ("roads in tunnels", roads.count { $0.layer < 0 }),
    ] {
      report.infer(what, "kept, but flat: everything outdoors is on the ground", count)
    }
    report.take("junctions", junctions.count)
  }

  private mutating func collect(_ report: inout ImportReport) {
    for way in ground.data.ways {
      guard let highway = way.tags["highway"] else { continue }
      guard let road = OSMRoadRules.road(way.tags, region: ground.region) else {
        if OSMRoadRules.kind(way.tags) != nil {
          report.leave("roads", "closed to vehicles, or areas", "way \(way.id)")
        } else if !OSMPathRules.isWalkable(way.tags) {
          report.leave("highway=\(highway)", "not in use by people or vehicles now")
        }
        continue
      }
      let runs = ground.runs(of: way)
      guard !runs.isEmpty else {
        report.leave("roads", "missing nodes", "way \(way.id)")
        continue
      }
      if runs.count > 1 || runs[0].count < Set(way.nodes).count {
        report.leave("parts of roads", "missing nodes", "way \(way.id)")
      }
      for (what, how) in road.inferred { report.infer(what, how) }
      sources.append(SourceWay(way: way, road: road, runs: runs))
      report.take("road ways")
    }
  }

  // MARK: Roads

  private mutating func junction(at node: Int, _ controls: OSMJunctionControls) -> Int {
    let lead = controls.leader(of: node)
    if let known = junctionOfNode[lead] {
      junctionOfNode[node] = known
      return known
    }
    let members = controls.members(of: node)
    let places = members.compactMap { ground.points[$0] }
    let middle = places.reduce(Vec2.zero, +) / Double(max(places.count, 1))
    let number = junctions.count
    junctions.append(
      Junction(rounded(middle), control: controls.control(of: node)))
    for member in members { junctionOfNode[member] = number }
    junctionOfNode[lead] = number
    return number
  }

  private mutating func addRoads(
    _ graph: OSMRoadGraph, _ controls: OSMJunctionControls, _ report: inout ImportReport
  ) {
    for piece in graph.pieces {
      let nodes = sources[piece.source].road.isReversed ? piece.nodes.reversed() : piece.nodes
      guard let first = nodes.first, let last = nodes.last else { continue }
      let isInner =
        first != last && controls.leader(of: first) == controls.leader(of: last)
        && controls.members(of: first).count > 1 && graph.length(nodes) < 60
      if isInner {
        report.infer("roads within a junction", "merged into it")
        innerWays.insert(sources[piece.source].way.id)
        continue
      }
      // A loop gets a junction in its middle, so that every road has two ends.
      guard controls.leader(of: first) != controls.leader(of: last) || nodes.count < 3 else {
        let half = nodes.count / 2
        add(Array(nodes[...half]), piece.source, controls, &report)
        add(Array(nodes[half...]), piece.source, controls, &report)
        continue
      }
      add(nodes, piece.source, controls, &report)
    }
  }

  private mutating func add(
    _ nodes: [Int], _ source: Int, _ controls: OSMJunctionControls, _ report: inout ImportReport
  ) {
    let from = junction(at: nodes[0], controls)
    let to = junction(at: nodes[nodes.count - 1], controls)
    var line = ground.line(nodes)
    // At merged nodes the road is extended to the middle of the junction.
    if line.first != junctions[from].point { line.insert(junctions[from].point, at: 0) }
    if line.last != junctions[to].point { line.append(junctions[to].point) }
    line = ShapeMaker.simplifiedLine(line)
    guard line.count >= 2, from != to else {
      return report.leave("roads", "of no length", "way \(sources[source].way.id)")
    }
    let road = sources[source].road
    roads.append(
      Road(
        name: brief(trimmed(road.name), limit: 80), kind: road.kind, from: from, to: to,
        line: line, lanesForward: road.lanesForward, lanesBackward: road.lanesBackward,
        limitMetresPerSecond: road.limit, users: road.users, layer: road.layer))
    pieces.append(BuiltRoad(way: sources[source].way.id, nodes: nodes, source: source))
  }

  /// Adds the contraflow bicycle lanes of one-way streets.
  private mutating func addContraflow(_ report: inout ImportReport) {
    for (number, piece) in pieces.enumerated() where sources[piece.source].road.hasContraflow {
      let road = roads[number]
      roads.append(
        Road(
          name: road.name, kind: .cycleway, from: road.to, to: road.from,
          line: road.line.reversed(), lanesForward: 1, lanesBackward: 0,
          limitMetresPerSecond: min(road.limitMetresPerSecond, 25 / 3.6), users: .bicycles,
          layer: road.layer))
      report.take("bicycle lanes against one-way streets")
    }
  }

  /// Adds a road without an OSM way.
  mutating func addInferred(_ road: Road) -> Int {
    roads.append(road)
    return roads.count - 1
  }

  /// Adds a junction without an OSM node.
  mutating func addJunction(_ point: Vec2) -> Int {
    junctions.append(Junction(point))
    return junctions.count - 1
  }
}

extension ShapeMaker {
  /// The line without vertices within 1 cm of the previous one; its ends are kept.
  static func simplifiedLine(_ line: [Vec2]) -> [Vec2] {
    guard let last = line.last else { return [] }
    var kept: [Vec2] = []
    for vertex in line where kept.last.map({ $0.distance(to: vertex) > tolerance }) ?? true {
      kept.append(vertex)
    }
    if kept.count > 1, kept[kept.count - 1] != last { kept[kept.count - 1] = last }
    return kept
  }
}
