import Geometry

/// A constrained Delaunay triangulation of a polygon.
///
/// Ear clipping, then diagonal flips until none improves (Lawson's algorithm). Long boundary edges are
/// subdivided first, so that triangles across a thin shape are narrow.
struct Triangulation {
  /// Vertices of the polygon, then those added on its edges.
  private(set) var points: [Vec2] = []
  /// Counter-clockwise.
  private(set) var triangles: [[Int]] = []
  /// Boundary edges; the value is true for a whole edge of the polygon.
  private(set) var boundary: [Edge: Bool] = [:]

  /// An edge by its vertices, the lower number first.
  struct Edge: Hashable {
    let low: Int
    let high: Int

    init(_ a: Int, _ b: Int) {
      low = min(a, b)
      high = max(a, b)
    }
  }

  /// Max vertices of a polygon.
  static let maxVertices = 800

  /// Triangulates a polygon; nil if it has too many vertices, or is degenerate in floating point.
  ///
  /// - Parameters:
  ///   - polygon: The polygon.
  ///   - step: Max length of an undivided boundary edge, in m; vertices added on longer edges are at most
  ///     half of it apart.
  init?(_ polygon: Polygon, step: Double) {
    let count = polygon.rings.reduce(0) { $0 + $1.count }
    guard count <= Self.maxVertices, let ring = bridged(polygon), clipEars(of: ring) else {
      return nil
    }
    splitBoundary(longerThan: step)
    flip()
  }

  /// Connects holes to the exterior by bridges, to get a single ring of vertex numbers.
  private mutating func bridged(_ polygon: Polygon) -> [Int]? {
    var rings: [[Int]] = []
    for ring in polygon.rings {
      rings.append(Array(points.count..<(points.count + ring.count)))
      points += ring
      for (index, vertex) in rings[rings.count - 1].enumerated() {
        let next = rings[rings.count - 1][(index + 1) % ring.count]
        boundary[Edge(vertex, next)] = true
      }
    }
    var merged = rings[0]
    var walls = polygon.edges
    let holes = rings.dropFirst().sorted { rightmost($0).x > rightmost($1).x }
    for hole in holes {
      guard let start = hole.indices.max(by: { points[hole[$0]].x < points[hole[$1]].x }) else {
        continue
      }
      let from = points[hole[start]]
      let order = merged.indices.sorted {
        points[merged[$0]].distance(to: from) < points[merged[$1]].distance(to: from)
      }
      let seen = order.first { candidate in
        let sight = Segment2(from, points[merged[candidate]])
        return !walls.contains { wall in
          switch wall.intersection(with: sight) {
          case .none: false
          case .point(let point): point != sight.start && point != sight.end
          case .overlap: true
          }
        }
      }
      guard let seen else { return nil }
      walls.append(Segment2(from, points[merged[seen]]))
      let turned = Array(hole[start...] + hole[..<start])
      merged.insert(contentsOf: turned + [turned[0], merged[seen]], at: seen + 1)
    }
    return merged
  }

  private func rightmost(_ ring: [Int]) -> Vec2 {
    ring.map { points[$0] }.max { $0.x < $1.x } ?? .zero
  }

  /// Twice the signed area of three vertices.
  private func turn(_ a: Int, _ b: Int, _ c: Int) -> Double {
    (points[b] - points[a]).cross(points[c] - points[a])
  }

  private mutating func clipEars(of ring: [Int]) -> Bool {
    var ring = ring
    var index = 0
    var failures = 0
    while ring.count > 3 {
      let count = ring.count
      let (a, b, c) = (
        ring[(index + count - 1) % count], ring[index % count], ring[(index + 1) % count]
      )
      if isEar(a, b, c, ring) {
        triangles.append([a, b, c])
        ring.remove(at: index % count)
        index = max(0, index % count - 1)
        failures = 0
      } else {
        index = (index + 1) % count
        failures += 1
        if failures > count { return false }
      }
    }
    if turn(ring[0], ring[1], ring[2]) > 0 { triangles.append(ring) }
    return !triangles.isEmpty
  }

  private func isEar(_ a: Int, _ b: Int, _ c: Int, _ ring: [Int]) -> Bool {
    guard turn(a, b, c) > 1e-12 else { return false }
    let (pa, pb, pc) = (points[a], points[b], points[c])
    return !ring.contains { other in
      let point = points[other]
      guard point != pa, point != pb, point != pc else { return false }
      return turn(a, b, other) >= 0 && turn(b, c, other) >= 0 && turn(c, a, other) >= 0
    }
  }

  private mutating func splitBoundary(longerThan step: Double) {
    let old = triangles
    triangles = []
    for triangle in old {
      var fans = [triangle]
      for side in 0..<3 {
        let (a, b) = (triangle[side], triangle[(side + 1) % 3])
        let length = points[a].distance(to: points[b])
        guard boundary[Edge(a, b)] == true, length > step else { continue }
        // Bounded, because lengths come from files.
        let parts = min(400, Int((2 * length / step).rounded(.up)))
        boundary[Edge(a, b)] = nil
        var numbers = [a]
        for part in 1..<parts {
          numbers.append(points.count)
          points.append(
            Segment2(points[a], points[b]).point(at: Double(part) / Double(parts)))
        }
        numbers.append(b)
        for (start, end) in zip(numbers, numbers.dropFirst()) { boundary[Edge(start, end)] = false }
        fans = fans.flatMap { split($0, edge: (a, b), into: numbers) }
      }
      triangles += fans
    }
  }

  /// Replaces a triangle on a subdivided edge by one for each part of the edge.
  private func split(_ triangle: [Int], edge: (Int, Int), into numbers: [Int]) -> [[Int]] {
    guard
      let side = (0..<3).first(where: {
        triangle[$0] == edge.0 && triangle[($0 + 1) % 3] == edge.1
      })
    else { return [triangle] }
    let apex = triangle[(side + 2) % 3]
    return zip(numbers, numbers.dropFirst()).map { [$0, $1, apex] }
  }

  private mutating func flip() {
    var owners: [Edge: [Int]] = [:]
    for (number, triangle) in triangles.enumerated() {
      for side in 0..<3 {
        owners[Edge(triangle[side], triangle[(side + 1) % 3]), default: []].append(number)
      }
    }
    var queue: [Edge] = []
    for triangle in triangles {
      for side in 0..<3 { queue.append(Edge(triangle[side], triangle[(side + 1) % 3])) }
    }
    var budget = 60 * queue.count
    while let edge = queue.popLast(), budget > 0 {
      budget -= 1
      guard boundary[edge] == nil, let pair = owners[edge], pair.count == 2 else { continue }
      queue += flipped(edge, pair[0], pair[1], &owners)
    }
  }

  /// Flips the diagonal of two triangles if that improves them; returns the edges around them.
  private mutating func flipped(
    _ edge: Edge, _ first: Int, _ second: Int, _ owners: inout [Edge: [Int]]
  ) -> [Edge] {
    guard let c = triangles[first].first(where: { $0 != edge.low && $0 != edge.high }),
      let d = triangles[second].first(where: { $0 != edge.low && $0 != edge.high }), c != d
    else { return [] }
    // The vertices in order: a, d, b, c counter-clockwise, with the diagonal from a to b.
    let isForward = turn(edge.low, edge.high, c) > 0
    let (a, b) = isForward ? (edge.low, edge.high) : (edge.high, edge.low)
    guard turn(a, d, c) > 1e-12, turn(d, b, c) > 1e-12, isInCircle(a, b, c, d) else { return [] }
    triangles[first] = [a, d, c]
    triangles[second] = [d, b, c]
    owners[edge] = nil
    owners[Edge(c, d)] = [first, second]
    owners[Edge(a, d)] = owners[Edge(a, d)]?.map { $0 == second ? first : $0 }
    owners[Edge(b, c)] = owners[Edge(b, c)]?.map { $0 == first ? second : $0 }
    return [Edge(a, d), Edge(d, b), Edge(b, c), Edge(c, a)]
  }

  /// True if `d` is clearly inside the circumcircle of the counter-clockwise a, b, c.
  private func isInCircle(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Bool {
    let (p, q, r) = (points[a] - points[d], points[b] - points[d], points[c] - points[d])
    let (pp, qq, rr) = (p.squaredLength, q.squaredLength, r.squaredLength)
    let determinant = p.cross(q) * rr + q.cross(r) * pp + r.cross(p) * qq
    return determinant > 1e-10 * max(pp, qq, rr) * max(pp, qq, rr)
  }
}
