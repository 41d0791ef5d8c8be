/// Joins directed edges, with the inside on their left, into polygons.
struct RingStitcher {
  /// The spacing of the snap grid.
  let spacing: Double
  /// The operands' original vertices by their snapped positions.
  let originals: [Vec2: Vec2]

  func polygons(from edges: [Segment2]) -> [Polygon] {
    var exteriors: [[Vec2]] = []
    var holes: [[Vec2]] = []
    let junctions = junctions(of: edges)
    for ring in rings(from: edges) {
      let simplified = simplified(ring, keeping: junctions)
      guard simplified.count >= 3 else { continue }
      let area = signedArea(of: simplified)
      // Slivers of grid width are rounding artefacts.
      let perimeter = Polygon(unchecked: [simplified]).perimeter
      guard abs(area) > 2 * spacing * perimeter else { continue }
      let restored = simplified.map { originals[$0] ?? $0 }
      if area > 0 { exteriors.append(restored) } else { holes.append(restored) }
    }
    let shapes = exteriors.map { Polygon(unchecked: [$0]) }
    var rings = exteriors.map { [$0] }
    for hole in holes {
      let owners = shapes.indices.filter { contains(shapes[$0], hole) }
      guard let owner = owners.min(by: { shapes[$0].area < shapes[$1].area }) else { continue }
      rings[owner].append(hole)
    }
    return rings.map { Polygon(unchecked: $0) }
  }

  private func contains(_ shape: Polygon, _ hole: [Vec2]) -> Bool {
    guard let box = Box2(containing: hole), shape.bounds.contains(box) else { return false }
    // Contact points of the rings are ambiguous, especially after rounding.
    let middles = Polygon(unchecked: [hole]).edges.map(\.midpoint)
    let distances = (hole + middles).map { shape.signedDistance(to: $0) }
    return (distances.max { abs($0) < abs($1) } ?? 0) < 0
  }

  /// Returns the vertices that several rings, or one ring repeatedly, pass through.
  private func junctions(of edges: [Segment2]) -> Set<Vec2> {
    var seen: Set<Vec2> = []
    return Set(edges.map(\.start).filter { !seen.insert($0).inserted })
  }

  /// Returns the closed chains of the edges, free of self-contact.
  private func rings(from edges: [Segment2]) -> [[Vec2]] {
    let sorted = edges.sorted {
      $0.start == $1.start ? $0.end.precedes($1.end) : $0.start.precedes($1.start)
    }
    var firstLeaving: [Vec2: Int] = [:]
    for (index, edge) in sorted.enumerated() where firstLeaving[edge.start] == nil {
      firstLeaving[edge.start] = index
    }
    var isUsed = [Bool](repeating: false, count: sorted.count)
    var rings: [[Vec2]] = []
    for first in sorted.indices where !isUsed[first] {
      var chain: [Vec2] = []
      var current = first
      while true {
        isUsed[current] = true
        chain.append(sorted[current].start)
        let leaving = firstLeaving[sorted[current].end] ?? sorted.count
        guard let next = next(after: current, leaving, sorted, isUsed) else { break }
        current = next
      }
      guard sorted[current].end == chain[0] else { continue }
      rings += split(chain)
    }
    return rings
  }

  /// Returns the next unused edge: the first one clockwise from the incoming edge.
  private func next(
    after current: Int, _ firstLeaving: Int, _ sorted: [Segment2], _ isUsed: [Bool]
  ) -> Int? {
    let node = sorted[current].end
    let back = sorted[current].start
    var best: Int?
    var index = firstLeaving
    while index < sorted.count, sorted[index].start == node {
      defer { index += 1 }
      guard !isUsed[index] else { continue }
      guard let known = best else {
        best = index
        continue
      }
      if isClockwise(node, from: back, sorted[index].end, before: sorted[known].end) {
        best = index
      }
    }
    return best
  }

  /// Returns true if a clockwise turn about `node` from `back` reaches `p` before `q`.
  private func isClockwise(_ node: Vec2, from back: Vec2, _ p: Vec2, before q: Vec2) -> Bool {
    let sideP = orientation(node, back, p)
    let sideQ = orientation(node, back, q)
    // Half a turn clockwise lies to the right of the line to `back`.
    let lateP = sideP > 0 || (sideP == 0 && (p - node).dot(back - node) > 0)
    let lateQ = sideQ > 0 || (sideQ == 0 && (q - node).dot(back - node) > 0)
    if lateP != lateQ { return lateQ }
    return orientation(node, q, p) > 0
  }

  /// Splits a chain into chains that visit no vertex twice.
  private func split(_ chain: [Vec2]) -> [[Vec2]] {
    var rings: [[Vec2]] = []
    var open: [Vec2] = []
    var position: [Vec2: Int] = [:]
    for vertex in chain {
      if let start = position[vertex] {
        rings.append(Array(open[start...]))
        for passed in open[(start + 1)...] { position[passed] = nil }
        open.removeSubrange((start + 1)...)
      } else {
        position[vertex] = open.count
        open.append(vertex)
      }
    }
    rings.append(open)
    return rings
  }

  /// Drops collinear vertices, except where another ring touches.
  private func simplified(_ ring: [Vec2], keeping junctions: Set<Vec2>) -> [Vec2] {
    var kept: [Vec2] = []
    for (index, vertex) in ring.enumerated() {
      let next = ring[index + 1 == ring.count ? 0 : index + 1]
      let previous = kept.last ?? ring[ring.count - 1]
      let chord = Segment2(previous, next)
      if !junctions.contains(vertex), previous != next, chord.distance(to: vertex) <= 2 * spacing {
        continue
      }
      kept.append(vertex)
    }
    return kept
  }
}
