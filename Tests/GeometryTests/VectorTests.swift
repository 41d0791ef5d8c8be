import Geometry
import Testing

@Suite struct VectorTests {
  @Test func vectors() throws {
    let a = Vec2(3, 4)
    #expect(a.length == 5)
    #expect(a.squaredLength == 25)
    #expect(a.dot(Vec2(-4, 3)) == 0)
    #expect(Vec2(1, 0).cross(Vec2(0, 2)) == 2)
    #expect(a.perpendicular == Vec2(-4, 3))
    #expect(a.normalized == Vec2(0.6, 0.8))
    for bad in [Vec2.zero, Vec2(1e-300, 0), Vec2(.nan, 1), Vec2(.infinity, 0), Vec2(1e200, 0)] {
      #expect(bad.normalized == nil, "\(bad)")
    }
    #expect(Vec2.zero.angle == 0)
    #expect(a.distance(to: Vec2(0, 0)) == 5)
    #expect(Vec3(1, 2, 3).cross(Vec3(4, 5, 6)) == Vec3(-3, 6, -3))
    #expect(Vec3(1, 2, 2).normalized == Vec3(1, 2, 2) / 3)
    #expect(Vec3.zero.normalized == nil)
    #expect(Vec3(Vec2(1, 2), 3).xy == Vec2(1, 2))
    var random = TestRandom(seed: 1)
    for _ in 0..<1000 {
      let vector = random.point(-10, 10)
      let angle = random.uniform(-7, 7)
      let turned = vector.rotated(by: angle)
      #expect(abs(turned.length - vector.length) < 1e-12)
      let difference = (turned.angle - vector.angle - angle).remainder(dividingBy: 2 * .pi)
      #expect(abs(difference) < 1e-12)
      #expect(Vec2(angle: vector.angle, length: vector.length).distance(to: vector) < 1e-12)
    }
  }

  @Test func boxes() throws {
    let box = try #require(Box2(containing: [Vec2(3, -1), Vec2(0, 5), Vec2(2, 2)]))
    #expect(box.minimum == Vec2(0, -1) && box.maximum == Vec2(3, 5))
    #expect(box.center == Vec2(1.5, 2) && box.size == Vec2(3, 6))
    #expect(Box2(containing: []) == nil)
    #expect(box.contains(Vec2(3, 5)) && !box.contains(Vec2(3, 5.1)))
    #expect(box.intersects(Box2(Vec2(3, 5), Vec2(9, 9))))
    #expect(!box.intersects(Box2(Vec2(3.1, 5), Vec2(9, 9))))
    #expect(box.union(Vec2(-1, 0)).minimum == Vec2(-1, -1))
    #expect(box.union(Box2(Vec2(0, 0), Vec2(9, 9))).maximum == Vec2(9, 9))
    #expect(box.contains(Box2(Vec2(0, 0), Vec2(3, 1))))
    #expect(box.expanded(by: 1) == Box2(Vec2(-1, -2), Vec2(4, 6)))
    #expect(box.expanded(by: -2) == Box2(Vec2(1.5, 1), Vec2(1.5, 3)))
    #expect(box.distance(to: Vec2(6, 9)) == 5)
    #expect(box.distance(to: Vec2(1, 1)) == 0)
  }

  @Test func segmentDistances() {
    let segment = Segment2(Vec2(0, 0), Vec2(10, 0))
    #expect(segment.distance(to: Vec2(5, 3)) == 3)
    #expect(segment.distance(to: Vec2(-3, 4)) == 5)
    #expect(segment.closestPoint(to: Vec2(12, 1)) == Vec2(10, 0))
    let dot = Segment2(Vec2(1, 1), Vec2(1, 1))
    #expect(dot.distance(to: Vec2(4, 5)) == 5)
    #expect(segment.distance(to: Segment2(Vec2(5, 2), Vec2(5, 9))) == 2)
    #expect(segment.distance(to: Segment2(Vec2(5, -2), Vec2(5, 9))) == 0)
    #expect(dot.distance(to: segment) == 1)
  }

  @Test func segmentIntersectionsByCase() {
    let s = Segment2(Vec2(0, 0), Vec2(4, 4))
    let cases: [(Segment2, Segment2.Intersection)] = [
      (Segment2(Vec2(0, 4), Vec2(4, 0)), .point(Vec2(2, 2))),
      (Segment2(Vec2(1, 0), Vec2(5, 4)), .none),
      (Segment2(Vec2(5, 5), Vec2(6, 6)), .none),
      (Segment2(Vec2(4, 4), Vec2(6, 6)), .point(Vec2(4, 4))),
      (Segment2(Vec2(6, 6), Vec2(1, 1)), .overlap(Segment2(Vec2(1, 1), Vec2(4, 4)))),
      (Segment2(Vec2(-1, -1), Vec2(9, 9)), .overlap(s)),
      (Segment2(Vec2(3, 3), Vec2(9, 0)), .point(Vec2(3, 3))),
      (Segment2(Vec2(2, 2), Vec2(2, 2)), .point(Vec2(2, 2))),
      (Segment2(Vec2(2, 1), Vec2(2, 1)), .none),
      (Segment2(Vec2(4, 0), Vec2(4, 9)), .point(Vec2(4, 4))),
    ]
    for (other, expected) in cases {
      #expect(s.intersection(with: other) == expected, "\(other)")
      #expect(s.intersects(other) == (expected != .none))
    }
    #expect(s.reversed.intersection(with: cases[4].0) == .overlap(Segment2(Vec2(4, 4), Vec2(1, 1))))
    let dot = Segment2(Vec2(1, 1), Vec2(1, 1))
    #expect(dot.intersection(with: dot) == .point(Vec2(1, 1)))
  }

  @Test(arguments: [1.0, 0.1, 1e-9, 1e9, 1.0 / 3])
  func segmentIntersectionsOnLattice(scale: Double) {
    // Scaling by anything but a power of two rounds, so only the unscaled lattice stays exact.
    var random = TestRandom(seed: 2)
    for _ in 0..<20_000 {
      let a = Segment2(random.latticePoint(0, 6), random.latticePoint(0, 6))
      let b = Segment2(random.latticePoint(0, 6), random.latticePoint(0, 6))
      let result = a.intersection(with: b)
      let mirrored = b.intersection(with: a)
      #expect((result == .none) == (mirrored == .none))
      if a.start != a.end {
        #expect((result != .none) == (exactFraction(a.start, a.end, b) != nil), "\(a) \(b)")
      }
      if case .point(let point) = result, case .point(let other) = mirrored {
        #expect(point.distance(to: other) < 1e-12)
        #expect(a.distance(to: point) < 1e-12 && b.distance(to: point) < 1e-12)
      }
      // Shared ends are exact on any scale.
      let c = Segment2(a.start * scale, a.end * scale)
      let d = Segment2(a.end * scale, b.end * scale)
      #expect(c.intersects(d))
    }
  }

  @Test func nearlyCollinearPointsAreDistinguished() {
    // Coordinates near 0.5 on a line of slope one, where the plain determinant is mostly noise.
    let ulp = 0.5.ulp
    for step in 0..<64 {
      for other in 0..<64 {
        let point = Vec2(0.5 + Double(step) * ulp, 0.5 + Double(other) * ulp)
        let segment = Segment2(Vec2(0, 0), Vec2(12, 12))
        #expect(segment.contains(point) == (step == other))
      }
    }
  }
}
