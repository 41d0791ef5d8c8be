import Geometry

/// SplitMix64: a small seeded generator for property tests.
struct TestRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  mutating func uniform(_ low: Double = 0, _ high: Double = 1) -> Double {
    low + (high - low) * Double(next() &>> 11) * 0x1p-53
  }

  mutating func integer(_ low: Int, _ high: Int) -> Int {
    low + Int(next() % UInt64(high - low + 1))
  }

  mutating func point(_ low: Double, _ high: Double) -> Vec2 {
    Vec2(uniform(low, high), uniform(low, high))
  }

  mutating func latticePoint(_ low: Int, _ high: Int) -> Vec2 {
    Vec2(Double(integer(low, high)), Double(integer(low, high)))
  }

  /// A ring around `center` with a vertex in each of `count` directions, perhaps not simple.
  mutating func ring(_ count: Int, around center: Vec2, radius: ClosedRange<Double>) -> [Vec2] {
    (0..<count).map { index in
      let angle = (Double(index) + uniform(0, 0.9)) / Double(count) * 2 * .pi
      let length = uniform(radius.lowerBound, radius.upperBound)
      return center + Vec2(angle: angle, length: length)
    }
  }

  /// A simple polygon on the lattice, sometimes with a hole.
  mutating func latticePolygon(around center: Vec2, radius: Double) -> Polygon? {
    let outer = ring(integer(3, 9), around: center, radius: radius / 2...radius)
      .map { $0.rounded(.toNearestOrEven) }
    let hole = ring(integer(3, 5), around: center, radius: 0.5...radius / 2.5)
      .map { $0.rounded(.toNearestOrEven) }
    if integer(0, 1) == 0, let polygon = try? Polygon(exterior: outer, holes: [hole]) {
      return polygon
    }
    return try? Polygon(exterior: outer)
  }
}

/// A rectangle given by its corners.
func rectangle(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> [Vec2] {
  [Vec2(x0, y0), Vec2(x1, y0), Vec2(x1, y1), Vec2(x0, y1)]
}

/// The intersection of a segment and a lattice ray, in exact integer arithmetic.
///
/// - Returns: The first common fraction of the path from `start` to `end`, or nil.
func exactFraction(_ start: Vec2, _ end: Vec2, _ segment: Segment2) -> Double? {
  func cross(_ a: Vec2, _ b: Vec2, _ c: Vec2) -> Int {
    let (ax, ay) = (Int(b.x) - Int(a.x), Int(b.y) - Int(a.y))
    let (bx, by) = (Int(c.x) - Int(a.x), Int(c.y) - Int(a.y))
    return ax * by - ay * bx
  }
  let (a, b) = (segment.start, segment.end)
  let (sideA, sideB) = (cross(start, end, a), cross(start, end, b))
  let (sideStart, sideEnd) = (cross(a, b, start), cross(a, b, end))
  if sideA.signum() * sideB.signum() > 0 || sideStart.signum() * sideEnd.signum() > 0 {
    return nil
  }
  if sideA == 0, sideB == 0 {
    // On one line: compare along the longer axis.
    let axis = abs(end.x - start.x) >= abs(end.y - start.y) ? 0 : 1
    let along = end[axis] - start[axis]
    if along == 0 { return nil }
    let fractions = [(a[axis] - start[axis]) / along, (b[axis] - start[axis]) / along].sorted()
    guard fractions[1] >= 0, fractions[0] <= 1 else { return nil }
    return max(0, fractions[0])
  }
  return Double(sideStart) / Double(sideStart - sideEnd)
}
