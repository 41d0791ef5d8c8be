import Geometry
import Testing

@Suite struct SegmentIndexTests {
  /// Rooms on a lattice, with some degenerate and some long segments.
  private func latticeSegments(_ random: inout TestRandom, size: Int, count: Int) -> [Segment2] {
    (0..<count).map { index in
      let start = random.latticePoint(0, size)
      if index % 10 == 0 { return Segment2(start, random.latticePoint(0, size)) }
      let step = Vec2(Double(random.integer(-2, 2)), Double(random.integer(-2, 2)))
      return Segment2(start, start + (random.integer(0, 1) == 0 ? step : Vec2(step.x, 0)))
    }
  }

  @Test(arguments: [(3, 8), (8, 30), (30, 60), (30, 400)])
  func latticeRays(size: Int, count: Int) throws {
    var random = TestRandom(seed: UInt64(size * 1000 + count))
    var hits: [SegmentIndex.Hit] = []
    for _ in 0..<8 {
      let segments = latticeSegments(&random, size: size, count: count)
      let index = try SegmentIndex(segments)
      for _ in 0..<300 {
        // Between positions inside and outside, along grid lines, through vertices.
        let start = random.latticePoint(-2, size + 2)
        var end = random.latticePoint(-2, size + 2)
        if random.integer(0, 3) == 0 { end[random.integer(0, 1)] = start.x }
        guard start != end else { continue }
        let length = start.distance(to: end)
        let expected = segments.indices.compactMap { segment in
          exactFraction(start, end, segments[segment]).map { ($0 * length, segment) }
        }
        index.allHits(from: start, to: end, into: &hits)
        check(hits, expected, "\(start) \(end) size \(size)")
        let first = index.firstHit(from: start, to: end)
        check(first, hits, "\(start) \(end)")
        #expect(index.crosses(from: start, to: end) == !expected.isEmpty)
        // The line as an open ray.
        let far = start + (end - start) * 1000
        let farExpected = segments.indices.compactMap { segment in
          exactFraction(start, far, segments[segment]).map { ($0 * length * 1000, segment) }
        }
        index.allHits(from: start, direction: end - start, into: &hits)
        check(hits, farExpected, "\(start) towards \(end)")
        check(index.firstHit(from: start, direction: end - start), hits, "\(start) \(end)")
      }
    }
  }

  /// Checks hits against exact ones, in any order.
  private func check(
    _ hits: [SegmentIndex.Hit], _ expected: [(distance: Double, segment: Int)], _ label: String
  ) {
    #expect(hits.map(\.segment).sorted() == expected.map(\.segment).sorted(), "\(label)")
    let distances = Dictionary(uniqueKeysWithValues: expected.map { ($0.segment, $0.distance) })
    for hit in hits {
      #expect(abs(hit.distance - (distances[hit.segment] ?? -1)) < 1e-9, "\(label)")
    }
    for (hit, next) in zip(hits, hits.dropFirst()) {
      #expect((hit.distance, hit.segment) < (next.distance, next.segment), "\(label)")
    }
  }

  private func check(_ first: SegmentIndex.Hit?, _ hits: [SegmentIndex.Hit], _ label: String) {
    #expect(first == hits.first, "\(label)")
  }

  @Test(arguments: [(10.0, 0.0), (1000, 0), (10, 1e6)])
  func randomRays(size: Double, shift: Double) throws {
    var random = TestRandom(seed: UInt64(size))
    let offset = Vec2(shift, -shift)
    var hits: [SegmentIndex.Hit] = []
    for count in [1, 10, 300, 2000] {
      let reach = size / Double(count).squareRoot()
      let segments = (0..<count).map { _ in
        let start = random.point(0, size) + offset
        return Segment2(start, start + random.point(-reach, reach))
      }
      let index = try SegmentIndex(segments)
      for _ in 0..<200 {
        let ray = Segment2(
          random.point(-size, 2 * size) + offset, random.point(0, size) + offset)
        let expected = segments.indices.filter { ray.intersects(segments[$0]) }
        index.allHits(from: ray.start, to: ray.end, into: &hits)
        #expect(hits.map(\.segment).sorted() == expected)
        for hit in hits {
          #expect(segments[hit.segment].distance(to: hit.point) < 1e-8)
          #expect(abs(hit.point.distance(to: ray.start) - hit.distance) < 1e-8)
        }
        #expect(index.firstHit(from: ray.start, to: ray.end) == hits.first)
        let direction = ray.vector
        let within = index.firstHit(
          from: ray.start, direction: direction, within: direction.length)
        #expect(within?.segment == hits.first?.segment)
      }
    }
  }

  @Test func raysDoNotPassThroughCorners() throws {
    var random = TestRandom(seed: 9)
    for _ in 0..<200 {
      let center = random.point(-50, 50)
      let ring = random.ring(random.integer(3, 40), around: center, radius: 1...10)
      let walls = ring.indices.map { Segment2(ring[$0], ring[($0 + 1) % ring.count]) }
      let index = try SegmentIndex(walls)
      for vertex in ring {
        // Every vertex is visible from the center; beyond it is open space.
        let direction = vertex - center
        #expect(index.firstHit(from: center, direction: direction) != nil)
        #expect(index.firstHit(from: center, to: center + direction * 7) != nil)
        #expect(index.firstHit(from: center, to: vertex) != nil)
        #expect(index.crosses(from: vertex + direction, to: center))
      }
    }
  }

  @Test func degenerateInput() throws {
    let empty = try SegmentIndex([])
    var hits = [SegmentIndex.Hit]()
    #expect(empty.bounds == nil)
    #expect(empty.firstHit(from: .zero, to: Vec2(1, 1)) == nil)
    #expect(empty.firstHit(from: .zero, to: .zero) == nil)
    #expect(empty.nearestSegment(to: .zero) == nil)
    #expect(empty.segments(within: 10, of: .zero) == [])
    #expect(!empty.crosses(from: .zero, to: Vec2(1, 1)))

    let walls = [
      Segment2(Vec2(0, 0), Vec2(4, 0)), Segment2(Vec2(4, 0), Vec2(4, 4)),
      Segment2(Vec2(2, 2), Vec2(2, 2)),
    ]
    let index = try SegmentIndex(walls)
    for bad in [Vec2(.nan, 0), Vec2(.infinity, 0), Vec2(1e200, 0)] {
      #expect(throws: GeometryError.unusableSegment(index: 1)) {
        try SegmentIndex([walls[0], Segment2(.zero, bad)])
      }
      #expect(index.firstHit(from: bad, to: .zero) == nil)
      #expect(index.firstHit(from: .zero, to: bad) == nil)
      #expect(index.firstHit(from: bad, to: bad) == nil)
      #expect(index.nearestSegment(to: bad) == nil)
      #expect(index.segments(within: 1, of: bad) == [])
    }
    #expect(index.firstHit(from: Vec2(.nan, 0), direction: Vec2(1, 0)) == nil)
    #expect(index.firstHit(from: .zero, direction: Vec2(.nan, 0)) == nil)
    #expect(index.firstHit(from: .zero, direction: .zero) == nil)
    #expect(index.firstHit(from: Vec2(-1, 0), direction: Vec2(1, 0), within: -1) == nil)
    #expect(index.firstHit(from: Vec2(-1, 0), direction: Vec2(1, 0), within: .nan) == nil)
    // A degenerate path hits the segment that contains its point.
    #expect(index.firstHit(from: Vec2(4, 0), to: Vec2(4, 0))?.segment == 0)
    index.allHits(from: Vec2(4, 0), to: Vec2(4, 0), into: &hits)
    #expect(hits.map(\.segment) == [0, 1])
    #expect(index.firstHit(from: Vec2(2, 2), to: Vec2(2, 2))?.segment == 2)
    #expect(index.firstHit(from: Vec2(2, 1), to: Vec2(2, 1)) == nil)
    // Along a wall, ending on one, starting on one, through a point.
    #expect(index.firstHit(from: Vec2(-2, 0), to: Vec2(9, 0))?.distance == 2)
    #expect(index.firstHit(from: Vec2(1, 1), to: Vec2(1, 0))?.point == Vec2(1, 0))
    #expect(index.firstHit(from: Vec2(1, 0), to: Vec2(1, 1))?.distance == 0)
    #expect(index.firstHit(from: Vec2(1, 2), to: Vec2(3, 2))?.segment == 2)
    #expect(index.firstHit(from: Vec2(1, 3), to: Vec2(3, 3)) == nil)
    // All segments on one line, and all in one point.
    let line = try SegmentIndex((0..<50).map { Segment2(Vec2(Double($0), 3), Vec2(Double($0), 3)) })
    #expect(line.firstHit(from: Vec2(-1, 3), direction: Vec2(1, 0))?.segment == 0)
    #expect(line.firstHit(from: Vec2(7, 0), to: Vec2(7, 9))?.segment == 7)
    line.allHits(from: Vec2(100, 3), to: Vec2(-9, 3), into: &hits)
    #expect(hits.map(\.segment) == (0..<50).reversed())
    let dots = try SegmentIndex(Array(repeating: Segment2(Vec2(1, 1), Vec2(1, 1)), count: 5))
    dots.allHits(from: Vec2(0, 0), to: Vec2(2, 2), into: &hits)
    #expect(hits.map(\.segment) == [0, 1, 2, 3, 4])
  }

  @Test func findsTheNearestSegment() throws {
    var random = TestRandom(seed: 10)
    for count in [1, 5, 200, 3000] {
      let segments = (0..<count).map { _ in
        let start = random.point(0, 50)
        return Segment2(start, start + random.point(-2, 2))
      }
      let index = try SegmentIndex(segments)
      for _ in 0..<200 {
        let point = random.point(-60, 110)
        let distances = segments.map { $0.distance(to: point) }
        let best = distances.indices.min { distances[$0] < distances[$1] }
        let found = index.nearestSegment(to: point)
        #expect(found?.segment == best)
        #expect(found.map { $0.point.distance(to: point) } == found?.distance)
        let limit = random.uniform(0, 10)
        let limited = index.nearestSegment(to: point, within: limit)
        #expect((limited != nil) == ((distances.min() ?? .infinity) <= limit))
        #expect(index.nearestSegment(to: point, within: distances.min() ?? 0)?.segment == best)
        let expected = distances.indices.filter { distances[$0] <= limit }
        #expect(index.segments(within: limit, of: point) == expected)
      }
      #expect(index.segments(within: 1e6, of: .zero) == Array(segments.indices))
      #expect(index.segments(within: -1, of: .zero) == [])
    }
    // Of equally close ones the lowest index, on the lattice too.
    let square = rectangle(0, 0, 4, 4)
    let box = try SegmentIndex(square.indices.map { Segment2(square[$0], square[($0 + 1) % 4]) })
    #expect(box.nearestSegment(to: Vec2(2, 2))?.segment == 0)
    #expect(box.segments(within: 2, of: Vec2(2, 2)) == [0, 1, 2, 3])
    #expect(box.segments(within: 0, of: Vec2(4, 4)) == [1, 2])
  }
}
