import Geometry

/// The faces of a planar arrangement of lines: rooms, if the lines are walls and closed doors.
///
/// Lines are split at their intersections, ends within 1 cm are merged, and lines that enclose nothing are
/// removed.
struct PlanarFaces {
  /// Faces, each with its islands as holes.
  let faces: [Polygon]

  private static let tolerance = 0.01

  /// Finds all faces with at least an area.
  ///
  /// - Parameters:
  ///   - lines: The lines, in m.
  ///   - minArea: Min area, in m².
  init(of lines: [Segment2], minArea: Double) {
    var arrangement = LineArrangement(lines, tolerance: Self.tolerance)
    arrangement.dropOpenEnds()
    arrangement.dropBridges()
    let rings = arrangement.rings()
    var inner: [Polygon] = []
    var outer: [Polygon] = []
    for ring in rings {
      // The polygon normalises its ring; the sign of the area gives the original direction.
      let area = twiceArea(of: ring) / 2
      guard abs(area) >= min(minArea, 0.05), let polygon = try? Polygon(exterior: ring) else {
        continue
      }
      if area > 0 { inner.append(polygon) } else { outer.append(polygon) }
    }
    inner = inner.filter { $0.area >= minArea }
    faces = Self.withHoles(inner, outer)
  }

  /// Adds the outlines of islands as holes to the smallest faces around them.
  private static func withHoles(_ inner: [Polygon], _ outer: [Polygon]) -> [Polygon] {
    let bySize = inner.indices.sorted { inner[$0].area < inner[$1].area }
    var faces = inner
    for island in outer {
      // An island's outline also encloses the union of its own faces: those aren't owners.
      let owner = bySize.first { candidate in
        inner[candidate].area > island.area * 1.000_001
          && inner[candidate].bounds.contains(island.bounds)
          && inner[candidate].location(of: island.exterior[0]) == .inside
      }
      guard let owner else { continue }
      let face = faces[owner]
      if let holed = try? Polygon(exterior: face.exterior, holes: face.holes + [island.exterior]) {
        faces[owner] = holed
      }
    }
    return faces
  }
}

/// Twice the signed area of a ring, positive for counter-clockwise.
func twiceArea(of ring: [Vec2]) -> Double {
  guard let origin = ring.first, var last = ring.last else { return 0 }
  var sum = 0.0
  for point in ring {
    sum += (last - origin).cross(point - origin)
    last = point
  }
  return sum
}

/// Lines split at all intersections, as a graph of nodes.
private struct LineArrangement {
  private var nodes: PointRegister
  private var neighbours: [[Int]] = []

  init(_ lines: [Segment2], tolerance: Double) {
    nodes = PointRegister(tolerance: tolerance)
    guard let index = try? SegmentIndex(lines.filter { $0.start != $0.end }) else { return }
    var hits: [SegmentIndex.Hit] = []
    var ends: [[Vec2]] = index.segments.map { [$0.start, $0.end] }
    // Ends first, so that cuts near an end become that end.
    for line in index.segments {
      _ = nodes.number(line.start)
      _ = nodes.number(line.end)
    }
    for (number, line) in index.segments.enumerated() {
      hits.removeAll()
      index.allHits(from: line.start, to: line.end, into: &hits)
      for hit in hits where hit.segment != number { ends[number].append(hit.point) }
      for end in [line.start, line.end] {
        for other in index.segments(within: tolerance, of: end) where other != number {
          ends[other].append(end)
        }
      }
    }
    var pairs: Set<SIMD2<Int>> = []
    for (number, line) in index.segments.enumerated() {
      let along = ends[number].map { (line.closestFraction(to: $0), $0) }
        .sorted { $0.0 < $1.0 }.map { nodes.number($0.1) }
      for (a, b) in zip(along, along.dropFirst()) where a != b {
        pairs.insert(SIMD2(min(a, b), max(a, b)))
      }
    }
    neighbours = [[Int]](repeating: [], count: nodes.points.count)
    for pair in pairs.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) {
      neighbours[pair.x].append(pair.y)
      neighbours[pair.y].append(pair.x)
    }
    for node in neighbours.indices {
      let point = nodes.points[node]
      neighbours[node].sort {
        let (a, b) = ((nodes.points[$0] - point).angle, (nodes.points[$1] - point).angle)
        return (a, $0) < (b, $1)
      }
    }
  }

  mutating func dropOpenEnds() {
    var open = neighbours.indices.filter { neighbours[$0].count == 1 }
    while let node = open.popLast() {
      guard neighbours[node].count == 1 else { continue }
      let other = neighbours[node][0]
      neighbours[node] = []
      neighbours[other].removeAll { $0 == node }
      if neighbours[other].count == 1 { open.append(other) }
    }
  }

  /// Removes edges with the same face on both sides.
  mutating func dropBridges() {
    var owners: [SIMD2<Int>: Int] = [:]
    let walks = walks()
    for (number, walk) in walks.enumerated() {
      for (a, b) in zip(walk, walk.dropFirst() + walk.prefix(1)) { owners[SIMD2(a, b)] = number }
    }
    for walk in walks {
      for (a, b) in zip(walk, walk.dropFirst() + walk.prefix(1))
      where owners[SIMD2(a, b)] == owners[SIMD2(b, a)] {
        neighbours[a].removeAll { $0 == b }
        neighbours[b].removeAll { $0 == a }
      }
    }
  }

  /// The simple rings of faces: counter-clockwise around a face, clockwise around islands.
  func rings() -> [[Vec2]] {
    walks().flatMap { walk -> [[Vec2]] in
      var rings: [[Int]] = []
      var open: [Int] = []
      var places: [Int: Int] = [:]
      for node in walk {
        if let start = places[node] {
          rings.append(Array(open[start...]))
          for passed in open[(start + 1)...] { places[passed] = nil }
          open.removeSubrange((start + 1)...)
        } else {
          places[node] = open.count
          open.append(node)
        }
      }
      rings.append(open)
      return rings.filter { $0.count >= 3 }.map { $0.map { nodes.points[$0] } }
    }
  }

  /// Traverses the border of every face, with the face on the left.
  private func walks() -> [[Int]] {
    var isDone: Set<SIMD2<Int>> = []
    var walks: [[Int]] = []
    for start in neighbours.indices {
      for first in neighbours[start] where !isDone.contains(SIMD2(start, first)) {
        var walk: [Int] = []
        var (from, to) = (start, first)
        while isDone.insert(SIMD2(from, to)).inserted {
          walk.append(from)
          let around = neighbours[to]
          guard let back = around.firstIndex(of: from) else { break }
          (from, to) = (to, around[(back + around.count - 1) % around.count])
        }
        walks.append(walk)
      }
    }
    return walks
  }
}

/// A numbering of points that merges points within a tolerance.
struct PointRegister {
  private(set) var points: [Vec2] = []
  private var cells: [SIMD2<Int32>: [Int]] = [:]
  private let tolerance: Double

  init(tolerance: Double) {
    self.tolerance = tolerance
  }

  /// The index of a point: of a known point within the tolerance, or a new one.
  mutating func number(_ point: Vec2) -> Int {
    let cell = self.cell(point)
    var best: (distance: Double, number: Int)?
    for dy: Int32 in -1...1 {
      for dx: Int32 in -1...1 {
        for number in cells[cell &+ SIMD2(dx, dy)] ?? [] {
          let distance = points[number].distance(to: point)
          guard distance <= tolerance else { continue }
          if best.map({ (distance, number) < ($0.distance, $0.number) }) ?? true {
            best = (distance, number)
          }
        }
      }
    }
    if let best { return best.number }
    points.append(point)
    cells[cell, default: []].append(points.count - 1)
    return points.count - 1
  }

  private func cell(_ point: Vec2) -> SIMD2<Int32> {
    // Coordinates reach 100 km: at a tolerance of 1 cm that is 1e7 cells a side.
    let scaled = point / tolerance
    return SIMD2(
      Int32(clamping: Int(max(-2e9, min(2e9, scaled.x.rounded(.down))))),
      Int32(clamping: Int(max(-2e9, min(2e9, scaled.y.rounded(.down))))))
  }
}
