import Geometry
import Kernel

let geometryBenchmarks: [Benchmark] = [firstHit, allHits, containment, geodesic]

/// A floor of 50 by 50 rooms, each with four walls: 10,000 segments on 200 m by 200 m.
///
/// Half of the walls have doors, so that rays can pass.
private func rooms() throws -> SegmentIndex {
  var segments: [Segment2] = []
  for row in 0..<50 {
    for column in 0..<50 {
      let corner = Vec2(Double(column), Double(row)) * 4
      let door = (row + column).isMultiple(of: 2) ? 1.0 : 0
      segments.append(Segment2(corner, corner + Vec2(1.5, 0)))
      segments.append(Segment2(corner + Vec2(1.5 + door, 0), corner + Vec2(4, 0)))
      segments.append(Segment2(corner, corner + Vec2(0, 1.5)))
      segments.append(Segment2(corner + Vec2(0, 1.5 + door), corner + Vec2(0, 4)))
    }
  }
  return try SegmentIndex(segments)
}

/// Random rays across the floor.
private func rays(_ count: Int) -> [(Vec2, Vec2)] {
  var stream = RandomStream(seed: 3, purpose: "rays")
  return (0..<count).map { _ in
    (
      Vec2(stream.uniform(in: 0...200), stream.uniform(in: 0...200)),
      Vec2(stream.uniform(in: 0...200), stream.uniform(in: 0...200))
    )
  }
}

private let firstHit = Benchmark("geometry.ray.first_hit.1e4", operations: 100_000) {
  let index = try rooms()
  let rays = rays(4096)
  return {
    var sum: UInt64 = 0
    for number in 0..<100_000 {
      let (start, end) = rays[number & 4095]
      if let hit = index.firstHit(from: start, to: end) { sum &+= UInt64(hit.segment) }
    }
    return sum
  }
}

private let allHits = Benchmark("geometry.ray.all_hits.1e4", operations: 20_000) {
  let index = try rooms()
  let rays = rays(4096)
  return {
    var hits: [SegmentIndex.Hit] = []
    var sum: UInt64 = 0
    for number in 0..<20_000 {
      let (start, end) = rays[number & 4095]
      index.allHits(from: start, to: end, into: &hits)
      sum &+= UInt64(hits.count)
    }
    return sum
  }
}

private let containment = Benchmark("geometry.polygon.contains.100", operations: 200_000) {
  let ring = (0..<100).map { index in
    Vec2(angle: Double(index) * .pi / 50, length: index.isMultiple(of: 2) ? 100 : 70)
  }
  let polygon = try Polygon(exterior: ring)
  let points = rays(4096).map { $0.0 - Vec2(100, 100) }
  return {
    var inside: UInt64 = 0
    for number in 0..<200_000 where polygon.contains(points[number & 4095]) { inside &+= 1 }
    return inside
  }
}

private let geodesic = Benchmark("geometry.geodesic.inverse", operations: 100_000) {
  let places = try rays(1024).map { point, _ in
    try Geodetic(
      latitudeDegrees: 37 + point.x / 100, longitudeDegrees: -122 + point.y / 100,
      altitudeMetres: 0)
  }
  return {
    var sum = 0.0
    for number in 0..<100_000 {
      sum += Geodesic(from: places[number & 1023], to: places[(number &+ 1) & 1023]).distance
    }
    return sum.bitPattern
  }
}
