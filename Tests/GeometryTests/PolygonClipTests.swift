import Geometry
import Testing

@Suite struct PolygonClipTests {
  @Test func segmentsByCase() throws {
    let polygon = try Polygon(
      exterior: rectangle(0, 0, 10, 10), holes: [rectangle(4, 4, 6, 6)])
    let cases: [(Segment2, [Segment2])] = [
      (Segment2(Vec2(1, 1), Vec2(2, 3)), [Segment2(Vec2(1, 1), Vec2(2, 3))]),
      (Segment2(Vec2(-5, 2), Vec2(15, 2)), [Segment2(Vec2(0, 2), Vec2(10, 2))]),
      (
        Segment2(Vec2(15, 5), Vec2(-5, 5)),
        [Segment2(Vec2(10, 5), Vec2(6, 5)), Segment2(Vec2(4, 5), Vec2(0, 5))]
      ),
      (Segment2(Vec2(-5, 0), Vec2(15, 0)), [Segment2(Vec2(0, 0), Vec2(10, 0))]),
      (Segment2(Vec2(2, 10), Vec2(5, 10)), [Segment2(Vec2(2, 10), Vec2(5, 10))]),
      (Segment2(Vec2(0, 4), Vec2(10, 4)), [Segment2(Vec2(0, 4), Vec2(10, 4))]),
      (Segment2(Vec2(4, 5), Vec2(6, 5)), []),
      (Segment2(Vec2(-1, 1), Vec2(1, -1)), []),
      (
        Segment2(Vec2(0, 0), Vec2(10, 10)),
        [
          Segment2(Vec2(0, 0), Vec2(4, 4)), Segment2(Vec2(6, 6), Vec2(10, 10)),
        ]
      ),
      (Segment2(Vec2(3, 3), Vec2(3, 3)), []),
      (Segment2(Vec2(20, 20), Vec2(30, 21)), []),
    ]
    for (segment, expected) in cases {
      #expect(polygon.clip(segment) == expected, "\(segment)")
    }
  }

  @Test func segmentsOnLattice() {
    var random = TestRandom(seed: 6)
    var polygons = 0
    while polygons < 300 {
      guard let polygon = random.latticePolygon(around: Vec2(6, 6), radius: 6) else { continue }
      polygons += 1
      for _ in 0..<30 {
        let segment = Segment2(random.latticePoint(-1, 13), random.latticePoint(-1, 13))
        guard segment.length > 0 else { continue }
        let pieces = polygon.clip(segment)
        for fraction in stride(from: 0.0131, to: 1, by: 0.0207) {
          let point = segment.point(at: fraction)
          // Rounding moves points on a slanting boundary off it.
          guard polygon.boundaryDistance(to: point) > 1e-9 else { continue }
          let isInPiece = pieces.contains { $0.distance(to: point) < 1e-9 }
          if isInPiece != polygon.contains(point) {
            Issue.record("\(segment) \(polygon.rings)")
          }
        }
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
          #expect(segment.closestFraction(to: piece.end) < segment.closestFraction(to: next.start))
        }
      }
      for edge in polygon.edges {
        #expect(polygon.clip(edge) == [edge], "\(edge) \(polygon.rings)")
      }
    }
  }

  @Test func intersectionsByCase() throws {
    let square = try Polygon(exterior: rectangle(0, 0, 10, 10))
    let frame = try Polygon(exterior: rectangle(0, 0, 10, 10), holes: [rectangle(2, 2, 8, 8)])
    let comb = try Polygon(exterior: [
      Vec2(-1, 8), Vec2(-1, 5), Vec2(11, 5), Vec2(11, 12), Vec2(9, 12), Vec2(9, 7), Vec2(7, 7),
      Vec2(7, 12), Vec2(5, 12), Vec2(5, 8),
    ])
    func areas(_ a: Polygon, _ b: Polygon) -> [Double] {
      a.intersection(with: b).map(\.area).sorted()
    }
    #expect(areas(square, square) == [100])
    #expect(areas(square, frame) == [64])
    #expect(areas(frame, square) == [64])
    #expect(areas(frame, frame) == [64])
    #expect(square.intersection(with: frame)[0].holes.count == 1)
    #expect(areas(square, try Polygon(exterior: rectangle(10, 0, 20, 10))) == [])
    #expect(areas(square, try Polygon(exterior: rectangle(10, 10, 20, 20))) == [])
    #expect(areas(square, try Polygon(exterior: rectangle(30, 0, 40, 10))) == [])
    #expect(areas(square, try Polygon(exterior: rectangle(2, 0, 4, 10))) == [20])
    #expect(areas(frame, try Polygon(exterior: rectangle(3, 3, 7, 7))) == [])
    #expect(areas(frame, try Polygon(exterior: rectangle(2, 2, 8, 8))) == [])
    #expect(areas(frame, try Polygon(exterior: rectangle(-1, 4, 11, 6))) == [4, 4])
    #expect(areas(square, comb) == [34])
    #expect(areas(try Polygon(exterior: rectangle(0, 8, 10, 10)), comb) == [2, 4])
    let diamond = [Vec2(5, 0), Vec2(10, 5), Vec2(5, 10), Vec2(0, 5)]
    let pierced = try Polygon(exterior: rectangle(0, 0, 10, 10), holes: [diamond])
    #expect(areas(pierced, square) == [12.5, 12.5, 12.5, 12.5])
  }

  @Test(arguments: [Vec2(0, 0), Vec2(0.1, 1.0 / 3), Vec2(1e6 + 0.1, -2e7)])
  func intersectionsOfLatticePolygons(shift: Vec2) throws {
    // Shifted lattices are rounded, so edges that should coincide only nearly do.
    var random = TestRandom(seed: 7)
    let tolerance = 1e-7
    var pairs = 0
    while pairs < 400 {
      guard let a = random.latticePolygon(around: Vec2(6, 6), radius: 6),
        let b = random.latticePolygon(around: Vec2(7, 5), radius: 6),
        let first = try? Polygon(exterior: a.exterior.map { $0 + shift }, holes: shifted(a, shift)),
        let second = try? Polygon(exterior: b.exterior.map { $0 + shift }, holes: shifted(b, shift))
      else { continue }
      pairs += 1
      let pieces = first.intersection(with: second)
      let area = pieces.reduce(0) { $0 + $1.area }
      #expect(abs(area - commonArea(a, b)) < tolerance * 10, "\(a.rings) \(b.rings)")
      let other = second.intersection(with: first).reduce(0) { $0 + $1.area }
      #expect(abs(area - other) < tolerance)
      for piece in pieces {
        #expect(throws: Never.self) { try Polygon(exterior: piece.exterior, holes: piece.holes) }
      }
      for _ in 0..<20 {
        let point = random.point(0, 12) + shift
        let margin = min(first.boundaryDistance(to: point), second.boundaryDistance(to: point))
        guard margin > tolerance else { continue }
        let count = pieces.filter { $0.contains(point) }.count
        #expect(count == (first.contains(point) && second.contains(point) ? 1 : 0))
      }
    }
  }

  private func shifted(_ polygon: Polygon, _ shift: Vec2) -> [[Vec2]] {
    polygon.holes.map { $0.map { $0 + shift } }
  }

  /// The common area by slabs: between the heights of vertices and crossings it is a trapezium.
  private func commonArea(_ a: Polygon, _ b: Polygon) -> Double {
    let edges = a.edges + b.edges
    var heights = edges.map(\.start.y)
    for first in edges {
      for second in edges {
        if case .point(let point) = first.intersection(with: second) { heights.append(point.y) }
      }
    }
    heights.sort()
    var area = 0.0
    for (low, high) in zip(heights, heights.dropFirst()) where high - low > 1e-12 {
      let line = Segment2(Vec2(-100, (low + high) / 2), Vec2(100, (low + high) / 2))
      for first in a.clip(line) {
        for second in b.clip(line) {
          let width = min(first.end.x, second.end.x) - max(first.start.x, second.start.x)
          area += max(0, width) * (high - low)
        }
      }
    }
    return area
  }

  @Test func intersectionsOfManySidedPolygons() throws {
    var random = TestRandom(seed: 8)
    for _ in 0..<20 {
      let a = try Polygon(exterior: random.ring(300, around: Vec2(0, 0), radius: 50...100))
      let b = try Polygon(exterior: random.ring(300, around: Vec2(30, 10), radius: 50...100))
      let pieces = a.intersection(with: b)
      let area = pieces.reduce(0) { $0 + $1.area }
      #expect(abs(area - commonArea(a, b)) < 1e-6)
      for piece in pieces {
        #expect(throws: Never.self) { try Polygon(exterior: piece.exterior, holes: piece.holes) }
      }
    }
  }
}
