import Geometry
import Testing

@Suite struct PolygonTests {
  @Test func measures() throws {
    let hole = rectangle(1, 1, 2, 3)
    let square = try Polygon(exterior: rectangle(0, 0, 4, 4).reversed(), holes: [hole])
    #expect(square.area == 14)
    #expect(square.perimeter == 22)
    #expect(square.centroid.distance(to: (Vec2(2, 2) * 16 - Vec2(1.5, 2) * 2) / 14) < 1e-14)
    #expect(square.bounds == Box2(Vec2(0, 0), Vec2(4, 4)))
    #expect(square.exterior.count == 4 && square.holes.count == 1 && square.edges.count == 8)
    #expect(square.exterior[0].cross(square.exterior[1]) >= 0)
    // Far from the origin nothing cancels.
    let far = Vec2(2.5e8, -1e8)
    let moved = try Polygon(exterior: rectangle(0, 0, 4, 4).map { $0 + far }, holes: [])
    #expect(moved.area == 16 && moved.centroid == far + Vec2(2, 2))
    let triangle = try Polygon(exterior: [Vec2(0, 0), Vec2(3, 0), Vec2(0, 3), Vec2(0, 0)])
    #expect(triangle.area == 4.5 && triangle.exterior.count == 3)
    #expect(triangle.centroid.distance(to: Vec2(1, 1)) < 1e-15)
    #expect(try Polygon(Box2(Vec2(0, 0), Vec2(2, 3))).area == 6)
    #expect(throws: GeometryError.self) { try Polygon(Box2(Vec2(0, 0), Vec2(0, 3))) }
  }

  @Test func invalidRings() throws {
    let square = rectangle(0, 0, 10, 10)
    let bowTie = [Vec2(0, 0), Vec2(4, 4), Vec2(4, 0), Vec2(0, 4)]
    let spike = [Vec2(0, 0), Vec2(4, 0), Vec2(4, 4), Vec2(4, 9), Vec2(4, 4), Vec2(0, 4)]
    let touching = [
      Vec2(0, 0), Vec2(4, 0), Vec2(4, 4), Vec2(2, 0), Vec2(0, 4),
    ]
    let cases: [(exterior: [Vec2], holes: [[Vec2]], error: GeometryError)] = [
      ([], [], .tooFewVertices(ring: 0, distinct: 0)),
      ([Vec2(0, 0), Vec2(1, 0), Vec2(0, 0)], [], .tooFewVertices(ring: 0, distinct: 2)),
      ([Vec2(0, 0), Vec2(1, 1), Vec2(3, 3)], [], .zeroArea(ring: 0)),
      (square, [[Vec2(1, 1), Vec2(2, 1), Vec2(3, 1)]], .zeroArea(ring: 1)),
      ([Vec2(0, 0), Vec2(.nan, 1), Vec2(3, 3)], [], .unusableVertex(ring: 0, vertex: 1)),
      ([Vec2(0, 0), Vec2(3, 1), Vec2(3, 1e101)], [], .unusableVertex(ring: 0, vertex: 2)),
      (bowTie, [], .selfCrossing(ring: 0, edge: 0, otherEdge: 2)),
      (spike, [], .selfCrossing(ring: 0, edge: 1, otherEdge: 3)),
      (touching, [], .selfCrossing(ring: 0, edge: 0, otherEdge: 2)),
      (square, [rectangle(11, 1, 12, 2)], .holeOutside(ring: 1)),
      (square, [rectangle(-1, -1, 11, 11)], .holeOutside(ring: 1)),
      (square, [square], .ringsCross(ring: 0, edge: 0, otherRing: 1, otherEdge: 0)),
      (
        square, [rectangle(8, 1, 12, 2)],
        .ringsCross(ring: 0, edge: 1, otherRing: 1, otherEdge: 0)
      ),
      (
        square, [rectangle(1, 1, 9, 9), rectangle(3, 3, 4, 4)],
        .holeInHole(ring: 2, otherRing: 1)
      ),
      (
        square, [rectangle(1, 1, 5, 5), rectangle(4, 4, 8, 8)],
        .ringsCross(ring: 1, edge: 1, otherRing: 2, otherEdge: 0)
      ),
    ]
    for (exterior, holes, error) in cases {
      #expect(throws: error, "\(exterior) \(holes)") {
        try Polygon(exterior: exterior, holes: holes)
      }
      #expect(!error.description.isEmpty)
    }
    // A hole that passes through vertices of the exterior, without crossing an edge.
    let notched = [
      Vec2(0, 0), Vec2(10, 0), Vec2(10, 10), Vec2(6, 10), Vec2(5, 5), Vec2(4, 10), Vec2(0, 10),
    ]
    let acrossNotch = [Vec2(4, 10), Vec2(5, 1), Vec2(6, 10)]
    #expect(throws: GeometryError.holeOutside(ring: 1)) {
      try Polygon(exterior: notched, holes: [acrossNotch])
    }
    // Holes may touch the exterior and one another in points.
    let touchingHoles = [
      [Vec2(0, 5), Vec2(2, 4), Vec2(2, 6)], [Vec2(2, 6), Vec2(3, 8), Vec2(1, 8)],
    ]
    #expect(try Polygon(exterior: square, holes: touchingHoles).area == 96)
    // Repeated vertices are dropped, edges keep their original numbers.
    let repeated = [Vec2(0, 0), Vec2(0, 0), Vec2(4, 4), Vec2(4, 4), Vec2(4, 0), Vec2(0, 4)]
    #expect(throws: GeometryError.selfCrossing(ring: 0, edge: 1, otherEdge: 4)) {
      try Polygon(exterior: repeated)
    }
  }

  @Test func validationAgainstAllPairs() {
    var random = TestRandom(seed: 3)
    var valid = 0
    for _ in 0..<4000 {
      let count = random.integer(3, 7)
      let ring = (0..<count).map { _ in random.latticePoint(0, 5) }
      guard Set(ring).count == count else { continue }
      let edges = ring.indices.map { Segment2(ring[$0], ring[($0 + 1) % count]) }
      var isSimple = true
      for i in 0..<count {
        for j in 0..<i {
          let meeting = edges[i].intersection(with: edges[j])
          if i == j + 1 || (j == 0 && i == count - 1) {
            if case .overlap = meeting { isSimple = false }
            if count == 3, case .none = meeting { isSimple = false }
          } else if meeting != .none {
            isSimple = false
          }
        }
      }
      valid += isSimple ? 1 : 0
      #expect(((try? Polygon(exterior: ring)) != nil) == isSimple, "\(ring)")
    }
    #expect(valid > 300)
  }

  @Test func locationOnLattice() throws {
    var random = TestRandom(seed: 4)
    var polygons = 0
    while polygons < 300 {
      guard let polygon = random.latticePolygon(around: Vec2(6, 6), radius: 6) else { continue }
      polygons += 1
      for x in -1...13 {
        for y in -1...13 {
          let point = Vec2(Double(x), Double(y))
          let expected = exactLocation(of: point, in: polygon)
          #expect(polygon.location(of: point) == expected, "\(point) \(polygon.rings)")
          #expect(polygon.contains(point) == (expected != .outside))
        }
      }
    }
    let square = try Polygon(exterior: rectangle(0, 0, 4, 4))
    #expect(square.location(of: Vec2(.nan, 1)) == .outside)
    #expect(square.boundaryDistance(to: Vec2(.nan, 1)) == .infinity)
  }

  /// Counts crossings along a ray that meets no other lattice point.
  private func exactLocation(of point: Vec2, in polygon: Polygon) -> Polygon.Location {
    let far = point + Vec2(1_000_003, 17)
    var crossings = 0
    for edge in polygon.edges {
      if edge.contains(point) { return .boundary }
      if exactFraction(point, far, edge) != nil { crossings += 1 }
    }
    return crossings % 2 == 1 ? .inside : .outside
  }

  @Test func distances() throws {
    let polygon = try Polygon(
      exterior: rectangle(0, 0, 10, 10), holes: [rectangle(4, 4, 6, 6)])
    let cases: [(Vec2, Double, Vec2)] = [
      (Vec2(-3, 5), 3, Vec2(0, 5)), (Vec2(13, 14), 5, Vec2(10, 10)), (Vec2(1, 5), -1, Vec2(0, 5)),
      (Vec2(5, 4.25), 0.25, Vec2(5, 4)), (Vec2(3, 5), -1, Vec2(4, 5)),
      (Vec2(10, 3), 0, Vec2(10, 3)),
    ]
    for (point, distance, nearest) in cases {
      #expect(polygon.signedDistance(to: point) == distance, "\(point)")
      #expect(polygon.boundaryDistance(to: point) == abs(distance))
      #expect(polygon.nearestBoundaryPoint(to: point) == nearest)
    }
  }

  @Test func largeRings() throws {
    var random = TestRandom(seed: 5)
    let count = 10_000
    var ring = (0..<count).map { index in
      Vec2(angle: Double(index) / Double(count) * 2 * .pi, length: random.uniform(80, 100))
    }
    let polygon = try Polygon(exterior: ring)
    #expect(polygon.contains(.zero) && polygon.exterior.count == count)
    ring.swapAt(5000, 5002)
    #expect(throws: GeometryError.self) { try Polygon(exterior: ring) }
    // Nearly all vertices in one corner.
    let arc = (0..<count).map { Vec2(angle: Double($0) / Double(count), length: 1e-3) }
    let tail = [Vec2(-1000, 1000), Vec2(-1000, -1000)]
    #expect(try Polygon(exterior: arc + tail).exterior.count == count + 2)
  }
}
