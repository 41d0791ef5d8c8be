import Geometry

/// The chordal axis of a triangulated shape, as a graph.
struct AxisGraph {
  /// A path between ends and branch points.
  struct Chain {
    var points: [Vec2]
    var startsFree: Bool
    var endsFree: Bool
  }

  private var points: [Vec2] = []
  private var links: [[Int]] = []
  /// True for nodes on a short side of the shape, where the axis really ends.
  private var isCap: [Bool] = []

  /// Creates the axis of a triangulation.
  init(_ mesh: Triangulation) {
    var chords: [Triangulation.Edge: Int] = [:]
    for triangle in mesh.triangles {
      var inner: [Int] = []
      var outer: [Triangulation.Edge] = []
      for side in 0..<3 {
        let edge = Triangulation.Edge(triangle[side], triangle[(side + 1) % 3])
        if mesh.boundary[edge] != nil {
          outer.append(edge)
        } else if let node = chords[edge] {
          inner.append(node)
        } else {
          let node = add(Segment2(mesh.points[edge.low], mesh.points[edge.high]).midpoint)
          chords[edge] = node
          inner.append(node)
        }
      }
      switch inner.count {
      case 3:
        let sum = triangle.reduce(Vec2.zero) { $0 + mesh.points[$1] }
        let centre = add(sum / 3)
        for node in inner { link(node, centre) }
      case 2: link(inner[0], inner[1])
      case 1:
        if let cap = Self.cap(outer, mesh) { link(inner[0], add(cap, isCap: true)) }
      default: break
      }
    }
  }

  /// The middle of the side at which a triangle ends the axis: the side that is a whole edge of the polygon,
  /// or the shorter of two; nil at the corner of two long sides.
  private static func cap(_ outer: [Triangulation.Edge], _ mesh: Triangulation) -> Vec2? {
    let whole = outer.filter { mesh.boundary[$0] == true }.map {
      Segment2(mesh.points[$0.low], mesh.points[$0.high])
    }
    return whole.min { $0.length < $1.length }?.midpoint
  }

  private mutating func add(_ point: Vec2, isCap cap: Bool = false) -> Int {
    points.append(point)
    links.append([])
    isCap.append(cap)
    return points.count - 1
  }

  private mutating func link(_ a: Int, _ b: Int) {
    links[a].append(b)
    links[b].append(a)
  }

  /// Removes short branches into corners, which end at no cap.
  mutating func prune(shorterThan limit: Double) {
    for leaf in points.indices where links[leaf].count == 1 && !isCap[leaf] {
      var path = [leaf]
      var length = 0.0
      while let next = links[path[path.count - 1]].first(where: { !path.suffix(2).contains($0) }) {
        length += points[path[path.count - 1]].distance(to: points[next])
        path.append(next)
        if links[next].count != 2 || length > limit { break }
      }
      guard length <= limit, let end = path.last, links[end].count >= 3 else { continue }
      for node in path.dropLast() { links[node] = [] }
      links[end].removeAll { path.contains($0) }
    }
  }

  /// The paths between nodes that don't have exactly two neighbours, and closed ones.
  func chains() -> [Chain] {
    var chains: [Chain] = []
    var isDone = [Bool](repeating: false, count: points.count)
    for start in points.indices where links[start].count != 2 {
      for first in links[start] where links[first].count != 2 || !isDone[first] {
        // A link between two branch points is found from both.
        if links[first].count != 2, first < start { continue }
        chains.append(chain(from: start, by: first, &isDone))
      }
    }
    for start in points.indices where links[start].count == 2 && !isDone[start] {
      isDone[start] = true
      chains.append(chain(from: start, by: links[start][0], &isDone))
    }
    return chains.filter { $0.points.count >= 2 }
  }

  private func chain(from start: Int, by first: Int, _ isDone: inout [Bool]) -> Chain {
    var (before, node) = (start, first)
    var path = [points[start], points[first]]
    while links[node].count == 2, node != start {
      isDone[node] = true
      guard let next = links[node].first(where: { $0 != before }) else { break }
      (before, node) = (node, next)
      path.append(points[node])
    }
    return Chain(
      points: path, startsFree: links[start].count == 1, endsFree: links[node].count == 1)
  }
}
