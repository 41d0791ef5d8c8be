import Geometry
import Maps

/// Determines the control of junctions, by lights and stop signs, and merges the nodes of one junction.
struct OSMJunctionControls {
  /// Max distance of lights or stop signs before a junction, in m.
  static let approach = 40.0
  /// Max distance between nodes of one signalled junction along a road, in m.
  static let spread = 30.0
  /// Max extent of a junction, in m.
  static let extent = 60.0

  private let ground: OSMGround
  private let graph: OSMRoadGraph
  private var controls: [Int: JunctionControl] = [:]
  private var parents: [Int: Int] = [:]
  private var groups: [Int: [Int]] = [:]
  /// Nodes at which a road must be split: lights away from any junction.
  private(set) var extraJunctions: [Int] = []

  init(_ graph: OSMRoadGraph) {
    self.graph = graph
    ground = graph.ground
  }

  /// True if the tags of a node are those of lights.
  static func isSignal(_ tags: OSMTags) -> Bool {
    tags.has("highway", "traffic_signals") || isSignalledCrossing(tags)
  }

  /// True if the tags are those of a signalled pedestrian crossing.
  static func isSignalledCrossing(_ tags: OSMTags) -> Bool {
    tags.has("crossing", "traffic_signals") || tags.isYes("crossing:signals")
      || tags.has("traffic_signals", "pedestrian_crossing")
  }

  /// Finds the lights and signs.
  mutating func find(_ report: inout ImportReport) {
    var stops: [Int: Set<Int>] = [:]
    for (node, tags) in graph.taggedNodes {
      if Self.isSignal(tags) {
        report.take("traffic signals")
        placeSignal(node, tags)
      } else if tags.has("highway", "stop") {
        report.take("stop signs")
        placeStop(node, tags, &stops)
      }
    }
    for junction in stops.keys.sorted() where controls[junction] == nil {
      let arms = graph.neighbours(of: junction).count
      if (stops[junction]?.count ?? 0) >= arms {
        controls[junction] = .stop
      } else {
        report.infer("junctions with stop signs on some roads", "left to priority")
      }
    }
  }

  private mutating func placeSignal(_ node: Int, _ tags: OSMTags) {
    if graph.isMeeting(node) {
      controls[node] = .signal
      return
    }
    let ahead = directed(node, tags["traffic_signals:direction"] ?? tags["direction"])
    let meeting = graph.nearestMeeting(from: node, within: Self.approach, by: ahead)
    if let meeting {
      controls[meeting.node] = .signal
    } else {
      controls[node] = .signal
      extraJunctions.append(node)
    }
  }

  private mutating func placeStop(_ node: Int, _ tags: OSMTags, _ stops: inout [Int: Set<Int>]) {
    if graph.isMeeting(node) {
      if tags.has("stop", "all") { controls[node] = controls[node] ?? .stop }
      return
    }
    let ahead = directed(node, tags["direction"])
    guard let meeting = graph.nearestMeeting(from: node, within: Self.approach, by: ahead) else {
      return
    }
    if tags.has("stop", "all") {
      controls[meeting.node] = controls[meeting.node] ?? .stop
    } else {
      stops[meeting.node, default: []].insert(meeting.before)
    }
  }

  /// The next node in a tagged direction; nil without one.
  private func directed(_ node: Int, _ direction: String?) -> [Int]? {
    switch direction {
    case "forward": graph.neighbour(of: node, isForward: true).map { [$0] }
    case "backward": graph.neighbour(of: node, isForward: false).map { [$0] }
    default: nil
    }
  }

  // MARK: Nodes of one junction

  /// Merges signalled nodes that short roads connect.
  mutating func cluster(_ graph: OSMRoadGraph, _ report: inout ImportReport) {
    let short = graph.pieces.filter { piece in
      piece.nodes[0] != piece.nodes[piece.nodes.count - 1]
        && graph.length(piece.nodes) <= Self.spread
    }.map { ($0.nodes[0], $0.nodes[$0.nodes.count - 1]) }
    for (a, b) in short where controls[a] == .signal && controls[b] == .signal { join(a, b) }
    // An unsignalled node between two nodes of one junction belongs to it.
    var links: [Int: Set<Int>] = [:]
    for (a, b) in short {
      if controls[a] == .signal, controls[b] != .signal {
        links[b, default: []].insert(leader(of: a))
      }
      if controls[b] == .signal, controls[a] != .signal {
        links[a, default: []].insert(leader(of: b))
      }
    }
    for (a, b) in short {
      for (inner, outer) in [(a, b), (b, a)] where controls[inner] != .signal {
        let isLinked = short.count { pair in
          (pair.0 == inner && leader(of: pair.1) == leader(of: outer))
            || (pair.1 == inner && leader(of: pair.0) == leader(of: outer))
        }
        if links[inner]?.contains(leader(of: outer)) == true, isLinked >= 2 { join(inner, outer) }
      }
    }
    let merged = groups.values.filter { $0.count > 1 }
    report.infer(
      "signalled junctions", "nodes within \(decimal(Self.spread, 0)) m merged into one",
      merged.count)
    report.infer("nodes of junctions", "merged", merged.reduce(0) { $0 + $1.count - 1 })
  }

  private mutating func join(_ a: Int, _ b: Int) {
    let (first, second) = (leader(of: a), leader(of: b))
    guard first != second else { return }
    let together = members(of: first) + members(of: second)
    guard let box = Box2(containing: together.compactMap { ground.points[$0] }),
      box.size.length <= Self.extent
    else { return }
    let (low, high) = (min(first, second), max(first, second))
    parents[high] = low
    groups[low] = together
    groups[high] = nil
    controls[low] = .signal
  }

  /// The node that represents a junction.
  func leader(of node: Int) -> Int {
    var node = node
    while let parent = parents[node] { node = parent }
    return node
  }

  /// All nodes of a node's junction.
  func members(of node: Int) -> [Int] { groups[leader(of: node)] ?? [node] }

  func control(of node: Int) -> JunctionControl { controls[leader(of: node)] ?? .priority }
}
