import Geometry

/// A node of the walking graph.
struct WalkNode: Sendable {
  enum Role: UInt8, Sendable {
    /// Beside a convex corner, where a taut path bends.
    case corner
    /// A mandatory position: beside a door, in front of a connector.
    case side
    /// A junction, bend or end of mapped paths.
    case path
    /// On a mapped path, to step on and off.
    case joint
    /// On a connector.
    case ride
  }

  let point: Vec2
  /// 0 outdoors, else the level's index plus one; on a connector, the plane of the stop.
  let plane: Int
  let role: Role
  /// True if it is nearer to a wall than the clearance, as beside a very narrow door.
  var isTight = false
  /// The directions of the two sides of the obstacle at a corner.
  var sides: (Vec2, Vec2) = (.zero, .zero)
  /// The stop index of a node on a connector.
  var stop = -1

  /// True if a taut path may lead to or from a point: it must not cut into the corner.
  @inline(__always)
  func isTaut(towards other: Vec2) -> Bool {
    guard role == .corner else { return true }
    let way = point - other
    let slack = 0.02 * way.length
    let (a, b) = (way.cross(sides.0), way.cross(sides.1))
    return !((a > slack && b < -slack) || (a < -slack && b > slack))
  }
}

/// A directed edge of the walking graph.
struct WalkArc: Sendable {
  enum Kind: UInt8, CaseIterable, Sendable {
    /// Across open floor, on a plane without mapped paths.
    case free
    /// Across open floor, on a plane with mapped paths.
    case open
    /// Along a pathway or footway.
    case path
    case trail, crossing, steps
    /// Through an opening on one plane, or from one plane to another.
    case door, portal
    /// On to a connector or off it; on to a lift or off it.
    case board, boardLift
    case stairs, ramp, escalator, walkway, lift

    /// True along a mapped path.
    var isMapped: Bool {
      switch self {
      case .path, .trail, .crossing, .steps: true
      default: false
      }
    }
  }

  var from: Int32
  var to: Int32
  let kind: Kind
  /// The number of storeys of stairs.
  var storeys: UInt8 = 0
  /// The non-public unit on its way; -1 for none, -2 for several.
  var unit: Int32 = -1
  /// The index of the connector, portal or signalled junction, by the kind; -1 for none.
  var index: Int32 = -1
  /// The clear width, in m.
  var width: Float = .infinity
  /// The walked length, in m.
  let length: Double
  /// The extra time, in s: opening a door, waiting.
  var seconds = 0.0
  /// The extra cost, in s, that takes no time.
  var penalty = 0.0
}

/// The walking graph of a venue, with the outgoing arcs in compressed sparse rows.
struct WalkGraph: Sendable {
  let nodes: [WalkNode]
  let arcs: [WalkArc]
  /// The arcs that leave node `n` are `arcs[starts[n]..<starts[n + 1]]`.
  let starts: [Int32]
  /// The node positions, contiguous for the search.
  let points: [Vec2]
  /// The node heights for the search heuristic, in m.
  ///
  /// Planes joined by walking count as equally high, so that only connectors lead up and down.
  let heights: [Double]
  /// The arcs that lead up or down.
  let climbs: [Int32]

  /// Sorts the arcs by their start nodes.
  ///
  /// The `elevations` are the heights of the planes, in m.
  init(nodes: [WalkNode], arcs unsorted: [WalkArc], elevations: [Double]) {
    var starts = [Int32](repeating: 0, count: nodes.count + 1)
    for arc in unsorted { starts[Int(arc.from) + 1] += 1 }
    for node in nodes.indices { starts[node + 1] += starts[node] }
    var next = starts
    var order = [Int32](repeating: 0, count: unsorted.count)
    for (index, arc) in unsorted.enumerated() {
      order[Int(next[Int(arc.from)])] = Int32(truncatingIfNeeded: index)
      next[Int(arc.from)] += 1
    }
    self.nodes = nodes
    points = nodes.map(\.point)
    self.starts = starts
    let arcs = order.map { unsorted[Int($0)] }
    self.arcs = arcs

    var leaders = Array(elevations.indices)
    func leader(of plane: Int) -> Int {
      var plane = plane
      while leaders[plane] != plane { plane = leaders[plane] }
      return plane
    }
    for arc in unsorted where arc.kind == .portal {
      let (a, b) = (
        leader(of: nodes[Int(arc.from)].plane), leader(of: nodes[Int(arc.to)].plane)
      )
      leaders[max(a, b)] = min(a, b)
    }
    let heights = nodes.map { elevations[leader(of: $0.plane)] }
    self.heights = heights
    climbs = arcs.indices.filter { heights[Int(arcs[$0].from)] != heights[Int(arcs[$0].to)] }
      .map { Int32(truncatingIfNeeded: $0) }
  }

  /// The indices of the arcs that leave a node.
  @inline(__always)
  func arcs(from node: Int) -> Range<Int> {
    Int(starts[node])..<Int(starts[node + 1])
  }
}
