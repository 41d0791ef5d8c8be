/// Validates the rings of a polygon and normalises them.
struct RingValidator {
  /// An edge of a ring, by its index after removal of repeated vertices.
  private struct EdgeIndex {
    var ring: Int
    var edge: Int
  }

  /// A ring without repeated vertices, and the input index of each vertex.
  private struct Cleaned {
    var vertices: [Vec2]
    var sources: [Int]
  }

  private let rings: [Cleaned]
  private let tree: EdgeTree
  private let places: [EdgeIndex]

  /// Returns the rings without repeated vertices, the first counter-clockwise, the others clockwise.
  static func validated(_ input: [[Vec2]]) throws(GeometryError) -> [[Vec2]] {
    var rings: [Cleaned] = []
    for (index, vertices) in input.enumerated() {
      rings.append(try clean(vertices, ring: index))
    }
    let validator = RingValidator(rings)
    try validator.check()
    return rings.enumerated().map { index, ring in
      let runsLeft = signedArea(of: ring.vertices) > 0
      return runsLeft == (index == 0) ? ring.vertices : ring.vertices.reversed()
    }
  }

  private init(_ rings: [Cleaned]) {
    self.rings = rings
    var edges: [Segment2] = []
    var places: [EdgeIndex] = []
    for (index, ring) in rings.enumerated() {
      let vertices = ring.vertices
      for edge in vertices.indices {
        let next = edge + 1 == vertices.count ? 0 : edge + 1
        edges.append(Segment2(vertices[edge], vertices[next]))
        places.append(EdgeIndex(ring: index, edge: edge))
      }
    }
    tree = EdgeTree(edges)
    self.places = places
  }

  private static func clean(_ vertices: [Vec2], ring: Int) throws(GeometryError) -> Cleaned {
    var cleaned = Cleaned(vertices: [], sources: [])
    for (index, vertex) in vertices.enumerated() {
      guard vertex.isUsable else {
        throw .unusableVertex(ring: ring, vertex: index)
      }
      guard cleaned.vertices.last != vertex else {
        // The remaining edge starts at the last of the copies.
        cleaned.sources[cleaned.sources.count - 1] = index
        continue
      }
      cleaned.vertices.append(vertex)
      cleaned.sources.append(index)
    }
    while cleaned.vertices.count > 1, cleaned.vertices.last == cleaned.vertices.first {
      cleaned.vertices.removeLast()
      cleaned.sources.removeLast()
    }
    let distinct = Set(cleaned.vertices.prefix(3)).count
    guard cleaned.vertices.count >= 3, distinct == 3 || Set(cleaned.vertices).count >= 3 else {
      throw .tooFewVertices(ring: ring, distinct: Set(cleaned.vertices).count)
    }
    let (a, b) = (cleaned.vertices[0], cleaned.vertices[1])
    guard cleaned.vertices.contains(where: { orientation(a, b, $0) != 0 }) else {
      throw .zeroArea(ring: ring)
    }
    return cleaned
  }

  private func check() throws(GeometryError) {
    var touching: [Int: [Vec2]] = [:]
    for first in tree.edges.indices {
      try tree.forEachEdge(meeting: tree.edges[first].bounds) { second throws(GeometryError) in
        guard second > first else { return }
        guard let touch = try meeting(of: first, and: second) else { return }
        touching[first, default: []].append(touch)
        touching[second, default: []].append(touch)
      }
    }
    for (index, ring) in rings.enumerated() {
      // An area below its own rounding error is a sliver, not a region.
      let size = Box2(containing: ring.vertices)?.size ?? .zero
      guard abs(signedArea(of: ring.vertices)) > 1e-15 * size.squaredLength else {
        throw .zeroArea(ring: index)
      }
    }
    guard rings.count > 1 else { return }
    try checkNesting(touching)
  }

  /// Returns the contact point of edges of two rings, if they touch; throws if they may not.
  private func meeting(of first: Int, and second: Int) throws(GeometryError) -> Vec2? {
    let (edge, other) = (tree.edges[first], tree.edges[second])
    let (place, otherPlace) = (places[first], places[second])
    if place.ring == otherPlace.ring {
      let count = rings[place.ring].vertices.count
      let selfCrossing = GeometryError.selfCrossing(
        ring: place.ring, edge: source(place), otherEdge: source(otherPlace))
      let follows = otherPlace.edge == place.edge + 1
      let precedes = place.edge == 0 && otherPlace.edge == count - 1
      if follows && foldsBack(edge, other) { throw selfCrossing }
      if precedes && foldsBack(other, edge) { throw selfCrossing }
      if !follows && !precedes && edge.intersects(other) { throw selfCrossing }
      return nil
    }
    switch edge.intersection(with: other) {
    case .none:
      return nil
    case .point(let point)
    where point == edge.start || point == edge.end || point == other.start || point == other.end:
      return point
    case .point, .overlap:
      throw .ringsCross(
        ring: place.ring, edge: source(place), otherRing: otherPlace.ring,
        otherEdge: source(otherPlace))
    }
  }

  /// Returns whether an edge folds back onto the one before it.
  private func foldsBack(_ edge: Segment2, _ next: Segment2) -> Bool {
    orientation(edge.start, edge.end, next.end) == 0 && edge.vector.dot(next.vector) < 0
  }

  private func source(_ place: EdgeIndex) -> Int {
    rings[place.ring].sources[place.edge]
  }

  /// Checks that no hole lies outside the exterior or inside another hole.
  ///
  /// Rings that don't cross may still share vertices. Between two contact points a ring stays on one
  /// side, so one point per interval decides.
  private func checkNesting(_ touching: [Int: [Vec2]]) throws(GeometryError) {
    let shapes = rings.map { Polygon(unchecked: [$0.vertices]) }
    for hole in 1..<rings.count {
      for other in rings.indices where other != hole {
        if other != 0, !shapes[hole].bounds.intersects(shapes[other].bounds) { continue }
        for probe in probes(ofRing: hole, touching) {
          let location = shapes[other].location(of: probe)
          if location == .boundary { continue }
          if other == 0, location == .outside { throw .holeOutside(ring: hole) }
          if other != 0, location == .inside { throw .holeInHole(ring: hole, otherRing: other) }
        }
      }
    }
  }

  /// Returns a vertex of a ring and a point of each interval between its contact points.
  private func probes(ofRing ring: Int, _ touching: [Int: [Vec2]]) -> [Vec2] {
    var probes = [rings[ring].vertices[0]]
    for index in tree.edges.indices where places[index].ring == ring {
      guard let points = touching[index] else { continue }
      let edge = tree.edges[index]
      var fractions = points.map { edge.closestFraction(to: $0) } + [0, 1]
      fractions.sort()
      for (low, high) in zip(fractions, fractions.dropFirst()) where low < high {
        probes.append(edge.point(at: (low + high) / 2))
      }
    }
    return probes
  }
}
