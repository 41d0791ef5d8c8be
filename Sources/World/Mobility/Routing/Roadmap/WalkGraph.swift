import Geometry

/// A place that ways lead through.
struct WalkNode: Sendable {
  enum Role: UInt8, Sendable {
    /// Beside a convex corner, where a taut way bends.
    case corner
    /// Where one has to pass: beside a door, before a connector.
    case side
    /// Where mapped paths meet, bend or end.
    case path
    /// On a mapped path, to step on and off.
    case joint
    /// On a connector.
    case ride
  }

  let point: Vec2
  /// 0 outdoors, else one more than the level's number; that of the stop for one on a connector.
  let plane: Int
  let role: Role
  /// Whether it is nearer to a wall than ways should be, as beside a very narrow door.
  var isTight = false
  /// For a corner, the directions of the two sides of what one walks round.
  var sides: (Vec2, Vec2) = (.zero, .zero)
  /// For a node on a connector, the number of its stop.
  var stop = -1

  /// Whether a taut way may come from a point, or go to it: it must not cut into the corner.
  @inline(__always)
  func isTaut(towards other: Vec2) -> Bool {
    guard role == .corner else { return true }
    let way = point - other
    let slack = 0.02 * way.length
    let (a, b) = (way.cross(sides.0), way.cross(sides.1))
    return !((a > slack && b < -slack) || (a < -slack && b > slack))
  }
}

/// A way from one node to the next.
struct WalkArc: Sendable {
  enum Kind: UInt8, CaseIterable, Sendable {
    /// Across open floor where there are no paths.
    case free
    /// Across open floor where there are paths.
    case open
    /// Along a pathway or footway.
    case path
    case trail, crossing, steps
    /// Through an opening on one plane, or from one plane to another.
    case door, portal
    /// On to a connector or off it; on to a lift or off it.
    case board, boardLift
    case stairs, ramp, escalator, walkway, lift

    /// Whether one goes along a mapped path.
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
  /// How many storeys of stairs it takes.
  var storeys: UInt8 = 0
  /// The unit that isn't public through which it leads; -1 for none, -2 for several.
  var unit: Int32 = -1
  /// The number of the connector, portal or signalled junction, by the kind; -1 for none.
  var index: Int32 = -1
  /// How wide one may be to pass, in m.
  var width: Float = .infinity
  /// The length gone, in m.
  let length: Double
  /// The time on top of it, in s: opening the door, waiting.
  var seconds = 0.0
  /// What it is worth avoiding it, in s, though it takes no time.
  var penalty = 0.0
}

/// All ways of a venue: nodes, and the arcs that leave each, in compressed rows.
struct WalkGraph: Sendable {
  let nodes: [WalkNode]
  let arcs: [WalkArc]
  /// The arcs that leave node `n` are `arcs[starts[n]..<starts[n + 1]]`.
  let starts: [Int32]
  /// Where each node is, close together for the search.
  let points: [Vec2]
  /// How high each node is for the search's guess, in m.
  ///
  /// Planes that one walks between count as equally high, so that only connectors lead up and down.
  let heights: [Double]
  /// The arcs that lead up or down.
  let climbs: [Int32]

  /// Sorts the arcs by the nodes that they leave.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - unsorted: The arcs in any order.
  ///   - elevations: The height of each plane, in m.
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

  /// The numbers of the arcs that leave a node.
  @inline(__always)
  func arcs(from node: Int) -> Range<Int> {
    Int(starts[node])..<Int(starts[node + 1])
  }
}
